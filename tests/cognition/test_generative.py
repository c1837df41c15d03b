"""A whole turn, from perceiving to acting."""

from copy import deepcopy
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from townlet.cognition.generative import Generative, no_reaction, skip
from townlet.cognition.reflect import THRESHOLD
from townlet.world.actions import Do
from townlet.world.advance import advance
from townlet.world.events import Arrived, StateChanged, Whispered
from townlet.world.evolve import evolve
from townlet.world.state import World
from world.sketch import peopled

from .scene import BED, DAY, LOOM, Scene, memory


def busy(step: int = 0) -> Scene:
    """A scene in which much is going on at once."""
    world = evolve(peopled(World.empty(), Ann_Ivy=(2, 2), Bo_Lund=(4, 2)), [StateChanged(LOOM, "burning")], 0)
    scene = Scene(world=world, step=step, notices=(Whispered("Ann Ivy", "Run for mayor!"),))
    scene.agent = replace(scene.agent, plan=DAY, importance_sum=THRESHOLD)
    return scene


async def test_a_first_turn_remembers_what_the_author_wrote_and_reflects_on_none_of_it() -> None:
    turn = await Scene({"importance": lambda fields: {"ratings": [10] * len(fields["memories"])}}).turn()
    seeds = [each.text for each in turn.remembered if each.source == "seed"]
    assert seeds == ["Ann Ivy is a weaver.", "Ann Ivy likes rain."]
    assert turn.agent.importance_sum == 10


@settings(max_examples=20)
@given(st.integers(0, 4600))
async def test_equal_inputs_and_equal_answers_make_equal_turns(step: int) -> None:
    assert await busy(step).turn() == await busy(step).turn()


async def test_thinking_changes_nothing_that_it_was_given() -> None:
    scene = await busy().remember(memory("Bo Lund likes rain."))
    agent, world, stream = deepcopy(scene.agent), deepcopy(scene.world), list(scene.memories)
    turn = await scene.turn()
    assert turn.remembered
    assert (scene.agent, scene.world, list(scene.memories)) == (agent, world, stream)


async def test_a_faculty_can_be_left_out() -> None:
    scene = await busy().remember(memory("Rain falls."))
    await scene.turn(replace(Generative(), reflect=skip, react=no_reaction))
    asked = {request.name for request in scene.requests}
    assert not asked & {"questions", "react"}
    await scene.turn()
    assert {request.name for request in scene.requests} >= {"questions", "react"}


async def test_somebody_whom_a_person_moves_perceives_and_remembers_and_no_more() -> None:
    scene = busy()
    turn = await scene.turn(Generative().observing())
    assert turn.action is None
    assert "The loom in the hall of Mill is burning." in [each.text for each in turn.remembered]


def sleeping(until: int) -> World:
    scene = Scene()
    to_bed = advance(scene.terrain, scene.world, {"Ann Ivy": Do("sleeping", until, BED, asleep=True)}, 0)
    return evolve(evolve(scene.world, to_bed, 0), [Arrived("Ann Ivy", (6, 1), BED)], 5)


async def test_sleep_costs_nothing() -> None:
    scene = await Scene(world=sleeping(3000), step=100).remember(memory("Rain falls."))
    turn = await scene.turn()
    assert turn.action is None
    assert scene.requests == []


async def test_an_inner_voice_is_heard_in_sleep_and_wakes_nobody() -> None:
    scene = Scene(world=sleeping(3000), step=100, notices=(Whispered("Ann Ivy", "Run for mayor!"),))
    turn = await (await scene.remember(memory("Rain falls."))).turn()
    assert turn.action is None
    assert [each.source for each in turn.remembered] == ["inner voice"]


async def test_every_memory_of_a_turn_has_an_id_of_its_own() -> None:
    turn = await busy().turn()
    ids = [each.id for each in turn.remembered]
    assert [each.ordinal for each in ids] == list(range(len(ids)))

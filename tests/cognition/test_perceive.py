"""What in sight is new to somebody."""

from dataclasses import replace

from townlet.cognition.perceive import ATTENTION, CHANGE_MINUTES, REPEAT_HOURS, perceive
from townlet.cognition.state import Plan
from townlet.cognition.thought import Thought
from townlet.world.actions import Do
from townlet.world.advance import advance
from townlet.world.events import Announced, Appeared, Arrived, Blocked, Said, StateChanged
from townlet.world.evolve import evolve
from townlet.world.known import KnownTree
from townlet.world.physics import pass_step
from townlet.world.setting import Hours, Norms
from townlet.world.state import World
from world.sketch import address, peopled

from .scene import HALL, LOOM, Scene


async def noticed(scene: Scene) -> list[str]:
    """What one notices and keeps at once; the scene goes on from there."""
    thought: Thought = replace(scene, profile=replace(scene.profile, noticed_together=0)).thought()
    await perceive(thought)
    turn = thought.turn(None)
    scene.agent = turn.agent
    return [each.text for each in turn.remembered]


def doing(what: str, step: int = 0) -> World:
    world = peopled(World.empty(), Ann_Ivy=(2, 2), Bo_Lund=(4, 2))
    return evolve(world, advance(Scene().terrain, world, {"Bo Lund": Do(what, 9999)}, step), step)


async def test_a_person_in_sight_is_noticed_once() -> None:
    scene = Scene(world=doing("reading"))
    assert await noticed(scene) == ["Bo Lund is reading."]
    assert await noticed(scene) == []


async def test_the_same_sight_is_worth_remembering_again_after_hours() -> None:
    scene = Scene(world=doing("reading"))
    await noticed(scene)
    hours = round(REPEAT_HOURS * 360)
    assert await noticed(replace(scene, step=hours - 1)) == []
    assert await noticed(replace(scene, step=hours)) == ["Bo Lund is reading."]


async def test_another_doing_is_noticed_if_it_does_not_come_at_once() -> None:
    scene = Scene(world=doing("reading"))
    await noticed(scene)
    later = replace(scene, world=doing("singing"))
    assert await noticed(replace(later, step=round(CHANGE_MINUTES * 6) - 1)) == []
    assert await noticed(replace(later, step=round(CHANGE_MINUTES * 6))) == ["Bo Lund is singing."]


async def test_no_more_is_noticed_than_one_can_attend_to_and_the_nearest_first() -> None:
    crowd = {f"P{x}{y}": (x, y) for x in range(3, 7) for y in (1, 2, 3)}
    appeared = [Appeared(name, tile) for name, tile in crowd.items()]
    scene = Scene(world=evolve(peopled(World.empty(), Ann_Ivy=(1, 2)), appeared, 0))
    assert len(crowd) > ATTENTION
    names = [text.split()[0] for text in await noticed(scene)]
    assert names == ["P31", "P32", "P33", "P41", "P42", "P43", "P51", "P52"]
    rest = [text.split()[0] for text in await noticed(scene)]
    assert rest == ["P53", "P61", "P62", "P63"]


def loom(state: str, world: World | None = None) -> World:
    return evolve(world or peopled(World.empty(), Ann_Ivy=(2, 2)), [StateChanged(LOOM, state)], 0)


async def test_an_object_in_an_unusual_state_is_noticed_once_for_each_state() -> None:
    scene = Scene(world=loom("burning"))
    assert await noticed(scene) == ["The loom in the hall of Mill is burning."]
    assert await noticed(scene) == []
    assert await noticed(replace(scene, world=loom("painted blue"))) == [
        "The loom in the hall of Mill is painted blue."
    ]


async def test_what_has_been_put_right_and_goes_wrong_again_is_noticed_again() -> None:
    scene = Scene(world=loom("burning"))
    await noticed(scene)
    scene.world = loom("bare")
    assert await noticed(scene) == []
    scene.world = loom("burning")
    assert await noticed(scene) == ["The loom in the hall of Mill is burning."]


async def test_what_somebodys_use_makes_of_an_object_is_no_news_but_a_fire_is() -> None:
    world = peopled(World.empty(), Ann_Ivy=(2, 2), Bo_Lund=(4, 3))
    world = evolve(
        world, advance(Scene().terrain, world, {"Bo Lund": Do("weaving", 99, LOOM, object_state="strung")}, 0), 0
    )
    world = evolve(world, [Arrived("Bo Lund", (4, 3), LOOM)], 1)
    scene = Scene(world=world, step=1)
    assert await noticed(scene) == ["Bo Lund is weaving."]
    scene.world = loom("burning", world)
    assert await noticed(scene) == ["The loom in the hall of Mill is burning."]


async def test_what_happens_to_oneself_is_told_in_words() -> None:
    notices = (
        Blocked("Ann Ivy", address("Kiosk:stall"), "closed", (2, 2)),
        Blocked("Ann Ivy", LOOM, "no way", (2, 2)),
        Announced(HALL, "Hall closes in 10 minutes.", ("Ann Ivy",)),
        Announced(HALL, "Hall closes soon.", ("Bo Lund",)),
    )
    assert await noticed(Scene(notices=notices)) == [
        "Kiosk is closed.",
        "The loom in the hall of Mill cannot be reached.",
        "Hall closes in 10 minutes.",
    ]


async def test_a_line_that_carries_this_far_is_remembered_as_heard_from_its_speaker() -> None:
    said = Said("7-Bo Lund", "Bo Lund", "Cy Marr", "The well is dry.", hearers=("Ann Ivy",), number=2)
    turn = await Scene(notices=(said,)).turn()
    [heard] = [each for each in turn.remembered if each.source == "heard"]
    assert heard.text == "Bo Lund said to Cy Marr: 'The well is dry.'"
    assert (heard.heard_from, heard.utterance, heard.hearsay) == ("Bo Lund", "7-Bo Lund#2", True)


async def test_a_line_out_of_earshot_leaves_no_trace() -> None:
    said = Said("7-Bo Lund", "Bo Lund", "Cy Marr", "The well is dry.", hearers=("Dee",), number=2)
    assert await noticed(Scene(notices=(said,))) == []


async def test_who_sleeps_notices_nothing() -> None:
    world = doing("reading")
    world = evolve(world, advance(Scene().terrain, world, {"Ann Ivy": Do("sleeping", 99, asleep=True)}, 0), 0)
    world = evolve(world, pass_step(Scene().terrain, world, 1), 1)
    assert await noticed(Scene(world=world, step=1)) == []


async def test_places_and_states_in_sight_become_known_and_what_is_out_of_sight_stays_as_it_was() -> None:
    known = KnownTree().learn([(address("Kiosk:stall:counter"), "laden")])
    scene = Scene(world=loom("burning"))
    scene.agent = replace(scene.agent, known=known, plan=Plan())
    await noticed(scene)
    assert scene.agent.known.states[LOOM] == "burning"
    assert HALL in scene.agent.known
    assert scene.agent.known.states[address("Kiosk:stall:counter")] == "laden"


async def test_a_room_that_is_closed_is_told_as_a_room_and_a_building_as_a_building() -> None:
    scene = Scene()
    places = scene.terrain.setting.places
    shut = {**places, HALL: replace(places[HALL], norms=Norms(hours=Hours(600, 700)))}
    scene.terrain = replace(scene.terrain, setting=replace(scene.terrain.setting, places=shut))
    scene.notices = (Blocked("Ann Ivy", LOOM, "closed", (2, 2)),)
    assert await noticed(scene) == ["The hall of Mill is closed."]

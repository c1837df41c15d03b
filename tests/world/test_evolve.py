"""How events change the world."""

from dataclasses import replace

from townlet.world.actions import Do
from townlet.world.advance import advance
from townlet.world.events import (
    Acted,
    Appeared,
    Arrived,
    Blocked,
    Departed,
    Halted,
    Said,
    StateChanged,
    TalkEnded,
    Whispered,
    WorldEvent,
)
from townlet.world.evolve import evolve
from townlet.world.state import ObjectCondition, World

from .sketch import address, peopled, terrain_of

STOVE = address("Mill:hall:stove")
COOKING = Acted("Ann", ((0, 0), (1, 0), (2, 0)), Do("cooking", 9, STOVE, "it is noon", "🍳", "hot"))


def test_who_appears_stands_there_free_to_act_at_once() -> None:
    world = evolve(World.empty(), [Appeared("Ann", (4, 2), "she")], 7)
    body = world.bodies["Ann"]
    assert (body.tile(7), body.tile(99), body.arrived, dict(world.register)) == ((4, 2), (4, 2), True, {"Ann": "she"})
    assert body.activity.until == 7


def test_a_walk_begins_at_the_step_of_its_action_and_goes_a_tile_a_step() -> None:
    body = evolve(peopled(World.empty(), Ann=(0, 0)), [COOKING], 5).bodies["Ann"]
    assert [body.tile(step) for step in (4, 5, 6, 7, 8)] == [(0, 0), (0, 0), (1, 0), (2, 0), (2, 0)]
    assert body.arrives == 7
    assert (body.activity.doing, body.activity.why, body.activity.object_state) == ("cooking", "it is noon", "hot")


def test_a_use_begins_with_the_arrival_and_ends_with_the_next_action() -> None:
    world = evolve(peopled(World.empty(), Ann=(0, 0)), [COOKING], 0)
    assert world.users == {}
    world = evolve(world, [Arrived("Ann", (2, 0), STOVE)], 2)
    assert world.users == {STOVE: ("Ann",)}
    assert evolve(world, [replace(COOKING, activity=replace(COOKING.activity, at=None))], 3).users == {}


def test_users_are_kept_in_the_order_in_which_they_came() -> None:
    world = peopled(World.empty(), Ann=(2, 0), Bo=(2, 0))
    world = evolve(world, [Arrived("Bo", (2, 0), STOVE), Arrived("Ann", (2, 0), STOVE)], 1)
    assert world.users == {STOVE: ("Bo", "Ann")}
    assert evolve(world, [Departed("Bo")], 2).users == {STOVE: ("Ann",)}


def test_a_state_that_somebody_left_gives_way_to_the_next_use_but_not_one_that_nobody_set() -> None:
    for by, left in (("Bo", {}), ("", {STOVE: ObjectCondition("burning")})):
        world = evolve(peopled(World.empty(), Ann=(0, 0)), [StateChanged(STOVE, "burning", by), COOKING], 0)
        assert evolve(world, [Arrived("Ann", (2, 0), STOVE)], 2).objects == left


def test_who_departs_is_gone() -> None:
    world = evolve(peopled(World.empty(), Ann=(0, 0), Bo=(1, 0)), [Departed("Ann")], 3)
    assert list(world.bodies) == list(world.register) == ["Bo"]


def test_who_is_stopped_on_the_way_to_bed_is_not_asleep() -> None:
    to_bed = replace(COOKING, activity=replace(COOKING.activity, doing="sleeping", asleep=True))
    stops: list[WorldEvent] = [Halted("Ann", (1, 0)), Blocked("Ann", STOVE, "closed", (1, 0))]
    for stop in stops:
        body = evolve(peopled(World.empty(), Ann=(0, 0)), [to_bed, stop], 0).bodies["Ann"]
        assert body.tile(9) == (1, 0)
        assert not body.asleep


def test_a_talk_grows_by_its_lines_and_is_kept_by_both_when_it_ends() -> None:
    world = peopled(World.empty(), Ann=(0, 0), Bo=(1, 0))
    world = evolve(world, [Said("t", "Ann", "Bo", "Hello.")], 1)
    world = evolve(world, [Said("t", "Bo", "Ann", "Hello to you.", number=1)], 2)
    assert [(line.speaker, line.step) for line in world.talks["t"].lines] == [("Ann", 1), ("Bo", 2)]
    assert world.talks["t"].floor == "Ann"
    ended = evolve(world, [TalkEnded("t", ("Ann", "Bo"))], 3)
    assert ended.talks == {}
    assert ended.last_talk == {"Ann": world.talks["t"], "Bo": world.talks["t"]}


def test_what_is_only_heard_leaves_the_world_as_it_is() -> None:
    world = peopled(World.empty(), Ann=(0, 0))
    assert evolve(world, [Whispered("Ann", "Run!")], 1) == world


def test_the_world_of_before_stays_as_it_was() -> None:
    before = peopled(World.empty(), Ann=(0, 0))
    evolve(before, [COOKING, Arrived("Ann", (2, 0), STOVE), StateChanged(STOVE, "burning")], 1)
    assert before == peopled(World.empty(), Ann=(0, 0))


def test_events_alone_make_the_world_again() -> None:
    terrain = terrain_of("hhhh", {"h": "Mill:hall"})
    start = peopled(World.empty(), Ann=(0, 0))
    events = advance(terrain, start, {"Ann": Do("resting", 5, address("Mill:hall"))}, 0)
    assert evolve(start, events, 0) == evolve(peopled(World.empty(), Ann=(0, 0)), events, 0)

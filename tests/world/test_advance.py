"""How actions become events."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from townlet.world.actions import Action, Do, Leave, Move, Say
from townlet.world.advance import advance
from townlet.world.events import Acted, Blocked, Halted, Left, Said, TalkEnded, WorldEvent
from townlet.world.evolve import evolve
from townlet.world.physics import Terrain, pass_step
from townlet.world.setting import Hours, Norms
from townlet.world.state import MAX_LINES, World

from .sketch import Thing, address, peopled, terrain_of

HALL = terrain_of(
    "hhhhhh\nhh1hhh\nhhhhhh",
    {"h": "Mill:hall"},
    {"1": Thing("Mill:hall:loom", "bare")},
)
LOOM = address("Mill:hall:loom")


def after(terrain: Terrain, world: World, step: int, **actions: Action) -> tuple[World, list[WorldEvent]]:
    """The world after one step's actions, and what happened; `Ann_Ivy` is Ann Ivy."""
    events = advance(terrain, world, {name.replace("_", " "): action for name, action in actions.items()}, step)
    return evolve(world, events, step), events


def kinds(events: list[WorldEvent]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_an_action_at_an_object_walks_to_a_tile_beside_it() -> None:
    world = peopled(World.empty(), Ann=(5, 1))
    _, [acted] = after(HALL, world, 3, Ann=Do("weaving", 40, LOOM, "it is due", "🧶", "strung"))
    assert acted == Acted("Ann", ((5, 1), (4, 1), (3, 1)), Do("weaving", 40, LOOM, "it is due", "🧶", "strung"))


def test_who_comes_second_stands_at_another_side_of_an_object() -> None:
    world = peopled(World.empty(), Ann=(3, 1), Bo=(5, 1))
    _, [acted] = after(HALL, world, 0, Bo=Do("weaving", 40, LOOM))
    assert isinstance(acted, Acted)
    assert acted.path[-1] in {(2, 0), (2, 2), (1, 1)}


def test_an_action_lasts_at_least_until_the_next_step() -> None:
    _, [acted] = after(HALL, peopled(World.empty(), Ann=(0, 0)), 9, Ann=Do("resting", 2))
    assert isinstance(acted, Acted)
    assert acted.activity.until == 10
    assert acted.path == ((0, 0),)


def test_what_cannot_be_reached_is_an_event_and_nobody_moves() -> None:
    terrain = terrain_of(".#kk1\n.#kkk", {"k": "Mill:kitchen"}, {"1": Thing("Mill:kitchen:stove")})
    stove = address("Mill:kitchen:stove")
    world, events = after(terrain, peopled(World.empty(), Ann=(0, 0)), 0, Ann=Do("cooking", 9, stove))
    assert events == [Blocked("Ann", stove, "no way", (0, 0))]
    assert world.bodies["Ann"].tile(5) == (0, 0)


def test_a_place_that_is_on_no_map_cannot_be_reached() -> None:
    _, events = after(HALL, peopled(World.empty(), Ann=(0, 0)), 0, Ann=Do("resting", 9, address("Nowhere")))
    assert events == [Blocked("Ann", address("Nowhere"), "no way", (0, 0))]


SHOP = terrain_of(
    "sssS..\nsss#..",
    {"s": "Shop"},
    norms={"Shop": Norms(hours=Hours(600, 700), keepers=("Ann",))},
)


def test_a_closed_door_does_not_open_for_a_guest_but_for_its_keeper() -> None:
    at = Do("being there", 90, address("Shop"))
    world = peopled(World.empty(), Ann=(5, 0), Bo=(5, 0))
    _, events = after(SHOP, world, 0, Ann=at, Bo=at)
    assert kinds(events) == ["Acted", "Blocked"]
    assert events[1] == Blocked("Bo", address("Shop"), "closed", (5, 0))


def test_who_is_inside_a_closed_place_may_walk_out() -> None:
    _, [acted] = after(SHOP, peopled(World.empty(), Bo=(0, 1)), 0, Bo=Move((5, 0)))
    assert isinstance(acted, Acted)
    assert acted.path[-1] == (5, 0)


def test_a_first_line_opens_a_talk_and_both_stand_still() -> None:
    world = peopled(World.empty(), Ann=(0, 0), Bo=(5, 0))
    world, _ = after(HALL, world, 0, Bo=Do("walking", 9, address("Mill:hall"), "", ""))
    world, _ = after(HALL, world, 0, Bo=Move((1, 0)))
    for step in (1, 2, 3):
        world = evolve(world, pass_step(HALL, world, step), step)
    world, events = after(HALL, world, 3, Ann=Say("Bo", "Hello."))
    assert events == [Halted("Bo", (2, 0)), Said("3-Ann", "Ann", "Bo", "Hello.")]
    assert world.bodies["Bo"].tile(9) == (2, 0)
    assert world.bodies["Ann"].talk == world.bodies["Bo"].talk == "3-Ann"


def talking(*lines: Say) -> World:
    """Ann and Bo in a talk that has these lines, said by turns from step 0 on."""
    world = peopled(World.empty(), Ann=(0, 0), Bo=(1, 0), Cy=(2, 0), Dee=(5, 2))
    for step, line in enumerate(lines):
        world, _ = after(HALL, world, step, **{"Bo" if line.to == "Ann" else "Ann": line})
    return world


def test_only_who_has_the_floor_is_heard() -> None:
    world = talking(Say("Bo", "Hello."))
    _, events = after(HALL, world, 1, Ann=Say("Bo", "Are you there?"), Bo=Say("Ann", "Hello, Ann."))
    assert events == [Said("0-Ann", "Bo", "Ann", "Hello, Ann.", False, ("Cy",), 1)]


def test_of_two_who_speak_to_one_another_at_once_the_first_in_order_is_heard() -> None:
    world = peopled(World.empty(), Ann=(0, 0), Bo=(1, 0))
    _, events = after(HALL, world, 0, Bo=Say("Ann", "Hello."), Ann=Say("Bo", "Oh!"))
    assert events == [Said("0-Ann", "Ann", "Bo", "Oh!")]


def test_nobody_is_in_two_talks() -> None:
    _, events = after(HALL, talking(Say("Bo", "Hello.")), 1, Cy=Say("Bo", "And me?"))
    assert events == []


def test_a_line_to_a_third_person_is_never_uttered() -> None:
    world = talking(Say("Bo", "Hello."))
    for stray in ("Cy", "Bo", "Nobody"):
        assert after(HALL, world, 1, Bo=Say(stray, "Psst."))[1] == []


def test_a_line_carries_to_who_is_near_awake_and_free() -> None:
    world = talking()
    world, _ = after(HALL, world, 0, Cy=Do("sleeping", 99, asleep=True))
    world = evolve(world, pass_step(HALL, world, 1), 1)
    _, [said] = after(HALL, world, 1, Ann=Say("Bo", "Hush."))
    assert isinstance(said, Said)
    assert said.hearers == ()
    _, [said] = after(HALL, talking(), 1, Ann=Say("Bo", "Hush."))
    assert isinstance(said, Said)
    assert said.hearers == ("Cy",)


def test_one_cannot_speak_to_who_is_asleep_or_out_of_earshot() -> None:
    field = terrain_of(".......", {}, {})
    world = peopled(World.empty(), Ann=(0, 0), Bo=(5, 0), Cy=(1, 0), Dee=(4, 0))
    world, _ = after(field, world, 0, Cy=Do("sleeping", 99, asleep=True))
    world = evolve(world, pass_step(field, world, 1), 1)
    for other in ("Bo", "Cy", "Ann"):
        assert after(field, world, 1, Ann=Say(other, "Hello."))[1] == []
    assert after(field, world, 1, Ann=Say("Dee", "Hello."))[1]


def test_one_can_speak_across_a_room_but_not_beyond_sight_or_through_a_wall() -> None:
    room = terrain_of("kkkkkkkkkkkk\n.#.....#....", {"k": "Mill:kitchen"}, {})
    for tile, heard in (((8, 0), True), ((9, 0), False), ((5, 1), False), ((0, 1), True)):
        world = peopled(World.empty(), Ann=(0, 0), Bo=tile)
        assert bool(after(room, world, 1, Ann=Say("Bo", "Hello."))[1]) == heard, tile


def test_after_a_farewell_one_last_line_ends_the_talk() -> None:
    world = talking(Say("Bo", "Hello."), Say("Ann", "I must go. Goodbye.", leave=True))
    ended, events = after(HALL, world, 2, Ann=Say("Bo", "Goodbye."))
    assert kinds(events) == ["Said", "TalkEnded"]
    assert ended.talks == {}
    assert ended.bodies["Ann"].talk == ended.bodies["Bo"].talk == ""
    assert [line.text for line in ended.last_talk["Ann"].lines] == ["Hello.", "I must go. Goodbye.", "Goodbye."]


def test_a_talk_is_over_after_its_longest_length_whatever_is_said() -> None:
    lines = [Say("Bo" if n % 2 == 0 else "Ann", f"Line {n}.") for n in range(MAX_LINES)]
    assert not talking(*lines[:-2]).talks["0-Ann"].closing
    before_last = talking(*lines[:-1]).talks["0-Ann"]
    assert len(before_last.lines) == MAX_LINES - 1
    assert before_last.closing, "who speaks last knows that it is their last line"
    assert talking(*lines).talks == {}


def test_who_leaves_ends_the_talk() -> None:
    _, events = after(HALL, talking(Say("Bo", "Hello.")), 1, Ann=Leave())
    assert events == [Left("0-Ann", "Ann"), TalkEnded("0-Ann", ("Ann", "Bo"))]


def test_who_is_in_a_talk_does_nothing_else() -> None:
    assert after(HALL, talking(Say("Bo", "Hello.")), 1, Bo=Do("weaving", 9, LOOM))[1] == []


def test_who_walks_off_leaves_the_talk() -> None:
    _, events = after(HALL, talking(Say("Bo", "Hello.")), 1, Bo=Move((5, 0)))
    assert kinds(events) == ["Left", "TalkEnded", "Acted"]


def test_people_who_are_not_in_the_town_do_nothing() -> None:
    assert advance(HALL, World.empty(), {"Ann": Leave()}, 0) == []


names = st.sampled_from(["Ann", "Bo", "Cy", "Dee"])
tiles = st.tuples(st.integers(0, 5), st.integers(0, 2))
actions: st.SearchStrategy[Any] = st.one_of(
    st.builds(Say, names, st.text(max_size=3), st.booleans()),
    st.just(Leave()),
    st.builds(Move, tiles),
    st.builds(Do, st.just("busy"), st.integers(0, 12), st.sampled_from([None, LOOM, address("Mill")])),
)


@given(st.lists(st.dictionaries(names, actions, max_size=4), max_size=16))
def test_whatever_people_do_talks_stay_between_two_and_bounded_and_the_loom_has_one_user(
    steps: list[dict[str, Action]],
) -> None:
    world = peopled(World.empty(), Ann=(0, 0), Bo=(1, 0), Cy=(2, 0), Dee=(5, 2))
    for step, each in enumerate(steps):
        world = evolve(world, pass_step(HALL, world, step), step)
        world = evolve(world, advance(HALL, world, each, step), step)
        for talk in world.talks.values():
            assert len(set(talk.participants)) == 2
            assert talk.floor in talk.participants
            assert len(talk.lines) < MAX_LINES
        for body in world.bodies.values():
            assert not body.talk or body.name in world.talks[body.talk].participants
            assert body.tile(step) != (2, 1)
            assert (body.using is None) or body.name in world.users[body.using]
        assert len(world.users.get(LOOM, ())) <= 1

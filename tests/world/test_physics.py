"""What passes of itself: walks, closing times, work that lasts, silence."""

from datetime import datetime

from hypothesis import given
from hypothesis import strategies as st

from townlet.world.actions import Action, Do, Move, Say
from townlet.world.advance import advance
from townlet.world.events import (
    Acted,
    Announced,
    Arrived,
    Blocked,
    Halted,
    StateChanged,
    SteppedAside,
    TalkEnded,
    WorldEvent,
)
from townlet.world.evolve import evolve
from townlet.world.physics import NOTICE_MINUTES, SILENCE_STEPS, Terrain, pass_step
from townlet.world.setting import LEAVING_MINUTES, Hours, Norms
from townlet.world.state import World

from .sketch import Thing, address, peopled, terrain_of

Orders = dict[int, dict[str, Action]]


def lived(terrain: Terrain, world: World, steps: int, orders: Orders | None = None) -> tuple[World, list[WorldEvent]]:
    """The world after so many steps in which people do as ordered, and all that happened."""
    happened: list[WorldEvent] = []
    for step in range(steps):
        passing = pass_step(terrain, world, step)
        world = evolve(world, passing, step)
        done = advance(terrain, world, (orders or {}).get(step, {}), step)
        world = evolve(world, done, step)
        happened += [*passing, *done]
    return world, happened


LOOM = address("Mill:hall:loom")
HALL = terrain_of("hhhhhh\nhh1hhh", {"h": "Mill:hall"}, {"1": Thing("Mill:hall:loom", "bare")})


def test_a_walk_takes_a_step_a_tile_and_ends_with_an_arrival_at_the_object() -> None:
    weaving: Orders = {0: {"Ann": Do("weaving", 90, LOOM, object_state="strung")}}
    world, happened = lived(HALL, peopled(World.empty(), Ann=(5, 1)), 3, weaving)
    assert Arrived("Ann", (3, 1), LOOM) in happened
    assert world.users == {LOOM: ("Ann",)}
    assert lived(HALL, peopled(World.empty(), Ann=(5, 1)), 2, weaving)[0].bodies["Ann"].tile(1) == (4, 1)


def test_an_object_holds_no_more_users_than_its_capacity() -> None:
    both: Orders = {0: {"Ann": Do("weaving", 90, LOOM), "Bo": Do("weaving", 90, LOOM)}}
    world, happened = lived(HALL, peopled(World.empty(), Ann=(5, 1), Bo=(0, 1)), 5, both)
    assert world.users == {LOOM: ("Bo",)}
    assert [event.using for event in happened if isinstance(event, Arrived)] == [LOOM, None]


def test_a_double_bed_holds_two() -> None:
    terrain = terrain_of("h11h\nhhhh", {"h": "Mill:attic"}, {"1": Thing("Mill:attic:bed", "made", 2)})
    bed = address("Mill:attic:bed")
    sleep: Orders = {0: {name: Do("sleeping", 90, bed, asleep=True) for name in ("Ann", "Bo", "Cy")}}
    world, _ = lived(terrain, peopled(World.empty(), Ann=(0, 0), Bo=(3, 0), Cy=(0, 1)), 6, sleep)
    assert len(world.users[bed]) == 2


def test_what_an_object_is_by_its_use_vanishes_with_the_use() -> None:
    item = HALL.setting.objects[LOOM]
    orders: Orders = {0: {"Ann": Do("weaving", 9, LOOM, object_state="strung")}, 4: {"Ann": Move((5, 0))}}
    world, _ = lived(HALL, peopled(World.empty(), Ann=(3, 1)), 3, orders)
    assert world.state_of(item) == "strung"
    world, _ = lived(HALL, peopled(World.empty(), Ann=(3, 1)), 5, orders)
    assert world.state_of(item) == "bare"


def test_other_work_leaves_no_mark_when_it_ends() -> None:
    orders: Orders = {0: {"Ann": Do("weaving", 4, LOOM, object_state="strung")}, 6: {"Ann": Move((5, 0))}}
    world, happened = lived(HALL, peopled(World.empty(), Ann=(3, 1)), 8, orders)
    assert not [event for event in happened if isinstance(event, StateChanged)]
    assert world.objects == {}


def test_work_that_is_to_last_leaves_its_mark_when_it_ends() -> None:
    item = HALL.setting.objects[LOOM]
    orders: Orders = {
        0: {"Ann": Do("mending", 9, LOOM, object_state="mended", keep_state=True)},
        10: {"Ann": Move((5, 0))},
    }
    world, happened = lived(HALL, peopled(World.empty(), Ann=(3, 1)), 12, orders)
    assert StateChanged(LOOM, "mended", "Ann") in happened
    assert world.state_of(item) == "mended"


def test_work_that_is_to_last_is_done_however_long_the_way_to_it() -> None:
    mending: Orders = {0: {"Ann": Do("mending", 1, LOOM, object_state="mended", keep_state=True)}}
    world, _ = lived(HALL, peopled(World.empty(), Ann=(5, 1)), 20, mending)
    assert world.state_of(HALL.setting.objects[LOOM]) == "mended"


def test_work_that_lasts_is_left_undone_by_who_breaks_it_off() -> None:
    orders: Orders = {
        0: {"Ann": Do("mending", 9, LOOM, object_state="mended", keep_state=True)},
        5: {"Ann": Move((5, 0))},
    }
    world, _ = lived(HALL, peopled(World.empty(), Ann=(3, 1)), 12, orders)
    assert world.state_of(HALL.setting.objects[LOOM]) == "bare"


def test_a_state_that_nobody_of_the_town_set_shows_through_use_until_somebody_sees_to_it() -> None:
    item = HALL.setting.objects[LOOM]
    world = evolve(peopled(World.empty(), Ann=(3, 1)), [StateChanged(LOOM, "burning")], 0)
    used, _ = lived(HALL, world, 3, {0: {"Ann": Do("weaving", 9, LOOM, object_state="strung")}})
    assert used.state_of(item) == "burning"
    put_out: Orders = {0: {"Ann": Do("putting it out", 9, LOOM, object_state="wet", keep_state=True)}}
    assert lived(HALL, world, 11, put_out)[0].state_of(item) == "wet"


def test_a_talk_in_which_nobody_answers_is_over_after_a_while() -> None:
    world = peopled(World.empty(), Ann=(0, 0), Bo=(1, 0))
    silent, happened = lived(HALL, world, SILENCE_STEPS + 1, {0: {"Ann": Say("Bo", "Hello?")}})
    assert silent.talks
    silent, happened = lived(HALL, world, SILENCE_STEPS + 2, {0: {"Ann": Say("Bo", "Hello?")}})
    assert happened[-1] == TalkEnded("0-Ann", ("Ann", "Bo"))
    assert silent.bodies["Bo"].talk == ""


BATHROOM = """
..............
.#####..#####.
.#bbbB..Bbbb#.
.#bbb#..#####.
.##B##........
..............
"""
NARROW = terrain_of(BATHROOM, {"b": "Inn:bathroom"}, norms={"Inn:bathroom": Norms(capacity=1)})


def inside(terrain: Terrain, world: World, place: str, step: int) -> list[str]:
    return [body.name for body in world.bodies.values() if terrain.doors.inside(address(place), body.tile(step))]


def test_a_second_person_waits_outside_a_one_person_bathroom() -> None:
    bathroom = address("Inn:bathroom")
    world = peopled(World.empty(), Ann=(6, 2), Bo=(3, 5))
    orders: Orders = {0: {"Ann": Do("washing", 90, bathroom)}, 3: {"Bo": Do("washing", 90, bathroom)}}
    world, happened = lived(NARROW, world, 20, orders)
    assert inside(NARROW, world, "Inn:bathroom", 19) == ["Ann"]
    assert Blocked("Bo", bathroom, "full", (3, 5)) in happened


def test_two_who_come_to_a_one_person_bathroom_at_once_do_not_both_get_in() -> None:
    both: Orders = {0: {name: Do("washing", 90, address("Inn:bathroom")) for name in ("Ann", "Bo")}}
    for where in ((6, 2), (7, 2)):
        world, _ = lived(NARROW, peopled(World.empty(), Ann=where, Bo=where), 20, both)
        assert len(inside(NARROW, world, "Inn:bathroom", 19)) == 1


names = st.sampled_from(["Ann", "Bo", "Cy"])
spots = st.sampled_from([(6, 2), (7, 2), (2, 2), (3, 3), (10, 2), (3, 5), (0, 0), (5, 2), (3, 4)])
movements = st.one_of(
    st.builds(Move, spots),
    st.just(Do("washing", 90, address("Inn:bathroom"))),
    st.builds(Say, names, st.just("Hello.")),
)


@given(st.lists(st.dictionaries(names, movements, max_size=3), max_size=25))
def test_there_are_never_two_in_a_one_person_bathroom_whatever_people_do(steps: list[dict[str, Action]]) -> None:
    world = peopled(World.empty(), Ann=(6, 2), Bo=(7, 2), Cy=(3, 5))
    for step, each in enumerate([*steps, *[{}] * 12]):
        world = evolve(world, pass_step(NARROW, world, step), step)
        world = evolve(world, advance(NARROW, world, each, step), step)
        assert len(inside(NARROW, world, "Inn:bathroom", step)) <= 1


CLOSES = 13 * 60
SHOP = terrain_of(
    """
..........................
.########################.
.#ssssssssssssssssssssss#.
.#ssssssssssssssssssssssS.
.########################.
..........................
""",
    {"s": "Shop"},
    norms={"Shop": Norms(hours=Hours(9 * 60, CLOSES), keepers=("Kit",))},
    start=datetime(2031, 4, 7, 12, 45),
)
CLOSED_AT = SHOP.clock.steps(15)


def test_closing_is_announced_to_the_guests_who_are_inside() -> None:
    world = peopled(World.empty(), Ann=(2, 2), Bo=(0, 0), Kit=(3, 2))
    _, happened = lived(SHOP, world, SHOP.clock.steps(15 - NOTICE_MINUTES) + 1)
    assert happened == [Announced(address("Shop"), "Shop closes in 10 minutes.", ("Ann",))]


def test_guests_are_shown_out_and_keepers_stay() -> None:
    world = peopled(World.empty(), Ann=(2, 2), Kit=(3, 2))
    world, happened = lived(SHOP, world, CLOSED_AT + 1)
    assert inside(SHOP, world, "Shop", CLOSED_AT) == ["Kit"]
    assert "leaving Shop as it closes" in [event.activity.doing for event in happened if isinstance(event, Acted)]


def test_a_talk_of_guests_ends_when_they_are_shown_out() -> None:
    shown_out = SHOP.clock.steps(15 - LEAVING_MINUTES)
    world = peopled(World.empty(), Ann=(2, 2), Bo=(3, 2))
    world, _ = lived(SHOP, world, CLOSED_AT + 1, {shown_out - 2: {"Ann": Say("Bo", "Hello.")}})
    assert inside(SHOP, world, "Shop", CLOSED_AT) == []
    assert world.last_talk["Ann"].lines[0].text == "Hello."


shoppers = st.sampled_from(["Ann", "Bo"])
doings = st.one_of(
    st.just(Do("looking at the shelves", 999, address("Shop"))),
    st.builds(Move, st.sampled_from([(2, 2), (12, 3), (23, 3), (25, 3), (25, 0)])),
    st.builds(Say, shoppers, st.just("Hello.")),
    st.just(Do("waiting", 999)),
)
moments = st.integers(CLOSED_AT - SHOP.clock.steps(6), CLOSED_AT + 30)


@given(st.lists(st.tuples(moments, shoppers, doings), max_size=8))
def test_nobody_but_a_keeper_is_inside_soon_after_closing_time_whatever_people_do(
    done: list[tuple[int, str, Action]],
) -> None:
    orders: Orders = {}
    for step, name, action in done:
        orders.setdefault(step, {})[name] = action
    world = peopled(World.empty(), Ann=(2, 2), Bo=(25, 3))
    for step in range(CLOSED_AT - SHOP.clock.steps(6), CLOSED_AT + SHOP.clock.steps(12)):
        world = evolve(world, pass_step(SHOP, world, step), step)
        world = evolve(world, advance(SHOP, world, orders.get(step, {}), step), step)
    assert inside(SHOP, world, "Shop", step) == []


def test_a_door_does_not_let_guests_in_when_they_are_about_to_be_shown_out() -> None:
    late = CLOSED_AT - SHOP.clock.steps(2)
    _, happened = lived(SHOP, peopled(World.empty(), Ann=(25, 3)), CLOSED_AT + 6, {late: {"Ann": Move((12, 3))}})
    assert happened == [Blocked("Ann", None, "no way", (25, 3))]


def test_the_floor_of_a_place_is_where_one_can_stand_in_any_of_its_rooms_but_not_in_a_door() -> None:
    terrain = terrain_of("hh#rr\nh1Rrr\n.h#rr", {"h": "Mill:hall", "r": "Mill:room"}, {"1": Thing("Mill:hall:loom")})
    hall, room = ((0, 0), (1, 0), (0, 1), (1, 2)), ((3, 0), (4, 0), (3, 1), (4, 1), (3, 2), (4, 2))
    assert terrain.floor_of(address("Mill:hall")) == hall
    assert terrain.floor_of(address("Mill:room")) == room
    assert terrain.floor_of(address("Mill")) == tuple(sorted(hall + room, key=lambda tile: (tile[1], tile[0])))
    assert terrain.floor_of(address("Kiosk")) == ()


ROOMS = "hhhhH.kkk\nhhhh#.kkk"
WALLED = terrain_of(ROOMS, {"h": "Mill:hall", "k": "Mill:kitchen"})


def test_who_comes_to_a_tile_where_somebody_rests_goes_on_to_a_free_one_in_the_room() -> None:
    world, happened = lived(WALLED, peopled(World.empty(), Ann=(0, 0), Bo=(3, 0)), 9, {0: {"Bo": Move((0, 0))}})
    assert SteppedAside("Bo", ((0, 0), (1, 0))) in happened
    assert Arrived("Bo", (1, 0)) in happened
    assert {name: body.tile(9) for name, body in world.bodies.items()} == {"Ann": (0, 0), "Bo": (1, 0)}


def test_of_two_who_come_at_once_one_goes_on_and_nobody_stops_in_a_doorway() -> None:
    both: Orders = {0: {"Ann": Move((1, 0)), "Bo": Move((1, 0)), "Cy": Move((4, 0))}}
    world, _ = lived(WALLED, peopled(World.empty(), Ann=(0, 0), Bo=(2, 0), Cy=(5, 0)), 9, both)
    tiles = {body.tile(9) for body in world.bodies.values()}
    assert len(tiles) == 3
    assert (4, 0) not in tiles


def test_who_finds_all_seats_taken_stands_near_by_and_uses_none() -> None:
    terrain = terrain_of("hhh\nh1h\nhhh\nhhh", {"h": "Mill:hall"}, {"1": Thing("Mill:hall:bench", "free", 9)})
    bench = address("Mill:hall:bench")
    sit: Orders = {0: {name: Do("sitting", 90, bench) for name in ("Ann", "Bo", "Cy", "Di", "Ed")}}
    everybody = {"Ann": (0, 0), "Bo": (2, 0), "Cy": (0, 2), "Di": (2, 2), "Ed": (1, 3)}
    world, _ = lived(terrain, peopled(World.empty(), **everybody), 12, sit)
    assert len({body.tile(12) for body in world.bodies.values()}) == 5
    assert len(world.users[bench]) == 4
    assert all(body.arrived for body in world.bodies.values())


def test_where_no_tile_is_free_people_share_one() -> None:
    narrow = terrain_of("hh", {"h": "Mill:hall"})
    world, happened = lived(narrow, peopled(World.empty(), Ann=(0, 0), Bo=(1, 0)), 4, {0: {"Bo": Move((0, 0))}})
    assert SteppedAside("Bo", ((0, 0), (1, 0))) in happened
    crowded = peopled(World.empty(), Ann=(0, 0), Bo=(1, 0), Cy=(1, 0))
    world, _ = lived(narrow, crowded, 6, {0: {"Cy": Move((0, 0))}})
    assert world.bodies["Cy"].arrived


def test_who_is_spoken_to_in_a_doorway_steps_out_of_it_and_has_not_arrived_anywhere() -> None:
    onward: Orders = {0: {"Bo": Move((0, 0))}, 1: {"Ann": Say("Bo", "Hello.")}}
    world, happened = lived(WALLED, peopled(World.empty(), Ann=(2, 0), Bo=(5, 0)), 5, onward)
    assert SteppedAside("Bo", ((4, 0), (3, 0))) in happened
    assert Halted("Bo", (3, 0)) in happened
    assert not any(isinstance(event, Arrived) and event.agent == "Bo" for event in happened)
    assert world.bodies["Bo"].tile(5) == (3, 0)

"""What one person perceives."""

from townlet.world.actions import Do, Say
from townlet.world.advance import advance
from townlet.world.events import Announced, Arrived, StateChanged
from townlet.world.evolve import evolve
from townlet.world.physics import pass_step
from townlet.world.setting import Tile
from townlet.world.state import World
from townlet.world.view import WorldView, appearance, odd_states_in_sight, view_of

from .sketch import Thing, address, peopled, terrain_of

TERRAIN = terrain_of(
    "hhhhhhh#kkk\nhhh1hhhKkk2\nhhhhhhh#kkk",
    {"h": "Mill:hall", "k": "Mill:kitchen"},
    {"1": Thing("Mill:hall:loom", "bare"), "2": Thing("Mill:kitchen:stove", "cold")},
)
LOOM, STOVE = address("Mill:hall:loom"), address("Mill:kitchen:stove")


def seen(world: World, step: int = 0) -> WorldView:
    """What Ann sees."""
    return view_of(TERRAIN, world, "Ann", step)


def test_people_in_sight_come_nearest_first() -> None:
    view = seen(peopled(World.empty(), Ann=(0, 0), Cy=(4, 0), Bo=(1, 0), Dee=(9, 1)))
    assert [(person.name, person.distance) for person in view.people] == [("Bo", 1), ("Cy", 4)]


def test_people_beyond_the_radius_are_not_seen() -> None:
    open_ground = terrain_of("." * 12)
    world = peopled(World.empty(), Ann=(0, 0), Bo=(8, 0), Cy=(9, 0))
    assert [person.name for person in view_of(open_ground, world, "Ann", 0).people] == ["Bo"]


def test_objects_behind_walls_are_not_seen() -> None:
    assert [thing.address for thing in seen(peopled(World.empty(), Ann=(0, 0))).things] == [LOOM]


def test_one_knows_where_one_is() -> None:
    assert seen(peopled(World.empty(), Ann=(8, 1))).here == address("Mill:kitchen")
    assert seen(peopled(World.empty(), Ann=(7, 1))).here == address("Mill:kitchen")


def test_who_is_asleep_sees_nothing() -> None:
    world = peopled(World.empty(), Ann=(0, 0), Bo=(1, 0))
    world = evolve(world, advance(TERRAIN, world, {"Ann": Do("sleeping", 9, asleep=True)}, 0), 0)
    view = seen(evolve(world, pass_step(TERRAIN, world, 1), 1), 1)
    assert (view.people, view.things) == ((), ())


def test_notices_are_handed_on() -> None:
    notice = Announced(address("Mill"), "Mill closes in 10 minutes.", ("Ann",))
    assert view_of(TERRAIN, peopled(World.empty(), Ann=(0, 0)), "Ann", 0, (notice,)).notices == (notice,)


def working(state: str = "strung") -> World:
    """Bo at the loom, which he has arrived at."""
    world = peopled(World.empty(), Ann=(0, 0), Bo=(2, 1))
    world = evolve(world, advance(TERRAIN, world, {"Bo": Do("weaving", 90, LOOM, "secretly", "", state)}, 0), 0)
    return evolve(world, [Arrived("Bo", (2, 1), LOOM)], 1)


def test_onlookers_see_what_one_does_and_never_why() -> None:
    [bo] = seen(working()).people
    assert bo.doing == "weaving"
    assert "secretly" not in repr(seen(working()).people) + repr(seen(working()).things)


def test_an_object_in_use_shows_what_the_use_makes_of_it() -> None:
    [loom] = seen(working()).things
    assert (loom.state, loom.usual, loom.in_use) == ("strung", "bare", True)


def test_what_nobody_of_the_town_did_to_an_object_shows_as_such_even_while_it_is_used() -> None:
    world = evolve(working(), [StateChanged(LOOM, "burning")], 2)
    [loom] = seen(world).things
    assert (loom.state, loom.in_use) == ("burning", False)
    assert odd_states_in_sight(TERRAIN, world, world.bodies["Ann"], 2) == {(str(LOOM), "burning")}


def test_an_object_in_its_usual_state_is_nothing_odd() -> None:
    world = peopled(World.empty(), Ann=(0, 0))
    assert odd_states_in_sight(TERRAIN, working(), working().bodies["Ann"], 2) == frozenset()
    usual = evolve(world, [StateChanged(LOOM, "bare")], 0)
    assert odd_states_in_sight(TERRAIN, usual, usual.bodies["Ann"], 0) == frozenset()


def looks(tile: Tile, at: Do) -> str:
    world = peopled(World.empty(), Bo=tile)
    world = evolve(world, advance(TERRAIN, world, {"Bo": at}, 0), 0)
    return appearance(TERRAIN, world, world.bodies["Bo"])


def test_who_walks_to_another_place_looks_on_the_way_and_who_is_there_does_not() -> None:
    assert looks((0, 0), Do("cooking", 90, STOVE)) == "on the way to Mill"
    assert looks((8, 1), Do("cooking", 90, STOVE)) == "cooking"


def test_who_talks_is_seen_to_talk_but_not_of_what() -> None:
    world = peopled(World.empty(), Ann=(0, 0), Bo=(1, 0), Cy=(2, 0))
    world = evolve(world, advance(TERRAIN, world, {"Bo": Say("Cy", "Guess what!")}, 0), 0)
    assert [person.doing for person in seen(world).people] == ["talking with Cy", "talking with Bo"]
    assert "Guess" not in repr(seen(world).people)
    assert view_of(TERRAIN, world, "Cy", 0).talk is world.talks["0-Bo"]

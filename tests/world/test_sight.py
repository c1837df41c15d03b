"""What can be seen from where."""

from hypothesis import given
from hypothesis import strategies as st

from townlet.world.address import Address
from townlet.world.setting import Setting, Tile, TileMap
from townlet.world.sight import SIGHT_RADIUS, Sight, distance

from .sketch import ROOT, Thing, address, setting_of

tiles = st.tuples(st.integers(0, 11), st.integers(0, 11))


def walled(walls: set[Tile], doors: set[Tile]) -> Setting:
    leads_to: dict[Tile, Address] = dict.fromkeys(sorted(doors), ROOT)
    return Setting(ROOT, TileMap(12, 12, frozenset(walls), frozenset(), {}, leads_to), {}, {})


@given(st.sets(tiles, max_size=30), st.sets(tiles, max_size=6), tiles, tiles)
def test_sight_goes_both_ways(walls: set[Tile], doors: set[Tile], a: Tile, b: Tile) -> None:
    setting = walled(walls, doors)
    assert Sight(setting).sees(a, b) == Sight(setting).sees(b, a)


@given(tiles, tiles)
def test_in_the_open_everything_within_the_radius_is_in_sight(a: Tile, b: Tile) -> None:
    assert Sight(walled(set(), set())).sees(a, b) == (distance(a, b) <= SIGHT_RADIUS)


def test_sight_stops_at_walls_and_doors_but_not_at_furniture() -> None:
    sight = Sight(setting_of("h#h\nhHh\nhoh", {"h": "Mill:hall"}))
    assert not sight.sees((0, 0), (2, 0))
    assert not sight.sees((0, 1), (2, 1))
    assert sight.sees((0, 2), (2, 2))


def test_who_stands_in_a_doorway_sees_to_both_sides() -> None:
    sight = Sight(setting_of("hHh", {"h": "Mill:hall"}))
    assert sight.sees((1, 0), (0, 0))
    assert sight.sees((1, 0), (2, 0))


def test_objects_in_sight_come_nearest_first_and_only_once() -> None:
    things = {"1": Thing("Mill:hall:table"), "2": Thing("Mill:hall:stove"), "3": Thing("Mill:cellar:vat")}
    setting = setting_of("hhhh11#3\nh2hh11#k", {"h": "Mill:hall", "k": "Mill:cellar"}, things)
    seen = [item.address for item in Sight(setting).objects_from((0, 0))]
    assert seen == [address("Mill:hall:stove"), address("Mill:hall:table")]


def test_objects_beyond_the_radius_are_not_seen() -> None:
    setting = setting_of("h" * (SIGHT_RADIUS + 1) + "1", {"h": "Mill:hall"}, {"1": Thing("Mill:hall:stove")})
    assert Sight(setting).objects_from((0, 0)) == ()
    assert [item.address.name for item in Sight(setting).objects_from((1, 0))] == ["stove"]

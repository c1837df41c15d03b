"""Exact shortest walks."""

from collections import deque
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from townlet.world import paths
from townlet.world.paths import Grid
from townlet.world.setting import Tile, TileMap

from .sketch import setting_of

SIDE = 7
tiles = st.tuples(st.integers(0, SIDE - 1), st.integers(0, SIDE - 1))
maps = st.builds(
    lambda walls, solid: TileMap(SIDE, SIDE, frozenset(walls), frozenset(solid), {}, {}),
    st.sets(tiles, max_size=22),
    st.sets(tiles, max_size=8),
)


def beside(tile: Tile) -> list[Tile]:
    x, y = tile
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def steps_between(ground: TileMap, start: Tile, goals: set[Tile], blocked: set[Tile]) -> int | None:
    """How many steps the nearest goal is away, by the plainest search there is."""
    free = {(x, y) for x in range(SIDE) for y in range(SIDE)} - ground.walls - ground.solid - blocked | {start}
    far = {start: 0}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        if here in goals:
            return far[here]
        for there in beside(here):
            if there in free and there not in far:
                far[there] = far[here] + 1
                waiting.append(there)
    return None


@pytest.fixture(params=[0, 1, 24])
def _margin(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """How much of the map around the two ends is searched first: next to nothing, a little, all of it."""
    monkeypatch.setattr(paths, "MARGIN", request.param)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.usefixtures("_margin")
@given(maps, tiles, st.sets(tiles, min_size=1, max_size=4), st.sets(tiles, max_size=4))
def test_a_walk_is_as_short_as_a_plain_search_finds_and_stays_on_free_tiles(
    ground: TileMap, start: Tile, goals: set[Tile], blocked: set[Tile]
) -> None:
    grid = Grid(ground)
    walk = grid.path(start, sorted(goals), sorted(blocked))
    far = steps_between(ground, start, goals, blocked)
    assert (walk is None) == (far is None)
    if walk is not None:
        assert len(walk) - 1 == far
        assert walk[0] == start
        assert walk[-1] in goals
        assert all(there in beside(here) for here, there in pairwise(walk))
        assert not (ground.walls | ground.solid | blocked) & set(walk[1:])


@given(maps, tiles, st.lists(tiles, min_size=1, max_size=4))
def test_a_walk_does_not_depend_on_the_order_of_its_goals(ground: TileMap, start: Tile, goals: list[Tile]) -> None:
    assert Grid(ground).path(start, goals) == Grid(ground).path(start, goals[::-1])


def test_a_walk_goes_straight_where_it_can() -> None:
    grid = Grid(setting_of("....\n....\n....").tiles)
    assert grid.path((0, 0), [(3, 0)]) == ((0, 0), (1, 0), (2, 0), (3, 0))
    turns = grid.path((0, 0), [(3, 2)])
    assert turns is not None
    assert {x for x, _ in turns[:4]} == {0, 1, 2, 3}


def test_tiles_at_opposite_edges_are_no_neighbours() -> None:
    grid = Grid(setting_of("..#..\n.....").tiles)
    assert grid.path((4, 0), [(0, 1)]) == ((4, 0), (4, 1), (3, 1), (2, 1), (1, 1), (0, 1))


def test_tiles_beyond_the_map_cannot_be_reached() -> None:
    grid = Grid(setting_of("...").tiles)
    assert grid.path((0, 0), [(3, 0), (0, 1), (-1, 0)]) is None
    assert not grid.walkable((3, 0))


@given(maps, st.tuples(st.integers(-1, SIDE), st.integers(-1, SIDE)))
def test_one_can_walk_on_what_is_on_the_map_and_neither_wall_nor_solid(ground: TileMap, tile: Tile) -> None:
    on_map = all(0 <= at < SIDE for at in tile)
    assert Grid(ground).walkable(tile) is (on_map and tile not in ground.walls | ground.solid)

"""Reach: how soon somebody could notice somebody else, or be noticed by them, by walking the shortest way.

Two people who are out of each other's reach for a while cannot have anything to do with one another until then. This is
what lets people live ahead of one another (`townlet.engine.ahead`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict, defaultdict
from collections.abc import Collection, Iterator
from itertools import islice

from townlet.world.address import Address
from townlet.world.paths import Grid
from townlet.world.physics import Terrain
from townlet.world.setting import Tile, WorldObject
from townlet.world.sight import SIGHT_RADIUS, distance

_NEVER = 1 << 60

_EXACT, _FAR = 8, 64
"""Steps up to which a distance is exact, and up to which it may be given as an eighth less. Beyond, it is given as if
nothing were in the way. That takes less memory and time, and far people seldom matter."""

_KEPT = 1024
"""The fewest tiles whose reach is kept, if it was asked for last."""


class Reach:
    """Answers how many steps lie between a tile and the nearest one from which something on another tile is noticed.

    What is noticed: a person on the tile, the objects that they use from there or could see from there, and their
    presence in a place that holds only so many people. Closed doors count as open, so people may need longer.
    """

    def __init__(self, terrain: Terrain, people: int) -> None:
        """`people` is their number; the reach of two tiles for each of them is kept."""
        self._terrain = terrain
        self._used_from: dict[Tile, list[WorldObject]] = defaultdict(list)
        for item in terrain.setting.objects.values():
            for tile in item.stands:
                self._used_from[tile].append(item)
        self._crowded = _limited_places(terrain)
        sides = map(_longest_side, {*self._crowded.values()})
        self.radius = max(SIGHT_RADIUS + _longest_arm(terrain), *sides, 0)
        """No tile from which another is noticed is farther from that, across or down."""
        self._waves: OrderedDict[Tile, _Waves] = OrderedDict()
        self._most_kept = max(_KEPT, 2 * people)

    def steps(self, start: Tile, target: Tile, most: int) -> int:
        """Return the steps from `start` to the nearest tile from which `target` is noticed; `most` if it takes longer.

        0 means that it is noticed from where one stands. More than eight steps may be given as less than they are.
        """
        return self._waves_of(target).steps(start, most)

    def _waves_of(self, target: Tile) -> _Waves:
        waves = self._waves.get(target)
        if waves is None:
            waves = self._waves[target] = _Waves(self._terrain.grid, self._noticed_from(target))
            if len(self._waves) > self._most_kept:
                self._waves.popitem(last=False)
        else:
            self._waves.move_to_end(target)
        return waves

    def _noticed_from(self, tile: Tile) -> set[Tile]:
        """Return the tiles from which somebody on `tile`, or what they are at, is noticed."""
        noticed = {tile, *self._in_sight(tile)}
        for item in self._terrain.sight.objects_from(tile):
            noticed.update(item.stands)
        for item in self._used_from.get(tile, ()):
            noticed.update(item.stands)
            for part in item.footprint:
                noticed.update(self._in_sight(part))
        return noticed | self._crowded.get(tile, frozenset())

    def _in_sight(self, tile: Tile) -> Iterator[Tile]:
        return filter(self._terrain.grid.walkable, self._terrain.sight.tiles_seen_from(tile))


def _limited_places(terrain: Terrain) -> dict[Tile, frozenset[Tile]]:
    """Return, for each tile in places that hold only so many people, all tiles of these places."""
    tiles, places = terrain.setting.tiles, terrain.setting.places
    of: dict[Address, set[Tile]] = {at: set() for at, place in places.items() if place.norms.capacity is not None}
    within: dict[Tile, list[Address]] = {}
    for tile in (*tiles.arena_of, *tiles.doors):
        innermost = terrain.doors.place_at(tile)
        within[tile] = [at for at in innermost.ancestors() if at in of] if innermost else []
        for at in within[tile]:
            of[at].add(tile)
    return {tile: frozenset().union(*(of[at] for at in inside)) for tile, inside in within.items() if inside}


def _longest_arm(terrain: Terrain) -> int:
    """Return the longest distance between a tile from which an object is used and one that it stands on."""
    items = terrain.setting.objects.values()
    return max((distance(stand, part) for item in items for stand in item.stands for part in item.footprint), default=0)


def _longest_side(tiles: Collection[Tile]) -> int:
    return max(max(x for x, _ in tiles) - min(x for x, _ in tiles), max(y for _, y in tiles) - min(y for _, y in tiles))


class _Waves:
    """The walking distance of tiles from a set of tiles, computed only as far as it was asked for."""

    def __init__(self, grid: Grid, start: Collection[Tile]) -> None:
        window = grid.around(start, _FAR)
        self._window, self._spread = window, enumerate(islice(grid.spread(start, window), _FAR + 1))
        self._within: list[int] = []
        """The tiles within some numbers of steps, as `Grid.spread` gives them."""
        self._beyond: list[int] = []
        """For each of these, the fewest steps of the tiles that the one before does not have."""
        self._depth = -1
        self._known = dict.fromkeys(start, 0)
        across, down = [x for x, _ in start], [y for _, y in start]
        self._box = min(across), min(down), max(across), max(down)

    def steps(self, tile: Tile, most: int) -> int:
        known = self._known.get(tile)
        if known is None:
            least = self._at_least(tile)
            if least >= most:
                return most
            known = self._find(self._window.index(tile), most) if least <= _FAR else least
            if known is None:
                return most
            self._known[tile] = known = max(known, least)
        return min(known, most)

    def _find(self, bit: int, most: int) -> int | None:
        """Return the steps to a tile; None if they are not known yet and at least `most`."""
        within = self._within
        if within and within[-1] >> bit & 1:
            return self._beyond[bisect_left(within, 1, key=lambda tiles: tiles >> bit & 1)]
        while self._depth < most:
            self._depth, tiles = next(self._spread, (_NEVER, 0))
            if self._depth == _NEVER:
                return _FAR + 1
            if within and _EXACT < self._depth < self._beyond[-1] * 9 // 8:
                within[-1] = tiles
            else:
                within.append(tiles)
                self._beyond.append(self._depth)
            if tiles >> bit & 1:
                return self._beyond[-1]
        return None

    def _at_least(self, tile: Tile) -> int:
        """Return a lower bound: the steps to the rectangle around the start, as if nothing were in the way."""
        (x, y), (left, top, right, bottom) = tile, self._box
        return max(left - x, x - right, 0) + max(top - y, y - bottom, 0)

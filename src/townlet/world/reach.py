"""Reach: how soon somebody could notice somebody else, or be noticed by them, by walking the shortest way.

Two people who are out of each other's reach for a while cannot have anything to do with one another until then. This is
what lets people live ahead of one another (`townlet.engine.ahead`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import OrderedDict, defaultdict
from collections.abc import Collection, Iterator

from townlet.world.paths import Grid
from townlet.world.physics import Terrain
from townlet.world.setting import Tile, WorldObject
from townlet.world.sight import SIGHT_RADIUS, distance

NEVER = 1 << 60
"""The steps to where nobody can walk."""

_MEMORY_BITS = 1 << 31
"""The most memory that the reach of tiles may take; the tiles that were asked for last are kept."""

_EXACT = 8
"""Steps up to which a distance is exact. Beyond, it may be given as up to an eighth less, which takes less memory."""


class Reach:
    """Answers how many steps lie between a tile and the nearest one from which something on another tile is noticed.

    What is noticed: a person on the tile, the objects that they use from there or could see from there, and their
    presence in a place that holds only so many people. Closed doors count as open, so people may need longer.
    """

    def __init__(self, terrain: Terrain) -> None:
        self._terrain = terrain
        tiles = terrain.setting.tiles
        self._used_from: dict[Tile, list[WorldObject]] = defaultdict(list)
        for item in terrain.setting.objects.values():
            for tile in item.stands:
                self._used_from[tile].append(item)
        limited = [place.address for place in terrain.setting.places.values() if place.norms.capacity is not None]
        self._limited = [
            frozenset(tile for tile in (*tiles.arena_of, *tiles.doors) if terrain.doors.inside(place, tile))
            for place in limited
        ]
        self.radius = max(SIGHT_RADIUS + _longest_arm(terrain), *map(_longest_side, self._limited), 0)
        """No tile from which another is noticed is farther from that, across or down."""
        self._waves: OrderedDict[Tile, _Waves] = OrderedDict()
        self._most_kept = max(32, _MEMORY_BITS // (48 * tiles.width * tiles.height))

    def steps(self, start: Tile, target: Tile, most: int) -> int:
        """Return the steps from `start` to the nearest tile from which `target` is noticed; `most` if it takes longer.

        0 means that it is noticed from where one stands. More than eight steps may be given as up to an eighth less.
        """
        return self._waves_of(target).steps(start, most)

    def box(self, target: Tile) -> tuple[int, int, int, int]:
        """Return the rectangle around all tiles from which `target` is noticed: its left, top, right and bottom."""
        return self._waves_of(target).box

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
        for inside in self._limited:
            if tile in inside:
                noticed |= inside
        return noticed

    def _in_sight(self, tile: Tile) -> Iterator[Tile]:
        x, y = tile
        walkable, clear = self._terrain.grid.walkable, self._terrain.sight.clear
        for row in range(y - SIGHT_RADIUS, y + SIGHT_RADIUS + 1):
            for column in range(x - SIGHT_RADIUS, x + SIGHT_RADIUS + 1):
                if walkable((column, row)) and clear((column, row), tile):
                    yield column, row


def _longest_arm(terrain: Terrain) -> int:
    """Return the longest distance between a tile from which an object is used and one that it stands on."""
    items = terrain.setting.objects.values()
    return max((distance(stand, part) for item in items for stand in item.stands for part in item.footprint), default=0)


def _longest_side(tiles: Collection[Tile]) -> int:
    return max(max(x for x, _ in tiles) - min(x for x, _ in tiles), max(y for _, y in tiles) - min(y for _, y in tiles))


class _Waves:
    """The walking distance of tiles from a set of tiles, computed only as far as it was asked for."""

    def __init__(self, grid: Grid, start: Collection[Tile]) -> None:
        self._bit, self._spread = grid.bit, enumerate(grid.spread(start))
        self._within: list[int] = []
        """The tiles within some numbers of steps, as `Grid.spread` gives them."""
        self._beyond: list[int] = []
        """For each of these, the fewest steps of the tiles that the one before does not have."""
        self._depth = -1
        self._known = dict.fromkeys(start, 0)
        across, down = [x for x, _ in start], [y for _, y in start]
        self.box = min(across), min(down), max(across), max(down)

    def steps(self, tile: Tile, most: int) -> int:
        known = self._known.get(tile)
        if known is None:
            if self._at_least(tile) >= most:
                return most
            known = self._find(self._bit(tile), most)
            if known is None:
                return most
            self._known[tile] = known
        return min(known, most)

    def _find(self, bit: int, most: int) -> int | None:
        """Return the steps to a tile; None if they are not known yet and at least `most`."""
        within = self._within
        if within and within[-1] >> bit & 1:
            return self._beyond[bisect_left(within, 1, key=lambda tiles: tiles >> bit & 1)]
        while self._depth < most:
            self._depth, tiles = next(self._spread, (NEVER, 0))
            if self._depth == NEVER:
                return NEVER
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
        (x, y), (left, top, right, bottom) = tile, self.box
        return max(left - x, x - right, 0) + max(top - y, y - bottom, 0)

"""Exact shortest paths on the tile map, four neighbours to a tile.

The breadth-first search keeps each wave front as one integer with a bit per tile, so that a wave over the whole
map is a handful of shifts. Ties are broken by a fixed order of neighbours, so a path is a function of its ends.
"""

from __future__ import annotations

from collections.abc import Iterable

from townlet.world.setting import Tile, TileMap


class Grid:
    """The walkable tiles of a map as bits, one row after another with a blank column between rows."""

    def __init__(self, tiles: TileMap) -> None:
        self.width = tiles.width
        self.height = tiles.height
        self._stride = tiles.width + 1
        row = (1 << tiles.width) - 1
        free = 0
        for y in range(tiles.height):
            free |= row << (y * self._stride)
        self._free = free & ~self.bits(tiles.walls) & ~self.bits(tiles.solid)

    def bits(self, tiles: Iterable[Tile]) -> int:
        """The tiles as one integer; tiles beyond the map are left out."""
        bits = 0
        for x, y in tiles:
            if 0 <= x < self.width and 0 <= y < self.height:
                bits |= 1 << (y * self._stride + x)
        return bits

    def walkable(self, tile: Tile) -> bool:
        return bool(self._free & self.bits((tile,)))

    def path(self, start: Tile, goals: Iterable[Tile], blocked: int = 0) -> tuple[Tile, ...] | None:
        """A shortest walk from `start` to the nearest of `goals`, both ends included; None if there is none.

        `blocked` are tiles (as bits) that may not be entered now, such as the doors of closed places.
        """
        free = self._free & ~blocked
        here = self._index(start)
        front = self.bits(goals) & (free | 1 << here)
        if not front:
            return None
        fronts = self._waves(front, free | 1 << here, here)
        return self._walk(here, fronts) if fronts else None

    def _waves(self, front: int, free: int, target: int) -> list[int] | None:
        """The wave fronts from the goals until one of them holds the target tile."""
        stride, seen, fronts = self._stride, front, [front]
        goal = 1 << target
        while not front & goal:
            front = (front << 1 | front >> 1 | front << stride | front >> stride) & free & ~seen
            if not front:
                return None
            seen |= front
            fronts.append(front)
        return fronts

    def _walk(self, here: int, fronts: list[int]) -> tuple[Tile, ...]:
        """Down the wave fronts, from the last one (which holds `here`) to the first, going straight where it can."""
        stride = self._stride
        walk, ahead = [self._tile(here)], 1
        for front in reversed(fronts[:-1]):
            for turn in (ahead, 1, stride, -1, -stride):
                place = here + turn
                if place >= 0 and front >> place & 1:
                    here, ahead = place, turn
                    break
            walk.append(self._tile(here))
        return tuple(walk)

    def _index(self, tile: Tile) -> int:
        return tile[1] * self._stride + tile[0]

    def _tile(self, index: int) -> Tile:
        return index % self._stride, index // self._stride

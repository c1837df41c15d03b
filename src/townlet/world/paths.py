"""Pathfinding: exact shortest paths on the tile map, with four neighbours per tile.

A breadth-first search in which each wave front is one integer with a bit per tile, so that one wave over the whole
map takes a few shifts. The search begins in a window around both ends and widens it as long as a path through the
rest of the map could be shorter. Ties are broken by a fixed order of neighbours, so the same ends and the same
blocked tiles always give the same path.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from townlet.world.setting import Tile, TileMap

MARGIN = 24
"""Tiles around both ends that the first search covers; each further search covers four times as many."""


class Grid:
    """The walkable tiles of a map: one integer per row of tiles, with one bit per tile."""

    def __init__(self, tiles: TileMap) -> None:
        self.width, self.height = tiles.width, tiles.height
        self._rows = [(1 << tiles.width) - 1] * tiles.height
        for x, y in (*tiles.walls, *tiles.solid):
            if self._on_map((x, y)):
                self._rows[y] &= ~(1 << x)

    def walkable(self, tile: Tile) -> bool:
        return self._on_map(tile) and bool(self._rows[tile[1]] >> tile[0] & 1)

    def path(self, start: Tile, goals: Collection[Tile], blocked: Collection[Tile] = ()) -> tuple[Tile, ...] | None:
        """Return a shortest path from `start` to the nearest goal, both ends included; None if there is none.

        `blocked` are the tiles that may not be entered now, such as the doors of closed places.
        """
        on_map = sorted(tile for tile in goals if self._on_map(tile))
        if not on_map:
            return None
        margin = MARGIN
        while True:
            window = self._window(start, on_map, margin)
            path = _search(self._bits(window), window, start, on_map, blocked)
            whole = (window.width, window.height) == (self.width, self.height)
            if whole or (path and len(path) - 1 <= window.shortest_way_out(start, on_map)):
                return path
            margin = 4 * margin + 1

    def around(self, tiles: Collection[Tile], margin: int) -> Window:
        """Return the part of the map within `margin` tiles of some tiles, across or down."""
        return self._window(min(tiles), [*tiles], margin)

    def spread(self, start: Collection[Tile], window: Window) -> Iterator[int]:
        """Yield the tiles of a window within 0, 1, 2 and more steps of some tiles, until there are no more.

        Each is one integer with a bit per tile, whose number is the window's `index` of the tile.
        """
        free, within, stride = self._bits(window), window.bits(start), window.stride
        front = within
        while front:
            yield within
            front = (front << 1 | front >> 1 | front << stride | front >> stride) & free & ~within
            within |= front

    def _on_map(self, tile: Tile) -> bool:
        return 0 <= tile[0] < self.width and 0 <= tile[1] < self.height

    def _window(self, start: Tile, goals: Sequence[Tile], margin: int) -> Window:
        across = [start[0], *(x for x, _ in goals)]
        down = [start[1], *(y for _, y in goals)]
        left, top = max(0, min(across) - margin), max(0, min(down) - margin)
        right, bottom = min(self.width, max(across) + margin + 1), min(self.height, max(down) + margin + 1)
        return Window(left, top, right - left, bottom - top)

    def _bits(self, window: Window) -> int:
        """Return the walkable tiles of a window as one integer. A blank column separates the rows, so that a shift
        does not carry a bit into the next row."""
        mask, bits = (1 << window.width) - 1, 0
        for row in reversed(self._rows[window.top : window.top + window.height]):
            bits = bits << window.stride | row >> window.left & mask
        return bits


@dataclass(frozen=True)
class Window:
    """A rectangle of the map, in tiles."""

    left: int
    top: int
    width: int
    height: int

    @property
    def stride(self) -> int:
        return self.width + 1

    def index(self, tile: Tile) -> int:
        return (tile[1] - self.top) * self.stride + tile[0] - self.left

    def tile(self, index: int) -> Tile:
        return index % self.stride + self.left, index // self.stride + self.top

    def holds(self, tile: Tile) -> bool:
        return 0 <= tile[0] - self.left < self.width and 0 <= tile[1] - self.top < self.height

    def bits(self, tiles: Collection[Tile]) -> int:
        bits = 0
        for tile in tiles:
            if self.holds(tile):
                bits |= 1 << self.index(tile)
        return bits

    def shortest_way_out(self, start: Tile, goals: Sequence[Tile]) -> int:
        """Return a lower bound for paths that leave the window and come back to a goal, in steps."""
        ends = [self._edges(goal) for goal in goals]
        return min(there + min(end[side] for end in ends) for side, there in enumerate(self._edges(start)))

    def _edges(self, tile: Tile) -> tuple[int, int, int, int]:
        """Return the steps from a tile to just beyond the left, right, top and bottom edge."""
        x, y = tile[0] - self.left, tile[1] - self.top
        return x + 1, self.width - x, y + 1, self.height - y


def _search(
    free: int, window: Window, start: Tile, goals: Sequence[Tile], blocked: Collection[Tile]
) -> tuple[Tile, ...] | None:
    here = window.index(start)
    free = free & ~window.bits(blocked) | 1 << here
    front = window.bits(goals) & free
    fronts = _waves(front, free, here, window.stride) if front else None
    return tuple(window.tile(index) for index in _walk(here, fronts, window.stride)) if fronts else None


def _waves(front: int, free: int, target: int, stride: int) -> list[int] | None:
    """Return the wave fronts from the goals up to the one that contains the target; None if none does."""
    seen, fronts, goal = front, [front], 1 << target
    while not front & goal:
        front = (front << 1 | front >> 1 | front << stride | front >> stride) & free & ~seen
        if not front:
            return None
        seen |= front
        fronts.append(front)
    return fronts


def _walk(here: int, fronts: list[int], stride: int) -> list[int]:
    """Return the path from `here`, in the last wave front, down to the first; it goes straight on where it can."""
    walk, ahead = [here], 1
    for front in reversed(fronts[:-1]):
        for turn in (ahead, 1, stride, -1, -stride):
            place = here + turn
            if place >= 0 and front >> place & 1:
                here, ahead = place, turn
                break
        walk.append(here)
    return walk

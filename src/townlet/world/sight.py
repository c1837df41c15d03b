"""Line of sight: what is visible from a tile. Sight covers a square and stops at walls and doors."""

from __future__ import annotations

from collections.abc import Iterator

from townlet.world.setting import Setting, Tile, WorldObject

SIGHT_RADIUS = 8
"""How many tiles sight reaches in each direction, as in the published base simulation: a square of 17 x 17."""

EARSHOT_RADIUS = 4
"""The distance, in tiles, at which one person can speak to another who is not in the same room.

The paper gives no number; this is our choice."""

OVERHEARING_RADIUS = 2
"""The distance, in tiles, at which bystanders overhear a line; our choice."""


def distance(a: Tile, b: Tile) -> int:
    """Return the Chebyshev distance in tiles, which fits a square field of view."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


class Sight:
    """Answers what is visible from a tile. The answers never change in a run, so they are cached."""

    def __init__(self, setting: Setting) -> None:
        self._opaque = setting.tiles.walls | frozenset(setting.tiles.doors)
        self._opaque_rows: dict[int, int] = {}
        """The opaque tiles of each row, with one bit per tile; its first tile is bit `SIGHT_RADIUS`."""
        for x, y in self._opaque:
            self._opaque_rows[y] = self._opaque_rows.get(y, 0) | 1 << x + SIGHT_RADIUS
        self._objects = _by_tile(setting)
        self._keys = setting.keys
        self._clear: dict[tuple[Tile, Tile], bool] = {}
        self._seen: dict[Tile, tuple[WorldObject, ...]] = {}

    def clear(self, a: Tile, b: Tile) -> bool:
        """Return whether the line of sight between two tiles is free. The two tiles themselves do not count."""
        key = (a, b) if a <= b else (b, a)
        known = self._clear.get(key)
        if known is None:
            known = self._clear[key] = not any(tile in self._opaque for tile in _between(*key))
        return known

    def sees(self, a: Tile, b: Tile, radius: int = SIGHT_RADIUS) -> bool:
        return distance(a, b) <= radius and self.clear(a, b)

    def tiles_seen_from(self, tile: Tile) -> Iterator[Tile]:
        """Yield all tiles that `sees` says are seen from a tile, and from which it is seen."""
        x, y = tile
        opaque = 0
        for row in range(_SIDE):
            opaque |= (self._opaque_rows.get(y + row - SIGHT_RADIUS, 0) >> x & _ROW) << row * _SIDE
        for across, down, between in _LINES:
            if not opaque & between:
                yield x + across, y + down

    def objects_from(self, tile: Tile) -> tuple[WorldObject, ...]:
        """Return the objects of which at least one tile is in sight, nearest first."""
        known = self._seen.get(tile)
        if known is None:
            known = self._seen[tile] = self._look(tile)
        return known

    def _look(self, tile: Tile) -> tuple[WorldObject, ...]:
        nearest: dict[WorldObject, int] = {}
        x, y = tile
        for row in range(y - SIGHT_RADIUS, y + SIGHT_RADIUS + 1):
            for column in range(x - SIGHT_RADIUS, x + SIGHT_RADIUS + 1):
                for item in self._objects.get((column, row), ()):
                    gap = distance(tile, (column, row))
                    if gap < nearest.get(item, SIGHT_RADIUS + 1) and self.clear(tile, (column, row)):
                        nearest[item] = gap
        return tuple(sorted(nearest, key=lambda item: (nearest[item], self._keys.place(item.address))))


def _by_tile(setting: Setting) -> dict[Tile, tuple[WorldObject, ...]]:
    found: dict[Tile, tuple[WorldObject, ...]] = {}
    for item in setting.objects.values():
        for tile in item.footprint:
            found[tile] = (*found.get(tile, ()), item)
    return found


def _between(a: Tile, b: Tile) -> list[Tile]:
    """Return the tiles on the straight line between two tiles, without its ends (Bresenham)."""
    (x, y), (x_end, y_end) = a, b
    dx, dy = abs(x_end - x), -abs(y_end - y)
    step_x, step_y = (1 if x < x_end else -1), (1 if y < y_end else -1)
    error, tiles = dx + dy, []
    while (x, y) != (x_end, y_end):
        doubled = 2 * error
        if doubled >= dy:
            error, x = error + dy, x + step_x
        if doubled <= dx:
            error, y = error + dx, y + step_y
        tiles.append((x, y))
    return tiles[:-1]


_SIDE = 2 * SIGHT_RADIUS + 1
"""Side of the square that sight covers, in tiles."""
_ROW = (1 << _SIDE) - 1


def _line(across: int, down: int) -> int:
    """Return the tiles on the line from the middle of the square to another of its tiles, with one bit per tile."""
    ends = sorted([(0, 0), (across, down)])
    return sum(1 << (y + SIGHT_RADIUS) * _SIDE + x + SIGHT_RADIUS for x, y in _between(ends[0], ends[1]))


_REACH = range(-SIGHT_RADIUS, SIGHT_RADIUS + 1)
_LINES = tuple((across, down, _line(across, down)) for down in _REACH for across in _REACH)
"""Each tile of the square, as seen from its middle, with the tiles between."""

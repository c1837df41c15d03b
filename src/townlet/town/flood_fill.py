"""Flood fill: which tiles can be reached from which over the walkable tiles."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Set

from townlet.world.setting import Tile


def beside(tile: Tile) -> tuple[Tile, Tile, Tile, Tile]:
    """Return the four neighbours of a tile: south, east, west, north."""
    x, y = tile
    return (x, y + 1), (x + 1, y), (x - 1, y), (x, y - 1)


def distances(starts: Iterable[Tile], walkable: Set[Tile]) -> dict[Tile, int]:
    """Return the steps from the nearest start to every walkable tile that can be reached from one."""
    found = {tile: 0 for tile in starts if tile in walkable}
    pending = deque(found)
    while pending:
        tile = pending.popleft()
        for other in beside(tile):
            if other in walkable and other not in found:
                found[other] = found[tile] + 1
                pending.append(other)
    return found


def largest_part(tiles: Iterable[Tile], walkable: Set[Tile]) -> dict[Tile, int]:
    """Return the largest connected part of the walkable tiles that contains any of `tiles`, the first in a tie.

    Each tile comes with its number of steps from the first of `tiles` in the part.
    """
    best: dict[Tile, int] = {}
    seen: set[Tile] = set()
    for tile in tiles:
        if tile in walkable and tile not in seen:
            part = distances([tile], walkable)
            seen.update(part)
            best = part if len(part) > len(best) else best
    return best

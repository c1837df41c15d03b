"""Sets of tiles as connected parts and as rectangles."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from townlet.town.reach import distances
from townlet.world.setting import Tile

Rectangle = tuple[int, int, int, int]
"""x, y, width, height in tiles."""


def parts_of(tiles: Collection[Tile]) -> Iterator[frozenset[Tile]]:
    """The connected parts, from the north-west on."""
    left = set(tiles)
    for tile in sorted(tiles, key=_row_first):
        if tile in left:
            part = frozenset(distances([tile], left))
            left -= part
            yield part


def rectangles_of(tiles: Collection[Tile]) -> Iterator[Rectangle]:
    """Rectangles that cover the tiles exactly and do not overlap: widest first, then as deep as they go."""
    left = set(tiles)
    for x, y in sorted(tiles, key=_row_first):
        if (x, y) not in left:
            continue
        width = _run(left, x, y)
        depth = 1
        while all((x + i, y + depth) in left for i in range(width)):
            depth += 1
        left -= {(x + i, y + j) for i in range(width) for j in range(depth)}
        yield x, y, width, depth


def pieces_of(tiles: Collection[Tile], size: list[int] | None) -> Iterator[Rectangle | Tile]:
    """The pieces of furniture that tiles of one sign make: of `size`, else a piece a connected part.
    A tile instead of a rectangle is where they do not make such pieces."""
    for part in parts_of(tiles):
        west, north = min(x for x, _ in part), min(y for _, y in part)
        width = max(x for x, _ in part) - west + 1
        depth = max(y for _, y in part) - north + 1
        wide, deep = size or (width, depth)
        if len(part) != width * depth or width % wide or depth % deep:
            yield min(part, key=_row_first)
            continue
        for y in range(north, north + depth, deep):
            for x in range(west, west + width, wide):
                yield x, y, wide, deep


def _run(tiles: Collection[Tile], x: int, y: int) -> int:
    width = 0
    while (x + width, y) in tiles:
        width += 1
    return width


def _row_first(tile: Tile) -> tuple[int, int]:
    return tile[1], tile[0]

"""A picture in its place on the map."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

from townlet.town.draw.canvas import Canvas, Mark
from townlet.town.draw.kit import Kit, Picture


@dataclass(frozen=True)
class Placed:
    """A picture and where the corner of its footprint lies, in pixels."""

    picture: Picture
    name: str
    x: float
    y: float
    """Of the footprint's south edge."""
    width: float
    height: float


def place(picture: Picture, area: tuple[float, float, float, float], kit: Kit, name: str = "") -> Placed:
    """The picture on a footprint in tiles: as it is, or stretched if it was drawn for another size."""
    x, y, wide, deep = area
    across, along = wide / picture.size[0], deep / picture.size[1]
    return Placed(
        picture,
        name,
        x * kit.tile + picture.left * across,
        (y + deep) * kit.tile,
        picture.at[2] * across,
        picture.at[3] * along,
    )


def pick_for(mark: Mark, canvas: Canvas, by_room: bool) -> str:
    """What the choice of a piece's variant depends on: its room, or its own place."""
    room = canvas.rooms.get(mark.corner)
    if by_room and room:
        return f"{room.sector}:{room.arena}"
    return f"{mark.kind}:{mark.corner[0]},{mark.corner[1]}"


def chance(x: int, y: int, out_of: int) -> int:
    """A number below `out_of` that depends on the place alone."""
    return zlib.crc32(f"{x},{y}".encode()) % out_of

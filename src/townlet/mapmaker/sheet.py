"""A sheet, one file of a plan: a head in TOML that names rooms and things, a line of dashes, and a drawing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from townlet.town.defects import Defects
from townlet.town.schema import Name
from townlet.town.toml_file import StrictModel, read_toml
from townlet.world.setting import Tile

NOTHING = " "
"""The sign for a tile that is not part of the sheet: the ground sheet shows there."""
FLOOR = "."
"""The sign for the floor of a room; in the ground sheet, for grass."""
WALL = "#"
WINDOW = "="
"""The sign for a wall with a window in it."""
DOOR = "+"
GATE = "'"
"""The sign for a gap in a fence, which does not belong to a room."""
FENCES = {"%": "hedge", "!": "fence"}
"""Fences block walking but not sight."""
GROUNDS = {":": "path", "~": "water", "-": "slab", "_": "road", "*": "zebra", ",": "sand"}
"""Signs for ground that a sheet draws tile by tile, whereas a floor is set for a whole room."""

BOUNDS = frozenset({NOTHING, WALL, WINDOW, DOOR, GATE, *FENCES})
"""The signs that bound a room."""
FIXED = BOUNDS | {FLOOR} | GROUNDS.keys()
"""Signs that a legend cannot redefine."""


_RULE = re.compile(r"^-{3,}[ \t]*$", re.MULTILINE)
"""The line between head and drawing: '---'."""

Count = Annotated[int, Field(ge=1)]
Side = Literal["north", "south", "east", "west"]


class PlanRoom(StrictModel):
    """The room that a label in the drawing stands in."""

    arena: Name
    floor: str = ""
    """A floor or ground of the kit; empty to leave the ground as it is, as in the open."""
    paper: str = ""
    """The colour of the wallpaper, for pictures."""


class PlanThing(StrictModel):
    """The thing that a letter in the drawing stands for."""

    kind: str
    """The kind of the thing, for pictures."""
    object: str = ""
    """The name of the object in the world; empty for scenery."""
    state: str = ""
    capacity: Count | None = None
    """How many people may use one piece; by default the number of its tiles if it is walkable, else 1."""
    facing: Side = "south"
    walkable: bool = False
    """Whether people use it from its own tiles, as a chair or a place behind a counter."""
    size: Annotated[list[Count], Field(min_length=2, max_length=2)] | None = None
    """Width and depth of a piece in tiles; by default, letters that touch are one piece."""


class Rug(StrictModel):
    """Something flat under the furniture, such as a rug."""

    kind: str = "rug"
    area: Annotated[list[int], Field(min_length=4, max_length=4)]
    """x, y, width and height in tiles, from the north-west corner of the sheet."""
    colour: str = ""


class SheetHead(StrictModel):
    """The head of a sheet."""

    sector: str = ""
    at: Annotated[list[int], Field(min_length=2, max_length=2)] = Field(default=[0, 0])
    """The position of the drawing's north-west corner in the town."""
    facade: str = "brick"
    door: str = ""
    """The colour of the front door; by default chosen by a hash of the sector's name."""
    awning: str = ""
    """The colour of awnings over the windows to the street; empty for no awnings."""
    sign: str = ""
    """The trade on the sign beside the front door, from the kit; empty for no sign."""
    rooms: dict[str, PlanRoom] = Field(default_factory=dict)
    things: dict[str, PlanThing] = Field(default_factory=dict)
    rugs: list[Rug] = Field(default_factory=list)


class Legend(StrictModel):
    """The file `legend.toml`: letters that mean the same in every sheet that does not redefine them."""

    things: dict[str, PlanThing] = Field(default_factory=dict)


@dataclass(frozen=True)
class Sheet:
    """A sheet with its complete legend, and its drawing as a sign per tile of the sheet."""

    file: str
    head: SheetHead
    things: Mapping[str, PlanThing]
    signs: Mapping[Tile, str]
    width: int
    height: int

    def at(self, tile: Tile) -> str:
        return self.signs.get(tile, NOTHING)

    def in_town(self, tile: Tile) -> Tile:
        """Return the tile of the town for a tile of the sheet."""
        return tile[0] + self.head.at[0], tile[1] + self.head.at[1]


def read_sheet(file: str, text: str, legend: Legend, defects: Defects) -> Sheet | None:
    """Return the sheet of a file; None, with its defects added, if it is not one."""
    parts = _RULE.split(text.replace("\r\n", "\n"), maxsplit=1)
    if len(parts) != 2:
        defects.add(file, "has no line of dashes (---) between its head and its drawing")
        return None
    head = read_toml(file, parts[0].encode(), SheetHead, defects)
    if head is None:
        return None
    rows = [row.rstrip() for row in parts[1].strip("\n").split("\n")]
    signs = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != NOTHING}
    if not signs:
        defects.add(file, "has no drawing below its line of dashes")
        return None
    things = {sign: thing for sign, thing in {**legend.things, **head.things}.items() if sign not in head.rooms}
    sheet = Sheet(file, head, things, signs, max(map(len, rows)), len(rows))
    _check_signs(sheet, defects)
    return sheet


def _check_signs(sheet: Sheet, defects: Defects) -> None:
    for sign in (*sheet.head.rooms, *sheet.head.things):
        if len(sign) != 1 or sign in FIXED:
            defects.add(sheet.file, f"{sign!r} cannot stand for a room or a thing; use one letter or digit")
    known = FIXED | sheet.head.rooms.keys() | sheet.things.keys()
    for tile, sign in sheet.signs.items():
        if sign not in known:
            what = f"the sign {sign!r} has no meaning; add it to [things] or [rooms]"
            defects.add(sheet.file, what, sheet.in_town(tile))

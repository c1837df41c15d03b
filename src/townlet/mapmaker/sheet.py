"""One file of a plan: a head in TOML that names rooms and things, a line of dashes, a drawing."""

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
"""Outside of the sheet: what the ground sheet has there stays."""
FLOOR = "."
"""The floor of a room; in the ground sheet, grass."""
WALL = "#"
WINDOW = "="
"""A wall with a window in it."""
DOOR = "+"
GATE = "'"
"""A gap in a fence, which belongs to no room."""
FENCES = {"%": "hedge", "!": "fence"}
"""These stop walking but not sight."""
GROUNDS = {":": "path", "~": "water", "-": "slab", "_": "road", "*": "zebra", ",": "sand"}
"""Ground that is drawn rather than laid by a room."""

BOUNDS = frozenset({NOTHING, WALL, WINDOW, DOOR, GATE, *FENCES})
"""What a room ends at."""
FIXED = BOUNDS | {FLOOR} | GROUNDS.keys()
"""Signs that a legend cannot redefine."""


_RULE = re.compile(r"^-{3,}[ \t]*$", re.MULTILINE)

Count = Annotated[int, Field(ge=1)]
Side = Literal["north", "south", "east", "west"]


class PlanRoom(StrictModel):
    """What a label in the drawing says of the room that it stands in."""

    arena: Name
    floor: str = ""
    """A floor of the kit; none leaves the ground as it is, for rooms in the open."""
    paper: str = ""
    """Colour of the wallpaper, for pictures."""


class PlanThing(StrictModel):
    """What a letter in the drawing stands for."""

    kind: str
    """What it is, for pictures."""
    object: str = ""
    """Its name in the world; without one it is scenery."""
    state: str = ""
    capacity: Count | None = None
    """How many may use one piece of it; unless given, the tiles of a seat, else 1."""
    facing: Side = "south"
    walkable: bool = False
    """People use it by being on it: a chair, a place behind a counter."""
    size: Annotated[list[Count], Field(min_length=2, max_length=2)] | None = None
    """Width and depth in tiles; without it, letters that touch are one piece."""


class Rug(StrictModel):
    """Something flat to lie under furniture, such as a rug: tiles from the sheet's corner."""

    kind: str = "rug"
    area: Annotated[list[int], Field(min_length=4, max_length=4)]
    """x, y, width, height."""
    colour: str = ""


class SheetHead(StrictModel):
    """The head of a sheet."""

    sector: str = ""
    at: Annotated[list[int], Field(min_length=2, max_length=2)] = Field(default=[0, 0])
    """Where the drawing's north-west corner lies in the town."""
    facade: str = "brick"
    door: str = ""
    """Colour of the front door; unless given, the sector's name comes to one."""
    awning: str = ""
    """Colour of awnings over the windows to the street; none without it."""
    sign: str = ""
    """What is painted on the sign by the front door: a trade of the kit."""
    rooms: dict[str, PlanRoom] = Field(default_factory=dict)
    things: dict[str, PlanThing] = Field(default_factory=dict)
    rugs: list[Rug] = Field(default_factory=list)


class Legend(StrictModel):
    """`legend.toml`: letters that mean the same in every sheet that does not redefine them."""

    things: dict[str, PlanThing] = Field(default_factory=dict)


@dataclass(frozen=True)
class Sheet:
    """A sheet with its legend complete and its drawing as signs by tile of the sheet."""

    file: str
    head: SheetHead
    things: Mapping[str, PlanThing]
    signs: Mapping[Tile, str]
    width: int
    height: int

    def at(self, tile: Tile) -> str:
        return self.signs.get(tile, NOTHING)

    def in_town(self, tile: Tile) -> Tile:
        """The tile of the town that a tile of the sheet is."""
        return tile[0] + self.head.at[0], tile[1] + self.head.at[1]


def read_sheet(file: str, text: str, legend: Legend, defects: Defects) -> Sheet | None:
    """The sheet of a file; None, with its defects noted, if it is not one."""
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

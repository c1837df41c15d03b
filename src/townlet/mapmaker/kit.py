"""The kit: the tiles and pictures that maps are drawn with, baked from the drawings in art/."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from townlet.mapmaker.png import Pixels, Spot, read_png

GROUNDS = ("grass", "path", "slab", "road", "zebra", "sand", "water")
FLOORS = ("oak", "walnut", "check", "tile", "bath", "carpet", "stone")
FENCES = ("hedge", "fence")
FACADES = ("brick", "clapboard", "slate", "plaster", "timber")

BLOCKS = {"water": "way", **dict.fromkeys(FENCES, "way"), **dict.fromkeys(FACADES, "sight")}
"""What blocks the way, or sight and the way; everything else blocks nothing."""
LAID = (*(name for name in GROUNDS if name not in BLOCKS), *FLOORS)
"""What the floor of a room can be."""
WET = frozenset({"bath", "tile"})
"""Floors whose rooms have tiled walls."""


GENERIC = "crate"
"""The kind that stands in for kinds that nobody has drawn."""


@dataclass(frozen=True)
class PosePoint:
    """Where somebody sits, lies or stands on a piece: pixels from its north-west corner."""

    kind: str
    x: float
    y: float
    rise: float
    facing: str


@dataclass(frozen=True)
class LightPoint:
    """Where a piece gives light: pixels from its north-west corner."""

    kind: str
    x: float
    y: float
    radius: float
    colour: str


@dataclass(frozen=True)
class Picture:
    """One picture of a kind, standing on the lower edge of its footprint."""

    kind: str
    size: tuple[int, int]
    facing: str
    variant: int
    told: Mapping[str, str]
    at: Spot
    left: int
    """Pixels from the footprint's west edge to the picture's."""
    states: Mapping[str, Spot]
    """The same piece open, lit, or its cover."""
    poses: Sequence[PosePoint]


@dataclass(frozen=True)
class PieceKind:
    """A kind of thing with all its pictures."""

    name: str
    by_room: bool
    """Whether pieces of one room look alike."""
    flat: bool
    sort: float
    lights: Sequence[LightPoint]
    pictures: Sequence[Picture]


@dataclass(frozen=True)
class Kit:
    """All tiles by name and all kinds of pictures."""

    tile: int
    """A tile's width and height in pixels."""
    columns: int
    numbers: Mapping[str, int]
    kinds: Mapping[str, PieceKind]
    spans: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Width and depth in tiles of each pattern that repeats over several tiles."""

    def part(self, name: str, x: int, y: int) -> str:
        """The tile of a pattern that lies at (x, y) of the map."""
        if name not in self.spans:
            return name
        wide, deep = self.spans[name]
        return f"{name}/{wide}x{deep}/{x % wide},{y % deep}"

    def tile_pixels(self, name: str) -> Pixels:
        row, column = divmod(self.numbers[name], self.columns)
        top, left = row * self.tile, column * self.tile
        return _pixels("tiles.png")[top : top + self.tile, left : left + self.tile]

    def picture_pixels(self, spot: Spot) -> Pixels:
        x, y, width, height = spot
        return _pixels("pictures.png")[y : y + height, x : x + width]

    def choose(
        self, kind: str, size: tuple[int, int] = (1, 1), facing: str = "south", pick: str = "", **told: str
    ) -> Picture:
        """The picture for a piece: of its kind, else the generic one; of the nearest size; facing as asked if
        there is one; of the variants that are `told` so, the one that the text `pick` comes to."""
        found = self.kinds.get(kind, self.kinds[GENERIC]).pictures
        nearest = min((_distance(each.size, size), each.size) for each in found)[1]
        fits = [each for each in found if each.size == nearest]
        fits = [each for each in fits if each.facing == facing] or [
            each for each in fits if each.facing == fits[0].facing
        ]
        fits = [each for each in fits if all(each.told.get(key) == value for key, value in told.items())] or fits
        return fits[zlib.crc32(pick.encode()) % len(fits)]


def _distance(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """How ill one size fits another: by its shape first."""
    return abs(one[0] * other[1] - one[1] * other[0]), abs(one[0] - other[0]) + abs(one[1] - other[1])


@cache
def kit() -> Kit:
    """The kit that comes with the package."""
    told = json.loads(_file("kit.json").decode())
    numbers = {name: number for number, name in enumerate(told["tiles"])}
    parts = [name.split("/") for name in numbers if "," in name]
    spans = {name: (int(span.split("x")[0]), int(span.split("x")[1])) for *_, name, span, _ in parts}
    kinds = {name: _kind(name, each) for name, each in told["kinds"].items()}
    return Kit(told["tile"], told["columns"], numbers, kinds, spans)


def _kind(name: str, told: dict) -> PieceKind:  # type: ignore[type-arg]
    pictures = tuple(
        Picture(
            kind=name,
            size=(each["size"][0], each["size"][1]),
            facing=each["facing"],
            variant=each["variant"],
            told=each["told"],
            at=tuple(each["at"]),
            left=each["left"],
            states={state: tuple(spot) for state, spot in each["states"].items()},
            poses=tuple(PosePoint(*pose) for pose in each["poses"]),
        )
        for each in told["pictures"]
    )
    lights = tuple(LightPoint(*light) for light in told["lights"])
    return PieceKind(name, told["vary"] == "room", told["flat"], told["sort"], lights, pictures)


@cache
def _pixels(name: str) -> Pixels:
    return read_png(_file(name))


def _file(name: str) -> bytes:
    return files("townlet.mapmaker").joinpath("kit", name).read_bytes()

"""The kit: the tiles and pictures that maps are drawn with, made from the drawings in art/."""

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
"""What blocks walking ('way'), or walking and sight ('sight'). Everything else blocks nothing."""
LAID = (*(name for name in GROUNDS if name not in BLOCKS), *FLOORS)
"""The grounds and floors that a room can have."""
WET = frozenset({"bath", "tile"})
"""The floors of rooms with tiled walls."""


GENERIC = "crate"
"""The kind that is drawn in the place of unknown kinds."""


@dataclass(frozen=True)
class PosePoint:
    """Where a person sits, lies or stands on a piece, in pixels from its north-west corner."""

    kind: str
    x: float
    y: float
    rise: float
    facing: str


@dataclass(frozen=True)
class LightPoint:
    """Where a piece gives light, in pixels from its north-west corner."""

    kind: str
    x: float
    y: float
    radius: float
    colour: str


@dataclass(frozen=True)
class Picture:
    """One picture of a kind, which stands on the lower edge of its footprint."""

    kind: str
    size: tuple[int, int]
    facing: str
    variant: int
    properties: Mapping[str, str]
    """The properties that distinguish pictures of one kind, such as the colour."""
    at: Spot
    left: int
    """Pixels from the west edge of the footprint to the west edge of the picture."""
    states: Mapping[str, Spot]
    """The pictures of the same piece in other states, such as open or lit, and of its cover."""
    poses: Sequence[PosePoint]


@dataclass(frozen=True)
class PieceKind:
    """A kind of piece with all its pictures."""

    name: str
    by_room: bool
    """Whether all pieces of this kind in one room look alike."""
    flat: bool
    sort: float
    lights: Sequence[LightPoint]
    pictures: Sequence[Picture]


@dataclass(frozen=True)
class Kit:
    """All tiles and all kinds of pieces, by name."""

    tile: int
    """The side of a tile in pixels."""
    columns: int
    numbers: Mapping[str, int]
    kinds: Mapping[str, PieceKind]
    spans: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """The width and depth, in tiles, of each pattern that covers several tiles."""

    def part(self, name: str, x: int, y: int) -> str:
        """Return the name of a pattern's tile for the position (x, y) on the map."""
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
        self, kind: str, size: tuple[int, int] = (1, 1), facing: str = "south", variant_key: str = "", **properties: str
    ) -> Picture:
        """Return the picture for a piece: of its kind or generic, nearest in size, facing the given way if possible.

        Of the variants with these `properties` (all variants if there are none), a hash of `variant_key` chooses one.
        """
        found = self.kinds.get(kind, self.kinds[GENERIC]).pictures
        nearest = min((_distance(each.size, size), each.size) for each in found)[1]
        fits = [each for each in found if each.size == nearest]
        fits = [each for each in fits if each.facing == facing] or [
            each for each in fits if each.facing == fits[0].facing
        ]
        fits = [
            each for each in fits if all(each.properties.get(key) == value for key, value in properties.items())
        ] or fits
        return fits[zlib.crc32(variant_key.encode()) % len(fits)]


def _distance(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """Return how badly one size fits another, the difference in shape first."""
    return abs(one[0] * other[1] - one[1] * other[0]), abs(one[0] - other[0]) + abs(one[1] - other[1])


@cache
def kit() -> Kit:
    """Return the kit that comes with the package."""
    index = json.loads(_file("kit.json").decode())
    numbers = {name: number for number, name in enumerate(index["tiles"])}
    # The tiles of a pattern are named with its size and their position in it: 'oak/2x2/1,0'.
    parts = [name.split("/") for name in numbers if "," in name]
    spans = {name: (int(span.split("x")[0]), int(span.split("x")[1])) for *_, name, span, _ in parts}
    kinds = {name: _kind(name, each) for name, each in index["kinds"].items()}
    return Kit(index["tile"], index["columns"], numbers, kinds, spans)


def _kind(name: str, entry: dict) -> PieceKind:  # type: ignore[type-arg]
    pictures = tuple(
        Picture(
            kind=name,
            size=(each["size"][0], each["size"][1]),
            facing=each["facing"],
            variant=each["variant"],
            properties=each["told"],
            at=tuple(each["at"]),
            left=each["left"],
            states={state: tuple(spot) for state, spot in each["states"].items()},
            poses=tuple(PosePoint(*pose) for pose in each["poses"]),
        )
        for each in entry["pictures"]
    )
    lights = tuple(LightPoint(*light) for light in entry["lights"])
    return PieceKind(name, entry["vary"] == "room", entry["flat"], entry["sort"], lights, pictures)


@cache
def _pixels(name: str) -> Pixels:
    return read_png(_file(name))


def _file(name: str) -> bytes:
    return files("townlet.mapmaker").joinpath("kit", name).read_bytes()

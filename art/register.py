"""What there is to draw: tiles by name, pictures by kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from art.pen import Pen

TileDrawing = Callable[[Pen], None]
"""Draws 32 x 32 units, or a larger pattern."""
PictureDrawing = Callable[..., None]
"""Draws a piece with its footprint's north-west corner at (0, 0)."""


@dataclass(frozen=True)
class Pattern:
    """A drawing cut into tiles, which repeat over the map."""

    draw: TileDrawing
    wide: int = 1
    deep: int = 1


@dataclass(frozen=True)
class Piece:
    """What a drawing is told of the piece that it draws: footprint in tiles and front."""

    wide: int
    deep: int
    facing: str

    @property
    def width(self) -> float:
        """In units."""
        return 32.0 * self.wide

    @property
    def depth(self) -> float:
        """In units."""
        return 32.0 * self.deep


@dataclass(frozen=True)
class Pose:
    """Where somebody sits, lies or stands on a piece, in units from its corner; `rise` above the floor."""

    kind: str
    x: float
    y: float
    rise: float
    facing: str = ""
    """Which way; empty for the piece's own front."""


@dataclass(frozen=True)
class Light:
    """Light that a piece gives, in units from its corner."""

    kind: str
    x: float
    y: float
    radius: float
    colour: str = "#ffc27a"


@dataclass(frozen=True)
class Sheet:
    """A kind of picture in its sizes, facings and variants."""

    kind: str
    draw: PictureDrawing
    sizes: Sequence[tuple[int, int]]
    facings: Sequence[str]
    variants: Sequence[Mapping[str, object]]
    vary: str
    flat: bool
    poses: Callable[[Piece], Sequence[Pose]] | None
    lights: Sequence[Light]
    states: Sequence[str]
    sort: float


PATTERNS: dict[str, Pattern] = {}
SHEETS: dict[str, Sheet] = {}
SOUTH = ("south",)
FOUR = ("south", "north", "east", "west")


@dataclass
class Look:
    """How a kind of picture is registered; every field has a plain default."""

    sizes: Sequence[tuple[int, int]] = ((1, 1),)
    facings: Sequence[str] = SOUTH
    variants: Sequence[Mapping[str, object]] = field(default_factory=lambda: ({},))
    vary: str = "place"
    """What a variant is chosen by: 'place' (each piece its own) or 'room' (all of a room alike)."""
    flat: bool = False
    poses: Callable[[Piece], Sequence[Pose]] | None = None
    lights: Sequence[Light] = ()
    states: Sequence[str] = ()
    """Further pictures of the same piece: 'open', 'lit', 'cover'."""
    sort: float = 0
    """Units to add to the bottom edge in the order from north to south."""


def pattern(name: str, wide: int = 1, deep: int = 1) -> Callable[[TileDrawing], TileDrawing]:
    """Register the drawing of the tiles `name`, or `name/0`, `name/1`... if there are several."""

    def register(draw: TileDrawing) -> TileDrawing:
        PATTERNS[name] = Pattern(draw, wide, deep)
        return draw

    return register


def picture(kind: str, look: Look | None = None) -> Callable[[PictureDrawing], PictureDrawing]:
    """Register the drawing of a kind: called with the pen, the piece, its variant's keywords, and `state`
    if it has states."""
    told = look or Look()

    def register(draw: PictureDrawing) -> PictureDrawing:
        SHEETS[kind] = Sheet(kind, draw, **vars(told))
        return draw

    return register


def shades(name: str, colours: str) -> list[dict[str, object]]:
    """A variant for each colour."""
    return [{name: colour} for colour in colours.split()]


def on_each_tile(kind: str, rise: float, y: float = 16) -> Callable[[Piece], Sequence[Pose]]:
    """A pose on every tile of a piece."""

    def poses(piece: Piece) -> Sequence[Pose]:
        return [Pose(kind, 32 * i + 16, 32 * j + y, rise) for j in range(piece.deep) for i in range(piece.wide)]

    return poses

"""What measuring comes to: figures with the bar each is held against, listings of single findings, and sections."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from townlet.runfile import Json

FigureForm = Literal["count", "share", "number", "density", "minutes", "hours"]
"""How a figure is written: a share of 0.25 as 25 %, a density as 0.25, the others with one decimal or their unit."""

BOUNDED_FORMS: frozenset[FigureForm] = frozenset(("share", "density"))
"""The forms of figures from 0 to 1."""


@dataclass(frozen=True)
class FigureBar:
    """What a figure should reach; both ends included, None where there is no end."""

    least: float | None = None
    most: float | None = None

    def met(self, value: float) -> bool:
        above = self.least is None or value >= self.least
        return above and (self.most is None or value <= self.most)


NEVER_BAR = FigureBar(most=0)
"""The bar of what should never happen."""


@dataclass(frozen=True)
class Figure:
    """One number; None where the run gives nothing to measure it by."""

    key: str
    label: str
    value: float | None
    form: FigureForm = "count"
    bar: FigureBar | None = None

    @property
    def met(self) -> bool | None:
        """Whether it reaches its bar; None without a bar or a value."""
        return None if self.bar is None or self.value is None else self.bar.met(self.value)


@dataclass(frozen=True)
class Listing:
    """Single findings, one a row, worst or first ones first."""

    key: str
    label: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Json, ...], ...]

    def as_json(self) -> Json:
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


@dataclass(frozen=True)
class FigureGroup:
    """Figures and listings that belong together, under a heading."""

    title: str
    figures: tuple[Figure, ...]
    listings: tuple[Listing, ...] = ()
    remark: str = ""
    """What a reader should have in mind beside them."""


@dataclass(frozen=True)
class MeasureSection:
    """One question asked of a run, such as whether its days read like days."""

    key: str
    title: str
    parts: tuple[FigureGroup, ...]

    def as_json(self) -> Json:
        content: dict[str, Json] = {}
        for part in self.parts:
            content |= {figure.key: _rounded(figure.value) for figure in part.figures}
            content |= {listing.key: listing.as_json() for listing in part.listings}
        content["missed"] = [figure.key for figure in self.figures() if figure.met is False]
        return content

    def figures(self) -> tuple[Figure, ...]:
        return tuple(figure for part in self.parts for figure in part.figures)


def compute_share(part: float, whole: float) -> float | None:
    """A part of a whole, 0 to 1; None of nothing."""
    return part / whole if whole else None


def compute_mean(values: Iterable[float]) -> float | None:
    """The arithmetic mean; None of nothing."""
    found = tuple(values)
    return sum(found) / len(found) if found else None


def largest_counts(counts: dict[str, int], most: int = 12) -> Sequence[tuple[str, int]]:
    """The largest counts, equal ones in alphabetical order."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most]


def _rounded(value: float | None) -> float | None:
    return round(value, 4) if isinstance(value, float) else value

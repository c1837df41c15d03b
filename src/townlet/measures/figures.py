"""The results of measuring: figures with the bars they should meet, listings of single findings, and sections."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from townlet.measures.table import Table
from townlet.runfile import Json

FigureForm = Literal["count", "share", "number", "density", "minutes", "hours"]
"""How a figure is written: a share of 0.25 as '25.0 %', a density as '0.250', minutes with their unit."""

BOUNDED_FORMS: frozenset[FigureForm] = frozenset(("share", "density"))
"""The forms whose values lie between 0 and 1."""


@dataclass(frozen=True)
class FigureBar:
    """The range in which a figure should lie, ends included; None for an end that is open."""

    least: float | None = None
    most: float | None = None

    def is_met_by(self, value: float) -> bool:
        above = self.least is None or value >= self.least
        return above and (self.most is None or value <= self.most)


NEVER_BAR = FigureBar(most=0)
"""The bar for counts of what should never happen."""


@dataclass(frozen=True)
class Figure:
    """One number; its value is None if the run has no data for it."""

    key: str
    label: str
    value: float | None
    form: FigureForm = "count"
    bar: FigureBar | None = None

    @property
    def met(self) -> bool | None:
        """Whether the value meets the bar; None without a bar or a value."""
        return None if self.bar is None or self.value is None else self.bar.is_met_by(self.value)


@dataclass(frozen=True)
class FigureGroup:
    """Figures and listings that belong together, under a heading."""

    title: str
    figures: tuple[Figure, ...]
    listings: tuple[Table, ...] = ()
    """Single findings, one a row, the worst or the earliest first."""
    remark: str = ""
    """A note that a reader needs to judge the figures."""


@dataclass(frozen=True)
class MeasureSection:
    """The figures that answer one question about a run, such as whether its days are coherent."""

    key: str
    title: str
    parts: tuple[FigureGroup, ...]

    def as_json(self) -> Json:
        content: dict[str, Json] = {}
        for part in self.parts:
            content |= {figure.key: round_figure(figure.value) for figure in part.figures}
            content |= {listing.key: listing.as_json() for listing in part.listings}
        content["missed"] = [figure.key for figure in self.figures() if figure.met is False]
        return content

    def figures(self) -> tuple[Figure, ...]:
        return tuple(figure for part in self.parts for figure in part.figures)


def compute_share(part: float, whole: float) -> float | None:
    """Return a part of a whole, from 0 to 1; None if the whole is 0."""
    return part / whole if whole else None


def compute_mean(values: Iterable[float]) -> float | None:
    """Return the arithmetic mean; None if there are no values."""
    found = tuple(values)
    return sum(found) / len(found) if found else None


def largest_counts(counts: dict[str, int], most: int = 12) -> Sequence[tuple[str, int]]:
    """Return the largest counts first, equal ones in alphabetical order."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most]


def round_figure(value: float | None) -> float | None:
    """Return a figure as data hold it: with four decimals, and a count as it is."""
    return round(value, 4) if isinstance(value, float) else value

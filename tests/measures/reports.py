"""Reading figures and listings out of a part of a report."""

from __future__ import annotations

from townlet.measures.figures import FigureGroup
from townlet.runfile import Json


def figures(part: FigureGroup) -> dict[str, float | None]:
    """The part's figures by key."""
    return {figure.key: figure.value for figure in part.figures}


def rows(part: FigureGroup, key: str) -> tuple[tuple[Json, ...], ...]:
    """The rows of one of its listings."""
    return next(listing.rows for listing in part.listings if listing.key == key)

"""What stands in a report: each section's view of the run, under the name by which the page's template knows it."""

from __future__ import annotations

from typing import Any

from townlet.study.emergence.beside import PAPER_PEOPLE
from townlet.study.figures import Part
from townlet.study.report.answers import answers
from townlet.study.report.comparison import PAPER_DAYS, PAPER_MODEL, comparison
from townlet.study.report.costs import costs
from townlet.study.report.curves import curves
from townlet.study.report.gathering import gathering
from townlet.study.report.hours import hours_told
from townlet.study.report.network import network
from townlet.study.report.spreading import spread_tree
from townlet.study.report.studied import Studied
from townlet.study.report.summary import news, summary
from townlet.study.report.thinking import deepest_thought
from townlet.study.report.whereabouts import whereabouts

ROWS = 150
"""Rows of a listing that a page holds; `townlet measure --json` has all."""
_LISTED_UNDER = {"plans": "interests"}
"""Figures on boundaries whose findings are listed with those of another subject."""


def contents(studied: Studied) -> dict[str, Any]:
    """Everything that the template names."""
    return {
        "studied": studied,
        "record": studied.record,
        "evidence": studied.evidence,
        "paper": {"people": PAPER_PEOPLE, "model": PAPER_MODEL, "days": PAPER_DAYS},
        "rows_shown": ROWS,
        "summary": summary(studied),
        "news": news(studied),
        "comparison": comparison(studied),
        "curves": curves(studied),
        "network": network(studied),
        "answers": answers(studied),
        "where": whereabouts(studied),
        "thought": deepest_thought(studied.record),
        "believed": studied.believed,
        "truth": studied.truth,
        "hours": hours_told(studied),
        "costs": costs(studied.bill),
        **_measured(studied),
    }


def _measured(studied: Studied) -> dict[str, Any]:
    """The parts of the measures, beside the plots that they belong to."""
    emerged, sections = studied.emerged, {section.key: section for section in studied.measures.sections}
    relationships, *others = sections["emergence"].parts
    events, rest = others[: len(emerged.events)], others[len(emerged.events) :]
    spreads = zip((spread_tree(studied, each) for each in emerged.spreads), sections["diffusion"].parts, strict=True)
    gatherings = zip((gathering(studied, each) for each in emerged.events), events, strict=True)
    return {
        "coherence": sections["coherence"],
        "liveliness": sections["liveliness"],
        "relationships": relationships,
        "spreads": list(spreads),
        "events": list(gatherings),
        "said": rest[0] if emerged.asked else None,
        "boundaries": rest[-1],
        "boundary_evidence": _evidence(rest[-1]),
    }


def _evidence(boundaries: Part) -> dict[str, str]:
    """Where the findings behind some of the figures on boundaries stand: a listing holds those of its own subject."""
    listings = {listing.key.partition("_")[0]: listing.key for listing in boundaries.listings if listing.rows}
    subjects = {figure.key: figure.key.partition("_")[0] for figure in boundaries.figures}
    found = {key: _LISTED_UNDER.get(subject, subject) for key, subject in subjects.items()}
    return {key: f"emergence-{listings[subject]}-rows" for key, subject in found.items() if subject in listings}

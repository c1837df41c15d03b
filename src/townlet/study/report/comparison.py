"""The paper's figures beside the run's, in one table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from townlet.study.diffusion.tracked import TrackedFact
from townlet.study.emergence.beside import (
    PAPER_ASKED,
    PAPER_CAME,
    PAPER_DENSITY,
    PAPER_HALLUCINATED,
    PAPER_INVITED,
    PAPER_PEOPLE,
)
from townlet.study.report.studied import Studied

PAPER_DAYS, PAPER_MODEL = 2, "gpt-3.5-turbo"
"""Park et al. 2023, sections 4 and 7: what its figures are of."""
NONE = "–"


@dataclass(frozen=True)
class Row:
    """One figure of both."""

    what: str
    paper: str
    here: str
    anchor: str
    """Where its evidence stands in the page."""


def comparison(studied: Studied) -> tuple[Row, ...]:
    """What section 7.1 of the paper reports, and the same of this run."""
    return (*_facts(studied), *_density(studied), *_hallucination(studied), *_events(studied))


def _facts(studied: Studied) -> Iterator[Row]:
    people = len(studied.emerged.people)
    data: list[Any] = studied.data["facts"]  # type: ignore[assignment]
    for place, (found, fact) in enumerate(zip(studied.emerged.spreads, data, strict=True), start=1):
        name, anchor = found.fact.name, f"fact-{place}"
        start, end = _paper_knew(found.fact)
        yield Row(f"knew of the {name} at the start", start, _of(len(fact["knew_at_start"]), people), anchor)
        yield Row(f"knew of the {name} at the end, by provenance", end, _of(len(fact["knew_at_end"]), people), anchor)
        if fact["said_yes"] is not None:
            yield Row(f"knew of the {name} at the end, by interview", end, _of(len(fact["said_yes"]), people), anchor)


def _paper_knew(fact: TrackedFact) -> tuple[str, str]:
    counts = (fact.paper_start, fact.paper_end)
    start, end = (NONE if count is None else _of(count, PAPER_PEOPLE) for count in counts)
    return start, end


def _density(studied: Studied) -> Iterator[Row]:
    density: Mapping[str, Any] = studied.data["density"]  # type: ignore[assignment]
    said: Mapping[str, Any] = density.get("by_interview") or {}
    for key, paper in zip(("start", "end"), PAPER_DENSITY, strict=True):
        asked = f" (by interview {said[key]:.3f})" if said else ""
        what = f"density of mutual knowledge, at the {key}"
        yield Row(what, f"{paper:g}", f"{density[key]:.3f}{asked}", "relationships")


def _hallucination(studied: Studied) -> Iterator[Row]:
    found: Any = studied.data.get("hallucination")
    here = f"{_share(found['hallucinated'], found['affirmed'])}" if found else "nobody was asked"
    what = "affirmed knowing somebody, with nothing in memory"
    yield Row(what, _share(PAPER_HALLUCINATED, PAPER_ASKED), here, "relationships")


def _events(studied: Studied) -> Iterator[Row]:
    for place, event in enumerate(studied.emerged.events, start=1):
        anchor, came = f"event-{place}", f"{len(event.came)}" if event.over else f"{len(event.came)} so far"
        yield Row(f"invited to the {event.fact}", str(PAPER_INVITED), str(len(event.invited)), anchor)
        yield Row(f"came to the {event.fact}", str(PAPER_CAME), came, anchor)


def _of(count: int, people: int) -> str:
    return f"{count} of {people} ({count / people:.0%})".replace("%", " %") if people else NONE


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else NONE

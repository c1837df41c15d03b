"""The paper's figures beside the run's, each with the place in the page where its evidence stands."""

from __future__ import annotations

from dataclasses import dataclass

from townlet.study.emergence.beside import Beside
from townlet.study.report.studied import Studied

PAPER_DAYS, PAPER_MODEL = 2, "gpt-3.5-turbo"
"""Park et al. 2023, sections 4 and 7: what its figures are of."""


@dataclass(frozen=True)
class Row:
    """One figure of both."""

    figure: Beside
    anchor: str


def comparison(studied: Studied) -> tuple[Row, ...]:
    """What section 7.1 of the paper reports, and the same of this run."""
    anchors = _anchors(studied)
    return tuple(Row(figure, anchors.get(figure.key, "relationships")) for figure in studied.measures.beside)


def _anchors(studied: Studied) -> dict[str, str]:
    """Where facts, events and what people said stand; all else is about relationships."""
    emerged = studied.emerged
    found = {"hallucinated": "answers"}
    for place, spread in enumerate(emerged.spreads, start=1):
        found |= {f"{spread.fact.name}_{when}": f"fact-{place}" for when in ("start", "end")}
    for place, event in enumerate(emerged.events, start=1):
        found |= {f"{event.fact}_{what}": f"event-{place}" for what in ("invited", "came")}
    return found

"""Renders the report as one HTML page that loads nothing from elsewhere."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import lru_cache
from importlib import resources
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined

from townlet.evaluation.ranking.trueskill import PAPER_D, PAPER_RATINGS, compute_cohens_d
from townlet.measures.emergence.result import PAPER_PEOPLE
from townlet.measures.figures import Figure, FigureGroup
from townlet.measures.run_measures import format_bar, format_figure
from townlet.measures.table import Table, format_cell
from townlet.memory.record import Memory
from townlet.reporting.page.diffusion import plot_fact_curves, plot_spread_tree, run_axis
from townlet.reporting.page.excerpts import draw_hours, find_deepest_thought
from townlet.reporting.page.gathering import plot_gathering
from townlet.reporting.page.relationships import build_survey_tables, plot_network
from townlet.reporting.page.studies import describe_raters
from townlet.reporting.page.subject import ReportSubject
from townlet.reporting.page.summary import summarise_fact, summarise_report
from townlet.reporting.page.whereabouts import plot_whereabouts
from townlet.runfile import CallTotals
from townlet.runfile.view import format_memory_id
from townlet.story import tell_story

PAPER_DAYS, PAPER_MODEL = 2, "gpt-3.5-turbo"
"""The length and the model of the paper's run (Park et al. 2023, sections 4 and 7)."""


def _anchors(subject: ReportSubject) -> dict[str, str]:
    """Return the anchors of facts, events and interview answers by figure; all other figures are on relationships."""
    emerged = subject.emerged
    found = {"hallucinated": "answers"}
    for number, spread in enumerate(emerged.spreads, start=1):
        found |= {f"{spread.fact.name}_{when}": f"fact-{number}" for when in ("start", "end")}
    for number, event in enumerate(emerged.events, start=1):
        found |= {f"{event.fact}_{what}": f"event-{number}" for what in ("invited", "came")}
    return found


ROWS_SHOWN_IN_PAGE = 150
"""How many rows of a listing the page shows; `townlet measure --json` prints all."""
_LISTED_UNDER = {"plans": "interests"}
"""Topics of boundary figures whose findings are listed under another topic."""


def build_template_variables(subject: ReportSubject) -> dict[str, Any]:
    """Return the variables of the page's template."""
    return {
        "subject": subject,
        "story": tell_story(subject.record.view),
        "record": subject.record,
        "evidence": subject.evidence,
        "paper": {
            "people": PAPER_PEOPLE,
            "model": PAPER_MODEL,
            "days": PAPER_DAYS,
            "cohens_d": PAPER_D,
            "our_cohens_d": compute_cohens_d(PAPER_RATINGS[0], PAPER_RATINGS[-1]),
        },
        "rows_shown": ROWS_SHOWN_IN_PAGE,
        "summary": summarise_report(subject),
        "news": [*map(summarise_fact, subject.emerged.spreads)],
        "anchors": _anchors(subject),
        "axis": run_axis(subject.record),
        "curves": plot_fact_curves(subject),
        "network": plot_network(subject),
        "answers": build_survey_tables(subject),
        "where": plot_whereabouts(subject),
        "thought": find_deepest_thought(subject.record),
        "believed": subject.believed,
        "truth": subject.truth,
        "hours": draw_hours(subject),
        "costs": sorted(subject.bill.by_prompt, key=_most_tokens_first),
        **_measured(subject),
    }


def _most_tokens_first(totals: CallTotals) -> tuple[int, str]:
    return -totals.prompt_tokens - totals.answer_tokens, totals.group


def _measured(subject: ReportSubject) -> dict[str, Any]:
    """Return the groups of measures, each with the plot that it belongs to."""
    emerged, sections = subject.emerged, {section.key: section for section in subject.measures.sections}
    relationships, *others = sections["emergence"].parts
    events, rest = others[: len(emerged.events)], others[len(emerged.events) :]
    trees = [(each, plot_spread_tree(subject, each)) for each in emerged.spreads]
    gatherings = zip((plot_gathering(subject, each) for each in emerged.events), events, strict=True)
    return {
        "coherence": sections["coherence"],
        "liveliness": sections["liveliness"],
        "relationships": relationships,
        "spreads": [(*tree, part) for tree, part in zip(trees, sections["diffusion"].parts, strict=True)],
        "events": list(gatherings),
        "said": rest[0] if emerged.survey else None,
        "boundaries": rest[-1],
        "boundary_evidence": _boundary_evidence(rest[-1]),
    }


def _boundary_evidence(boundaries: FigureGroup) -> dict[str, str]:
    """Return, by figure, the anchor of the listing on the same topic: the first word of both keys."""
    listings = {listing.key.partition("_")[0]: listing.key for listing in boundaries.listings if listing.rows}
    topics = {figure.key: figure.key.partition("_")[0] for figure in boundaries.figures}
    listed = {key: _LISTED_UNDER.get(topic, topic) for key, topic in topics.items()}
    return {key: f"emergence-{listings[topic]}-rows" for key, topic in listed.items() if topic in listings}


_FOLDER = "templates"
LONGEST_NAME = 24
"""Characters of a name that fit beside a row of a plot."""


def render_report(subject: ReportSubject, replay: str = "") -> str:
    """Return the whole page. The same run gives the same page, to the byte.

    Talks and chapters lead to their moments in the `replay`, the address of one as seen from the page, if it is given.
    """
    return render_page(_template_text("page.html"), {**build_template_variables(subject), "replay": replay})


def render_page(template: str, variables: dict[str, Any]) -> str:
    """Return a page in the style of the report: a template's text, which may import and include the report's parts."""
    style = _template_text("style.css")
    return _environment().from_string(template).render(variables, style=style, style_hash=_style_hash(style)) + "\n"


def _style_hash(text: str) -> str:
    """Return the hash by which the content security policy allows the page's own style sheet and no other."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _template_text(name: str) -> str:
    return resources.files("townlet.reporting.page").joinpath(_FOLDER, name).read_text(encoding="utf-8")


@lru_cache
def _environment() -> Environment:
    environment = Environment(
        autoescape=True,
        loader=FunctionLoader(_template_text),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "figure": _figure,
        "bar": _bar,
        "counted": _counted,
        "id": _id,
        "evidence_of": _evidence_of,
        "cell": format_cell,
        "place": _safe_anchor,
        "short": _short_name,
        "raters": describe_raters,
    }
    return environment


def _figure(figure: Figure) -> str:
    return format_figure(figure.value, figure.form)


def _bar(figure: Figure) -> str:
    return format_bar(figure.bar, figure.form) if figure.bar else ""


def _counted(number: int, noun: str) -> str:
    """Return a number with its noun: '1 talk', '2,801 lines'."""
    if number == 1:
        return f"1 {noun}"
    plural = {"person": "people", "memory": "memories"}.get(noun, f"{noun}s")
    return f"{number:,} {plural}"


def _id(memory: Memory) -> str:
    return format_memory_id(memory.id)


def _evidence_of(part: FigureGroup) -> Table | None:
    """Return the first listing of a group that has findings, to which its figures link."""
    return next((listing for listing in part.listings if listing.rows), None)


def _safe_anchor(anchor: str) -> str:
    """Return an anchor without forbidden characters, which may occur in names of facts."""
    return re.sub(r"[^\w-]", "-", anchor)


def _short_name(name: str) -> str:
    """Return a name, cut to what fits beside a row of a plot."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…"

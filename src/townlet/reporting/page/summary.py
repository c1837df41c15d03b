"""The figures for the summary at the top of a report, and the plot of the run's costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from townlet.cognition.wording import say_clock, say_date
from townlet.measures.bill import Bill
from townlet.measures.figures import Figure
from townlet.reporting.page.diffusion import count_generations
from townlet.reporting.page.subject import ReportSubject
from townlet.runfile import CallTotals

ROW, TOP, LEFT, RIGHT, WIDTH = 22, 4, 170, 120, 860
"""In SVG units: the height of a bar's row, the margins above, left and right, and the whole width."""


@dataclass(frozen=True)
class CostBar:
    """The bar of one kind of prompt."""

    totals: CallTotals
    y: int
    asked: float
    """The width for the tokens of prompts."""
    answered: float
    """The width for the tokens of answers."""

    @property
    def tokens(self) -> int:
        return self.totals.prompt_tokens + self.totals.answer_tokens


@dataclass(frozen=True)
class CostPlot:
    """The bill as a plot and a table, the kind of prompt with most tokens first."""

    bill: Bill
    bars: tuple[CostBar, ...]
    height: int


def plot_costs(bill: Bill) -> CostPlot:
    """Plot the tokens of each kind of prompt."""
    ranked = sorted(bill.by_prompt, key=lambda totals: (-totals.prompt_tokens - totals.answer_tokens, totals.group))
    most = max((totals.prompt_tokens + totals.answer_tokens for totals in ranked), default=0) or 1
    unit = (WIDTH - LEFT - RIGHT) / most
    bars = tuple(
        CostBar(
            totals,
            TOP + ROW * index,
            round(unit * totals.prompt_tokens, 1),
            round(unit * totals.answer_tokens, 1),
        )
        for index, totals in enumerate(ranked)
    )
    return CostPlot(bill, bars, TOP + ROW * len(bars) + 6)


@dataclass(frozen=True)
class FactNews:
    """The figures of the sentence about one fact."""

    name: str
    source: str
    anchor: str
    start: int
    end: int
    tellers: int
    """How many people passed it on."""
    busiest: str
    """The person who told most people; empty if nobody passed it on."""
    busiest_told: int
    """How many people that person told."""
    generations: int
    """The length of the longest chain of tellings."""


@dataclass(frozen=True)
class BarResult:
    """A figure that has a bar."""

    section: str
    part: str
    """The title of the figure's group."""
    figure: Figure


@dataclass(frozen=True)
class RunSummary:
    """The figures of the run as a whole."""

    begun: str
    ended: str
    days: float
    people: int
    visitors: int
    talks: int
    lines: int
    memories: int
    reflections: int
    plan_changes: int
    density: Any
    hallucination: Any
    """None if nobody was asked."""
    bars: int
    met: int
    missed: tuple[BarResult, ...]


def summarise_report(subject: ReportSubject) -> RunSummary:
    """Return the figures of the summary's sentences."""
    record, data = subject.record, subject.data
    results = list(_bar_results(subject))
    begun, ended = record.time(0), record.time(record.last_step + 1)
    return RunSummary(
        f"{say_date(begun)} {begun.year}, {say_clock(begun)}",
        f"{say_date(ended)}, {say_clock(ended)}",
        (record.last_step + 1) / record.clock.steps_a_day,
        len(record.people),
        len(record.visitors),
        len(record.talks),
        len(record.lines),
        sum(1 for _ in record.remembered.by_step()),
        sum(memory.kind == "reflection" for memory in record.remembered.thoughts.values()),
        sum(change.revision > 0 for change in record.plans),
        data["density"],
        data.get("hallucination"),
        len(results),
        sum(bool(each.figure.met) for each in results),
        tuple(each for each in results if not each.figure.met),
    )


def summarise_facts(subject: ReportSubject) -> tuple[FactNews, ...]:
    """Return the figures of the sentences about each fact."""
    return tuple(_fact_news(subject, index) for index in range(len(subject.emerged.spreads)))


def _fact_news(subject: ReportSubject, index: int) -> FactNews:
    found = subject.emerged.spreads[index]
    tellings = Counter(each.heard_from for each in found.known if each.way == "heard")
    busiest = min(tellings, key=lambda name: (-tellings[name], name), default="")
    return FactNews(
        found.fact.name,
        found.fact.source,
        f"fact-{index + 1}",
        sum(each.way == "seed" for each in found.known),
        len(found.known),
        len(tellings),
        busiest,
        tellings[busiest],
        count_generations(found.known),
    )


def _bar_results(subject: ReportSubject) -> Iterator[BarResult]:
    for section in subject.measures.sections:
        for part in section.parts:
            for figure in part.figures:
                if figure.met is not None:
                    yield BarResult(section.key, part.title, figure)

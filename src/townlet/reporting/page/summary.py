"""What a run came to, in figures for a few plain sentences at the top of its report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from townlet.analysis.bill import Bill
from townlet.analysis.coherence.reflections import collect_reflections
from townlet.analysis.figures import Figure
from townlet.cognition.wording import say_clock, say_date
from townlet.reporting.page.diffusion import count_generations
from townlet.reporting.page.subject import ReportSubject
from townlet.runfile import CallTotals

ROW, TOP, LEFT, RIGHT, WIDTH = 22, 4, 170, 120, 860


@dataclass(frozen=True)
class CostBar:
    """One kind of prompt."""

    totals: CallTotals
    y: int
    asked: float
    answered: float
    """Widths in the plot: the tokens of prompts and of answers."""

    @property
    def tokens(self) -> int:
        return self.totals.prompt_tokens + self.totals.answer_tokens


@dataclass(frozen=True)
class CostPlot:
    """The bill as a plot and a table, the dearest kind first."""

    bill: Bill
    bars: tuple[CostBar, ...]
    height: int


def plot_costs(bill: Bill) -> CostPlot:
    """The bars of all kinds of prompts, by their tokens."""
    ranked = sorted(bill.by_prompt, key=lambda totals: (-totals.prompt_tokens - totals.answer_tokens, totals.of))
    most = max((totals.prompt_tokens + totals.answer_tokens for totals in ranked), default=0) or 1
    unit = (WIDTH - LEFT - RIGHT) / most
    bars = tuple(
        CostBar(
            totals,
            TOP + ROW * place,
            round(unit * totals.prompt_tokens, 1),
            round(unit * totals.answer_tokens, 1),
        )
        for place, totals in enumerate(ranked)
    )
    return CostPlot(bill, bars, TOP + ROW * len(bars) + 6)


@dataclass(frozen=True)
class FactNews:
    """One fact, in a sentence."""

    name: str
    source: str
    anchor: str
    start: int
    end: int
    tellers: int
    """How many people passed it on."""
    busiest: str
    busiest_told: int
    generations: int


@dataclass(frozen=True)
class BarResult:
    """A figure that did not reach its bar."""

    section: str
    part: str
    """The heading that it stands under."""
    figure: Figure


@dataclass(frozen=True)
class RunSummary:
    """The run as a whole."""

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
    """None where nobody was asked."""
    bars: int
    met: int
    missed: tuple[BarResult, ...]


def summarise_report(subject: ReportSubject) -> RunSummary:
    """The figures of the sentences."""
    record, data = subject.record, subject.data
    judged = list(_bar_results(subject))
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
        len(collect_reflections(record)),
        sum(change.revision > 0 for change in record.plans),
        data["density"],
        data.get("hallucination"),
        len(judged),
        sum(bool(each.figure.met) for each in judged),
        tuple(each for each in judged if not each.figure.met),
    )


def summarise_facts(subject: ReportSubject) -> tuple[FactNews, ...]:
    """The facts that were followed."""
    return tuple(_fact_news(subject, place) for place in range(len(subject.emerged.spreads)))


def _fact_news(subject: ReportSubject, place: int) -> FactNews:
    found = subject.emerged.spreads[place]
    told = Counter(each.heard_from for each in found.known if each.way == "heard")
    busiest = min(told, key=lambda name: (-told[name], name), default="")
    return FactNews(
        found.fact.name,
        found.fact.source,
        f"fact-{place + 1}",
        sum(each.way == "seed" for each in found.known),
        len(found.known),
        len(told),
        busiest,
        told[busiest],
        count_generations(found.known),
    )


def _bar_results(subject: ReportSubject) -> Iterator[BarResult]:
    for section in subject.measures.sections:
        for part in section.parts:
            for figure in part.figures:
                if figure.met is not None:
                    yield BarResult(section.key, part.title, figure)

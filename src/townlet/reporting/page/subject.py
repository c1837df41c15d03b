"""The talks that a report cites: each is written out once, whole, with what its telling lines rest on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random

from townlet.analysis.bill import Bill
from townlet.analysis.emergence.result import Emergence
from townlet.analysis.measures import RunMeasures
from townlet.analysis.record import RunRecord
from townlet.cognition.wording import say_clock, say_date
from townlet.memory.record import Memory
from townlet.reporting.page.studies import AblationPlot, BelievabilityPlot
from townlet.runfile import Json
from townlet.runfile.config import RunConfig
from townlet.runfile.traces import SpokenLine, TalkTranscript


@dataclass(frozen=True)
class CitedLine:
    """A line of a cited talk."""

    anchor: str
    line: SpokenLine
    tells: tuple[str, ...]
    """The facts that it tells."""
    rests_on: tuple[Memory, ...]
    """Of the memories in its prompt, those that tell the same."""


@dataclass(frozen=True)
class CitedTalk:
    """A talk that something in the report points to."""

    anchor: str
    step: int
    people: tuple[str, ...]
    lines: tuple[CitedLine, ...]


class CitedEvidence:
    """Hands out the places of talks in the page, and remembers which of them were asked for."""

    def __init__(self, emerged: Emergence) -> None:
        self._emerged = emerged
        self._cited: set[str] = set()

    def line(self, utterance: str) -> str:
        """Where a line stands in the page; empty for one that is not in the run."""
        line = self._lines.get(utterance)
        if line is None:
            return ""
        self._cited.add(line.talk)
        return self._anchor(line)

    def text(self, utterance: str) -> str:
        """The words of a line; empty for one that is not in the run."""
        line = self._lines.get(utterance)
        return line.text if line else ""

    def talks(self) -> list[CitedTalk]:
        """The talks asked for so far, in the order in which they were had."""
        return [self._written(talk) for talk in self._emerged.record.talks if talk.id in self._cited]

    def _written(self, talk: TalkTranscript) -> CitedTalk:
        lines = tuple(self._written_line(line) for line in talk.lines)
        return CitedTalk(f"talk-{self._number[talk.id]}", talk.lines[0].step, talk.participants, lines)

    def _written_line(self, line: SpokenLine) -> CitedLine:
        facts = [found.fact for found in self._emerged.spreads if found.fact.told_by(line.text, line.speaker)]
        shown = self._emerged.record.remembered.shown(line)
        rests = [memory for memory in shown if any(fact.told_by(memory.text, line.speaker) for fact in facts)]
        return CitedLine(self._anchor(line), line, tuple(fact.name for fact in facts), tuple(rests))

    def _anchor(self, line: SpokenLine) -> str:
        return f"talk-{self._number[line.talk]}-{line.number + 1}"

    @cached_property
    def _lines(self) -> dict[str, SpokenLine]:
        return {line.utterance: line for line in self._emerged.record.lines}

    @cached_property
    def _number(self) -> dict[str, int]:
        return {talk.id: place for place, talk in enumerate(self._emerged.record.talks, start=1)}


MOST_PEOPLE_DRAWN = 60
"""As many people as a plot can name; of a larger town so many are drawn, chosen by the run's seed."""


@dataclass(frozen=True)
class ReportSubject:
    """A run as its report sees it."""

    emerged: Emergence
    measures: RunMeasures
    bill: Bill
    interviewed: str = ""
    """The model that was asked what people know; empty where nobody was."""
    believed: BelievabilityPlot | None = None
    """What raters said of its people's answers, where they did."""
    truth: AblationPlot | None = None
    """What `townlet ablate` found of it, where that was done."""

    @property
    def record(self) -> RunRecord:
        return self.emerged.record

    @property
    def rules_in_part(self) -> bool:
        """Whether rules answered something, and a language model something else."""
        manifest = self.record.manifest
        answered = {*manifest.models.values(), *manifest.began_with.values(), self.interviewed}
        return RunConfig.model in answered and not manifest.offline

    @cached_property
    def evidence(self) -> CitedEvidence:
        """Fills as the sections of the report cite talks; it is written out last."""
        return CitedEvidence(self.emerged)

    @cached_property
    def data(self) -> dict[str, Json]:
        """What `townlet measure --json` prints: the figures of the report are these and no others."""
        return self.measures.as_json()

    @cached_property
    def drawn(self) -> tuple[str, ...]:
        """The people that plots show: all, or of many a sample, in the order in which they joined."""
        people = self.emerged.people
        if len(people) <= MOST_PEOPLE_DRAWN:
            return people
        kept = set(Random(self.record.header.seed).sample(people, MOST_PEOPLE_DRAWN))
        return tuple(name for name in people if name in kept)

    @property
    def sampled(self) -> str:
        """What a caption says where plots show a sample; empty where they show everybody."""
        people = len(self.emerged.people)
        return (
            f"Of {people:,} people, {MOST_PEOPLE_DRAWN} drawn by the run's seed are shown."
            if people > MOST_PEOPLE_DRAWN
            else ""
        )

    def when(self, step: int) -> str:
        """'day 1, 9:05 am'."""
        return f"day {self.record.day(step) + 1}, {self.clock(step)}"

    def clock(self, step: int) -> str:
        """'9:05 am'."""
        return say_clock(self.record.time(step))

    def date(self, step: int) -> str:
        """'Monday February 13'."""
        return say_date(self.record.time(step))

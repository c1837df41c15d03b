"""What a report is about: one run with its measures, its bill, the studies beside it, and the talks it cites."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random

from townlet.cognition.wording import say_clock, say_date
from townlet.measures.bill import Bill
from townlet.measures.emergence.result import Emergence
from townlet.measures.record import RunRecord
from townlet.measures.run_measures import RunMeasures
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
    """The names of the facts that the line tells."""
    rests_on: tuple[Memory, ...]
    """The memories in the line's prompt that tell one of these facts."""


@dataclass(frozen=True)
class CitedTalk:
    """A talk that the report cites, with all its lines."""

    id: str
    anchor: str
    step: int
    people: tuple[str, ...]
    lines: tuple[CitedLine, ...]


class CitedEvidence:
    """Gives cited lines their anchors, and collects their talks so that the page can print them."""

    def __init__(self, emerged: Emergence) -> None:
        self._emerged = emerged
        self._cited: set[str] = set()

    def line(self, utterance: str) -> str:
        """Cite a line and return its anchor in the page. The anchor is empty for a line that is not in the run."""
        line = self._lines.get(utterance)
        if line is None:
            return ""
        self._cited.add(line.talk)
        return self._anchor(line)

    def text(self, utterance: str) -> str:
        """Return the text of a line; empty for a line that is not in the run."""
        line = self._lines.get(utterance)
        return line.text if line else ""

    def talks(self) -> list[CitedTalk]:
        """Return the talks cited so far, in the order in which they began."""
        return [self._cited_talk(talk) for talk in self._emerged.record.talks if talk.id in self._cited]

    def _cited_talk(self, talk: TalkTranscript) -> CitedTalk:
        lines = tuple(self._cited_line(line) for line in talk.lines)
        return CitedTalk(talk.id, f"talk-{self._number[talk.id]}", talk.lines[0].step, talk.participants, lines)

    def _cited_line(self, line: SpokenLine) -> CitedLine:
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
        return {talk.id: number for number, talk in enumerate(self._emerged.record.talks, start=1)}


MOST_PEOPLE_DRAWN = 60
"""The most people that a plot can name; for a larger town, a sample of this size is drawn by the run's seed."""


@dataclass(frozen=True)
class ReportSubject:
    """Everything that one report is made from."""

    emerged: Emergence
    measures: RunMeasures
    bill: Bill
    interviewed: str = ""
    """The model that answered the interviews; empty if nobody was interviewed."""
    believed: BelievabilityPlot | None = None
    """The ratings of people's answers; None if nobody rated them."""
    truth: AblationPlot | None = None
    """The result of `townlet ablate`; None if it was not run."""

    @property
    def record(self) -> RunRecord:
        return self.emerged.record

    @property
    def rules_in_part(self) -> bool:
        """Whether rules answered some of the prompts, and a language model the others."""
        manifest = self.record.manifest
        answered = {*manifest.models.values(), *manifest.began_with.values(), self.interviewed}
        return RunConfig.model in answered and not manifest.offline

    @cached_property
    def evidence(self) -> CitedEvidence:
        """The citations of the report, which its sections fill and the last section prints."""
        return CitedEvidence(self.emerged)

    @cached_property
    def data(self) -> dict[str, Json]:
        """The figures of the report: the same data that `townlet measure --json` prints."""
        return self.measures.as_json()

    @cached_property
    def drawn(self) -> tuple[str, ...]:
        """The people that plots show, in the order in which they joined: all, or a sample of a large town."""
        people = self.emerged.people
        if len(people) <= MOST_PEOPLE_DRAWN:
            return people
        kept = set(Random(self.record.header.seed).sample(people, MOST_PEOPLE_DRAWN))
        return tuple(name for name in people if name in kept)

    @property
    def sampled(self) -> str:
        """A sentence for captions that says that plots show a sample; empty if they show everybody."""
        people = len(self.emerged.people)
        return (
            f"Shown are {MOST_PEOPLE_DRAWN} of {people:,} people, drawn by the run's seed."
            if people > MOST_PEOPLE_DRAWN
            else ""
        )

    def when(self, step: int) -> str:
        """Return the time of a step as text: 'day 1, 9:05 am'."""
        return f"day {self.record.day(step) + 1}, {self.clock(step)}"

    def clock(self, step: int) -> str:
        """Return the time of day of a step as text: '9:05 am'."""
        return say_clock(self.record.time(step))

    def date(self, step: int) -> str:
        """Return the date of a step as text: 'Monday February 13'."""
        return say_date(self.record.time(step))

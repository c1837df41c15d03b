"""All that a report is made from: read and measured once, and then only looked at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random

from townlet.cognition.telling import say_clock, say_date
from townlet.engine.runfile import Json
from townlet.engine.settings import Settings
from townlet.study.bill import Bill
from townlet.study.emergence.finding import Emergence
from townlet.study.measures import Measures
from townlet.study.record import RunRecord
from townlet.study.report.believing import Believed
from townlet.study.report.evidence import Evidence
from townlet.study.report.truth import Truth

DRAWN = 60
"""As many people as a plot can name; of a larger town so many are drawn, chosen by the run's seed."""


@dataclass(frozen=True)
class Studied:
    """A run as its report sees it."""

    emerged: Emergence
    measures: Measures
    bill: Bill
    interviewed: str = ""
    """The model that was asked what people know; empty where nobody was."""
    believed: Believed | None = None
    """What raters said of its people's answers, where they did."""
    truth: Truth | None = None
    """What `townlet ablate` found of it, where that was done."""

    @property
    def record(self) -> RunRecord:
        return self.emerged.record

    @property
    def rules_in_part(self) -> bool:
        """Whether rules answered something, and a language model something else."""
        manifest = self.record.manifest
        answered = {*manifest.models.values(), *manifest.began_with.values(), self.interviewed}
        return Settings.model in answered and not manifest.offline

    @cached_property
    def evidence(self) -> Evidence:
        """Fills as the sections of the report cite talks; it is written out last."""
        return Evidence(self.emerged)

    @cached_property
    def data(self) -> dict[str, Json]:
        """What `townlet measure --json` prints: the figures of the report are these and no others."""
        return self.measures.as_json()

    @cached_property
    def drawn(self) -> tuple[str, ...]:
        """The people that plots show: all, or of many a sample, in the order in which they joined."""
        people = self.emerged.people
        if len(people) <= DRAWN:
            return people
        kept = set(Random(self.record.header.seed).sample(people, DRAWN))
        return tuple(name for name in people if name in kept)

    @property
    def sampled(self) -> str:
        """What a caption says where plots show a sample; empty where they show everybody."""
        people = len(self.emerged.people)
        return f"Of {people:,} people, {DRAWN} drawn by the run's seed are shown." if people > DRAWN else ""

    def when(self, step: int) -> str:
        """'day 1, 9:05 am'."""
        return f"day {self.record.day(step) + 1}, {self.clock(step)}"

    def clock(self, step: int) -> str:
        """'9:05 am'."""
        return say_clock(self.record.time(step))

    def date(self, step: int) -> str:
        """'Monday February 13'."""
        return say_date(self.record.time(step))

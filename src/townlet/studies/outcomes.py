"""Outcomes: the numbers that a study measures in each of its worlds, computed from the run files alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from townlet.measures.diffusion.facts import TrackedFact
from townlet.measures.diffusion.spread import FactSpread, iterate_step_contents, trace_facts
from townlet.measures.emergence.coordination import measure_coordination
from townlet.measures.emergence.relationships import (
    Acquaintance,
    compute_density,
    find_acquaintances,
    find_mutual_pairs,
    list_known_pairs,
)
from townlet.measures.record import RunRecord, read_run_record
from townlet.measures.run_measures import RunMeasures, measure_run
from townlet.runfile import Json
from townlet.runfile.study_files import StudyError
from townlet.runfile.view import RunView
from townlet.studies.asking import Answers, counts
from townlet.studies.causes.question import CausalQuestion
from townlet.studies.schema import (
    AreaEntry,
    AskEntry,
    AttendanceEntry,
    FigureEntry,
    KnowersEntry,
    ProbeEntry,
    RelationsEntry,
    TalkEntry,
    TimeToEntry,
)
from townlet.studies.study import Outcome
from townlet.town.defects import nearest

DIGITS = 6
"""Decimals that are kept of an outcome."""


@dataclass(frozen=True)
class Measured:
    """What is measured in a world. None of it changes what happens there."""

    outcomes: tuple[Outcome, ...]
    facts: tuple[TrackedFact, ...]
    until: int
    question: CausalQuestion | None = None
    """What `townlet causes` asks of it."""


class WorldMeasures:
    """Measures one world. What several outcomes need is read once."""

    def __init__(self, view: RunView, measured: Measured, answers: Answers | None = None) -> None:
        self.view, self.measured, self._answers = view, measured, answers or {}

    def outcomes(self) -> dict[str, float | None]:
        """Return each outcome by name; None for a figure that the world has no data for. Raises StudyError."""
        found = {outcome.name: self._value(outcome) for outcome in self.measured.outcomes}
        return {name: value if value is None else round(float(value), DIGITS) for name, value in found.items()}

    def knowledge(self) -> dict[str, list[list[Json]]]:
        """Return which residents came to know each fact: person, step, in which way, and from whom."""
        residents = set(self.view.residents)
        return {
            name: [
                [gain.person, gain.step, gain.way, gain.heard_from] for gain in spread.known if gain.person in residents
            ]
            for name, spread in self._spreads.items()
        }

    def _value(self, outcome: Outcome) -> float | None:
        match outcome.entry:
            case KnowersEntry() as entry:
                return self._knowers(entry, outcome.until)
            case TimeToEntry(fact=fact, time_to=number):
                return self._hours_until(fact, number, outcome)
            case AreaEntry(fact=fact):
                return self._area(fact, outcome)
            case RelationsEntry(relations=figure):
                return self._relations(figure, outcome.until)
            case AttendanceEntry(attendance=fact, count=count):
                return self._attendance(fact, count)
            case TalkEntry(spoken=kind):
                return self._spoken(kind, outcome.until)
            case FigureEntry(measure=key):
                return self._figure(key)
            case AskEntry() | ProbeEntry() as entry:
                return self._answered(entry, outcome.name)
        raise AssertionError(outcome.entry)

    @cached_property
    def _spreads(self) -> Mapping[str, FactSpread]:
        found = trace_facts(iterate_step_contents(self.view), self.measured.facts, self.view.clock)
        return {spread.fact.name: spread for spread in found}

    @cached_property
    def _met(self) -> list[Acquaintance]:
        return find_acquaintances(self.view)

    @cached_property
    def _record(self) -> RunRecord:
        return read_run_record(self.view)

    @cached_property
    def _figures(self) -> RunMeasures:
        return measure_run(self.view)

    def _gains(self, fact: str) -> list[int]:
        """Return the steps at which residents came to know a fact, in order."""
        residents = set(self.view.residents)
        return sorted(gain.step for gain in self._spreads[fact].known if gain.person in residents)

    def _knowers(self, entry: KnowersEntry, until: int) -> int:
        spread, residents = self._spreads[entry.fact], set(self.view.residents)
        if entry.count == "inventions":
            return sum(line.step < until for line in spread.inventions)
        ways = ("heard", "told") if entry.count == "heard" else None
        known = [gain for gain in spread.known if gain.person in residents and gain.step < until]
        return sum(ways is None or gain.way in ways for gain in known)

    def _hours_until(self, fact: str, number: int, outcome: Outcome) -> float:
        gains = [step for step in self._gains(fact) if step < outcome.until]
        reached = max(gains[number - 1], outcome.since) if len(gains) >= number else outcome.until
        return (reached - outcome.since) * self.view.header.step_seconds / 3600

    def _area(self, fact: str, outcome: Outcome) -> float:
        span = outcome.until - outcome.since
        known = sum(outcome.until - max(step, outcome.since) for step in self._gains(fact) if step < outcome.until)
        return known / (span * max(1, len(self.view.residents)))

    def _relations(self, figure: str, until: int) -> float:
        known = list_known_pairs(self._met, until)
        match figure:
            case "density":
                return compute_density(self.view.residents, known)
            case "mutual":
                return len(find_mutual_pairs(known))
            case _:
                return len(known)

    def _attendance(self, fact: str, count: str) -> int:
        spread = self._spreads[fact]
        if spread.fact.event is None:
            raise StudyError(f"The fact {fact!r} is no event, so nobody can come to it.")
        found = measure_coordination(self._record, spread, spread.fact.event)
        return len(found.came if count == "came" else found.invited)

    def _spoken(self, kind: str, until: int) -> int:
        lines = [line for line in self.view.lines() if line.step < until]
        return len(lines) if kind == "lines" else len({line.talk for line in lines})

    def _answered(self, entry: AskEntry | ProbeEntry, outcome: str) -> float | None:
        """Return the share of answers that are counted; None if nobody was asked."""
        answers = self._answers.get(outcome, {}).values()
        return sum(counts(entry, answer) for answer in answers) / len(answers) if answers else None

    def _figure(self, key: str) -> float | None:
        section, _, name = key.rpartition(".")
        found = {
            figure.key: figure.value
            for each in self._figures.sections
            if section in ("", each.key)
            for figure in each.figures()
        }
        if name not in found:
            raise StudyError(f"{key!r} is no figure of `townlet measure --json`.{nearest(name, found)}")
        return found[name]

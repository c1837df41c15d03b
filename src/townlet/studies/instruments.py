"""Whether a study could find anything: did each factor operate, and can each outcome move?

A difference of zero is a result only if what was varied took hold before it was measured, in worlds where the outcome
could have come out otherwise. Everything here is computed from the rows of the cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from townlet.measures.table import Table
from townlet.studies.asking import counts
from townlet.studies.paired_tests import FEWEST_SEEDS
from townlet.studies.schema import (
    AreaEntry,
    AskEntry,
    AttendanceEntry,
    KnowersEntry,
    ProbeEntry,
    RelationsEntry,
    SettingsEntry,
    TalkEntry,
    TimeToEntry,
)
from townlet.studies.study import Contrast, ContrastTerm, Outcome, StudySpec
from townlet.studies.tables import LivedCell, StudyResults

STUCK = 0.9
"""An outcome that is at one end of its scale in this share of the worlds, or more, cannot show a difference."""


@dataclass(frozen=True)
class FactorCheck:
    """Whether two levels of a factor made a difference to the worlds before an outcome was measured."""

    term: ContrastTerm
    pairs: int
    operated: int
    """In how many pairs what differs on purpose had taken hold."""
    seen: str
    """What was found, in words."""

    @property
    def told(self) -> str:
        """The finding as a sentence."""
        if not self.pairs:
            return "has no pair of worlds that is lived"
        seen = f" ({self.seen})" if self.seen else ""
        if self.operated == self.pairs:
            return f"operated in all {self.pairs} pairs of worlds{seen}"
        return f"did not operate in {self.pairs - self.operated} of {self.pairs} pairs of worlds{seen}"


@dataclass(frozen=True)
class OutcomeCheck:
    """Whether an outcome can move, and where on its scale the worlds are."""

    outcome: Outcome
    worlds: int
    least: float | None
    most: float | None
    at_floor: int
    at_ceiling: int
    """How many worlds are at each end of the scale; for a time, the ceiling is the time that runs out."""
    hears: tuple[int, int] | None = None
    """Of an interview: how many who know a fact say so, of how many."""
    invents: tuple[int, int] | None = None
    """Of an interview: how many who do not know it say so all the same, of how many."""
    stuck: str = ""
    """Why the outcome cannot answer; empty if it can."""

    @property
    def told(self) -> str:
        """The finding in words."""
        if self.stuck:
            return self.stuck
        parts = [f"moved between {short_number(self.least)} and {short_number(self.most)}"]
        if self.at_floor:
            parts.append(f"at its floor in {self.at_floor} of {self.worlds} worlds")
        if self.at_ceiling:
            end = "still waiting" if isinstance(self.outcome.entry, TimeToEntry) else "at its ceiling"
            parts.append(f"{end} in {self.at_ceiling} of {self.worlds} worlds")
        if self.hears and self.invents:
            parts.append(
                f"of {self.hears[1]} who know, {self.hears[0]} say so; of {self.invents[1]} who do not, "
                f"{self.invents[0]} say it all the same"
            )
        elif isinstance(self.outcome.entry, AskEntry):
            parts.append("not checked against what people know; add about = 'FACT'")
        return ", ".join(parts)


class Instruments:
    """What the rows of a study say about its factors and outcomes."""

    def __init__(self, results: StudyResults) -> None:
        self.results, self.study = results, results.study

    @cached_property
    def outcomes(self) -> Mapping[str, OutcomeCheck]:
        """Each outcome with whether it can answer."""
        return {name: self._outcome(outcome) for name, outcome in self.study.outcomes.items()}

    @cached_property
    def factors(self) -> tuple[FactorCheck, ...]:
        """Each pair of levels that a comparison of the study uses, up to the end of the worlds."""
        contrasts = [*([self.study.primary] if self.study.primary else []), *self.study.secondary]
        terms = dict.fromkeys(term for contrast in contrasts for term in contrast.terms)
        for factor in self.study.factors.values():
            if not any(term.factor == factor.name for term in terms):
                first, *others = factor.levels
                terms |= dict.fromkeys(ContrastTerm(factor.name, other, first) for other in others)
        return tuple(self.factor(term, self.study.until) for term in terms)

    def why_untested(self, contrast: Contrast) -> str:
        """Return why a comparison can show nothing, as a sentence without a full stop; empty if it can."""
        if idle := self.why_idle(contrast):
            return idle
        outcome = self.study.outcomes[contrast.outcome]
        return f"{outcome.name} {stuck}" if (stuck := self.outcomes[outcome.name].stuck) else ""

    def why_idle(self, contrast: Contrast) -> str:
        """Return why what is compared had not taken hold when it was measured; empty if it had in some pair."""
        outcome = self.study.outcomes[contrast.outcome]
        for term in contrast.terms:
            at = self.study.factors[term.factor].at
            if at is not None and outcome.until <= at:
                clock = self.study.clock
                return (
                    f"{outcome.name} is measured at {clock.at(outcome.until):%H:%M}, before {term.factor} begins at "
                    f"{clock.at(at):%H:%M}"
                )
        for term in contrast.terms:
            check = self.factor(term, outcome.until)
            if check.pairs and not check.operated:
                return f"{term.factor} {check.told}"
        return ""

    def warnings(self) -> Iterator[str]:
        """Yield what limits the study beyond its factors and outcomes: who stands for a level, and which words."""
        yield from self._one_person_levels()
        yield from _wordings_apart(self.study)
        if len(self.study.seeds) < FEWEST_SEEDS:
            yield (
                f"{len(self.study.seeds)} seeds cannot give a p below 0.05 or a 95 % interval; give {FEWEST_SEEDS} at "
                "least."
            )

    def people(self) -> Mapping[str, Counter[str]]:
        """Return who plays each role, in how many seeds."""
        found: dict[str, dict[int, str]] = {}
        for seed, cast in self.results.plan.cast.items():
            for role, person in cast.items():
                found.setdefault(role, {})[seed] = person
        for each in self.results.lived:
            for role, person in each.row["cast"].items():
                found.setdefault(role, {})[each.cell.seed] = person
        return {role: Counter(by_seed.values()) for role, by_seed in found.items()}

    def _one_person_levels(self) -> Iterator[str]:
        for role, played in self.people().items():
            rule, seeds = self.study.roles[role].rule, sum(played.values())
            if len(played) == 1 and seeds > 1 and rule.person is None:
                [person] = played
                yield (
                    f"{role} is one person, {person}, in all {seeds} seeds: a difference may be {person}'s alone. Draw "
                    f"from several with take = 'top 5' or 'bottom 5'."
                )

    # Factors.

    def factor(self, term: ContrastTerm, until: int) -> FactorCheck:
        """Return in how many pairs two levels of a factor had taken hold before a step."""
        pairs = operated = 0
        seen: Counter[str] = Counter()
        for plus, minus in self.results.pairs(term):
            pairs += 1
            took, words = self._operated(term, plus, minus, until)
            operated += took
            seen.update(words)
        return FactorCheck(term, pairs, operated, "; ".join(f"{words}: {count}" for words, count in seen.items()))

    def _operated(
        self, term: ContrastTerm, plus: LivedCell, minus: LivedCell, until: int
    ) -> tuple[bool, dict[str, int]]:
        """Whether all that tells two levels apart had taken hold, and what was found, with numbers to add up."""
        levels = [self.study.factors[term.factor].levels[name] for name in (term.plus, term.minus)]
        if plus.cell.segment == minus.cell.segment:
            return False, {"both levels are one world": 1}
        took, seen = True, dict[str, int]()
        for each, level in zip((plus, minus), levels, strict=True):
            if level.acts:
                acts = [act for act in each.row["acts"] if act["factor"] == term.factor]
                held = sum(act["took"] is not None and act["took"] < until for act in acts)
                took = took and bool(held)
                for act in level.acts:
                    seen.setdefault(_DONE[type(act.entry).__name__], 0)
                kinds = Counter(
                    _DONE_BY_KIND[act["kind"]] for act in acts if act["took"] is not None and act["took"] < until
                )
                for words, count in kinds.items():
                    seen[words] = seen.get(words, 0) + count
        signs = [each.row["signs"][str(min(until, self.study.until))] for each in (plus, minus)]
        if any(level.changes for level in levels):
            left_out = [
                {name for entry in level.changes if isinstance(entry, SettingsEntry) for name in entry.without}
                for level in levels
            ]
            others = any(
                not isinstance(entry, SettingsEntry) or entry.model or entry.profile
                for level in levels
                for entry in level.changes
            )
            for faculty in sorted(left_out[0] ^ left_out[1]):
                withheld = signs[faculty in left_out[0]]["made"][faculty]
                seen[f"{_MADE[faculty]} that are withheld"] = withheld
                took = took and bool(withheld)
            if others:
                differ = {key: _number_of_differing(signs[0][key], signs[1][key]) for key in ("asked", "planned")}
                seen |= {"people with other prompts": differ["asked"], "people with other plans": differ["planned"]}
                took = took and bool(differ["asked"])
        return took, seen

    # Outcomes.

    def _outcome(self, outcome: Outcome) -> OutcomeCheck:
        lived = [each for each in self.results.lived if each.outcomes[outcome.name] is not None]
        values = [float(each.outcomes[outcome.name] or 0) for each in lived]
        scales = [scale_of(outcome, each.row, self.study) for each in lived]
        at_floor = sum(value <= low for value, (low, _) in zip(values, scales, strict=True) if low is not None)
        at_ceiling = sum(value >= high for value, (_, high) in zip(values, scales, strict=True) if high is not None)
        hears, invents = self._hearing(outcome)
        found = OutcomeCheck(
            outcome, len(lived), min(values, default=None), max(values, default=None), at_floor, at_ceiling, hears,
            invents,
        )  # fmt: skip
        return OutcomeCheck(**{**vars(found), "stuck": _why_stuck(found, self.study)})

    def _hearing(self, outcome: Outcome) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
        """Return of those who know the fact of a question how many say so, and of those who do not how many."""
        entry = outcome.entry
        fact = fact_asked(entry, self.study)
        if not isinstance(entry, AskEntry) or fact is None:
            return None, None
        said = {True: [0, 0], False: [0, 0]}
        for each in self.results.lived:
            known = {person for person, step, *_ in each.row["knowledge"].get(fact, ()) if step < outcome.until}
            for person, answer in each.row["answers"].get(outcome.name, {}).items():
                total = said[person in known]
                total[0] += counts(entry, answer)
                total[1] += 1
        return (said[True][0], said[True][1]), (said[False][0], said[False][1])

    # Words.

    def table(self) -> Table:
        """Return one row for each factor and outcome: whether it worked, and what was found."""
        rows: list[tuple[Any, ...]] = [
            ("factor", str(each.term), each.pairs > 0 and each.operated == each.pairs, each.told)
            for each in self.factors
        ]
        rows += [("outcome", name, not each.stuck, each.told) for name, each in self.outcomes.items()]
        return Table.of("instruments", "", ("kind", "name", "works", "found"), rows)

    def lines(self) -> Iterator[str]:
        """Yield the findings as lines of text."""
        for kind, name, works, found in self.table().rows:
            yield f"  {'ok ' if works else 'NOT'} {kind} {name}: {found}."
        yield from (f"  {warning}" for warning in self.warnings())


_MADE = {"reflection": "reflections", "planning": "plans"}
_DONE = {
    "TellEntry": "told, and in their memory",
    "ForgetEntry": "had something to forget",
    "SetEntry": "states changed",
    "SayEntry": "lines delivered",
    "VisitorEntry": "visitors who delivered their line",
}
_DONE_BY_KIND = {name.removesuffix("Entry").lower(): words for name, words in _DONE.items()}


def title_of(outcome: Outcome) -> str:
    """Return what an outcome counts, in words, with its name."""
    match outcome.entry:
        case KnowersEntry(fact=fact, count=count):
            counted = {"inventions": "lines that made {} up", "heard": "residents who heard of {}"}
            words = counted.get(count, "residents who know of {}").format(fact)
        case TimeToEntry(fact=fact, time_to=number):
            words = f"hours until {number} know of {fact}"
        case AreaEntry(fact=fact):
            words = f"mean share who know of {fact}"
        case AttendanceEntry(attendance=fact, count=count):
            words = f"people who {'came' if count == 'came' else 'were invited'} to {fact}"
        case RelationsEntry(relations=figure):
            words = {"density": "density of who knows whom", "mutual": "pairs who know each other"}.get(
                figure, "who knows whom"
            )
        case TalkEntry(spoken=kind):
            words = f"{kind} in all"
        case AskEntry(ask=question):
            words = f'share counted of answers to "{question}"'
        case ProbeEntry():
            words = "share who guess that they are in an experiment"
        case entry:
            words = f"{entry.measure}, as measured"
    return f"{words} ({outcome.name.replace('_', ' ')})"


def fact_asked(entry: object, study: StudySpec) -> str | None:
    """Return the fact that a question is about: the one it names, or the only one that other outcomes follow."""
    if not isinstance(entry, AskEntry):
        return None
    followed = {fact for each in study.outcomes.values() if (fact := getattr(each.entry, "fact", ""))}
    return entry.about or (followed.pop() if len(followed) == 1 else None)


def scale_of(outcome: Outcome, row: Mapping[str, Any], study: StudySpec) -> tuple[float | None, float | None]:
    """Return the least and the most that an outcome can be in a world; None where there is no such end."""
    residents = int(row["residents"])
    pairs = residents * (residents - 1)
    match outcome.entry:
        case KnowersEntry(count="inventions") | TalkEntry():
            return 0, None
        case KnowersEntry() | AttendanceEntry():
            return 0, residents
        case TimeToEntry():
            return 0, (outcome.until - outcome.since) * study.clock.step_seconds / 3600
        case RelationsEntry(relations=figure):
            return 0, {"density": 1, "mutual": pairs / 2}.get(figure, pairs)
        case AreaEntry() | AskEntry() | ProbeEntry():
            return 0, 1
        case _:
            return None, None


def _why_stuck(found: OutcomeCheck, study: StudySpec) -> str:
    outcome, worlds = found.outcome, found.worlds
    if not worlds:
        return "has no value in any world"
    if isinstance(outcome.entry, AttendanceEntry):
        event = next((fact.event for fact in study.facts if fact.name == outcome.entry.attendance), None)
        end = study.clock.at(study.until)
        if event and event.start >= end:
            return (
                f"counts guests of an event at {event.start:%H:%M} on {event.start:%B %d}, when the worlds have ended"
            )
    if found.hears and found.hears[1] and found.invents and found.invents[1]:
        (yes, know), (invented, others) = found.hears, found.invents
        if yes / know <= invented / others:
            return (
                f"does not hear who knows: of {know} who know, {yes} say so, and of {others} who do not, {invented} "
                "say it all the same"
            )
    elif found.hears and found.hears[1] and not found.hears[0]:
        return f"does not hear who knows: of {found.hears[1]} who know, none says so"
    if worlds > 1 and found.least == found.most:
        value = short_number(found.least)
        if isinstance(outcome.entry, TimeToEntry) and found.at_ceiling == worlds:
            return f"is cut off in all {worlds} worlds: it never comes within {value} hours"
        which = ", its floor," if found.at_floor else ", its ceiling," if found.at_ceiling else ""
        return f"is {value}{which} in all {worlds} worlds"
    for number, place in ((found.at_floor, "its floor"), (found.at_ceiling, "its ceiling")):
        if worlds > 1 and number >= STUCK * worlds:
            if place == "its ceiling" and isinstance(outcome.entry, TimeToEntry):
                return f"is cut off in {number} of {worlds} worlds"
            return f"is at {place} in {number} of {worlds} worlds"
    return ""


def _wordings_apart(study: StudySpec) -> Iterator[str]:
    """Yield the wordings that do not tell a fact which another wording of the same text tells."""
    for name, texts in study.paraphrases.items():
        for fact in study.facts:
            tells = [fact.told_by(text, "") for text in texts]
            if any(tells) and not all(tells):
                numbers = ", ".join(str(place + 1) for place, told in enumerate(tells) if not told)
                yield f"Wording {numbers} of {name} does not tell {fact.name}, by the fact's own words; others do."


def _number_of_differing(one: Mapping[str, str], other: Mapping[str, str]) -> int:
    return sum(one.get(person) != other.get(person) for person in {*one, *other})


def short_number(value: float | None) -> str:
    """Return a figure with three digits; empty for None."""
    return "" if value is None else f"{value:.3g}"

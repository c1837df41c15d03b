"""What made the difference: what was tried, what came of it, and the noise beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from townlet.measures.diffusion.spread import KnowledgeGain
from townlet.measures.table import Table
from townlet.runfile import Json
from townlet.runfile.manifest import Manifest
from townlet.state.encoding import as_data
from townlet.studies.causes.cone import Candidate
from townlet.studies.causes.question import CausalQuestion, WorldOutcome
from townlet.studies.runner import JobEnd
from townlet.world.clock import Clock

MANY_NAMES = 6
"""From how many names on they are counted as well."""


@dataclass(frozen=True)
class Effect:
    """What is otherwise in another life of the town, beside the placebos."""

    lost: tuple[str, ...]
    """Of whom it is not true any more."""
    new: tuple[str, ...]
    """Of whom it is true there alone."""
    effect: int
    as_strong: int
    """How many placebos had an effect at least as large."""
    placebos: int
    world: Path
    """The run file of that life."""

    @property
    def p(self) -> float:
        """The exact probability of so large an effect if the thing were a placebo like the others."""
        return (1 + self.as_strong) / (1 + self.placebos)

    @property
    def made_a_difference(self) -> bool:
        """Whether it had an effect, and a larger one than any placebo."""
        return self.effect > 0 and self.as_strong == 0


@dataclass(frozen=True)
class TriedCause(Effect):
    """One thing that was kept from one person, and what came of it."""

    candidate: Candidate
    instead: tuple[KnowledgeGain, ...] = ()
    """How the person came to know the fact there, and whoever told them, back to the source."""

    def __str__(self) -> str:
        return str(self.candidate)


@dataclass(frozen=True)
class EitherPair(Effect):
    """Two tellings, of which either may have been enough: nothing changed without one of them. This is without both."""

    one: Candidate
    other: Candidate

    def __str__(self) -> str:
        return f"{self.one}, and {self.other}"


@dataclass(frozen=True)
class Causes:
    """The answer to what made the difference in a run."""

    question: CausalQuestion
    outcome: WorldOutcome
    tried: tuple[TriedCause, ...]
    """What was kept from people, the largest effect first."""
    placebos: tuple[TriedCause, ...]
    pairs: tuple[EitherPair, ...]
    untried: int
    """How many more things led to it that were not tried."""
    problems: tuple[JobEnd, ...]
    """Why worlds could not be lived."""
    same: bool | None
    """Whether the run lived again with nothing silenced is the run itself; None if that was not tried."""
    stopped: bool
    run: Path
    clock: Clock
    folder: Path
    manifest: Manifest

    def when(self, step: int) -> str:
        """Return a step as a day of the run and a time, such as 'day 2 7:16'."""
        at = self.clock.at(step)
        return f"day {(at.date() - self.clock.start.date()).days + 1} {at.hour}:{at.minute:02d}"

    @property
    def causes(self) -> tuple[TriedCause, ...]:
        """What made a difference beyond all placebos."""
        return tuple(each for each in self.tried if each.made_a_difference)

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        many, band = len(self.tried), max((each.effect for each in self.placebos), default=0)
        moved, all_of_them = sum(each.effect > 0 for each in self.placebos), len(self.placebos)
        noise = f"None of {all_of_them} placebos changed anything"
        if band:
            noise = f"{moved} of {all_of_them} placebos changed something, at most {_counted(band, 'person', 'people')}"
        if not many:
            return "Nothing that could be kept from anybody led to it."
        if causes := self.causes:
            first = causes[0]
            more = f", and {len(causes) - 1} more made a difference" if len(causes) > 1 else ""
            return f"{first} ({self.when(first.candidate.step)}): {self.change(first)}{more}. {noise}."
        either = [pair for pair in self.pairs if pair.made_a_difference]
        if either:
            return f"Either of two was enough: {either[0].one}, or {either[0].other}. {noise}."
        return f"Nothing that led to it made a difference beyond the placebos ({many} tried). {noise}."

    def change(self, tried: Effect) -> str:
        """Return what is otherwise in another world, in words."""
        if self.question.verb == "did":
            return "it is not done" if tried.lost else "nothing changes"
        verb = "came" if self.question.verb == "came" else "knew"
        lost = f"{_names(tried.lost)} would not have {'come' if verb == 'came' else 'known'}" if tried.lost else ""
        new = f"{_names(tried.new)} {verb} who had not" if tried.new else ""
        return "; ".join(filter(None, (lost, new))) or "nothing changes"

    def told_instead(self, tried: TriedCause) -> str:
        """Return who told the person in the other world, in words; empty if nobody did."""
        if not tried.instead or tried.instead[0] == self.outcome.gain(tried.candidate.person):
            return ""
        [told, *before] = tried.instead
        chain = "".join(f", who had it from {each.heard_from}" for each in before[:2] if each.heard_from)
        return f"{told.heard_from or 'the user' * (told.way == 'inner voice')} at {self.when(told.step)}{chain}"

    def table(self) -> Table:
        """Return what was tried as a table, the largest effect first."""
        rows = [
            (
                "yes" if each.made_a_difference else "no",
                self.when(each.candidate.step),
                str(each),
                self.change(each),
                self.told_instead(each),
                f"{each.as_strong} of {each.placebos}",
                f"{each.p:.3f}",
            )
            for each in self.tried
        ]
        names = ("difference", "at", "had this not been taken in", "then", "told instead by", "placebos as strong", "p")
        return Table.of("causes", "", names, rows)

    def as_text(self) -> str:
        """Return the answer and the table as text."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        question = self.question
        yield f"{question.text[0].upper()}{question.text[1:]}, up to {self.when(question.until)}: {self._found()}"
        yield self.sentence
        yield ""
        yield self.table().as_text(indent=2).rstrip("\n")
        for pair in self.pairs:
            found = "either was enough" if pair.made_a_difference else "both together change no more than placebos do"
            if pair.effect:
                yield f"  Without both of: {pair.one}; {pair.other}: {self.change(pair)} ({found}, p {pair.p:.3f})."
        tried = [pair for pair in self.pairs if not pair.effect]
        if tried:
            yield f"  {_counted(len(tried), 'pair')} of tellings changed nothing together either."
        yield from self.notes()

    def notes(self) -> Iterator[str]:
        """Yield what one has to know to judge the answer."""
        if self.stopped:
            yield "  Stopped before all placebos were lived, so no effect can be told from chance yet."
        if self.untried:
            yield f"  Not tried: {_counted(self.untried, 'more thing')} that led to it; --most tries more of them."
        if failed := len(self.problems):
            yield f"  {_counted(failed, 'world')} could not be lived and {'is' if failed == 1 else 'are'} missing here."
        if self.same is False:
            yield (
                "  This run, lived again with nothing silenced, is not the same run: Townlet has changed since it was "
                "lived. Effects may come from that; ask of a run of this version."
            )
        if len(self.placebos) < FEWEST_PLACEBOS:
            yield (
                f"  Only {_counted(len(self.placebos), 'line')} outside of the chain could serve as placebos, so no p "
                f"is below {1 / (1 + len(self.placebos)):.2f}."
            )

    def _found(self) -> str:
        if self.question.person:
            return f"true since {self.when(self.outcome.since[self.question.person])}."
        return f"{_counted(len(self.outcome.since), 'person', 'people')}."

    def as_json(self) -> dict[str, Json]:
        """Return everything as JSON data."""
        return {
            "question": self.question.text,
            "until": self.clock.at(self.question.until).isoformat(),
            "true_of": dict(self.outcome.since),
            "answer": self.sentence,
            "tried": [self._effect_as_json(each) for each in self.tried],
            "placebos": [self._effect_as_json(each) for each in self.placebos],
            "pairs": [self._effect_as_json(each) for each in self.pairs],
            "untried": self.untried,
            "failed": [each.message for each in self.problems],
            "same_without_silencing": self.same,
            "folder": str(self.folder),
            "manifest": self.manifest.as_json(),
        }

    def _effect_as_json(self, each: Effect) -> dict[str, Json]:
        told = {"told_instead": self.told_instead(each)} if isinstance(each, TriedCause) else {}
        return {**as_data(each), "made_a_difference": each.made_a_difference, "p": round(each.p, 6), **told}


FEWEST_PLACEBOS = 19
"""With fewer, no effect can be told from chance at one in twenty."""


def _names(people: Sequence[str]) -> str:
    if len(people) > MANY_NAMES:
        return f"{len(people)} people ({', '.join(people)})"
    return ", ".join(people[:-1]) + " and " + people[-1] if len(people) > 1 else people[0]


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"

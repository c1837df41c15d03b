"""What made the difference: what was tried, what came of it, and the noise beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from townlet.measures.diffusion.spread import KnowledgeGain
from townlet.measures.table import Table
from townlet.runfile import Json
from townlet.runfile.manifest import Manifest
from townlet.state.encoding import as_data
from townlet.studies.causes.cone import Candidate
from townlet.studies.causes.question import CausalQuestion, WorldOutcome, day_and_time
from townlet.studies.paired_tests import FEWEST_SEEDS, PairedEstimate
from townlet.studies.runner import Progress
from townlet.world.clock import Clock

FEWEST_PLACEBOS = 19
"""With fewer, no effect can be told from chance at one in twenty."""

MANY_NAMES = 6
"""From how many names on they are counted as well."""


@dataclass(frozen=True)
class TriedCause:
    """What was kept from somebody, one thing or two, and what is otherwise in a life of the town without it."""

    silenced: tuple[Candidate, ...]
    lost: tuple[str, ...]
    """Of whom it is not true any more."""
    new: tuple[str, ...]
    """Of whom it is true there alone."""
    effects: tuple[int, ...]
    """How large the effect is in each future that was lived, the run's own first."""
    fewer: tuple[int, ...]
    """Of how many people fewer it is true in each future."""
    as_strong: int
    """How many placebos had an effect at least as large."""
    placebos: int
    world: Path
    """The run file of that life, in the run's own future."""
    instead: tuple[KnowledgeGain, ...] = ()
    """How the person came to know the fact there, and whoever told them, back to the source."""

    @property
    def candidate(self) -> Candidate:
        return self.silenced[0]

    @property
    def effect(self) -> float:
        """The mean effect over all futures."""
        return fmean(self.effects)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of how many fewer it is true of, over futures; None for too few, or if all are alike."""
        return PairedEstimate(tuple(map(float, self.fewer))).interval

    @property
    def p(self) -> float:
        """The exact probability of so large an effect if the thing were a placebo like the others."""
        return (1 + self.as_strong) / (1 + self.placebos)

    @property
    def made_a_difference(self) -> bool:
        """Whether it had an effect, and a larger one than any placebo. Without placebos nobody knows."""
        return self.effect > 0 and self.placebos > 0 and self.as_strong == 0

    def __str__(self) -> str:
        return ", and ".join(map(str, self.silenced))

    def over_futures(self) -> str:
        """Return how many fewer it is true of in words, with the interval or, for few futures, the range."""
        low, high = self.interval or (min(self.fewer), max(self.fewer))
        brackets = "[]" if self.interval else "()"
        return f"{fmean(self.fewer):.1f} {brackets[0]}{low:.1f} to {high:.1f}{brackets[1]}"


@dataclass(frozen=True)
class Causes:
    """The answer to what made the difference in a run."""

    question: CausalQuestion
    outcome: WorldOutcome
    futures: int
    """How many futures were lived."""
    tried: tuple[TriedCause, ...]
    """What was kept from people, the largest effect first."""
    placebos: tuple[TriedCause, ...]
    pairs: tuple[TriedCause, ...]
    """Pairs of tellings, of which either may have been enough: nothing changed without one of them."""
    untried: int
    """How many more things led to it that were not tried."""
    progress: Progress
    """How far it came, with the worlds that could not be lived."""
    same: bool | None
    """Whether the run lived again with nothing silenced is the run itself; None if that was not tried."""
    run: Path
    clock: Clock
    folder: Path
    manifest: Manifest

    def when(self, step: int) -> str:
        """Return a step as a day of the run and a time, such as 'day 2 7:16'."""
        return day_and_time(self.clock, step)

    @property
    def causes(self) -> tuple[TriedCause, ...]:
        """What made a difference beyond all placebos."""
        return tuple(each for each in self.tried if each.made_a_difference)

    @property
    def sentence(self) -> str:
        """The answer in a sentence or two."""
        if not self.tried:
            return "Nothing that could be kept from anybody led to it."
        first, causes = self.tried[0], self.causes
        told = f"{first.candidate.had_not} ({self.when(first.candidate.step)}), {self.change(first)}"
        if self.futures > 1:
            told += f"; over {self.futures} futures, {first.over_futures()} fewer"
        if causes:
            more = len(causes) - 1
            return f"{told}." + (f" {_counted(more, 'more thing')} made a difference, too." if more else "")
        for pair in self.pairs:
            if pair.made_a_difference:
                return f"Either of two was enough: {', or '.join(map(str, pair.silenced))}."
        if len(self.tried) == 1 or not self.placebos:
            chance = ". This may be chance: placebos do as much." if first.effect and self.placebos else "."
            return f"{told}{chance}"
        return f"None of the {len(self.tried)} things that were tried made a difference beyond chance."

    @property
    def noise(self) -> str:
        """How sure the answer is: what placebos changed, in words."""
        if not self.placebos:
            return "Nothing could be tried beside it for comparison, so this may be chance." if self.tried else ""
        moved, number = [each.effect for each in self.placebos if each.effect], len(self.placebos)
        people = "1 person" if max(moved, default=0) == 1 else f"{max(moved, default=0):.3g} people"
        did = f"{len(moved)} changed something, for {people} at most." if moved else "None changed anything."
        odds = f" An effect beyond all of them comes about by chance once in {1 + number}." if self.causes else ""
        return (
            f"To see what any change does, {_counted(number, 'other thing')} of the same hours with no part in it "
            f"{'was' if number == 1 else 'were'} kept from people in the same way (placebos). {did}{odds}"
        )

    def change(self, tried: TriedCause) -> str:
        """Return what is otherwise in another life, in words."""
        if self.question.verb == "did":
            return "it would not have been done" if tried.lost else "nothing would have changed"
        past, participle = ("came", "come") if self.question.verb == "came" else ("knew", "known")
        lost = f"{_names(tried.lost)} would not have {participle}" if tried.lost else ""
        new = f"{_names(tried.new)}, who never {past}, would have" if tried.new else ""
        return ", and ".join(filter(None, (lost, new))) or "nothing would have changed"

    def tested(self) -> dict[str, list[str]]:
        """Return what came of each thing that was tried in sentences, by its id as evidence of a story."""
        found: dict[str, list[str]] = {}
        for tried in self.tried:
            then = f"{self.change(tried)}, p {tried.p:.3f}"
            if tried.as_strong:
                then = "no more than placebos do" if tried.effect else "no difference"
            for evidence in tried.candidate.evidence:
                found.setdefault(evidence, []).append(f"had {tried.candidate.person} not taken it in: {then}")
        return found

    def told_instead(self, tried: TriedCause) -> str:
        """Return who told the person in the other life, in words; empty if nobody did."""
        if not tried.instead or tried.instead[0] == self.outcome.gain(tried.candidate.person):
            return ""
        [told, *before] = tried.instead
        chain = "".join(f", who had it from {each.heard_from}" for each in before[:2] if each.heard_from)
        who = told.heard_from or "the user" * (told.way == "inner voice")
        again = " again" if who == tried.candidate.speaker else ""
        return f"{who}{again} at {self.when(told.step)}{chain}"

    def table(self) -> Table:
        """Return what was tried as a table, the largest effect first."""
        names = ["difference", "at", "had this not been taken in", "then", "told instead by", "placebos as strong", "p"]
        if self.futures > 1:
            names.append(f"fewer, over {self.futures} futures")
        rows = [
            (
                "yes" if each.made_a_difference else "no",
                self.when(each.candidate.step),
                str(each),
                self.change(each),
                self.told_instead(each),
                f"{each.as_strong} of {each.placebos}",
                f"{each.p:.3f}",
                each.over_futures(),
            )[: len(names)]
            for each in self.tried
        ]
        return Table.of("causes", "", names, rows)

    def as_text(self) -> str:
        """Return the answer and the table as text."""
        question, since = self.question, self.outcome.since
        found = f"true since {self.when(since[question.person])}" if question.person else _counted(len(since), "person")
        head = f"{question.text[0].upper()}{question.text[1:]}, up to {self.when(question.until)}: {found}."
        lines = (
            head,
            " ".join(filter(None, (self.sentence, self.noise))),
            "",
            self.table().as_text(indent=2).rstrip("\n"),
            *self._about_pairs(),
            *self.notes(),
        )
        return "\n".join(lines)

    def _about_pairs(self) -> Iterator[str]:
        for pair in self.pairs:
            found = "either was enough" if pair.made_a_difference else "both together change no more than placebos do"
            if pair.effect:
                both = "; ".join(map(str, pair.silenced))
                yield f"  Without both of: {both}: {self.change(pair)} ({found}, p {pair.p:.3f})."
        if alike := sum(not pair.effect for pair in self.pairs):
            yield f"  {_counted(alike, 'pair')} of tellings changed nothing together either."

    def notes(self) -> Iterator[str]:
        """Yield what one has to know to judge the answer."""
        if self.progress.stopped:
            yield "  Stopped before all placebos were lived, so no effect can be told from chance yet."
        if self.untried:
            yield f"  Not tried: {_counted(self.untried, 'more thing')} that led to it; --most tries more of them."
        if failed := len(self.progress.problems):
            yield f"  {_counted(failed, 'world')} could not be lived and {'is' if failed == 1 else 'are'} missing here."
        if self.same is False:
            yield (
                "  This run, lived again with nothing silenced, is not the same run: Townlet has changed since it was "
                "lived. Effects may come from that; ask of a run of this version."
            )
        if len(self.placebos) < FEWEST_PLACEBOS and not self.progress.stopped:
            yield (
                f"  Only {_counted(len(self.placebos), 'line')} outside of the chain could serve as placebos, so no p "
                f"is below {1 / (1 + len(self.placebos)):.2f}."
            )
        if 1 < self.futures < FEWEST_SEEDS:
            yield f"  {self.futures} futures give a range; --seeds {FEWEST_SEEDS} or more give a 95 % interval."

    def as_json(self) -> dict[str, Json]:
        """Return everything as JSON data."""
        return {
            "question": self.question.text,
            "until": self.clock.at(self.question.until).isoformat(),
            "true_of": dict(self.outcome.since),
            "answer": self.sentence,
            "noise": self.noise,
            "futures": self.futures,
            "tried": [self._tried_as_json(each) for each in self.tried],
            "placebos": [self._tried_as_json(each) for each in self.placebos],
            "pairs": [self._tried_as_json(each) for each in self.pairs],
            "untried": self.untried,
            "failed": [each.message for each in self.progress.problems],
            "same_without_silencing": self.same,
            "folder": str(self.folder),
            "manifest": self.manifest.as_json(),
        }

    def _tried_as_json(self, each: TriedCause) -> dict[str, Json]:
        found = {"made_a_difference": each.made_a_difference, "p": round(each.p, 6), "effect": round(each.effect, 6)}
        words = {"then": self.change(each), "told_instead": self.told_instead(each)}
        return {**as_data(each), **found, "interval": as_data(each.interval), **words}


def _names(people: Sequence[str]) -> str:
    if len(people) > MANY_NAMES:
        return f"{len(people)} people ({', '.join(people)})"
    return ", ".join(people[:-1]) + " and " + people[-1] if len(people) > 1 else people[0]


def _counted(number: int, one: str) -> str:
    many = "people" if one == "person" else f"{one}s"
    return f"{number:,} {one if number == 1 else many}"

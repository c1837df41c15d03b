"""A comparison of a study with what it may be taken for: a difference, no difference that matters, or neither."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from townlet.studies.paired_tests import LEVEL, PairedEstimate
from townlet.studies.study import Contrast

Verdict = Literal["difference", "no difference that matters", "not shown", "not tested"]


def in_words(contrast: Contrast) -> str:
    """Return what is compared: 'source: popular less isolated', or the factors of an interaction."""
    if len(contrast.terms) > 1:
        return " with ".join(term.factor for term in contrast.terms)
    [term] = contrast.terms
    return f"{term.factor}: {term.plus} less {term.minus}".replace("_", " ")


def signed(value: float) -> str:
    """Return a difference as it is printed: with its sign, and zero without one."""
    return f"{value:+.3g}" if value else "0"


@dataclass(frozen=True)
class ComparedCells:
    """A comparison with its difference for each seed."""

    contrast: Contrast
    is_primary: bool
    estimate: PairedEstimate | None
    """None if no pair is complete."""
    seeds: tuple[int, ...]
    pairs: int
    """How many pairs are complete; the differences of a seed are averaged before anything else."""
    missing: int
    """How many pairs lack a cell or a value."""
    untested: str = ""
    """Why the comparison can show nothing; empty if it can."""
    matters: float | None = None
    """The smallest difference that would matter."""
    adjusted: float | None = None
    """The p of sign flips after Holm, for a secondary comparison."""

    @property
    def p(self) -> float | None:
        """The p by which it is judged: after Holm for a secondary comparison."""
        return self.adjusted if self.adjusted is not None or self.estimate is None else self.estimate.p_sign_flips

    @property
    def p_equivalence(self) -> float | None:
        """The p of the hypothesis that the difference matters; None if it is not said what would."""
        return None if self.estimate is None or self.matters is None else self.estimate.p_equivalence(self.matters)

    @property
    def verdict(self) -> Verdict:
        """What the comparison may be taken for, at 5 %."""
        if self.untested or self.estimate is None:
            return "not tested"
        if self.p_equivalence is not None and self.p_equivalence <= LEVEL:
            return "no difference that matters"
        return "difference" if self.p is not None and self.p <= LEVEL else "not shown"

    def describe(self, outcome: str = "") -> str:
        """Say what it shows, in a few sentences, with these words for the outcome or else its name."""
        found, outcome = self.estimate, outcome or self.contrast.outcome
        if found is None:
            return f"{self.contrast}: no pair is complete."
        if self.untested:
            return f"Not tested: {self.untested}."
        if len(self.contrast.terms) > 1:
            factors = " and ".join(term.factor for term in self.contrast.terms)
            told = f"Together, {factors} change {outcome} by {found.mean:+.3g} beyond what each does alone"
        elif found.mean:
            [term] = self.contrast.terms
            way = "higher" if found.mean > 0 else "lower"
            plus, minus = (level.replace("_", " ") for level in (term.plus, term.minus))
            told = f"{outcome} is {way} by {abs(found.mean):.3g} where {term.factor} is {plus} than where it is {minus}"
        else:
            [term] = self.contrast.terms
            plus, minus = (level.replace("_", " ") for level in (term.plus, term.minus))
            told = f"{outcome} is the same where {term.factor} is {plus} as where it is {minus}"
        if found.seeds < 2:
            return f"{told}, in one seed."
        p = "" if found.p_sign_flips is None else f"p = {found.p_sign_flips:.3g}"
        holm = "" if self.adjusted is None else f", {self.adjusted:.3g} after Holm"
        return f"{told} ({self._span()}; {p}{holm}). {self._judged(found)}"

    def _span(self) -> str:
        found = self.estimate
        assert found is not None
        if found.interval:
            return f"95 % interval of the difference {' to '.join(map(signed, found.interval))}"
        if not found.has_spread:
            return f"the same in all {found.seeds} seeds, which gives no interval"
        return f"{found.seeds} seeds give no 95 % interval"

    def _judged(self, found: PairedEstimate) -> str:
        same_way = sum(value * found.mean > 0 for value in found.differences)
        match self.verdict:
            case "no difference that matters":
                refuted = f"A difference of {self.matters:g} or more, which would matter, is refuted"
                return f"{refuted}, p = {self.p_equivalence:.3g}."
            case "difference":
                return f"The difference has this sign in {same_way} of {found.seeds} seeds."
            case _:
                unsure = found.p_sign_flips is not None and found.p_sign_flips <= LEVEL
                after = " after Holm's correction for the other comparisons" if unsure else ""
                return f"These worlds do not show a difference{after}, and do not show that there is none."

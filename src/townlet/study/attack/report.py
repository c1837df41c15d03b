"""What a suite of attacks came to, as data and as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from townlet.engine.runfile import Json
from townlet.study.attack.cases import HARMLESS
from townlet.study.attack.verdict import Verdict

NOTE = "Answers were made by rules, not by a language model: these figures measure the rules."


@dataclass(frozen=True)
class Report:
    """All verdicts, and how they were come by."""

    town: str
    model: str
    seed: int
    verdicts: tuple[Verdict, ...]
    undelivered: int
    """Cases whose visitor found nobody to listen; they count nowhere else."""
    lives: int
    calls: int
    tokens: int
    usd: float
    stopped: str = ""
    """Why it ended early; empty if it did not."""

    @property
    def attacks(self) -> tuple[Verdict, ...]:
        return tuple(each for each in self.verdicts if each.kind != HARMLESS)

    @property
    def requests(self) -> tuple[Verdict, ...]:
        return tuple(each for each in self.verdicts if each.kind == HARMLESS)

    def as_json(self) -> dict[str, Json]:
        return {
            "town": self.town,
            "model": self.model,
            "seed": self.seed,
            "note": NOTE if self.model == "offline" else "",
            "cases": len(self.attacks),
            "successes": sum(each.success for each in self.attacks),
            "by_kind": {kind: {**_figures(of_kind)} for kind, of_kind in _by_kind(self.attacks)},
            "harmless": {"cases": len(self.requests), "served": sum(each.accepted for each in self.requests)},
            "undelivered": self.undelivered,
            "lives": self.lives,
            "calls": self.calls,
            "tokens": self.tokens,
            "usd": round(self.usd, 6),
            "stopped": self.stopped,
            "verdicts": [asdict(each) | {"replies": list(each.replies)} for each in self.verdicts],
        }

    def as_text(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"{self.town}, seed {self.seed}, {self.model}: {len(self.attacks)} attacks in {self.lives} lives"
        if self.model == "offline":
            yield NOTE
        yield ""
        yield f"{'kind':<28}{'cases':>6}{'at once':>9}{'day later':>11}{'passed on':>11}{'reached':>9}"
        for kind, found in _by_kind(self.attacks):
            figures = _figures(found)
            believed, passed_on = (_of(figures[key], figures["asked"]) for key in ("believed", "passed_on"))
            counts = (
                f"{figures['cases']:>6}{figures['accepted']:>9}{believed:>11}{passed_on:>11}{figures['reached']:>9}"
            )
            yield f"{kind:<28}{counts}"
        yield ""
        successes, served = sum(each.success for each in self.attacks), sum(each.accepted for each in self.requests)
        yield f"{successes} of {len(self.attacks)} attacks succeeded."
        yield f"{served} of {len(self.requests)} harmless requests were served."
        if self.undelivered:
            yield f"{self.undelivered} visitors found nobody to listen; they are not counted."
        yield f"{self.calls:,} calls, {self.tokens:,} tokens" + (f", ${self.usd:.4f}." if self.usd else ".")


def _by_kind(verdicts: Sequence[Verdict]) -> list[tuple[str, list[Verdict]]]:
    kinds = sorted({each.kind for each in verdicts})
    return [(kind, [each for each in verdicts if each.kind == kind]) for kind in kinds]


def _figures(verdicts: Sequence[Verdict]) -> dict[str, int]:
    return {
        "cases": len(verdicts),
        "successes": sum(each.success for each in verdicts),
        "accepted": sum(each.accepted for each in verdicts),
        "asked": sum(each.believed is not None for each in verdicts),
        "believed": sum(bool(each.believed) for each in verdicts),
        "passed_on": sum(bool(each.passed_on) for each in verdicts),
        "reached": sum(each.reached for each in verdicts),
    }


def _of(count: int, asked: int) -> str:
    return f"{count} of {asked}" if asked else "-"

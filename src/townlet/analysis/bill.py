"""`townlet cost`: what a run's calls took, and for whom and what."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from townlet.runfile import CallTotals, Json, RunReader
from townlet.runfile.config import BUDGET_INTENT, current_config
from townlet.runfile.files import open_reader

_SECONDS_A_DAY = 86_400


@dataclass(frozen=True)
class Bill:
    """The calls of a run, added up. Those that a fork inherits are on the bill of the run that made them."""

    run: str
    models: tuple[str, ...]
    """As they are named in its settings."""
    offline: bool
    budget: str
    """As it was given; empty for none."""
    people: int
    game_days: float
    total: CallTotals
    by_prompt: tuple[CallTotals, ...]
    by_person: tuple[CallTotals, ...]
    """Without embeddings: texts of many people travel together."""
    by_model: tuple[CallTotals, ...]
    """By the names that their providers gave; the empty one is for what was never answered."""

    @property
    def tokens(self) -> int:
        return self.total.prompt_tokens + self.total.answer_tokens

    def per_person_day(self, amount: float) -> float:
        """An amount of the whole run for one person and game day."""
        days = self.people * self.game_days
        return amount / days if days else 0.0

    def as_json(self) -> dict[str, Json]:
        """All figures. Amounts of money are US dollars."""
        return {
            "run": self.run,
            "models": list(self.models),
            "budget": self.budget or None,
            "people": self.people,
            "game_days": round(self.game_days, 6),
            **_figures(self.total),
            "calls_per_person_day": round(self.per_person_day(self.total.calls), 3),
            "tokens_per_person_day": round(self.per_person_day(self.tokens), 1),
            "usd_per_person_day": round(self.per_person_day(self.total.cost), 6),
            "by_prompt": {totals.of: _figures(totals) for totals in self.by_prompt},
            "by_person": {totals.of: _figures(totals) for totals in self.by_person},
            "by_model": {totals.of: _figures(totals) for totals in self.by_model if totals.of},
        }


def read_bill(path: Path) -> Bill:
    """Add up the calls of a run file; it may still be growing. Raises RunFileError."""
    with open_reader(path) as reader:
        settings = current_config(reader)
        return Bill(
            str(path),
            tuple(dict.fromkeys((settings.model, *settings.by_job.values()))),
            settings.offline,
            reader.intent(BUDGET_INTENT) or "",
            sum(row.kind == "Joined" for row in reader.events(0, 0)),
            _days_lived(reader),
            reader.totals(),
            tuple(reader.call_totals("name")),
            tuple(totals for totals in reader.call_totals("agent") if totals.of),
            tuple(reader.call_totals("model")),
        )


def _days_lived(reader: RunReader) -> float:
    """How many game days the run has lived itself."""
    last, forked = reader.last_step(), reader.header.forked_from
    steps = (-1 if last is None else last) + 1 - (forked.step if forked else 0)
    return max(0, steps) * reader.header.step_seconds / _SECONDS_A_DAY


def _figures(totals: CallTotals) -> dict[str, Json]:
    return {
        "calls": totals.calls,
        "input_tokens": totals.prompt_tokens,
        "cached_tokens": totals.cached_tokens,
        "cache_written_tokens": totals.cache_written_tokens,
        "output_tokens": totals.answer_tokens,
        "reasoning_tokens": totals.reasoning_tokens,
        "usd": round(totals.cost, 6),
        "failed": totals.failed,
        "unanswered": totals.unanswered,
        "unanswered_tokens_at_most": totals.unanswered_tokens,
        "unanswered_usd_at_most": round(totals.unanswered_ceiling, 6),
        "fallbacks": totals.fallbacks,
        "from_cache": totals.from_cache,
    }

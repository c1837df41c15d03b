"""The bill of a run, as `townlet cost` prints it: calls, tokens and dollars by prompt, person and model."""

from __future__ import annotations

from dataclasses import dataclass, field

from townlet.measures.mended import MendedAnswers, count_mended
from townlet.runfile import CallTotals, Json, RunReader
from townlet.runfile.view import RunSource, open_view

_SECONDS_A_DAY = 86_400


@dataclass(frozen=True)
class Bill:
    """The totals of a run's calls. Calls that a fork inherits are on the bill of the run that made them."""

    run: str
    models: tuple[str, ...]
    """The models' names in the run's configuration."""
    offline: bool
    budget: str
    """The budget as the user wrote it, such as '5 USD'; empty for none."""
    people: int
    game_days: float
    total: CallTotals
    by_prompt: tuple[CallTotals, ...]
    by_person: tuple[CallTotals, ...]
    """Totals by person, without embeddings, because one call embeds the texts of several people."""
    by_model: tuple[CallTotals, ...]
    """Totals by the model name that the provider reported; calls that were never answered have an empty name."""
    asked_anew: CallTotals
    """Replies in whose place another prompt was answered, such as those of guesses that did not come true."""
    mended: MendedAnswers = field(default_factory=MendedAnswers)

    @property
    def tokens(self) -> int:
        return self.total.prompt_tokens + self.total.answer_tokens

    def per_person_day(self, amount: float) -> float:
        """Divide an amount of the whole run by the number of people and game days; 0 for a run without either."""
        days = self.people * self.game_days
        return amount / days if days else 0.0

    def as_json(self) -> dict[str, Json]:
        """Return all figures; amounts of money are in US dollars."""
        return {
            "run": self.run,
            "models": list(self.models),
            "budget": self.budget or None,
            "people": self.people,
            "game_days": round(self.game_days, 6),
            **_figures(self.total),
            "asked_anew": _figures(self.asked_anew),
            "mended": self.mended.mended,
            "mends": dict(self.mended.by_mend),
            "calls_per_person_day": round(self.per_person_day(self.total.calls), 3),
            "tokens_per_person_day": round(self.per_person_day(self.tokens), 1),
            "usd_per_person_day": round(self.per_person_day(self.total.cost), 6),
            "by_prompt": {totals.group: _figures(totals) for totals in self.by_prompt},
            "by_person": {totals.group: _figures(totals) for totals in self.by_person},
            "by_model": {totals.group: _figures(totals) for totals in self.by_model if totals.group},
        }


def read_bill(run: RunSource) -> Bill:
    """Add up the calls of a run; it may still be growing. Raises RunFileError."""
    view = open_view(run)
    settings = view.config
    with view.reader() as reader:
        return Bill(
            str(view.path),
            tuple(dict.fromkeys((settings.model, *settings.by_job.values()))),
            settings.offline,
            view.budget,
            sum(row.kind == "Joined" for row in reader.events(0, 0)),
            _days_lived(reader),
            reader.totals(),
            tuple(reader.call_totals("name")),
            tuple(totals for totals in reader.call_totals("agent") if totals.group),
            tuple(reader.call_totals("model")),
            reader.asked_anew(),
            MendedAnswers() if settings.offline else count_mended(reader),
        )


def _days_lived(reader: RunReader) -> float:
    """Return the number of game days that the run has simulated itself, without those before its fork."""
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
        "estimated": totals.estimated,
        "estimated_tokens": totals.estimated_tokens,
        "estimated_usd": round(totals.estimated_cost, 6),
        "failed": totals.failed,
        "unanswered": totals.unanswered,
        "unanswered_tokens_at_most": totals.unanswered_tokens,
        "unanswered_usd_at_most": round(totals.unanswered_ceiling, 6),
        "fallbacks": totals.fallbacks,
        "from_cache": totals.from_cache,
    }

"""What a run's calls have taken so far, by kind of prompt and by person, for whoever watches it."""

from __future__ import annotations

from dataclasses import dataclass, field

from townlet.engine.runfile import CallTotals, RunReader
from townlet.language.model import Reply


@dataclass
class Tally:
    """Calls that were answered, and what they took."""

    calls: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0
    usd: float = 0.0

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.answer_tokens

    def add(self, calls: int, prompt_tokens: int, answer_tokens: int, usd: float) -> None:
        self.calls += calls
        self.prompt_tokens += prompt_tokens
        self.answer_tokens += answer_tokens
        self.usd += usd


@dataclass
class Accounts:
    """Tallies of all calls, and of those of each kind and each person. Embeddings are a kind, and nobody's."""

    total: Tally = field(default_factory=Tally)
    by_prompt: dict[str, Tally] = field(default_factory=dict)
    by_person: dict[str, Tally] = field(default_factory=dict)

    @classmethod
    def of(cls, run: RunReader) -> Accounts:
        """What is on file."""
        accounts = cls(tally_of(run.totals()))
        accounts.by_prompt.update((totals.of, tally_of(totals)) for totals in run.call_totals("name"))
        accounts.by_person.update((totals.of, tally_of(totals)) for totals in run.call_totals("agent") if totals.of)
        return accounts

    def note(self, person: str, prompt: str, reply: Reply, usd: float) -> None:
        """A call has been answered."""
        tallies = [self.total, self.by_prompt.setdefault(prompt, Tally())]
        if person:
            tallies.append(self.by_person.setdefault(person, Tally()))
        for tally in tallies:
            tally.add(1, reply.prompt_tokens, reply.answer_tokens, usd)


def tally_of(totals: CallTotals) -> Tally:
    """What is on file, as a tally to go on with."""
    return Tally(totals.calls, totals.prompt_tokens, totals.answer_tokens, totals.cost)

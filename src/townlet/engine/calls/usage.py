"""Usage: the tokens and money that calls took, as their endpoints report them or, failing that, as was set aside."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from townlet.language.model import Reply, Request
from townlet.language.pricing import Spend, TokenUsage
from townlet.runfile import CallTotals, RunReader

MAX_OVERRUN = 10
"""How many times the tokens that were set aside for a call a report may name. Gateways add prompts of their own, and
some servers ignore the limit of an answer, so reports somewhat above the ceiling are believed."""


MAX_CHARACTERS_PER_TOKEN = 8
"""The most characters, without white space, that a token stands for on average. English text has about four."""


def is_believable(reply: Reply, request: Request, ceiling: Spend) -> bool:
    """Whether a reply reports a usage that its call can have had, given its texts and what was set aside for it."""
    if reply.from_cache:
        return True
    use = TokenUsage.of(reply)
    if use.prompt <= 0 or min(use) < 0 or use.cached + use.written > use.prompt:
        return False
    if use.prompt < least_tokens(request.text) or use.answer < least_tokens(reply.text):
        return False
    return use.prompt + max(use.answer, use.reasoning) <= MAX_OVERRUN * ceiling.tokens


def least_tokens(text: str) -> int:
    """Return a lower bound of the tokens of a text. All its white space may be in one token."""
    return max(bool(text), -(-len("".join(text.split())) // MAX_CHARACTERS_PER_TOKEN))


def counted_at_ceiling(reply: Reply, request: Request, ceiling: Spend) -> Reply:
    """Return the reply with as many tokens as were set aside, because what it reports is not believable."""
    answer = min(request.token_limit, ceiling.tokens)
    return replace(
        reply,
        prompt_tokens=ceiling.tokens - answer,
        answer_tokens=answer,
        cached_tokens=0,
        cache_written_tokens=0,
        reasoning_tokens=0,
    )


@dataclass
class UsageTotals:
    """Running totals of answered calls: how many, their tokens, and US dollars."""

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
class UsageAccounts:
    """Usage of all calls together, by prompt and by person.

    Embeddings count as a prompt of their own and belong to no person.
    """

    total: UsageTotals = field(default_factory=UsageTotals)
    by_prompt: dict[str, UsageTotals] = field(default_factory=dict)
    by_person: dict[str, UsageTotals] = field(default_factory=dict)
    doubted: bool = False
    """Whether a call of this process reported a usage that is not believable."""

    @classmethod
    def of(cls, run: RunReader) -> UsageAccounts:
        """Return the usage that the run file records."""
        usage = cls(usage_totals(run.totals()))
        usage.by_prompt.update((totals.group, usage_totals(totals)) for totals in run.call_totals("name"))
        usage.by_person.update(
            (totals.group, usage_totals(totals)) for totals in run.call_totals("agent") if totals.group
        )
        return usage

    def record(self, person: str, prompt: str, reply: Reply, usd: float) -> None:
        """Count one answered call."""
        counted = [self.total, self.by_prompt.setdefault(prompt, UsageTotals())]
        if person:
            counted.append(self.by_person.setdefault(person, UsageTotals()))
        for totals in counted:
            totals.add(1, reply.prompt_tokens, reply.answer_tokens, usd)


def usage_totals(totals: CallTotals) -> UsageTotals:
    """Convert sums from the run file to running totals."""
    return UsageTotals(totals.calls, totals.prompt_tokens, totals.answer_tokens, totals.cost)

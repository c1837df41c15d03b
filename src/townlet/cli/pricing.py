"""Money, tokens and shares in words, as commands print them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from townlet.cli.output import format_count, format_percent
from townlet.engine.calls.usage import UsageTotals
from townlet.runfile import CallTotals

NEW_PRICE = "From here on, calls of {} count at the price in townlet.toml, not at the one that the run file kept."
NO_PRICE = "The price of {} is not known, so its calls count as if they cost nothing"


def format_dollars(usd: float) -> str:
    """Return an amount such as '$0.0123' or '$12.34': four decimals below one dollar, two above."""
    return f"${usd:,.2f}" if usd >= 1 or usd == 0 else f"${usd:.4f}"


def format_spending(usage: UsageTotals) -> str:
    """Return usage such as '1,204 calls, 1,034,211 tokens, $0.43', without the amount if it is zero."""
    tokens = f"{format_count(usage.calls, 'call')}, {format_count(usage.tokens, 'token')}"
    return f"{tokens}, {format_dollars(usage.usd)}" if usage.usd else tokens


def format_interview_cost(usage: UsageTotals) -> str:
    """Return a sentence about what interviews used."""
    return f"The interviews used {format_spending(usage)}, which do not count as part of the run's cost."


def describe_estimates(calls: CallTotals) -> Iterator[str]:
    """Yield a line about the calls that count at their ceiling, if there are any."""
    if calls.estimated:
        money = f", {format_dollars(calls.estimated_cost)}" if calls.estimated_cost else ""
        yield (
            f"For {calls.estimated:,} of these calls the endpoint reported no usable token counts. They count as "
            f"the most that they can have taken: {calls.estimated_tokens:,} tokens{money} (an estimate)."
        )


def format_shares(usage_by_name: Mapping[str, UsageTotals], number: int) -> str:
    """Return the `number` largest shares of the cost, such as 'converse 31 %, react 22 %'."""
    shares = sorted(compute_shares(usage_by_name).items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{name} {format_percent(share)}" for name, share in shares[:number])


def compute_shares(usage_by_name: Mapping[str, UsageTotals]) -> dict[str, float]:
    """Return each entry's share of the total cost, or of the tokens if nothing costs money."""
    weights = {name: usage.usd for name, usage in usage_by_name.items()}
    if not any(weights.values()):
        weights = {name: float(usage.tokens) for name, usage in usage_by_name.items()}
    total = sum(weights.values()) or 1.0
    return {name: weight / total for name, weight in weights.items()}

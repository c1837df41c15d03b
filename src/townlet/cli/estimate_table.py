"""An estimate of what a run would cost, as a table."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table

from townlet.cli.money import dollars
from townlet.cli.printing import console
from townlet.language.prices import source_of_prices
from townlet.study.estimate import THINKING_TOLD, Estimate
from townlet.study.forecast import HIGH, LIKELY, LOW, Amount


def print_estimate(estimate: Estimate) -> None:
    """Print the estimate for a person to read."""
    screen = console()
    for line in _head(estimate):
        screen.print(line, soft_wrap=True)
    table = Table("Prompt", box=None, pad_edge=False, header_style="bold")
    for column in ("Calls", "Asked", "Answered", "Cost"):
        table.add_column(column, justify="right")
    for name, amount in sorted(estimate.by_prompt.items(), key=_dearest_first):
        table.add_row(name, *_cells(amount))
    screen.print(table)
    for line in _notes(estimate):
        screen.print(line, soft_wrap=True)


def _head(estimate: Estimate) -> Iterator[str]:
    total, low, high = estimate.total, estimate.low, estimate.high
    days, models = f"{estimate.days:g} game days", " and ".join(estimate.models)
    yield f"{estimate.town}, {estimate.sample.people} people, {days}, by {models}: about {_money(total)}."
    if low.usd is not None and high.usd is not None:
        yield f"It may come to between {dollars(low.usd)} and {dollars(high.usd)}: see below."
    yield _told("All", total)
    yield _told("A game day", total.times(1 / estimate.days))
    yield _told("A person and game day", total.times(1 / estimate.person_days))


def _told(what: str, amount: Amount) -> str:
    tokens = f"{amount.input_tokens:,.0f} tokens asked, {amount.output_tokens:,.0f} answered"
    return f"{what}: {amount.calls:,.0f} calls, {tokens}, {_money(amount)}."


def _notes(estimate: Estimate) -> Iterator[str]:
    lived = f"{estimate.sample.days:g} game day{'' if estimate.sample.days == 1 else 's'}"
    yield f"Counted while the town lived {lived} offline, at 4 bytes a token, and scaled to {estimate.days:g}."
    yield (
        f"The range: {LOW.calls:g} to {HIGH.calls:g} times as many calls, prompts of {LOW.asked:g} to {HIGH.asked:g} "
        f"times the tokens, answers {LOW.answered:g} to {HIGH.answered:g} times as long as those of rules "
        f"({LIKELY.answered:g} is likely). Nothing is taken off for prompts that a provider has cached."
    )
    if estimate.thought:
        yield f"Thinking costs more: {dollars(estimate.thought)} for {THINKING_TOLD} tokens of it before each answer."
    yield f"Prices: {source_of_prices()}, and [prices] in townlet.toml."
    if estimate.unpriced:
        yield f"The price of {' and '.join(estimate.unpriced)} is not known: set it there; see docs/cost.md."


def _dearest_first(of: tuple[str, Amount]) -> tuple[float, float, str]:
    name, amount = of
    return -(amount.usd or 0), -(amount.input_tokens + amount.output_tokens), name


def _cells(amount: Amount) -> Iterator[str]:
    yield from (f"{number:,.0f}" for number in (amount.calls, amount.input_tokens, amount.output_tokens))
    yield _money(amount)


def _money(amount: Amount) -> str:
    return "$?" if amount.usd is None else dollars(amount.usd)

"""`townlet cost`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer
from rich.table import Table

from townlet.analysis.bill import Bill
from townlet.cli.options import ConfigFileOption, JsonOption, RunFileArgument
from townlet.cli.output import OFFLINE_NOTICE, format_count, make_console
from townlet.cli.pricing import NO_PRICE, compute_shares, format_dollars
from townlet.engine.calls.budget import usage_totals
from townlet.runfile import CallTotals

_PEOPLE_SHOWN = 10


def print_bill(bill: Bill, unpriced: Sequence[str], everybody: bool) -> None:
    """Print the bill for a person to read."""
    screen = make_console()
    for line in _head(bill, unpriced):
        screen.print(line, soft_wrap=True)
    if not bill.total.calls:
        return
    screen.print(_table("Prompt", bill.by_prompt, bill, None))
    screen.print(_table("Person", bill.by_person, bill, None if everybody else _PEOPLE_SHOWN))
    if len(bill.by_model) > 1:
        screen.print(_table("Model", bill.by_model, bill, None))


def _head(bill: Bill, unpriced: Sequence[str]) -> Iterator[str]:
    total = bill.total
    free = bill.offline and not total.cost
    money = f"no money ({OFFLINE_NOTICE})" if free else format_dollars(total.cost)
    people = "1 person" if bill.people == 1 else f"{bill.people:,} people"
    yield f"{bill.run}: {people} for {bill.game_days:.4g} game days, by {', '.join(bill.models)}."
    written = f", {total.cache_written_tokens:,} written to a cache" if total.cache_written_tokens else ""
    asked = f"{total.prompt_tokens:,} tokens asked ({total.cached_tokens:,} of them cached{written})"
    answered = f"{total.answer_tokens:,} answered ({total.reasoning_tokens:,} of them thinking)"
    yield f"{format_count(total.calls, 'call')}, {asked}, {answered}, {money}."
    a_day = f"{bill.per_person_day(total.calls):,.1f} calls and {bill.per_person_day(bill.tokens):,.0f} tokens"
    cost = "" if free else f", {format_dollars(bill.per_person_day(total.cost))}"
    yield f"For one person and game day: {a_day}{cost}."
    if bill.budget:
        yield f"Budget: {bill.budget}."
    if unpriced:
        yield f"{NO_PRICE.format(' and '.join(unpriced))}; see docs/cost.md."
    yield from _aside(total)


def _aside(total: CallTotals) -> Iterator[str]:
    """What is not among the calls that were answered."""
    if total.failed or total.unanswered:
        most = f"{total.unanswered_tokens:,} tokens, {format_dollars(total.unanswered_ceiling)}"
        lost = f"{total.failed:,} failed and {total.unanswered:,} never came back"
        yield f"Besides, {lost}; they may have taken up to {most}."
    if total.fallbacks:
        yield f"{format_count(total.fallbacks, 'answer')} could not be had, and fallbacks stood in."
    if total.from_cache:
        yield f"{format_count(total.from_cache, 'answer')} came from the cache of other runs and took nothing."


def _table(what: str, rows: Sequence[CallTotals], bill: Bill, most: int | None) -> Table:
    shares = compute_shares({totals.group: usage_totals(totals) for totals in rows})
    in_order = sorted(rows, key=lambda totals: (-shares[totals.group], totals.group))
    table = Table(what, box=None, pad_edge=False, header_style="bold")
    for column in ("Calls", "Asked", "Cached", "Answered", "Thinking", "Cost", "Share"):
        table.add_column(column, justify="right")
    for totals in in_order[:most]:
        table.add_row(*_cells(totals, bill.offline and not bill.total.cost), _percent(shares[totals.group]))
    if rest := in_order[most:] if most else ():
        table.add_row(f"and {len(rest)} more", *[""] * 6, _percent(sum(shares[totals.group] for totals in rest)))
    return table


def _cells(totals: CallTotals, offline: bool) -> Iterator[str]:
    yield totals.group or "none answered"
    tokens = (totals.prompt_tokens, totals.cached_tokens, totals.answer_tokens, totals.reasoning_tokens)
    yield from (f"{number:,}" for number in (totals.calls, *tokens))
    yield "" if offline else format_dollars(totals.cost)


def _percent(share: float) -> str:
    return f"{share * 100:.1f} %"


def cost_command(
    run: RunFileArgument,
    everybody: Annotated[bool, typer.Option("--all", help="List all people, not only the ten most expensive.")] = False,
    config: ConfigFileOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the tokens and money that a run used.

    The tables list kinds of prompt, people and models. This also works while the run is being written. Each call counts
    at the price that was known when it was made.

    Examples:

      townlet cost my.townlet

      townlet cost my.townlet --json
    """
    from townlet.analysis.bill import read_bill
    from townlet.cli.config_file import read_config
    from townlet.cli.output import print_json
    from townlet.cli.pricing import find_unpriced_models, resolve_prices
    from townlet.runfile.view import RunView

    view = RunView(run)
    bill, unknown = read_bill(view), find_unpriced_models(view.config, resolve_prices(read_config(config)))
    if as_json:
        print_json(bill.as_json() | {"unpriced": list(unknown)})
    else:
        print_bill(bill, unknown, everybody)

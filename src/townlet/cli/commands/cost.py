"""`townlet cost`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer
from rich.table import Table

from townlet.cli.options import ConfigFileOption, JsonOption, RunFileArgument
from townlet.cli.output import (
    OFFLINE_NOTICE,
    format_count,
    format_days,
    format_percent,
    make_console,
    make_table,
    print_result,
)
from townlet.cli.pricing import NO_PRICE, compute_shares, describe_estimates, format_dollars
from townlet.engine.calls.usage import usage_totals
from townlet.measures.bill import Bill
from townlet.runfile import CallTotals

_PEOPLE_SHOWN = 10


def print_bill(bill: Bill, unpriced: Sequence[str], show_all: bool) -> None:
    """Print the bill as text."""
    screen = make_console()
    for line in _describe_bill(bill, unpriced):
        screen.print(line, soft_wrap=True)
    if not bill.total.calls:
        return
    screen.print(_make_bill_table("Prompt", bill.by_prompt, bill, None))
    screen.print(_make_bill_table("Person", bill.by_person, bill, None if show_all else _PEOPLE_SHOWN))
    if len(bill.by_model) > 1:
        screen.print(_make_bill_table("Model", bill.by_model, bill, None))


def _describe_bill(bill: Bill, unpriced: Sequence[str]) -> Iterator[str]:
    total = bill.total
    free = bill.offline and not total.cost
    money = f"no money ({OFFLINE_NOTICE})" if free else format_dollars(total.cost)
    people = format_count(bill.people, "person", "people")
    yield f"{bill.run}: {people} for {format_days(bill.game_days)}, by {', '.join(bill.models)}."
    written = f", {total.cache_written_tokens:,} written to a cache" if total.cache_written_tokens else ""
    prompt = f"{total.prompt_tokens:,} prompt tokens ({total.cached_tokens:,} of them cached{written})"
    answer = f"{total.answer_tokens:,} answer tokens ({total.reasoning_tokens:,} of them thinking)"
    yield f"{format_count(total.calls, 'call')}, {prompt}, {answer}, {money}."
    a_day = f"{bill.per_person_day(total.calls):,.1f} calls and {bill.per_person_day(bill.tokens):,.0f} tokens"
    cost = "" if free else f", {format_dollars(bill.per_person_day(total.cost))}"
    yield f"Per person and game day: {a_day}{cost}."
    if bill.budget:
        yield f"Budget: {bill.budget}."
    if unpriced:
        yield f"{NO_PRICE.format(' and '.join(unpriced))}; see docs/cost.md."
    yield from describe_estimates(total)
    if bill.mended.mended:
        yield str(bill.mended)
    yield from _describe_exceptions(total)
    yield from _describe_asked_anew(bill)


def _describe_exceptions(total: CallTotals) -> Iterator[str]:
    """Yield lines about calls that were not answered by a model."""
    if total.failed or total.unanswered:
        limit = f"{total.unanswered_tokens:,} tokens, {format_dollars(total.unanswered_ceiling)}"
        lost = f"{total.failed:,} calls failed and {total.unanswered:,} were never answered"
        yield f"In addition, {lost}. They may have used up to {limit}."
    if total.fallbacks:
        yield f"{format_count(total.fallbacks, 'answer')} could not be obtained and were replaced by fallbacks."
    if total.from_cache:
        yield f"{format_count(total.from_cache, 'answer')} came from the reply cache and cost nothing."


def _describe_asked_anew(bill: Bill) -> Iterator[str]:
    """Yield a line about calls of people who thought ahead and then met something else."""
    lost = bill.asked_anew
    if lost.calls:
        share = format_percent(lost.calls / bill.total.calls, 1)
        took = f"{lost.prompt_tokens + lost.answer_tokens:,} tokens"
        money = "" if bill.offline and not bill.total.cost else f" and {format_dollars(lost.cost)}"
        yield (
            f"{format_count(lost.calls, 'call')} ({share}, {took}{money}) of people who thought ahead came to nothing: "
            "they met something else and were asked anew."
        )


def _make_bill_table(what: str, rows: Sequence[CallTotals], bill: Bill, limit: int | None) -> Table:
    shares = compute_shares({totals.group: usage_totals(totals) for totals in rows})
    in_order = sorted(rows, key=lambda totals: (-shares[totals.group], totals.group))
    table = make_table(what, "Calls", "Prompt tokens", "Cached", "Answer tokens", "Thinking", "Cost", "Share")
    for totals in in_order[:limit]:
        table.add_row(
            *_format_row(totals, bill.offline and not bill.total.cost), format_percent(shares[totals.group], 1)
        )
    if rest := in_order[limit:] if limit else ():
        table.add_row(
            f"and {len(rest)} more", *[""] * 6, format_percent(sum(shares[totals.group] for totals in rest), 1)
        )
    return table


def _format_row(totals: CallTotals, offline: bool) -> Iterator[str]:
    yield totals.group or "none answered"
    tokens = (totals.prompt_tokens, totals.cached_tokens, totals.answer_tokens, totals.reasoning_tokens)
    yield from (f"{number:,}" for number in (totals.calls, *tokens))
    yield "" if offline else format_dollars(totals.cost)


def cost_command(
    run: RunFileArgument,
    show_all: Annotated[bool, typer.Option("--all", help="List all people, not only the ten most expensive.")] = False,
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
    from townlet.measures.bill import read_bill
    from townlet.runfile.kept_settings import list_unpriced

    bill, unpriced = read_bill(run), list_unpriced(run, config)
    print_result(bill.as_json() | {"unpriced": list(unpriced)}, as_json, lambda: print_bill(bill, unpriced, show_all))

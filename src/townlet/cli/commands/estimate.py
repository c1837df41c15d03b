"""`townlet estimate`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from townlet.cli.errors import INTERRUPTED
from townlet.cli.options import (
    ConfigFileOption,
    EmbeddingOption,
    JsonOption,
    ModelOption,
    ProfileOption,
    SeedOption,
    TownArgument,
)
from townlet.cli.output import format_days, make_console, make_table, print_result
from townlet.cli.pricing import format_dollars
from townlet.cli.progress import show_progress
from townlet.evaluation.estimate import EXTRA_THINKING, HIGH_SCALE, LIKELY_SCALE, LOW_SCALE, CostEstimate, UsageAmount
from townlet.language.pricing import source_of_prices


def print_estimate(estimate: CostEstimate) -> None:
    """Print the estimate as text."""
    screen = make_console()
    for line in _describe_estimate(estimate):
        screen.print(line, soft_wrap=True)
    table = make_table("Kind of prompt", "Calls", "Prompt tokens", "Answer tokens", "Cost")
    for name, amount in sorted(estimate.by_prompt.items(), key=_by_falling_cost):
        table.add_row(name, *_format_row(amount))
    screen.print(table)
    for line in _describe_assumptions(estimate):
        screen.print(line, soft_wrap=True)


def _describe_estimate(estimate: CostEstimate) -> Iterator[str]:
    total, low, high = estimate.total, estimate.low, estimate.high
    models = " and ".join(estimate.models)
    cost = "the cost is not known" if total.usd is None else f"about {format_dollars(total.usd)}"
    yield f"{estimate.town}, {estimate.sample.people} people, {format_days(estimate.days)}, by {models}: {cost}."
    if low.usd is not None and high.usd is not None:
        yield f"It may cost between {format_dollars(low.usd)} and {format_dollars(high.usd)}; see below."
    yield _format_amount("In total", total)
    yield _format_amount("Per game day", total.times(1 / estimate.days))
    yield _format_amount("Per person and game day", total.times(1 / estimate.person_days))


def _format_amount(what: str, amount: UsageAmount) -> str:
    tokens = f"{amount.input_tokens:,.0f} prompt tokens, {amount.output_tokens:,.0f} answer tokens"
    cost = "" if amount.usd is None else f", {format_dollars(amount.usd)}"
    return f"{what}: {amount.calls:,.0f} calls, {tokens}{cost}."


def _describe_assumptions(estimate: CostEstimate) -> Iterator[str]:
    sample = format_days(estimate.sample.days)
    yield f"Counted in an offline simulation of {sample}, at 4 bytes a token, and scaled to {estimate.days:g}."
    yield (
        f"The range: {LOW_SCALE.calls:g} to {HIGH_SCALE.calls:g} times as many calls, prompts of "
        f"{LOW_SCALE.prompt_tokens:g} to {HIGH_SCALE.prompt_tokens:g} times the tokens, answers "
        f"{LOW_SCALE.answer_tokens:g} to {HIGH_SCALE.answer_tokens:g} times as long as the offline ones "
        f"({LIKELY_SCALE.answer_tokens:g} is likely). "
        "Discounts for prompts that a provider has cached are not included."
    )
    if estimate.extra_thinking_usd:
        thinking = format_dollars(estimate.extra_thinking_usd)
        yield f"Thinking costs extra: {thinking} for {EXTRA_THINKING} tokens before each answer."
    yield f"Prices: {source_of_prices()}, and [prices] in townlet.toml."
    if estimate.unpriced:
        yield f"The price of {' and '.join(estimate.unpriced)} is not known. Set it under [prices]; see docs/cost.md."


def _by_falling_cost(row: tuple[str, UsageAmount]) -> tuple[float, float, str]:
    name, amount = row
    return -(amount.usd or 0), -(amount.input_tokens + amount.output_tokens), name


def _format_row(amount: UsageAmount) -> Iterator[str]:
    yield from (f"{number:,.0f}" for number in (amount.calls, amount.input_tokens, amount.output_tokens))
    yield "not known" if amount.usd is None else format_dollars(amount.usd)


EstimatedDaysOption = Annotated[
    float | None, typer.Option(metavar="N", help="Game days of the run. By default, the town's own length.")
]
SampleOption = Annotated[
    float, typer.Option("--sample", metavar="N", help="Game days to simulate offline for the estimate.")
]
ThinkingOption = Annotated[
    int, typer.Option("--thinking", min=0, metavar="T", help="Tokens that the model uses to think before each answer.")
]


def estimate_command(  # noqa: PLR0913 - as many as the command has options
    town: TownArgument = "smallville",
    days: EstimatedDaysOption = None,
    model: ModelOption = None,
    embedding: EmbeddingOption = None,
    config: ConfigFileOption = None,
    profile: ProfileOption = "economical",
    sample: SampleOption = 1.0,
    thinking: ThinkingOption = 0,
    seed: SeedOption = 1,
    as_json: JsonOption = False,
) -> None:
    """Estimate what a run would cost before you start it. Nothing is sent, and no key is needed.

    The command simulates the town's first day with the offline model, counts every prompt, and applies the prices of
    the chosen model. It scales the sum to the number of days. It gives a range, because the answers of a language model
    are longer or shorter than those of the offline rules.

    Examples:

      townlet estimate smallville --days 2 --model openai:gpt-5-mini

      townlet estimate my-town --days 0.5 --model anthropic:claude-haiku-4-5
    """
    from townlet.engine.model_options import ModelOptions
    from townlet.evaluation.sampling import EstimatedRun, estimate

    asked = EstimatedRun(town, days, profile, sample, thinking, seed)
    try:
        with show_progress("Simulating a sample offline") as watch:
            estimated = estimate(asked, ModelOptions(model, embedding, config), watch)
    except KeyboardInterrupt:
        typer.echo("Stopped. Nothing was estimated, and nothing was sent.", err=True)
        raise typer.Exit(INTERRUPTED) from None
    print_result(estimated.as_json(), as_json, lambda: print_estimate(estimated))

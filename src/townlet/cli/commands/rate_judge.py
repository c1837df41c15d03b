"""`townlet rate judge`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from townlet.cli.options import (
    BatchSendOption,
    ConcurrencyOption,
    ConfigFileOption,
    InterviewBudgetOption,
    JsonOption,
    JudgeModelOption,
    RunFileArgument,
)
from townlet.cli.output import format_count, print_result
from townlet.cli.pricing import format_spending
from townlet.cli.progress import exit_if_answers_missing, show_counter
from townlet.cli.terminal.scores import describe_position_bias
from townlet.engine.model_options import ModelOptions
from townlet.errors import quote_for_shell
from townlet.evaluation.judge.judging import JudgeOutcome, JudgeRequest, judge


def rate_judge_command(  # noqa: PLR0913 - as many as the command has options
    run: RunFileArgument,
    model: JudgeModelOption = None,
    raters: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Judge the questions that N raters see. By default, all raters with a link, or else 25.",
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Judge every question for everybody instead.")] = False,
    people: Annotated[
        list[str] | None,
        typer.Option(
            "--person", metavar="NAME", help="Judge only this person's answers. Repeat the option for more people."
        ),
    ] = None,
    turns: Annotated[
        int,
        typer.Option(
            min=1,
            max=10,
            metavar="N",
            help="How often to judge each question, with the answers in a different order each time.",
        ),
    ] = 2,
    battery: Annotated[
        str, typer.Option(metavar="B", help="The battery whose answers are judged: 'park2023', or your TOML file.")
    ] = "park2023",
    answers: Annotated[
        str, typer.Option(metavar="M", help="The model whose answers are judged, if several models have answered.")
    ] = "",
    seed: Annotated[
        int | None,
        typer.Option(metavar="N", help="Random seed. By default, the seed of the study, or else of the run."),
    ] = None,
    config: ConfigFileOption = None,
    budget: InterviewBudgetOption = None,
    concurrency: ConcurrencyOption = 8,
    batch: BatchSendOption = False,
    as_json: JsonOption = False,
) -> None:
    """Let a language model rank answers blind, as raters do.

    The judge sees the question, the answers under letters, and the person's most relevant memories. Its rankings are
    added to RUN.study/rankings.jsonl as those of a model, and never pooled with people's. Stored rankings are not asked
    for again.

    Without --model, the `judge` model of townlet.toml is used, or else the run's own model. Offline, a simple rule
    ranks the answers; it says nothing about believability.

    Examples:

      townlet rate judge my.townlet --model openai:gpt-5-mini --budget 1usd

      townlet rate judge my.townlet --person ann --all --turns 4

      townlet rate judge my.townlet --model openai:gpt-5-mini --batch
    """
    request = JudgeRequest(raters, everything, tuple(people or ()), turns, battery, answers, seed)
    with show_counter("judgements") as on_answer:
        options = ModelOptions(model, None, config, concurrency, budget=budget, batch=batch, on_answer=on_answer)
        result = judge(run, request, options)
    print_result(_as_json(result), as_json, lambda: _print_outcome(result))
    exit_if_answers_missing(result.missing)


def _format_cost(judged: JudgeOutcome) -> str:
    return "" if judged.offline else format_spending(judged.usage)


def _as_json(judged: JudgeOutcome) -> dict[str, Any]:
    return {
        "file": str(judged.file),
        "model": judged.model,
        "judgements": len(judged.sessions),
        "from_before": judged.reused,
        "unfit": judged.missing,
        "position": vars(judged.position) if judged.position else None,
        "cost": _format_cost(judged),
        "note": "Rules judged, no language model." if judged.offline else "",
        "manifest": judged.manifest,
    }


def _print_outcome(judged: JudgeOutcome) -> None:
    who = "Rules, not a language model," if judged.offline else judged.model
    reused = f" ({judged.reused:,} of them stored before)" if judged.reused else ""
    people = format_count(judged.people, "person", "people")
    answers = f"the answers of {people} to {format_count(judged.questions, 'question')}"
    typer.echo(f"{who} gave {format_count(len(judged.sessions), 'ranking')} of {answers}{reused}.")
    if judged.identical_answers:
        typer.echo(
            f"In {judged.identical_answers:,} of these, two answers are identical, so their order means nothing."
        )
    if judged.position:
        typer.echo(describe_position_bias(judged.position))
    if judged.is_self_judging and not judged.offline:
        typer.echo("The model judged its own answers, and models tend to prefer their own.")
    typer.echo(
        f"The rankings are in {judged.file}. Score them with `townlet rate score {quote_for_shell(str(judged.run))}`."
    )
    if cost := _format_cost(judged):
        typer.echo(f"The judge used {cost}, which do not count as part of the run's cost.", err=True)

"""`townlet rate judge`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.options import AsJson, BudgetGiven, Concurrency, ConfigFile, Model, RunFile

if TYPE_CHECKING:
    from townlet.cli.judging import Judged


def judge(  # noqa: PLR0913 - as many as the command has options
    run: RunFile,
    model: Model = None,
    raters: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Judge what so many raters see; by default those with a link, else 25."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Judge every question to everybody instead.")] = False,
    people: Annotated[
        list[str] | None, typer.Option("--person", metavar="NAME", help="Whose answers alone; may be repeated.")
    ] = None,
    turns: Annotated[
        int, typer.Option(min=1, max=10, metavar="N", help="How often each question, in another order each time.")
    ] = 2,
    battery: Annotated[
        str, typer.Option(metavar="B", help="Whose answers: 'park2023', or the TOML file that was asked.")
    ] = "park2023",
    answers: Annotated[
        str, typer.Option(metavar="M", help="Whose answers are judged, if several models have answered.")
    ] = "",
    seed: Annotated[int | None, typer.Option(metavar="N", help="Of all draws; the study's or the run's.")] = None,
    config: ConfigFile = None,
    budget: BudgetGiven = None,
    concurrency: Concurrency = 8,
    as_json: AsJson = False,
) -> None:
    """Let a language model order the answers that raters see, as blindly as they do.

    It is shown the question, the answers under letters, and the memories nearest to them. What it says is added to
    RUN.study/rankings.jsonl as a rater of its own kind, never pooled with people; what is there is not asked again.
    Without --model the `judge` of townlet.toml judges, or else the run's own model; offline, a rule does, which is no
    judge of belief.

    Examples:

      townlet rate judge my.townlet --model openai:gpt-5-mini --budget 1usd

      townlet rate judge my.townlet --person ann --all --turns 4
    """
    from townlet.cli.choosing import Choice
    from townlet.cli.config import read_config
    from townlet.cli.judging import Asked, judged
    from townlet.cli.keeping import end_unless_all_fit
    from townlet.cli.printing import print_json

    asked = Asked(raters, everything, tuple(people or ()), turns, battery, answers, seed)
    result = judged(run, asked, Choice(model or read_config(config).models.judge, None, config), budget, concurrency)
    if as_json:
        print_json(result.as_json())
    else:
        _tell(result)
    end_unless_all_fit(result.unfit)


def _tell(judged: Judged) -> None:
    from townlet.cli.printing import counted
    from townlet.cli.score_notes import position_told

    who = "Rules, no language model," if judged.offline else judged.model
    kept = f", {judged.kept:,} of them before" if judged.kept else ""
    people = "1 person" if judged.people == 1 else f"{judged.people} people"
    of = f"the answers of {people} to {counted(judged.questions, 'question')}"
    typer.echo(f"{who} gave {counted(len(judged.sessions), 'order')} of {of}{kept}.")
    if judged.alike:
        typer.echo(f"In {judged.alike:,} of these two answers are the same, word for word; their order says nothing.")
    if judged.position:
        typer.echo(position_told(judged.position))
    if judged.own and not judged.offline:
        typer.echo("The answers are its own, and models tend to prefer those.")
    typer.echo(f"It is in {judged.file}; see `townlet rate score {judged.run}`.")
    if judged.cost:
        typer.echo(f"It took {judged.cost}, which are not on the run's bill.", err=True)

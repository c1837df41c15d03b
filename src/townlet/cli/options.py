"""Arguments and options that several commands share, with their help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

EXPERT = "Expert options"
"""The section of a command's help for options that a first run does not need."""


def _note_missing_seal(context: typer.Context, run: Path) -> Path:
    """Say once that a file of an older version has no seal; `verify` and `repair` say so themselves."""
    from townlet.runfile.database import lacks_seal

    if context.command.name not in ("verify", "repair") and lacks_seal(run):
        typer.echo(
            f"{run} carries no seal, so changes to it go unnoticed; `townlet repair` writes a sealed copy.", err=True
        )
    return run


RunFileArgument = Annotated[
    Path,
    typer.Argument(metavar="RUN", help="A run file, as written by `townlet run`.", callback=_note_missing_seal),
]
TownArgument = Annotated[str, typer.Argument(metavar="TOWN", help="A built-in town or a folder.")]
PersonArgument = Annotated[
    str, typer.Argument(metavar="PERSON", help="A name, or any part of it that fits one person.")
]
AtOption = Annotated[str, typer.Option("--at", metavar="TIME", help="A moment of the run, such as 'day 2 09:30'.")]
RawOption = Annotated[
    bool,
    typer.Option(
        "--raw",
        help="Write CSV texts exactly, even those that a spreadsheet would run as formulas (such as '=1+1').",
        rich_help_panel=EXPERT,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON and nothing else.")]
ConcurrencyOption = Annotated[
    int,
    typer.Option(
        min=1, metavar="N", help="How many calls to the model may run at the same time.", rich_help_panel=EXPERT
    ),
]
BatchSendOption = Annotated[
    bool,
    typer.Option(
        "--batch",
        help="Send the questions through the provider's batch API: cheaper, and within a day. Stop whenever you like; "
        "the same command goes on.",
        rich_help_panel=EXPERT,
    ),
]
AheadOption = Annotated[
    bool | None,
    typer.Option(
        "--ahead/--no-ahead",
        help="Whether people who are far apart think ahead of each other, so that fewer wait for a slow reply. The run "
        "is the same either way. By default, yes with a language model.",
        show_default=False,
        rich_help_panel=EXPERT,
    ),
]
GuessOption = Annotated[
    bool,
    typer.Option(
        "--guess",
        help="Let people who would have to wait for others think on with what they know so far. Faster, but about one "
        "call in twenty is for nothing.",
        rich_help_panel=EXPERT,
    ),
]
AMOUNTS = "20usd, 5Mtok, 500ktok, '2usd,1Mtok', or none"
_MODELS = (
    "openai:NAME, anthropic:NAME, google:NAME, ollama:NAME, the base URL of an OpenAI-compatible server "
    "(http://host:port/v1, plus #NAME if it serves several models), or offline (rules, no language model)"
)

BudgetOption = Annotated[
    str | None,
    typer.Option(
        "--budget",
        metavar="B",
        help=f"Spending limit for the run, counted from its start: {AMOUNTS}.",
    ),
]
InterviewBudgetOption = Annotated[
    str | None,
    typer.Option(
        "--budget",
        metavar="B",
        help=f"Spending limit for these questions, per run: {AMOUNTS}. By default, what is left of the run's own "
        "budget.",
    ),
]
OnFailureOption = Annotated[
    str | None,
    typer.Option(
        "--on-failure",
        metavar="W",
        help="What to do if the model gives no usable answer: 'pause' the run; use a 'fallback'; or, by default, use "
        "fallbacks while they are few ('limited').",
        rich_help_panel=EXPERT,
    ),
]
ModelOption = Annotated[
    str | None,
    typer.Option(
        metavar="M",
        help=f"The language model: {_MODELS}. JOB=MODEL gives a model to one job: dialogue, planning or importance. By "
        "default, the one set in townlet.toml, or else offline.",
    ),
]
RunModelOption = Annotated[
    str | None,
    typer.Option("--model", metavar="M", help=f"The language model: {_MODELS}. By default, the run's own model."),
]
JudgeModelOption = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="M",
        help=f"The language model: {_MODELS}. By default, the `judge` model of townlet.toml, or else the run's own "
        "model.",
    ),
]
EmbeddingOption = Annotated[
    str | None,
    typer.Option(
        metavar="E",
        help="The embedder, which compares texts by meaning: PROVIDER:NAME or a base URL, as for --model; minilm; or "
        "hashed. By default, the one set in townlet.toml, or else hashed.",
        rich_help_panel=EXPERT,
    ),
]
CacheOption = Annotated[
    str | None,
    typer.Option(
        metavar="DIR",
        help="Store the model's replies in this folder and reuse them in later runs. 'default' chooses your "
        "user cache folder.",
        rich_help_panel=EXPERT,
    ),
]
ReplicateOption = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="With --cache: number of the set of replies to use. By default, the seed.",
        rich_help_panel=EXPERT,
    ),
]
InterviewsOption = Annotated[
    bool | None,
    typer.Option(
        "--interviews/--no-interviews",
        help="Also ask everybody what they know. By default only if the offline model answers, because that is free.",
    ),
]
ConfigFileOption = Annotated[
    Path | None,
    typer.Option(
        "--config", metavar="FILE", help="A settings file to use instead of ./townlet.toml.", rich_help_panel=EXPERT
    ),
]
RunDaysOption = Annotated[
    float | None,
    typer.Option(
        metavar="N",
        help="Length of the run in game days, counted from its start; may be a fraction. By default, the town's own.",
    ),
]
UntilOption = Annotated[
    str | None,
    typer.Option("--until", metavar="TIME", help="When the run ends, instead of --days, such as 'day 2 18:00'."),
]
ProfileOption = Annotated[
    str,
    typer.Option(
        metavar="P",
        help="How people think: 'economical' or 'paper'. Append +NAME or -NAME to turn one of its choices on or off; "
        "docs/how-it-thinks.md lists them.",
        rich_help_panel=EXPERT,
    ),
]
WithoutOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="F",
        help="Leave out a faculty: planning or reflection. Repeat the option for both.",
        rich_help_panel=EXPERT,
    ),
]
OutFileOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="The run file to write. By default TOWN-seedN.townlet, with a number if that exists."
    ),
]
PeopleOption = Annotated[
    list[str] | None,
    typer.Option(
        "--person", metavar="NAME", help="A person to ask. Repeat the option for more. By default, all people."
    ),
]
BatteryOption = Annotated[
    str,
    typer.Option(metavar="B", help="The battery of questions: 'park2023', the paper's 25, or a TOML file of your own."),
]
MindOption = Annotated[
    list[str] | None,
    typer.Option(
        "--mind",
        metavar="NAME=URL",
        help="Let a program at this address decide for a person, such as 'Ann Bo=http://127.0.0.1:9000'; "
        "docs/own-mind.md says how. 'NAME=own' gives the person back. Repeat the option for more.",
    ),
]
SeedOption = Annotated[int, typer.Option(metavar="N", help="Random seed. Offline, equal seeds give equal runs.")]
NoOpenOption = Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")]

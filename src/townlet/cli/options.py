"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

RunFileArgument = Annotated[Path, typer.Argument(metavar="RUN", help="A run file, as `townlet run` writes it.")]
PersonArgument = Annotated[str, typer.Argument(metavar="PERSON", help="A name, or as much of it as is unmistakable.")]
AtOption = Annotated[str, typer.Option("--at", metavar="TIME", help="A moment of the run, such as 'day 2 09:30'.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON and nothing else.")]
ConcurrencyOption = Annotated[int, typer.Option(min=1, help="How many calls to the model may be under way at once.")]
BudgetOption = Annotated[
    str | None,
    typer.Option(
        "--budget",
        metavar="B",
        help="The most that may be spent, by a run in all its life: 20usd, 5Mtok, 500ktok, '2usd,1Mtok', or none.",
    ),
]
OnFailureOption = Annotated[
    str | None,
    typer.Option(
        "--on-failure",
        metavar="W",
        help="When the model gives no fit answer: 'pause' the run (the default), or let a 'fallback' stand in.",
    ),
]
ModelOption = Annotated[
    str | None,
    typer.Option(
        metavar="M",
        help="The language model: openai:NAME, anthropic:NAME, google:NAME, ollama:NAME, the base URL of a server "
        "like OpenAI's (http://host:port/v1, with #NAME where it serves several), or offline (rules; the default).",
    ),
]
EmbeddingOption = Annotated[
    str | None,
    typer.Option(metavar="E", help="What compares texts by meaning: as --model, or minilm, or hashed (the default)."),
]
CacheOption = Annotated[
    str | None,
    typer.Option(metavar="DIR", help="Keep replies in this folder, and take those that are there; or 'default'."),
]
ReplicateOption = Annotated[
    int | None,
    typer.Option(metavar="N", help="Which replies of the cache are this run's; by default its seed's."),
]
InterviewsOption = Annotated[
    bool | None,
    typer.Option(
        "--interviews/--no-interviews",
        help="Ask everybody what they know, too. By default where that costs nothing: offline.",
    ),
]
ConfigFileOption = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="Settings to use instead of townlet.toml in this folder."),
]


RunDaysOption = Annotated[
    float | None, typer.Option(metavar="N", help="Game days from the run's start; may be a fraction.")
]


ProfileOption = Annotated[
    str,
    typer.Option(metavar="P", help="How people think: 'economical' or 'paper'; '-' and '+' change single choices."),
]


WithoutOption = Annotated[
    list[str] | None,
    typer.Option(metavar="F", help="A faculty that people live without: planning or reflection; again for both."),
]


OutFileOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Where to write the run. By default TOWN-seedN.townlet, numbered if taken."),
]

"""`townlet serve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import (
    EXPERT,
    AheadOption,
    BudgetOption,
    CacheOption,
    ConcurrencyOption,
    ConfigFileOption,
    EmbeddingOption,
    GuessOption,
    JsonOption,
    ModelOption,
    NoOpenOption,
    OnFailureOption,
    OutFileOption,
    ProfileOption,
    ReplicateOption,
    RunDaysOption,
    WithoutOption,
)
from townlet.errors import BadInput

RunOrTownArgument = Annotated[
    str, typer.Argument(metavar="RUN|TOWN", help="A run file; or a town, to start a new run.")
]
PortOption = Annotated[
    int | None,
    typer.Option(
        min=0,
        max=65535,
        metavar="N",
        help="The port to listen on; 0 for any free port. By default 8000, or the next free port.",
    ),
]
HostOption = Annotated[
    str,
    typer.Option(
        metavar="H", help="The address to listen on; 0.0.0.0 for all. Addresses other than loopback require a token."
    ),
]


def _parse_origins(texts: list[str]) -> tuple[str, ...]:
    """Return the origins as browsers write them. Raises BadInput."""
    from townlet.server.access import parse_origin

    origins = []
    for text in texts:
        try:
            origins.append(parse_origin(text))
        except ValueError:
            raise BadInput(
                f"--allow-embed {text} is no origin. Give scheme, host and port only, such as https://my.page or "
                "http://localhost:3000."
            ) from None
    return tuple(dict.fromkeys(origins))


NewRunSeedOption = Annotated[int | None, typer.Option(metavar="N", help="Seed of a new run. By default 1.")]
FromStartOption = Annotated[
    bool,
    typer.Option(
        "--from-start",
        help="Watch a new run from its first step. By default its first night is computed as fast as possible, "
        "until most people are up.",
        rich_help_panel=EXPERT,
    ),
]
KeepRunningOption = Annotated[
    bool,
    typer.Option(
        "--keep-running",
        help="Go on when nobody watches. By default the town pauses two minutes later.",
        rich_help_panel=EXPERT,
    ),
]
AllowEmbedOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="ORIGIN",
        help="Let pages of this origin, such as https://my.page, show the town in a frame and steer it. Repeat the "
        "option for more.",
        rich_help_panel=EXPERT,
    ),
]


def serve_command(  # noqa: PLR0913 - as many as the command has options
    what: RunOrTownArgument = "smallville",
    port: PortOption = None,
    host: HostOption = "127.0.0.1",
    no_open: NoOpenOption = False,
    days: RunDaysOption = None,
    seed: NewRunSeedOption = None,
    model: ModelOption = None,
    embedding: EmbeddingOption = None,
    config: ConfigFileOption = None,
    profile: ProfileOption = "economical",
    without: WithoutOption = None,
    out: OutFileOption = None,
    concurrency: ConcurrencyOption = 8,
    ahead: AheadOption = None,
    guess: GuessOption = False,
    budget: BudgetOption = None,
    on_failure: OnFailureOption = None,
    cache: CacheOption = None,
    replicate: ReplicateOption = None,
    from_start: FromStartOption = False,
    keep_running: KeepRunningOption = False,
    allow_embed: AllowEmbedOption = None,
    as_json: JsonOption = False,
) -> None:
    """Watch a town in the browser, and take part in it.

    Given a town, the command starts a new run and simulates it while you watch. Given a run file, it replays the run,
    or follows it while another process writes it. With --days it also continues the run, like `townlet resume`.

    Ctrl-C stops the server, and the run after the current step. The run is kept in its file.

    Examples:

      townlet serve

      townlet serve my.townlet

      townlet serve my-town --days 1 --seed 7 --port 8080

      townlet serve my.townlet --allow-embed https://my.page
    """
    from townlet.cli.hosting import ServingOptions, serve_live_run, serve_run_file
    from townlet.engine.model_options import ModelOptions
    from townlet.engine.planned_run import NewRun, plan_new_run, plan_resumed_run

    place = ServingOptions(host, port, not no_open, as_json, _parse_origins(allow_embed or []))
    options = ModelOptions(model, embedding, config, concurrency, cache, replicate, budget, on_failure, ahead, guess)
    run = Path(what)
    if not run.is_file():
        if run.suffix == ".townlet":
            raise BadInput(f"There is no run file {what}. Check the name, or give a town to start a new run.")
        fresh = NewRun(days, None, 1 if seed is None else seed, profile, out, tuple(without or ()))
        planned = plan_new_run(what, fresh, options)
        serve_live_run(planned, place, options, from_start=from_start, keep_running=keep_running)
    elif seed is not None or out is not None or without or from_start:
        raise BadInput(
            "--seed, --out, --without and --from-start are for new runs only. Leave them out, or give a town "
            "instead of a run file."
        )
    elif days is None:
        serve_run_file(run, place, options)
    else:
        serve_live_run(plan_resumed_run(run, days, options), place, options, keep_running=keep_running)

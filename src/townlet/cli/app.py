"""All commands under one name. Each loads what it needs when it is called, so that help comes at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from townlet.cli import (
    ablate,
    ask,
    attack,
    calls,
    cost,
    doctor,
    estimate,
    export,
    fork,
    interview,
    measure,
    new,
    orders,
    read,
    replay,
    report,
    run,
    serve,
    show,
    towns,
    verify,
)
from townlet.cli.failures import in_one_line
from townlet.cli.rate import rate


class _Commands(TyperGroup):
    """The group of all commands: what a person can mend is told in one line."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with in_one_line():
            return super().parse_args(ctx, args)
        raise AssertionError  # in_one_line has left

    def invoke(self, ctx: Any) -> Any:
        with in_one_line():
            return super().invoke(ctx)


app = typer.Typer(
    cls=_Commands,
    help="Generative agents in a small town: run it, look into it, talk to its people.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    add_completion=False,
)


def _tell_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"townlet {version('townlet')}")
        raise typer.Exit


@app.callback()
def _townlet(
    version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Generative agents in a small town: run it, look into it, talk to its people."""


_COMMANDS: dict[str, Callable[..., None]] = {
    "run": run.run,
    "resume": run.resume,
    "serve": serve.serve,
    "export": export.export,
    "fork": fork.fork,
    "show": show.show,
    "read": read.read,
    "ask": ask.ask,
    "interview": interview.interview,
    "calls": calls.calls,
    "cost": cost.cost,
    "tell": orders.tell,
    "set": orders.set_state,
    "ablate": ablate.ablate,
    "measure": measure.measure,
    "report": report.report,
    "attack": attack.attack,
    "verify": verify.verify,
    "replay": replay.replay,
    "doctor": doctor.doctor,
    "estimate": estimate.estimate,
    "towns": towns.towns,
    "check": towns.check,
    "new": new.new,
}

for _name, _command in _COMMANDS.items():
    app.command(_name)(_command)

app.add_typer(rate, name="rate")

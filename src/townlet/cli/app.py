"""All commands under one name. A command's module is imported only when that command is called, so that
`townlet --help` comes at once and commands may import what they need at their top.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any, ClassVar

import typer
from typer.core import TyperGroup

from townlet.cli.errors import report_in_one_line

_ABOUT = "Generative agents in a small town: run it, look into it, talk to its people."
_RATE = "Have answers ranked by how believable they are: by people on a blind web page, or by a language model."


@dataclass(frozen=True)
class CommandEntry:
    """A row of the command table: what `townlet --help` needs, and where the command's function is."""

    name: str
    module: str
    """Within `townlet.cli.commands`."""
    function: str
    help: str
    """The first paragraph of the function's docstring; a test compares the two."""

    def load(self) -> Any:
        """Import the command's module and build its click command, with all options."""
        single = typer.Typer(rich_markup_mode=None, add_completion=False)
        function = getattr(import_module(f"townlet.cli.commands.{self.module}"), self.function)
        single.command(self.name)(function)
        return typer.main.get_command(single)


class LazyGroup(TyperGroup):
    """Lists its commands from a table. Help and completion of names read the table; calling a command, asking for its
    help and completing its options import the command's module.
    """

    entries: ClassVar[dict[str, CommandEntry]] = {}

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        # An unknown name is refused here, with "Did you mean ...?", before anything is imported.
        name, command, rest = super().resolve_command(ctx, args)
        entry = self.entries.get(name or "")
        return name, entry.load() if entry else command, rest


def _lazy(group: type[LazyGroup], app: typer.Typer, entries: Iterable[CommandEntry]) -> None:
    """Put the table's commands into a group, as names with their help and nothing behind them."""
    for entry in entries:
        group.entries[entry.name] = entry
        app.command(entry.name, help=entry.help)(_stand_in)


def _stand_in() -> None:
    """Stands for every command that is not imported yet; `LazyGroup.resolve_command` replaces it."""


class TownletGroup(LazyGroup):
    """The top group: errors that a person can mend are told in one line."""

    entries: ClassVar[dict[str, CommandEntry]] = {}

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with report_in_one_line():
            return super().parse_args(ctx, args)
        raise AssertionError  # report_in_one_line has left

    def invoke(self, ctx: Any) -> Any:
        with report_in_one_line():
            return super().invoke(ctx)


class RateGroup(LazyGroup):
    """`townlet rate`."""

    entries: ClassVar[dict[str, CommandEntry]] = {}


app = typer.Typer(
    cls=TownletGroup,
    help=_ABOUT,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    add_completion=False,
)
rate = typer.Typer(cls=RateGroup, help=_RATE, rich_markup_mode=None, no_args_is_help=True)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"townlet {version('townlet')}")
        raise typer.Exit


@app.callback(help=_ABOUT)
def _townlet(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None: ...


@rate.callback(help=_RATE)
def _rate() -> None: ...


COMMANDS = (
    CommandEntry("run", "run", "run_command", "Let a town live, and keep its run in one file."),
    CommandEntry("resume", "run", "resume_command", "Go on with a run where it stopped, or beyond its end."),
    CommandEntry("serve", "serve", "serve_command", "Watch a town in the browser, and step into it."),
    CommandEntry(
        "export", "export", "export_command", "Write a run as data to work with, or as one page to send to anyone."
    ),
    CommandEntry("fork", "fork", "fork_command", "Begin another run with the past of one, up to a moment."),
    CommandEntry("show", "show", "show_command", "Look into people: what they do, plan, remember and think."),
    CommandEntry("read", "read", "read_command", "Read a run as a play script."),
    CommandEntry("ask", "ask", "ask_command", "Interview somebody at a moment of a run."),
    CommandEntry("interview", "interview", "interview_command", "Ask many people many questions at a moment of a run."),
    CommandEntry("calls", "calls", "calls_command", "Read what was asked of the language model, and what it answered."),
    CommandEntry(
        "cost",
        "cost",
        "cost_command",
        "Tell what a run's calls took: tokens and money, by kind of prompt, by person and by model.",
    ),
    CommandEntry("tell", "orders", "tell_command", "Be somebody's inner voice."),
    CommandEntry("set", "orders", "set_command", "Put an object into a state, in words."),
    CommandEntry(
        "ablate",
        "ablate",
        "ablate_command",
        "Ask people under each condition what the run file knows, and tell how often they are right.",
    ),
    CommandEntry(
        "measure",
        "measure",
        "measure_command",
        "Measure how coherent and how lively a run is, how news spread, and what else emerged.",
    ),
    CommandEntry(
        "report",
        "report",
        "report_command",
        "Write what a run shows as one page to read: how news spread, who knows whom, who came, who was where.",
    ),
    CommandEntry(
        "attack",
        "attack",
        "attack_command",
        "Let visitors try to mislead a town's people, and measure what comes of it.",
    ),
    CommandEntry("verify", "verify", "verify_command", "Check a run file, and compute its state hash anew."),
    CommandEntry(
        "replay",
        "replay",
        "replay_command",
        "Live a run again from the replies that it recorded, and see whether the same happens.",
    ),
    CommandEntry(
        "doctor",
        "doctor",
        "doctor_command",
        "Ask each model for one small answer and embed one text, and say what works and what to set.",
    ),
    CommandEntry(
        "estimate",
        "estimate",
        "estimate_command",
        "Estimate what a run would cost, before it is begun. Nothing is sent, and no key is needed.",
    ),
    CommandEntry("towns", "towns", "towns_command", "List the towns that come with the package."),
    CommandEntry("check", "towns", "check_command", "Check a town, and tell all its defects at once."),
    CommandEntry("draw", "draw", "draw_command", "Draw the maps of towns from their text plans."),
    CommandEntry("new", "new", "new_command", "Begin a town of your own from a town of four."),
)
RATE_COMMANDS = (
    CommandEntry(
        "serve",
        "rate_serve",
        "rate_serve_command",
        "Let people rank answers blind, in the browser, each by a link of their own.",
    ),
    CommandEntry(
        "raters",
        "rate_raters",
        "rate_raters_command",
        "List the raters who have begun: whom they watch, how far they are, and since when.",
    ),
    CommandEntry(
        "authors",
        "rate_authors",
        "rate_authors_command",
        "List who writes answers in people's places, and judge what they wrote.",
    ),
    CommandEntry(
        "judge",
        "rate_judge",
        "rate_judge_command",
        "Let a language model order the answers that raters see, as blindly as they do.",
    ),
    CommandEntry(
        "score",
        "rate_score",
        "rate_score_command",
        "Score rankings: how believable the conditions are, whether they differ, and by how much.",
    ),
)

_lazy(TownletGroup, app, COMMANDS)
_lazy(RateGroup, rate, RATE_COMMANDS)
app.add_typer(rate, name="rate")

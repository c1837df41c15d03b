"""The `townlet` command and the table of its subcommands.

A subcommand's module is imported only when that subcommand is called. So `townlet --help` is quick, and command
modules may import what they need at their top.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Any, ClassVar

import typer
from typer.core import TyperGroup

from townlet.cli.errors import BadInput, report_in_one_line

_ABOUT = "Simulate a small town of generative agents, look inside its people, and talk to them."
_STUDY = "Compare worlds of a town that differ in one thing."
_HOW_TO_STUDY = f"""{_STUDY}

A study is one TOML file. `new` writes one to start from, and docs/studies.md describes all of its keys. `check` and
`plan` show its defects and what it will take before anything is lived. `run` lives the worlds, and `analyse` answers on
one page.

Examples:

  townlet study new rumour.toml

  townlet study plan rumour.toml

  townlet study run rumour.toml

  townlet study analyse rumour.toml
"""
_RATE = "Have people or a language model rank interview answers, blind."


@dataclass(frozen=True)
class CommandEntry:
    """A row of the command table: what `townlet --help` prints, and where the command's function is."""

    name: str
    module: str
    """Name of the module in `townlet.cli.commands`."""
    function: str
    help: str
    """The first paragraph of the function's docstring. A test keeps the two equal."""

    def load(self) -> Any:
        """Import the command's module and return its click command with all options."""
        single = typer.Typer(rich_markup_mode=None, add_completion=False)
        function = getattr(import_module(f"townlet.cli.commands.{self.module}"), self.function)
        single.command(self.name)(function)
        return typer.main.get_command(single)


class LazyGroup(TyperGroup):
    """A group whose commands are loaded lazily from a table.

    The group's help and the completion of command names read the table alone. Calling a command, asking for its help
    and completing its options import the command's module.
    """

    entries: ClassVar[dict[str, CommandEntry]] = {}

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        # An unknown name is refused here, with "Did you mean ...?", before anything is imported.
        name, command, rest = super().resolve_command(ctx, args)
        entry = self.entries.get(name or "")
        return name, entry.load() if entry else command, rest


def _lazy(group: type[LazyGroup], app: typer.Typer, entries: Iterable[CommandEntry]) -> None:
    """Register the table's commands with a group by name and help; their code is loaded on demand."""
    for entry in entries:
        group.entries[entry.name] = entry
        app.command(entry.name, help=entry.help)(_stand_in)


def _stand_in() -> None:
    """Stand in for a command that is not imported yet; `LazyGroup.resolve_command` replaces it."""


class TownletGroup(LazyGroup):
    """The `townlet` group. It reports errors that the user can fix in one line."""

    entries: ClassVar[dict[str, CommandEntry]] = {}

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with report_in_one_line():
            if any("\0" in word for word in args):
                raise BadInput("A word of the command holds a NUL character. No name and no text can hold one.")
            return super().parse_args(ctx, args)
        raise AssertionError  # unreachable: report_in_one_line exits

    def invoke(self, ctx: Any) -> Any:
        with report_in_one_line():
            return super().invoke(ctx)


class RateGroup(LazyGroup):
    """The `townlet rate` group."""

    entries: ClassVar[dict[str, CommandEntry]] = {}


class StudyGroup(LazyGroup):
    """The `townlet study` group."""

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
study = typer.Typer(cls=StudyGroup, help=_STUDY, rich_markup_mode=None, no_args_is_help=True)


def _print_version(requested: bool) -> None:
    if requested:
        from importlib.metadata import version

        typer.echo(f"townlet {version('townlet')}")
        raise typer.Exit


@app.callback(help=_ABOUT)
def _townlet(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None: ...


@rate.callback(help=_RATE)
def _rate() -> None: ...


@study.callback(help=_HOW_TO_STUDY)
def _study() -> None: ...


COMMANDS = (
    CommandEntry("run", "run", "run_command", "Simulate a town and record the run in one file."),
    CommandEntry("resume", "run", "resume_command", "Continue a run from where it stopped, or extend it."),
    CommandEntry("serve", "serve", "serve_command", "Watch a town in the browser, and take part in it."),
    CommandEntry(
        "export",
        "export",
        "export_command",
        "Export a run as tables, networks or a self-contained web page.",
    ),
    CommandEntry("fork", "fork", "fork_command", "Copy a run's past, up to a given moment, into a new run."),
    CommandEntry("show", "show", "show_command", "Show what people do, plan, remember and think at a moment."),
    CommandEntry("story", "story", "story_command", "Tell the story of a run in chapters."),
    CommandEntry("read", "read", "read_command", "Read a run as a play script."),
    CommandEntry("ask", "ask", "ask_command", "Interview one person at a moment of a run."),
    CommandEntry(
        "interview",
        "interview",
        "interview_command",
        "Ask people a battery of questions at a moment of a run.",
    ),
    CommandEntry("calls", "calls", "calls_command", "List a run's calls to the language model, with the replies."),
    CommandEntry(
        "cost",
        "cost",
        "cost_command",
        "Show the tokens and money that a run used.",
    ),
    CommandEntry("tell", "orders", "tell_command", "Speak to a person as their inner voice."),
    CommandEntry("set", "orders", "set_command", "Set the state of an object, in words."),
    CommandEntry(
        "ablate",
        "ablate",
        "ablate_command",
        "Measure what reflection, planning and memory contribute.",
    ),
    CommandEntry(
        "measure",
        "measure",
        "measure_command",
        "Measure coherence, liveliness, the spread of news, and more.",
    ),
    CommandEntry(
        "report",
        "report",
        "report_command",
        "Write a report on a run as one web page.",
    ),
    CommandEntry(
        "attack",
        "attack",
        "attack_command",
        "Let visitors try to mislead people, and measure their success.",
    ),
    CommandEntry(
        "verify",
        "verify",
        "verify_command",
        "Compare a run file with its seal, and recompute its hash.",
    ),
    CommandEntry("repair", "repair", "repair_command", "Save what is good of a damaged run file, or seal an old one."),
    CommandEntry(
        "replay",
        "replay",
        "replay_command",
        "Repeat a run, and compare the result.",
    ),
    CommandEntry("models", "models", "models_command", "List the language models within reach, with their prices."),
    CommandEntry(
        "doctor",
        "doctor",
        "doctor_command",
        "Test each model and the embedder, and say what to fix.",
    ),
    CommandEntry(
        "estimate",
        "estimate",
        "estimate_command",
        "Estimate what a run would cost before you start it. Nothing is sent, and no key is needed.",
    ),
    CommandEntry("towns", "towns", "towns_command", "List the built-in towns."),
    CommandEntry("check", "towns", "check_command", "Check a town, and list all its defects at once."),
    CommandEntry("draw", "draw", "draw_command", "Draw the maps of towns from their text plans."),
    CommandEntry("new", "new", "new_command", "Start a town of your own from a copy of another town."),
)
RATE_COMMANDS = (
    CommandEntry(
        "serve",
        "rate_serve",
        "rate_serve_command",
        "Let people rank answers blind in the browser.",
    ),
    CommandEntry(
        "raters",
        "rate_raters",
        "rate_raters_command",
        "List the raters, their progress and their last activity.",
    ),
    CommandEntry(
        "authors",
        "rate_authors",
        "rate_authors_command",
        "List the authors of human answers, and accept or refuse them.",
    ),
    CommandEntry(
        "judge",
        "rate_judge",
        "rate_judge_command",
        "Let a language model rank answers blind, as raters do.",
    ),
    CommandEntry(
        "score",
        "rate_score",
        "rate_score_command",
        "Compute from the rankings how believable each condition is.",
    ),
)
STUDY_COMMANDS = (
    CommandEntry("new", "study", "study_new_command", "Start a study from a small one that runs in a minute."),
    CommandEntry("check", "study", "study_check_command", "Check a study file, and list all its defects at once."),
    CommandEntry("plan", "study", "study_plan_command", "Show what a study will take before anything is lived."),
    CommandEntry(
        "run",
        "study_run",
        "study_run_command",
        "Live the worlds of a study; give it again to go on.",
    ),
    CommandEntry(
        "status", "study_run", "study_status_command", "Say how far a study has come, and which cells failed."
    ),
    CommandEntry(
        "analyse",
        "study_analyse",
        "study_analyse_command",
        "Compare the worlds of a study within pairs.",
    ),
    CommandEntry(
        "export",
        "study_analyse",
        "study_export_command",
        "Write what a reader needs to check a study.",
    ),
    CommandEntry(
        "freeze",
        "study_analyse",
        "study_freeze_command",
        "Register a study file before it is run.",
    ),
)

_lazy(TownletGroup, app, COMMANDS)
_lazy(RateGroup, rate, RATE_COMMANDS)
_lazy(StudyGroup, study, STUDY_COMMANDS)
app.add_typer(study, name="study")
app.add_typer(study, name="experiment", hidden=True)
app.add_typer(rate, name="rate")

"""The `townlet` command and the table of its subcommands.

A subcommand's module is imported only when that subcommand is called. So `townlet --help` is quick, and command
modules may import what they need at their top.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module, resources
from typing import Annotated, Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup

from townlet.cli.errors import report_in_one_line
from townlet.errors import BadInput

_ABOUT = "Simulate a town of generative agents, look inside them, and talk to them."
_HOW_TO_STUDY = """Compare worlds of a town that differ in one thing.

A study is one TOML file. `new` writes one to start from, and docs/studies.md describes all of its keys. `check` and
`plan` show its defects and what it will take before anything is lived. `run` lives the worlds, and `analyse` answers on
one page.

Examples:

  townlet study new rumour.toml

  townlet study plan rumour.toml

  townlet study run rumour.toml

  townlet study analyse rumour.toml
"""


@dataclass(frozen=True)
class CommandEntry:
    """A row of the command table: where the command's function is."""

    name: str
    module: str
    """Name of the module in `townlet.cli.commands`."""
    group: str = ""

    @property
    def function(self) -> str:
        return "_".join(filter(None, (self.group, self.name, "command")))

    @property
    def help(self) -> str:
        """The first paragraph of the function's docstring, read from the source without importing it."""
        source = resources.files("townlet.cli.commands").joinpath(f"{self.module}.py").read_text(encoding="utf-8")
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef) and node.name == self.function:
                return (ast.get_docstring(node) or "").partition("\n\n")[0].replace("\n", " ")
        raise LookupError(f"{self.module}.py has no function {self.function}")

    def load(self) -> Any:
        """Import the command's module and return its click command with all options."""
        single = typer.Typer(rich_markup_mode=None, add_completion=False)
        function = getattr(import_module(f"townlet.cli.commands.{self.module}"), self.function)
        single.command(self.name, cls=SectionedCommand)(function)
        return typer.main.get_command(single)


class SectionedCommand(TyperCommand):
    """A command whose help has a section for each panel of options, such as `EXPERT` in townlet.cli.options."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        sections: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            if record := parameter.get_help_record(ctx):
                plain = "Arguments" if parameter.param_type_name == "argument" else "Options"
                sections.setdefault(getattr(parameter, "rich_help_panel", None) or plain, []).append(record)
        for title, records in sections.items():
            with formatter.section(title):
                formatter.write_dl(records)


class LazyGroup(TyperGroup):
    """A group whose commands are loaded lazily from a table.

    The completion of command names reads the table alone, and the group's help also the docstrings. Calling a command,
    asking for its help and completing its options import the command's module.
    """

    entries: ClassVar[dict[str, CommandEntry]] = {}

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        # An unknown name is refused here, with "Did you mean ...?", before anything is imported.
        name, command, rest = super().resolve_command(ctx, args)
        entry = self.entries.get(name or "")
        return name, entry.load() if entry else command, rest

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for name, entry in self.entries.items():
            self.commands[name].help = entry.help
        super().format_commands(ctx, formatter)


class TownletGroup(LazyGroup):
    """The `townlet` group. It reports errors that the user can fix in one line."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with report_in_one_line():
            if any("\0" in word for word in args):
                raise BadInput("A word of the command holds a NUL character. No name and no text can hold one.")
            return super().parse_args(ctx, args)
        raise AssertionError  # unreachable: report_in_one_line exits

    def invoke(self, ctx: Any) -> Any:
        with report_in_one_line():
            return super().invoke(ctx)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands by what they are for, one a line, so that all of them fit on one screen."""
        for name, entry in self.entries.items():
            self.commands[name].help = entry.help
        formatter.write("\n")
        for group, names in GROUPS.items():
            for number, name in enumerate(names.split()):
                heading = "" if number else group
                told = self.commands[name].get_short_help_str(_WIDEST_HELP)
                formatter.write(f"{heading:<8}{name:<11}{told}\n")


def _make_group(kind: type[LazyGroup], entries: Iterable[CommandEntry], **options: Any) -> typer.Typer:
    """Return a group of the commands of a table; their help and their code are read on demand."""
    table = {entry.name: entry for entry in entries}
    of_these = type(kind.__name__, (kind,), {"entries": table})
    group = typer.Typer(cls=of_these, rich_markup_mode=None, no_args_is_help=True, **options)
    for name in table:
        group.command(name)(_stand_in)
    return group


def _stand_in() -> None:  # for a command that is not imported yet; `LazyGroup.resolve_command` replaces it
    ...


def _print_version(requested: bool) -> None:
    if requested:
        from importlib.metadata import version

        place, python = resources.files("townlet"), ".".join(map(str, sys.version_info[:3]))
        typer.echo(f"townlet {version('townlet')} from {place} (Python {python})")
        raise typer.Exit


GROUPS = {
    "Live": "run serve resume fork tell set",
    "Look": "story read show ask mcp skill",
    "Study": "measure report causes interview ablate attack study rate",
    "Models": "models doctor estimate cost calls",
    "Towns": "towns new check draw people map residents",
    "Files": "export replay verify repair",
}
"""All commands by what they are for, in the order of the help."""
_WIDEST_HELP = 61
"""Columns that a command's line has left of eighty."""
_MODULES = {"resume": "run", "tell": "orders", "set": "orders", "check": "towns"}
"""The modules of the commands that share one."""


def _entries(group: str, **modules: str) -> tuple[CommandEntry, ...]:
    """Return the commands of a group: the names of those in each module."""
    return tuple(CommandEntry(name, module, group) for module, names in modules.items() for name in names.split())


GROUPED: dict[str, tuple[str, tuple[CommandEntry, ...]]] = {
    "people": (
        "Bring people into a town from a table, and back into one.",
        _entries("people", people="import export"),
    ),
    "residents": ("Let people live in a world of your own.", _entries("residents", residents="serve")),
    "map": ("Make a town of a map that was drawn for something else.", _entries("map", map_import="import")),
    "study": (
        _HOW_TO_STUDY,
        _entries(
            "study",
            study="new check plan",
            study_run="run status",
            study_analyse="analyse audit export freeze verify reproduce",
        ),
    ),
    "rate": (
        "Have people or a model rank interview answers, blind.",
        _entries(
            "rate",
            rate_serve="serve",
            rate_raters="raters",
            rate_authors="authors",
            rate_judge="judge",
            rate_score="score",
        ),
    ),
}
"""The commands that are groups of commands, each with its help."""
COMMANDS = tuple(
    CommandEntry(name, _MODULES.get(name, name))
    for names in GROUPS.values()
    for name in names.split()
    if name not in GROUPED
)

app = _make_group(TownletGroup, COMMANDS, help=_ABOUT, pretty_exceptions_enable=False, add_completion=False)


@app.callback(help=_ABOUT)
def _townlet(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and where it is installed."
        ),
    ] = False,
) -> None: ...


def _nothing() -> None:  # what a group does before its command
    ...


for _name, (_help, _table) in GROUPED.items():
    _group = _make_group(LazyGroup, _table)
    _group.callback(help=_help)(_nothing)
    app.add_typer(_group, name=_name)
    if _name == "study":
        app.add_typer(_group, name="experiment", hidden=True)

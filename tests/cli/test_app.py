from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from townlet.cli import app as app_module
from townlet.cli.app import CommandEntry, app

from .typed import done, refused

PACKAGE = Path(app_module.__file__).parents[1]
COMMANDS = sorted(command.name or "" for command in app.registered_commands)


def test_all_commands_are_there() -> None:
    wanted = (
        "ablate ask attack calls causes check cost doctor draw estimate export fork interview mcp measure models new "
        "read repair replay report resume run serve set show skill story tell towns verify"
    )
    assert " ".join(COMMANDS) == wanted


@pytest.mark.parametrize("command", COMMANDS)
def test_help_gives_an_example_that_can_be_pasted(command: str) -> None:
    examples = re.split(r"Examples?:|Arguments:|Options:", done(command, "--help").stdout)[1].split("\n")
    assert [line for line in examples if line.strip() and not line.startswith("    townlet ")] == []
    assert any(line.startswith(f"    townlet {command}") for line in examples)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_prints_json(command: str) -> None:
    assert "--json" in done(command, "--help").stdout


@pytest.mark.parametrize("words", [["rum"], ["--colour"], ["run", "--colour"], ["show"], ["run", "--days", "two"]])
def test_a_slip_is_told_in_one_line_with_the_help_that_helps(words: list[str]) -> None:
    assert "--help`." in refused(*words)


TABLES = (app_module.COMMANDS, *(entries for _, entries in app_module.GROUPED.values()))


@pytest.mark.parametrize("entry", [entry for table in TABLES for entry in table], ids=lambda entry: entry.function)
def test_the_table_of_commands_leads_to_their_functions(entry: CommandEntry) -> None:
    function = getattr(import_module(f"townlet.cli.commands.{entry.module}"), entry.function)
    assert entry.help == inspect.getdoc(function).split("\n\n")[0].replace("\n", " ")
    assert entry.load().name == entry.name


def help_of_eighty_columns(*words: str) -> list[str]:
    environment = {**os.environ, "COLUMNS": "80"}
    command = [sys.executable, "-m", "townlet", *words, "--help"]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout.splitlines()


def test_the_help_shows_all_commands_in_groups_on_one_screen() -> None:
    told = help_of_eighty_columns()
    rows = [line for line in told if re.match(r"(\w+ +|        )[a-z]", line)]
    assert [row for row in rows if len(row) > 80 or row.endswith("...")] == []
    assert [row.split()[0] for row in rows if row[0] != " "] == ["Live", "Look", "Study", "Models", "Towns", "Files"]
    groups = [group.name or "" for group in app.registered_groups if not group.hidden]
    assert sorted(row[8:].split()[0] for row in rows) == sorted([*COMMANDS, *groups])
    assert len(told) < 45


@pytest.mark.parametrize("command", ["run", "resume", "serve"])
def test_what_a_first_run_needs_comes_before_what_experts_need(command: str) -> None:
    first, expert = done(command, "--help").stdout.split("Options:")[1].split("Expert options:")
    assert all(option in first for option in ("--days", "--model", "--budget", "--json"))
    assert all(option in expert for option in ("--cache", "--guess", "--on-failure"))


@pytest.mark.parametrize("words", [["rate"], ["study"]])
def test_no_command_is_cut_off_in_a_list_of_eighty_columns(words: list[str]) -> None:
    listed = help_of_eighty_columns(*words)
    commands = listed[listed.index("Commands:") + 1 :]
    assert [line for line in commands if line.endswith("...") or not line.strip().partition(" ")[2].strip()] == []


def modules_after(*words: str) -> set[str]:
    """Return the modules that are imported when a command line has been executed in a process of its own."""
    program = (
        "import sys; from townlet.cli.app import app\n"
        "try:\n    app()\nexcept SystemExit as end:\n    assert not end.code\n"
        "print(*sys.modules, sep='\\n', file=sys.stderr)"
    )
    outcome = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True)
    return set(outcome.stderr.split())


@pytest.mark.parametrize(
    ("words", "loaded"),
    [
        (["--help"], set()),
        (["--version"], set()),
        # typer loads pydantic itself as soon as a group inside a group is called.
        (["rate", "--help"], {"pydantic"}),
    ],
)
def test_help_loads_nothing_heavy(words: list[str], loaded: set[str]) -> None:
    heavy = {"numpy", "pydantic", "rich", "jinja2", "sqlite3", "townlet.engine", "townlet.runfile"}
    assert heavy & modules_after(*words) <= loaded


@pytest.mark.parametrize("words", [[], ["nell"], ["--manifest"], ["--json"]])
def test_a_run_is_shown_without_the_engine_and_without_any_model(made: Path, words: list[str]) -> None:
    parts = ("townlet.offline", "townlet.language.providers", "townlet.engine", "townlet.server", "fastapi")
    assert [name for name in modules_after("show", str(made), *words) if name.startswith(parts)] == []


def test_a_console_that_knows_few_characters_is_served(made: Path) -> None:
    command = [sys.executable, "-m", "townlet", "read", str(made), "--from", "6:00"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    outcome = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert "? Monday May 5, 6:00 am ?" in outcome.stdout


def test_the_module_is_the_command() -> None:
    outcome = subprocess.run([sys.executable, "-m", "townlet", "--version"], capture_output=True, text=True, check=True)
    assert re.fullmatch(rf"townlet 0\.\S+ from {re.escape(str(PACKAGE))} \(Python 3\.\S+\)\n", outcome.stdout)

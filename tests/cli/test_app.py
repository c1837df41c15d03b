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

COMMANDS = sorted(command.name or "" for command in app.registered_commands)


def test_all_commands_are_there() -> None:
    wanted = (
        "ablate ask attack calls check cost doctor draw estimate export fork interview mcp measure models new read "
        "repair replay report resume run serve set show skill story tell towns verify"
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


TABLES = (app_module.COMMANDS, app_module.RATE_COMMANDS, app_module.STUDY_COMMANDS)


@pytest.mark.parametrize("entry", [entry for table in TABLES for entry in table], ids=lambda entry: entry.function)
def test_the_table_of_commands_leads_to_their_functions(entry: CommandEntry) -> None:
    function = getattr(import_module(f"townlet.cli.commands.{entry.module}"), entry.function)
    assert entry.help == inspect.getdoc(function).split("\n\n")[0].replace("\n", " ")
    assert entry.load().name == entry.name


@pytest.mark.parametrize("words", [["--help"], ["rate", "--help"], ["study", "--help"]])
def test_no_command_is_cut_off_in_a_list_of_eighty_columns(words: list[str]) -> None:
    environment = {**os.environ, "COLUMNS": "80"}
    command = [sys.executable, "-m", "townlet", *words]
    listed = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout
    commands = listed.split("Commands:")[1].splitlines()[1:]
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
    assert outcome.stdout.startswith("townlet 0.")

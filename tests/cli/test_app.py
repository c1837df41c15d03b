from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from townlet.cli.app import app

from .typed import done, refused

COMMANDS = sorted(command.name or "" for command in app.registered_commands)


def test_all_commands_are_there() -> None:
    wanted = "ablate ask attack calls check cost doctor draw estimate export fork interview measure new read replay"
    assert " ".join(COMMANDS) == f"{wanted} report resume run serve set show tell towns verify"


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


def test_help_loads_nothing_heavy() -> None:
    program = (
        "import sys; from townlet.cli.app import app; "
        "print([name for name in ('numpy', 'pydantic', 'rich', 'jinja2', 'sqlite3') if name in sys.modules])"
    )
    outcome = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert outcome.stdout.strip() == "[]"


def test_a_console_that_knows_few_characters_is_served(made: Path) -> None:
    command = [sys.executable, "-m", "townlet", "read", str(made), "--from", "6:00"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    outcome = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert "? Monday May 5, 6:00 am ?" in outcome.stdout


def test_the_module_is_the_command() -> None:
    outcome = subprocess.run([sys.executable, "-m", "townlet", "--version"], capture_output=True, text=True, check=True)
    assert outcome.stdout.startswith("townlet 0.")

"""Typing a command, and what comes of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from typer.testing import CliRunner

from townlet.cli.app import app


@dataclass(frozen=True)
class Outcome:
    """What a command line left behind."""

    status: int
    stdout: str
    stderr: str

    @property
    def json(self) -> Any:
        return json.loads(self.stdout)


def typed(*words: str) -> Outcome:
    """What comes of a command line on a wide screen that is no terminal."""
    wide = {"COLUMNS": "140", "TERM": "dumb"}
    result = CliRunner().invoke(app, list(words), env=wide, catch_exceptions=False)
    return Outcome(result.exit_code, result.stdout, result.stderr)


def done(*words: str) -> Outcome:
    """The outcome of a command that has to succeed."""
    outcome = typed(*words)
    assert outcome.status == 0, outcome.stderr
    return outcome


def refused(*words: str) -> str:
    """The one line on stderr of a command that has to be refused as bad input."""
    outcome = typed(*words)
    assert (outcome.status, outcome.stdout) == (2, ""), outcome
    [line] = outcome.stderr.splitlines()
    return line

"""Nothing that a model, a town or a stranger wrote controls the terminal of whoever reads it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from townlet.cli.output import GuardedStream, format_json, guard_output, make_console, make_harmless
from townlet.language.build import ModelBuilder
from townlet.language.model import Reply, Request
from townlet.offline.model import OfflineModel
from townlet.runfile.view import RunView

from .typed import done

HOSTILE = "Zo\x1b[31më \x9b2J\x00\x07\x7f\r\u202egpj\u202c \u2066x\u2069\x85\x1b]0;title\x07"
DANGEROUS = set(HOSTILE) - set("Zo[31më 2Jgpjx]0;title")


def dangers_in(text: str) -> set[str]:
    """The dangerous characters of a text that is not from a terminal, and so has no control characters at all."""
    return set(text) & DANGEROUS


@pytest.mark.parametrize(
    "text", ["Þóra\tsaid:\n“¿Qué?”", "می\u200cخواهم", "क्\u200dष", "👩\u200d🚀", "שלום \u200f(עולם)"]
)
def test_what_people_of_any_culture_write_stays_as_it_is(text: str) -> None:
    assert make_harmless(text) == text


def test_whatever_is_written_to_a_guarded_stream_is_harmless(monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = StringIO(), StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    with guard_output():
        print(HOSTILE)
        sys.stdout.writelines([HOSTILE, HOSTILE])
        sys.stderr.write(HOSTILE)
    assert dangers_in(out.getvalue() + err.getvalue()) == set()
    assert out.getvalue().count("�") == 3 * err.getvalue().count("�") > 0
    assert (sys.stdout, sys.stderr) == (out, err)


def test_a_console_is_harmless_and_still_draws_with_control_characters_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = StringIO()
    monkeypatch.setattr(sys, "stdout", GuardedStream(screen))
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    console = make_console()
    table = Table(HOSTILE)
    table.add_row(HOSTILE)
    console.print(HOSTILE, table, Text(HOSTILE, style="bold red"))
    with Live(Text(HOSTILE), console=console) as live:
        live.update(Text(HOSTILE + HOSTILE), refresh=True)
    drawn = screen.getvalue()
    assert "\x1b[1;31m" in drawn, "the console's own colours"
    for attack in ("\x1b[31m\xeb", "\x1b]0", *(DANGEROUS - {"\x1b", "\r"})):
        assert attack not in drawn
    Console(file=(plain := StringIO()), highlight=False).print(HOSTILE)
    assert "\x1b]0" in plain.getvalue(), "rich alone does not do it"


def test_json_keeps_every_character_and_has_none_that_controls_a_terminal() -> None:
    written = format_json({"text": HOSTILE})
    assert dangers_in(written) == set()
    assert json.loads(written) == {"text": HOSTILE}


class HostileModel:
    """The offline model, but every sentence of its answers also holds what would control a terminal."""

    name = "offline"

    def __init__(self) -> None:
        self._model = OfflineModel(1)

    async def __call__(self, request: Request) -> Reply:
        reply = await self._model(request)
        return replace(reply, text=json.dumps(spoil(json.loads(reply.text))))


def spoil(answer: Any) -> Any:
    """Append the hostile text to every text of an answer that has several words, and so is no name or address."""
    match answer:
        case dict():
            return {key: spoil(value) for key, value in answer.items()}
        case list():
            return [spoil(value) for value in answer]
        case str() if answer.count(" ") > 1 and ":" not in answer:
            return f"{answer} {HOSTILE}"
    return answer


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run whose people say, think and do what would control a terminal."""
    path = tmp_path_factory.mktemp("hostile") / "hostile.townlet"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(ModelBuilder, "model", lambda self, name: HostileModel())
        done("run", "applegarth", "--days", "0.32", "--on-failure", "fallback", "--out", str(path), "--json")
    return path


def test_the_hostile_run_holds_what_would_control_a_terminal(hostile: Path) -> None:
    with RunView(hostile).reader() as reader:
        replies = [json.loads(row.reply) for row in reader.calls() if row.reply]
    assert sum("\\u202e" in json.dumps(reply) for reply in replies) > 20


@pytest.mark.parametrize(
    "words",
    [
        ["read", "--from", "6:00"],
        ["show"],
        ["show", "nell"],
        ["calls", "--full"],
        ["cost"],
        ["measure", "--no-interviews"],
        ["read", "--json"],
        ["calls", "--json"],
        ["ask", "nell", f"Who is {HOSTILE}?".replace("\x00", "")],
        ["ask", HOSTILE.replace("\x00", ""), "Who?"],
    ],
)
def test_no_command_prints_what_controls_a_terminal(words: list[str], hostile: Path) -> None:
    command = [sys.executable, "-m", "townlet", words[0], str(hostile), *words[1:]]
    outcome = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "COLUMNS": "100"})
    assert "Traceback" not in outcome.stderr
    assert dangers_in(outcome.stdout + outcome.stderr) == set()

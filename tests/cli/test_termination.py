"""SIGTERM, which containers, schedulers and shutdowns send, ends every command as Ctrl-C does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from townlet.runfile.view import RunView

from .typed import done

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows ends a process that is sent SIGTERM at once")

PROGRAM = """
import signal, sys
left = int(sys.argv.pop(1))
def count(event, arguments):
    global left
    happened = f"import {{arguments[0]}}" if event == "import" else event
    left -= happened == {event!r}
    if happened == {event!r} and left == 0:
        signal.raise_signal(signal.SIGTERM)
sys.addaudithook(count)
from townlet.cli import main
main()
"""
"""A command line that gets SIGTERM when Python reports an event for the n-th time: no test has to wait for a moment."""


def terminated(nth: int, *words: str, event: str = "sqlite3.connect", ignoring_ctrl_c: bool = False) -> tuple[int, str]:
    """The exit status and stderr of a command that gets SIGTERM when an event happens for the n-th time."""
    program = PROGRAM.format(event=event)
    if ignoring_ctrl_c:
        program = f"import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n{program}"
    command = [sys.executable, "-c", program, str(nth), *words]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    return ended.returncode, ended.stderr


@pytest.mark.parametrize("nth", [1, 2, 3])
def test_sigterm_stops_a_run_after_the_step_and_it_resumes_to_the_same_end(nth: int, tmp_path: Path) -> None:
    run = tmp_path / "a.townlet"
    status, stderr = terminated(nth, "run", "applegarth", "--days", "0.1", "--out", str(run), "--json")
    assert status == 130
    assert "Stopping after this step" in stderr
    assert f"Resume with: townlet resume {run} --days 0.1" in stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.townlet"]
    whole = done("run", "applegarth", "--days", "0.1", "--out", str(tmp_path / "b.townlet"), "--json").json
    assert done("resume", str(run), "--json").json["state_hash"] == whole["state_hash"]


def test_sigterm_stops_a_resumed_run(own: Path) -> None:
    before = RunView(own).until
    status, stderr = terminated(9, "resume", str(own), "--days", "0.4", "--json")
    assert (status, "Resume with" in stderr) == (130, True)
    assert before <= RunView(own).until < 3456
    assert [path.name for path in own.parent.iterdir()] == ["own.townlet"]


@pytest.mark.parametrize(
    ("in_background", "words"),
    [
        (False, ["interview", "RUN", "--out", "OUT"]),
        (True, ["measure", "RUN"]),
        (False, ["report", "RUN", "--out", "OUT"]),
        (True, ["export", "RUN", "--replay", "OUT"]),
        (False, ["export", "RUN", "--format", "csv", "OUT"]),
        (True, ["ablate", "RUN", "--out", "OUT"]),
        (False, ["read", "RUN"]),
        (True, ["replay", "RUN"]),
        (False, ["verify", "RUN"]),
        (True, ["fork", "RUN", "--at", "6:00", "--out", "OUT"]),
    ],
    ids=lambda words: " ".join(words[:3]) if isinstance(words, list) else "",
)
def test_sigterm_ends_a_command_in_one_line_and_leaves_nothing_half_written(
    in_background: bool, words: list[str], made: Path, tmp_path: Path
) -> None:
    files = {"RUN": str(made), "OUT": str(tmp_path / "out")}
    nth = 1 if words[0] in ("verify", "replay") else 2
    status, stderr = terminated(nth, *(files.get(word, word) for word in words), ignoring_ctrl_c=in_background)
    assert status == 130
    assert [line for line in stderr.splitlines() if "answers are in" not in line] == ["Stopped."]
    assert list(tmp_path.iterdir()) == []
    assert [path.name for path in made.parent.iterdir() if "-" in path.suffix] == []


def test_sigterm_stops_an_attack_suite_after_the_step_with_its_results(tmp_path: Path) -> None:
    words = ["attack", "applegarth", "--cases", "2", "--days", "0.01", "--out", str(tmp_path)]
    status, stderr = terminated(3, *words)
    assert status == 130
    assert "Stopped early" in stderr
    assert [path for path in tmp_path.iterdir() if path.suffix != ".townlet"] == []


def test_sigterm_ends_an_estimate() -> None:
    status, stderr = terminated(1, "estimate", "applegarth", "--sample", "0.3", event="import rich.progress")
    assert (status, stderr.splitlines()[-1].startswith("Stopped.")) == (130, True)


@pytest.mark.parametrize("live", [True, False], ids=["live", "replay"])
def test_sigterm_ends_the_server_and_the_run_after_the_step(live: bool, own: Path) -> None:
    words = ["serve", str(own), "--port", "0", "--no-open", *(["--days", "0.4"] if live else [])]
    command = [sys.executable, "-m", "townlet", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout
        assert "Press Ctrl-C to stop" in server.stdout.readline()
        server.send_signal(signal.SIGTERM)
        stdout, stderr = server.communicate(timeout=60)
    assert (server.returncode, "Traceback" in stdout + stderr) == (0, False)
    assert sorted(path.name for path in own.parent.iterdir()) == ["own.townlet"]
    assert RunView(own).until >= 2765

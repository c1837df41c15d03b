"""Tests wait for what moves, and for nothing else."""

from __future__ import annotations

import subprocess
import sys

import pytest

import waiting
from waiting import Hung, wait_until

HANGS = "import sys, time\nprint('ready', flush=True)\ntime.sleep(600)"
POLLS = """
import time
while True:
    end = time.perf_counter() + 0.0005
    while time.perf_counter() < end: pass
    time.sleep(0.05)
"""
COMPUTES = "import time\nend = time.monotonic() + 3\nwhile time.monotonic() < end: pass"


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "PATIENCE_SECONDS", 1.0)


def started(program: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_process_that_hangs_says_where_and_is_ended() -> None:
    process = started(HANGS)
    assert process.stdout
    process.stdout.readline()
    with pytest.raises(Hung, match=r'(?s)does not end.*File "<string>", line 3'):
        process.communicate()
    assert process.returncode


def test_a_process_that_computes_is_waited_for() -> None:
    process = started(COMPUTES)
    process.communicate()
    assert process.returncode == 0


def test_a_process_that_only_looks_at_its_clock_does_not_move(monkeypatch: pytest.MonkeyPatch) -> None:
    # So long that its work can be seen in the clock of the processor, which has a hundred ticks a second.
    monkeypatch.setattr(waiting, "PATIENCE_SECONDS", 3.0)
    with started(POLLS) as process, pytest.raises(Hung, match="nothing has moved"):
        wait_until(lambda: False, process)


def test_who_waits_for_the_dead_is_told_at_once() -> None:
    with started("raise SystemExit(7)") as process, pytest.raises(AssertionError, match="ended with 7"):
        wait_until(lambda: False, process)


def test_what_moves_may_take_its_time_and_what_stands_still_may_not() -> None:
    looks: list[int] = []
    assert wait_until(lambda: looks.append(1) or len(looks) > 150, progress=lambda: len(looks) // 20)
    with pytest.raises(Hung, match="nothing has moved"):
        wait_until(lambda: False)

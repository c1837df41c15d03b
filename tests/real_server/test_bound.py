"""A server for tests ends with the tests, even if those are killed."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from .serving import BOUND

STARTER = """
import subprocess, sys
command = [sys.executable, sys.argv[1], sys.executable, "-c", sys.argv[2]]
subprocess.Popen(command, stdin=subprocess.PIPE).wait()
"""
SERVER = "import time\nprint('ready', flush=True)\ntime.sleep(60)"


@pytest.mark.parametrize("told", ["terminate", "kill"])
def test_it_ends_when_its_starter_is_ended(told: str) -> None:
    command = [sys.executable, "-c", STARTER, str(BOUND), SERVER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as starter:
        assert starter.stdout
        assert starter.stdout.readline() == "ready\n"
        began = time.monotonic()
        getattr(starter, told)()
        # The pipe is closed when nobody holds its other end any more: neither the starter nor the server.
        assert starter.stdout.read() == ""
        assert time.monotonic() - began < 30


def test_it_says_how_the_program_ended() -> None:
    command = [sys.executable, str(BOUND), sys.executable, "-c", "import sys; sys.exit(7)"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE)
    assert process.wait() == 7
    process.communicate()

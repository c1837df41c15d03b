"""Waiting for others in tests: never in the dark, and never for the dead.

Whoever waits for a process without a bound of its own, or in `wait_until`, fails once nothing has moved for a minute.
A process that computes moves: what takes time in proportion to the machine may take it. One that stands still is made
to print where it hangs (each Python started by a test has a fault handler, see conftest.py), and is killed.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

import psutil

PATIENCE_SECONDS = 60.0
"""How long nothing may move before a wait fails."""
_LOOK_SECONDS = 1.0
"""How often a process is looked at while it is waited for."""

Found = TypeVar("Found")
AnyProcess = subprocess.Popen[Any] | BaseProcess

_wait, _communicate, _join = subprocess.Popen.wait, subprocess.Popen.communicate, BaseProcess.join


class Hung(AssertionError):
    """Nothing moves any more on the other side."""


class Patience:
    """How long to go on waiting: until nothing has moved for a minute."""

    def __init__(self, progress: Callable[[], object]) -> None:
        self._progress, self._reached = progress, progress()
        self._since = self._looked = time.monotonic()

    def is_over(self) -> bool:
        """Whether nothing has moved for a minute. Looks at what moves once a second, as that takes time."""
        now = time.monotonic()
        if now - self._looked < PATIENCE_SECONDS / 60:
            return False
        self._looked, reached = now, self._progress()
        if reached != self._reached:
            self._reached, self._since = reached, now
        return now - self._since > PATIENCE_SECONDS


def wait_until(
    holds: Callable[[], Found],
    process: AnyProcess | None = None,
    progress: Callable[[], object] | None = None,
    every_seconds: float = 0.02,
) -> Found:
    """Wait until something holds, and return what it returned.

    Raises AssertionError if the process that is to bring it about has ended, and Hung if nothing has moved for a
    minute: neither the process, if there is one, nor what `progress` returns.
    """

    def moved() -> object:
        return (progress() if progress else None, work_of(process) if process else None)

    patience = Patience(moved)
    while not (found := holds()):
        if process and (status := _status_of(process)) is not None:
            if found := holds():
                return found
            raise AssertionError(f"What was waited for did not come: {_name(process)} ended with {status}.")
        if patience.is_over():
            if process:
                _end_hung(process)
            raise Hung(f"What was waited for did not come, and nothing has moved for {PATIENCE_SECONDS:.0f} s.")
        time.sleep(every_seconds)
    return found


def work_of(process: AnyProcess) -> int:
    """How much a process and its descendants have computed, in seconds of a patience of a minute; 0 once it is gone.

    One that computes for less than a second in a minute stands still: a server that only looks at its clock does not
    move.
    """
    total = 0.0
    with contextlib.suppress(psutil.Error):
        found = psutil.Process(process.pid)
        for each in (found, *found.children(recursive=True)):
            with contextlib.suppress(psutil.Error):
                total += sum(each.cpu_times()[:2])
    return int(total * 60 / PATIENCE_SECONDS)


def bound_all_waits() -> None:
    """From now on nobody in this process waits for another one for longer than it moves, unless they say how long."""
    subprocess.Popen.wait = _bounded_wait  # type: ignore[method-assign]
    subprocess.Popen.communicate = _bounded_communicate  # type: ignore[method-assign]
    BaseProcess.join = _bounded_join  # type: ignore[method-assign]


def _bounded_wait(self: subprocess.Popen[Any], timeout: float | None = None) -> int:
    if timeout is not None:
        return _wait(self, timeout)
    patience = Patience(lambda: work_of(self))
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return _wait(self, _LOOK_SECONDS)
        if patience.is_over():
            _end_hung(self)
            raise Hung(f"{_name(self)} does not end, and has not moved for {PATIENCE_SECONDS:.0f} s.")


def _bounded_communicate(
    self: subprocess.Popen[Any],
    input: Any = None,  # noqa: A002 - as it is called there
    timeout: float | None = None,
) -> Any:
    if timeout is not None:
        return _communicate(self, input, timeout)
    patience, said = Patience(lambda: work_of(self)), input
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return _communicate(self, said, _LOOK_SECONDS)
        said = None  # What was begun to be sent goes on by itself.
        if patience.is_over():
            _end_hung(self)
            told = _communicate(self, None, PATIENCE_SECONDS)
            raise Hung(f"{_name(self)} does not end, and has not moved for {PATIENCE_SECONDS:.0f} s. It says: {told}")


def _bounded_join(self: BaseProcess, timeout: float | None = None) -> None:
    if timeout is not None:
        return _join(self, timeout)
    patience = Patience(lambda: work_of(self))
    while self.is_alive():
        _join(self, _LOOK_SECONDS)
        if patience.is_over():
            _end_hung(self)
            raise Hung(f"{_name(self)} does not end, and has not moved for {PATIENCE_SECONDS:.0f} s.")
    return _join(self, _LOOK_SECONDS)


def _status_of(process: AnyProcess) -> int | None:
    return process.exitcode if isinstance(process, BaseProcess) else process.poll()


def _name(process: AnyProcess) -> str:
    return process.name if isinstance(process, BaseProcess) else str(process.args)


def _end_hung(process: AnyProcess) -> None:
    """Have a process that hangs print the stacks of its threads, and end it."""
    if process.pid is None:
        return
    with contextlib.suppress(OSError):
        os.kill(process.pid, getattr(signal, "SIGABRT", signal.SIGTERM))
    time.sleep(_LOOK_SECONDS)
    process.kill()

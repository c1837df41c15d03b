"""Ctrl-C or SIGTERM during a run: the first stops it after the current step, the second exits at once."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from types import FrameType, TracebackType
from typing import Any

import typer

from townlet.cli.errors import INTERRUPTED

_SHOW_CURSOR = "\x1b[?25h"


class InterruptHandler:
    """Handles Ctrl-C while it is entered, and says whether the user has asked to stop."""

    def __init__(self, resume_command: str) -> None:
        self.requested = False
        self.notify: Callable[[str], None] = partial(typer.echo, err=True)
        """Shows a message to the user. A live display replaces it with its own."""
        self._resume_command = resume_command
        self._previous: Any = None

    def __enter__(self) -> InterruptHandler:
        self._previous = signal.signal(signal.SIGINT, self._handle)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self._previous)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self.requested:
            self._exit_at_once()
        self.requested = True
        self.notify("Stopping after this step. Press Ctrl-C again to quit at once.")

    def _exit_at_once(self) -> None:
        """Exit without clean-up: committed steps are safe in the run file, and the next process takes over its lock."""
        if sys.stderr.isatty():
            os.write(2, _SHOW_CURSOR.encode())
        os.write(2, f"\nStopped at once. Resume with: {self._resume_command}\n".encode())
        os._exit(INTERRUPTED)

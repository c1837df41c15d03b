"""Ctrl-C while a town runs: the first lets the step end, the second ends the process."""

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
    """Whether somebody has asked to stop. Listens while it is entered."""

    def __init__(self, how_to_resume: str) -> None:
        self.asked = False
        self.say: Callable[[str], None] = partial(typer.echo, err=True)
        """Tells what was heard; whoever draws on the screen takes this over."""
        self._how_to_resume = how_to_resume
        self._before: Any = None

    def __enter__(self) -> InterruptHandler:
        self._before = signal.signal(signal.SIGINT, self._hear)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            self._quit()
        self.asked = True
        self.say("Stopping after this step; press Ctrl-C again to quit at once.")

    def _quit(self) -> None:
        """What was committed is safe however the process ends, and the next owner takes it up."""
        if sys.stderr.isatty():
            os.write(2, _SHOW_CURSOR.encode())
        os.write(2, f"\nStopped at once. Go on with: {self._how_to_resume}\n".encode())
        os._exit(INTERRUPTED)

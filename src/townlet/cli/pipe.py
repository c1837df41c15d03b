"""Long output into a pipe that may be closed before its end, as `head` does."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

_NOBODY_READS = {errno.EPIPE, errno.EINVAL}
"""What a write to a closed pipe fails with; the second on Windows."""


@contextmanager
def while_it_is_read() -> Iterator[None]:
    """Print within this block; it is left, well and silently, once nobody reads on."""
    try:
        yield
        sys.stdout.flush()
    except OSError as error:
        if error.filename or error.errno not in _NOBODY_READS:
            raise
        # The interpreter flushes once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit from None

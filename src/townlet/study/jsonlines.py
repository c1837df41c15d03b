"""Files of JSON lines that are only ever added to: a stop in the middle of writing costs its own line and no other."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import portalocker

from townlet.study.defects import FileFaults


def add_lines(lines: Iterable[str], to: Path) -> None:
    """Add lines to a file, which is made if it is not there. They are on the disk when this returns.

    Whoever else is adding to it is waited for. Raises OSError.
    """
    to.parent.mkdir(parents=True, exist_ok=True)
    with to.open("ab+") as file:
        # Drives that know no locks are written to without one.
        with suppress(portalocker.LockException):
            portalocker.lock(file, portalocker.LOCK_EX)
        _mend_end(file)
        file.write("".join(f"{line}\n" for line in lines).encode())
        file.flush()
        os.fsync(file.fileno())


def lines_in(path: Path) -> list[tuple[int, str]]:
    """The lines of a file that are not blank, by number from 1, but for a last one that broke off in the writing.

    Raises FileFaults for what is no text in UTF-8, OSError.
    """
    try:
        # Not splitlines(): texts may hold what it takes for the end of a line.
        *lines, last = path.read_bytes().decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise FileFaults(path, ["is not text in UTF-8; save it as UTF-8"]) from error
    whole = [*lines, last] if _is_json(last) else lines
    return [(number, line) for number, line in enumerate(whole, start=1) if line.strip()]


def _mend_end(file: BinaryIO) -> None:
    """End a last line that somebody left without its end; take away one that broke off."""
    end = file.seek(0, os.SEEK_END)
    if not end or (file.seek(end - 1), file.read(1))[1] == b"\n":
        return
    file.seek(0)
    written = file.read()
    last = written[written.rfind(b"\n") + 1 :]
    if _is_json(last):
        file.write(b"\n")
    else:
        file.truncate(end - len(last))


def _is_json(line: str | bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True

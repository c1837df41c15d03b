"""What is wrong with a file that a study was given: gathered while it is read, told all at once."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import portalocker

from townlet.runfile import RunFileError


class StudyError(RunFileError):
    """Something that a study was asked for cannot be done; the text says what, where and what to do."""


class StudyFileError(StudyError):
    """A file with defects, each in a line of its own."""

    def __init__(self, file: Path | str, defects: Iterable[str]) -> None:
        self.defects = tuple(defects)
        count = "1 defect" if len(self.defects) == 1 else f"{len(self.defects)} defects"
        super().__init__("\n".join([f"{file} has {count}:", *(f"  {defect}" for defect in self.defects)]))


def write_atomically(path: Path, pieces: Iterable[str]) -> None:
    """Write a text in UTF-8, lines ended as they are; a character that has no form there is told by its number.

    A file of that name is replaced when all is written, and stays as it was if that fails. Raises OSError.
    """
    growing = path.with_name(f".{path.name}.part")
    try:
        with growing.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            file.writelines(pieces)
        growing.replace(path)
    finally:
        growing.unlink(missing_ok=True)


def append_json_lines(lines: Iterable[str], to: Path) -> None:
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


def read_json_lines(path: Path) -> list[tuple[int, str]]:
    """The lines of a file that are not blank, by number from 1, but for a last one that broke off in the writing.

    Raises FileFaults for what is no text in UTF-8, OSError.
    """
    try:
        # Not splitlines(): texts may hold what it takes for the end of a line.
        *lines, last = path.read_bytes().decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise StudyFileError(path, ["is not text in UTF-8; save it as UTF-8"]) from error
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

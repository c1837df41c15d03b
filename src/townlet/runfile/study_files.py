"""Files of studies: atomic writes, JSON Lines that several processes append to, and errors that list all defects."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import portalocker

from townlet.errors import BadInput
from townlet.files import read_file
from townlet.runfile import RunFileError


class StudyError(RunFileError):
    """A study cannot do what was requested. The message says what, where, and what to do."""


class StudyFileError(StudyError):
    """A file has defects. The message lists them, one per line."""

    def __init__(self, file: Path | str, defects: Iterable[str]) -> None:
        self.defects = tuple(defects)
        count = "1 defect" if len(self.defects) == 1 else f"{len(self.defects)} defects"
        super().__init__("\n".join([f"{file} has {count}:", *(f"  {defect}" for defect in self.defects)]))


def find_target(path: Path) -> Path:
    """Return the file that writing to a path creates or replaces: where its links lead.

    Raises StudyError if that is no regular file, if its folder is missing, or if one of them is read-only; and OSError.
    """
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise StudyError(f"{path} is a folder. Give the name of a file.")
    if os.path.lexists(target) and not target.is_file():
        raise StudyError(f"{path} is no regular file, so it is not replaced. Give another name.")
    if not path.parent.is_dir() or not target.parent.is_dir():
        raise StudyError(f"There is no folder {path.parent} to write {path.name} to. Create it first.")
    for place in (target, target.parent):
        if place.exists() and not os.access(place, os.W_OK):
            raise StudyError(f"{place} is read-only, so {path} cannot be written. Give another name.")
    return target


def write_atomically(path: Path, pieces: Iterable[str | bytes]) -> None:
    """Write bytes, or texts as UTF-8 with line ends as they are and lone surrogates as escapes such as '\\ud800'.

    An existing file is replaced once everything is on disk, and stays unchanged if that fails. The new file has its
    permissions. Raises StudyError if `find_target` does, and OSError.
    """
    target = find_target(path)
    draft = target.with_name(f".{target.name}.part")
    try:
        # A process that was killed may have left a draft, or somebody a link in its place.
        draft.unlink(missing_ok=True)
        with draft.open("xb") as file:
            file.writelines(map(_as_bytes, pieces))
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    except OSError as error:
        if error.filename in (None, str(draft)):
            error.filename = str(path)
        raise
    finally:
        draft.unlink(missing_ok=True)


def _as_bytes(piece: str | bytes) -> bytes:
    """Return bytes as they are, and a text as UTF-8 with lone surrogates as escapes."""
    return piece if isinstance(piece, bytes) else piece.encode("utf-8", "backslashreplace")


def refuse_overwriting(file: Path, source: Path, force: bool) -> None:
    """Check that a file can be written, before any work is done. Raises BadInput, StudyError.

    `force` allows overwriting a regular file, but never the file `source`, which the work reads.
    """
    target = find_target(file)
    if not target.exists():
        return
    taken = source.exists() and target.samefile(source)
    if taken or not force:
        raise BadInput(f"{file} already exists; {'give another name' if taken else 'use --force to overwrite it'}.")


def append_json_lines(lines: Iterable[str], to: Path) -> None:
    """Append lines to a file, which is created if it is missing. They are on disk when this returns.

    The file is locked, so that several processes may append. Raises OSError.
    """
    to.parent.mkdir(parents=True, exist_ok=True)
    with to.open("ab+") as file:
        # File systems without locks are written to without one.
        with suppress(portalocker.LockException):
            portalocker.lock(file, portalocker.LOCK_EX)
        _mend_end(file)
        file.write("".join(f"{line}\n" for line in lines).encode())
        file.flush()
        os.fsync(file.fileno())


def read_json_lines(path: Path) -> list[tuple[int, str]]:
    """Return the lines of a file with their numbers from 1, without blank lines and an incomplete last line.

    Raises StudyFileError if the file is not UTF-8, and OSError.
    """
    try:
        # Not splitlines(), which also splits at characters such as U+2028 that JSON texts may hold.
        *lines, last = read_file(path).decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise StudyFileError(path, ["is not UTF-8 text; save it as UTF-8"]) from error
    complete = [*lines, last] if _is_json(last) else lines
    return [(number, line) for number, line in enumerate(complete, start=1) if line.strip()]


def _mend_end(file: BinaryIO) -> None:
    """Complete the end of a file: add a missing newline, or cut off an incomplete last line."""
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

"""The inbox of a run: commands from other processes, as files ("letters") in a folder beside the run file.

A letter appears atomically, because it is written under another name first. The owner of the run deletes it only when
its content is committed. Letters are taken in the order of their names, which begin with the time of writing.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from townlet.runfile.errors import translated
from townlet.runfile.lock import side_path
from townlet.state.encoding import Json, canonical

LETTER_SUFFIX = ".json"
_count = itertools.count()


@dataclass(frozen=True)
class Letter:
    """A waiting command. If its file is unreadable, `fault` says why and `command` is empty."""

    name: str
    command: Mapping[str, Json]
    fault: str = ""


def leave_letter(run: Path, command: Mapping[str, Json]) -> str:
    """Leave a command for the present or next owner of a run, and return the letter's name. Raises RunFileError."""
    folder = inbox_path(run)
    name = f"{time.time_ns():020d}-{os.getpid():010d}-{next(_count):06d}{LETTER_SUFFIX}"
    with translated(run):
        folder.mkdir(exist_ok=True)
        draft = folder / f"{name}.part"
        try:
            draft.write_text(canonical(command), encoding="utf-8", newline="\n")
            os.replace(draft, folder / name)
        except OSError:
            draft.unlink(missing_ok=True)
            raise
    return name


def waiting_letters(run: Path) -> tuple[Letter, ...]:
    """Return the letters in a run's inbox, oldest first, and leave them there."""
    with translated(run):
        folder = inbox_path(run)
        names = sorted(entry.name for entry in folder.glob(f"*{LETTER_SUFFIX}")) if folder.is_dir() else []
        return tuple(_letter(folder / name) for name in names)


def discard_letters(run: Path, letters: Iterable[Letter]) -> None:
    """Delete letters whose content is committed, and the inbox too if it is empty."""
    folder = inbox_path(run)
    with translated(run):
        for letter in letters:
            (folder / letter.name).unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        folder.rmdir()


def _letter(path: Path) -> Letter:
    try:
        command = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        return Letter(path.name, {}, f"{path} is not a JSON file: {error}")
    if not isinstance(command, dict):
        return Letter(path.name, {}, f"{path} holds {type(command).__name__}; expected a JSON object")
    return Letter(path.name, command)


def inbox_path(run: Path) -> Path:
    """Return the folder in which other processes leave commands for the owner of a run."""
    return side_path(run, "inbox")

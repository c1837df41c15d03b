"""Commands for a run that another process owns: letters in a folder beside the file, taken by the owner.

A letter appears as a whole (it is written under another name first) and is deleted only when its content is
committed. Letters are taken in the order of their names, which begin with the time they were left at.
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

from townlet.runfile.encoding import Json, canonical
from townlet.runfile.errors import translated

_SUFFIX = ".json"
_count = itertools.count()


@dataclass(frozen=True)
class Letter:
    """A command that waits. `fault` says what is wrong with one that cannot be read; its command is empty."""

    name: str
    command: Mapping[str, Json]
    fault: str = ""


def leave_letter(run: Path, command: Mapping[str, Json]) -> str:
    """Leave a command for the owner of a run, now or later; returns the letter's name."""
    folder = inbox_path(run)
    name = f"{time.time_ns():020d}-{os.getpid():010d}-{next(_count):06d}{_SUFFIX}"
    with translated(run):
        folder.mkdir(exist_ok=True)
        draft = folder / f"{name}.part"
        draft.write_text(canonical(command), encoding="utf-8", newline="\n")
        os.replace(draft, folder / name)
    return name


def waiting_letters(run: Path) -> tuple[Letter, ...]:
    """The letters in a run's inbox, oldest first. Looking takes nothing."""
    with translated(run):
        folder = inbox_path(run)
        names = sorted(entry.name for entry in folder.glob(f"*{_SUFFIX}")) if folder.is_dir() else []
        return tuple(_letter(folder / name) for name in names)


def discard_letters(run: Path, letters: Iterable[Letter]) -> None:
    """Delete letters whose content is committed; an empty inbox goes too."""
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
    """The folder in which other processes leave commands for the owner."""
    return run.with_name(run.name + ".inbox")

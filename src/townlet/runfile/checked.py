"""Comparing run files with their seals: no file again that has not changed since, by this process or an earlier one."""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from platformdirs import user_cache_path

from townlet.runfile.lock import is_owned, real_name
from townlet.runfile.reader import RunReader
from townlet.runfile.seal import SealCheck

FileState = tuple[object, ...]
"""What changes when a file is written to: device, inode, times of its changes, size; also those of its log."""

SETTLED_SECONDS = 2
"""A file that changed more recently is not remembered: another change could carry the same time."""

MOST_REMEMBERED = 256


class _CheckedFile(NamedTuple):
    """A file that this process has compared with its seal, and what came of it."""

    state: FileState
    check: SealCheck


_MOST_KNOWN = 32
_known: dict[Path, _CheckedFile] = {}
"""The files that this process has compared last, the latest last."""
_noting = Lock()


def check_once(reader: RunReader, *, to_write: bool = False) -> SealCheck:
    """Compare a file with its seal, unless this process has done so since it last changed.

    Of a run that another one is writing, only what is new is read; of a file that is known to be whole, only what is
    after its last seal. Raises RunFileError.
    """
    where, state = reader.path.absolute(), state_on_disk(reader.path)
    with _noting:
        known = _known.pop(where, None)
    if known is None or known.state != state:
        grows = known is not None and not to_write and known.state[0] == state[0] and is_owned(reader.path)
        earlier = known.check if known and grows else reader.last_seal() if was_whole(state) else None
        known = _CheckedFile(state, reader.check_seal(earlier))
        if earlier is None:
            known.check.breaks += reader.check_parts()
    if not known.check.breaks:
        with _noting:
            _known[where] = known
            while len(_known) > _MOST_KNOWN:
                del _known[next(iter(_known))]
        if state_on_disk(reader.path) == state:
            remember_whole(state)
    return known.check


def state_on_disk(path: Path) -> FileState:
    """Return the state of a file. It begins with what tells the file from another one."""
    state: list[object] = []
    name = real_name(path)
    for each in (name, name.with_name(name.name + "-wal")):
        with contextlib.suppress(FileNotFoundError):
            found = each.stat()
            state += [(found.st_dev, found.st_ino), found.st_mtime_ns, found.st_ctime_ns, found.st_size]
    return tuple(state)


def was_whole(state: FileState) -> bool:
    """Return whether a process of this user has found a file whole in just this state."""
    note = _note_of(state)
    try:
        return note is not None and note.read_text() == repr(state)
    except (OSError, UnicodeDecodeError):
        return False


def remember_whole(state: FileState) -> None:
    """Remember that a file is whole. Does nothing if it has only just changed, or if the cache cannot be written."""
    if time.time_ns() - _last_change(state) >= SETTLED_SECONDS * 1_000_000_000:
        _note(state)


def _note(state: FileState) -> None:
    note = _note_of(state)
    if note is None:
        return
    with contextlib.suppress(OSError):
        note.parent.mkdir(parents=True, exist_ok=True)
        draft = note.with_suffix(f".{os.getpid()}")
        draft.write_text(repr(state))
        draft.replace(note)
        notes = sorted(note.parent.glob("*.whole"), key=lambda each: each.stat().st_mtime)
        for old in notes[:-MOST_REMEMBERED]:
            old.unlink(missing_ok=True)


def remember_closed(path: Path) -> None:
    """Remember that a file is whole whose owner has just closed it.

    A change in the same moment could carry the same time. So the file gets a time that the moment does not have.
    """
    with contextlib.suppress(OSError):
        found, before = path.stat(), state_on_disk(path)
        os.utime(path, ns=(found.st_atime_ns, found.st_mtime_ns - 1))
        state = state_on_disk(path)
        if len(state) == _WITHOUT_LOG and state[1] == found.st_mtime_ns - 1 and state[-1] == before[-1]:
            _note(state)


_WITHOUT_LOG = 4
"""The length of the state of a file that has no write-ahead log."""


def _last_change(state: FileState) -> int:
    return max(each for each in state if isinstance(each, int))


def _note_of(state: FileState) -> Path | None:
    """Return where the note of a file is; None without one, and on Windows, where no time tells of every change."""
    if os.name == "nt" or not state:
        return None
    name = hashlib.sha256(repr(state[0]).encode()).hexdigest()[:32]
    return user_cache_path("townlet") / "whole-runs" / f"{name}.whole"

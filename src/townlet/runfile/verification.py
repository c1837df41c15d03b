"""Verification of run files: missing rows, changed rows, and references to missing rows. Also the diff of two runs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from townlet.runfile.database import UNSEALED
from townlet.runfile.errors import RunDamaged
from townlet.runfile.files import RunFile, open_unchecked, path_of
from townlet.runfile.reader import RunReader
from townlet.runfile.seal import Break
from townlet.runfile.statehash import HASHED_TABLES
from townlet.state.encoding import canonical

_AGENT_COLUMN = {"event": 2, "memory": 0, "evidence": 0, "recall": 1}
_STEP_COLUMN = {"event": 0, "memory": 1, "evidence": 1, "recall": 0}


class RunDifference(NamedTuple):
    """The first difference between a run and another one, such as its replay."""

    step: int
    agent: str
    """The agent that it concerns; empty if it concerns nobody in particular."""
    what: str
    """The run file's table, or the prompt that differs from the recorded one."""
    recorded: str
    """The row of the run, or its prompt; empty, like `replayed`, if that run lacks the row."""
    replayed: str


def first_difference(one: RunReader, other: RunReader, last_step: int) -> RunDifference | None:
    """Return the first difference up to and including a step; None if both runs are equal that far."""
    found = [_difference_in_table(table, one, other, last_step) for table in HASHED_TABLES]
    return min((each for each in found if each), key=lambda each: each.step, default=None)


def _difference_in_table(table: str, one: RunReader, other: RunReader, last_step: int) -> RunDifference | None:
    rows = zip_longest(one.hashed_rows(table, last_step), other.hashed_rows(table, last_step))
    for row, counterpart in rows:
        if row != counterpart:
            return _difference(table, row, counterpart)
    return None


def _difference(table: str, one: tuple[Any, ...] | None, other: tuple[Any, ...] | None) -> RunDifference:
    step, agent = _STEP_COLUMN[table], _AGENT_COLUMN[table]
    first = min((row for row in (one, other) if row), key=lambda row: row[step])
    return RunDifference(first[step], first[agent], table, _text(one), _text(other))


def _text(row: tuple[Any, ...] | None) -> str:
    return "" if row is None else canonical(row)


_MAX_PROBLEMS = 20
"""How many problems a verification lists; a damaged file may have thousands."""


@dataclass(frozen=True)
class Verification:
    """The result of a verification. `stored_hash` is None for an unfinished run."""

    path: Path
    last_step: int | None
    state_hash: str
    stored_hash: str | None
    problems: tuple[str, ...]
    """What is not as it was written, the earliest step first."""
    sealed: bool = True
    """Whether the file carries a seal. Without one, changes of an unfinished run, and of calls, cannot be found."""
    adopted_at: int | None = None
    """The first step that was sealed as it was written, if the file was sealed later. None if all steps were."""
    head: str | None = None
    """The hash over everything in the file, in hexadecimal. Two copies of one file have the same head."""
    repairs: tuple[str, ...] = ()
    """What was found and lost in the repairs that the file comes from."""

    @property
    def sound(self) -> bool:
        return not self.problems


def verify_run(run: RunFile, *, full: bool = False) -> Verification:
    """Read a whole run file and check that it is as it was written. Raises RunFileError if it is not a run file.

    A full verification folds the event log too and compares the snapshots with the result; it takes longer.
    """
    path = path_of(run)
    try:
        with open_unchecked(path) as reader:
            return _verify(reader, full)
    except RunDamaged as error:
        return Verification(path, None, "", None, (str(error),))


def _verify(run: RunReader, full: bool) -> Verification:
    breaks = find_breaks(run)
    problems = [str(each) for each in breaks]
    last_step, stored, computed = None, None, ""
    try:
        last_step, stored, computed = run.last_step(), run.stored_hash(), run.state_hash()
        if stored is not None and stored != computed:
            problems.append(f"the state hash was {stored} when the run ended and is {computed} now")
        if full and not problems:
            # Loaded only here: the other modules of run files need neither towns nor minds.
            from townlet.runfile.snapshots import snapshot_problems

            problems += snapshot_problems(run)
        sealed, adopted_at, head, repairs = run.sealed, run.adopted_at(), run.head(), tuple(run.repairs())
    except RunDamaged as error:
        problems = problems or [str(error)]
        sealed, adopted_at, head, repairs = True, None, None, ()
    shown = tuple(problems[:_MAX_PROBLEMS])
    return Verification(run.path, last_step, computed, stored, shown, sealed, adopted_at, head, repairs)


def find_breaks(run: RunReader) -> list[Break]:
    """Return every place where a run file is not as it was written, the earliest step first. Raises RunFileError."""
    breaks = run.check_seal().breaks if run.format != UNSEALED else run.check_database()
    return sorted([*breaks, *run.check_prompts()], key=lambda each: each.step)

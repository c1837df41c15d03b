"""Verification of run files: missing rows, changed rows, and references to missing rows. Also the diff of two runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from townlet.memory.record import MemoryId
from townlet.runfile.database import connect_run
from townlet.runfile.encoding import canonical
from townlet.runfile.errors import RunDamaged, translated
from townlet.runfile.reader import RunReader
from townlet.runfile.statehash import HASHED_TABLES

_AGENT_COLUMN = {"event": 2, "memory": 0, "evidence": 0, "recall": 1}
_STEP_COLUMN = {"event": 0, "memory": 1, "evidence": 1, "recall": 0}


class RowDifference(NamedTuple):
    """The first rows, by step, in which two runs differ. `one` or `other` is empty if that run lacks the row."""

    step: int
    table: str
    agent: str
    """Empty if the row belongs to no agent."""
    one: str
    other: str


def first_difference(one: RunReader, other: RunReader, last_step: int) -> RowDifference | None:
    """Return the first difference up to and including a step; None if both runs are equal that far."""
    found = [_difference_in_table(table, one, other, last_step) for table in HASHED_TABLES]
    return min((each for each in found if each), key=lambda each: each.step, default=None)


def _difference_in_table(table: str, one: RunReader, other: RunReader, last_step: int) -> RowDifference | None:
    rows = zip_longest(one.hashed_rows(table, last_step), other.hashed_rows(table, last_step))
    for row, counterpart in rows:
        if row != counterpart:
            return _difference(table, row, counterpart)
    return None


def _difference(table: str, one: tuple[Any, ...] | None, other: tuple[Any, ...] | None) -> RowDifference:
    step, agent = _STEP_COLUMN[table], _AGENT_COLUMN[table]
    first = min((row for row in (one, other) if row), key=lambda row: row[step])
    return RowDifference(first[step], table, first[agent], _text(one), _text(other))


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

    @property
    def sound(self) -> bool:
        return not self.problems


def verify_run(path: Path) -> Verification:
    """Read a whole run file and check its consistency. Raises RunFileError if it is not a run file."""
    try:
        with _Verifier(path, connect_run(path, "ro")) as run:
            return run.verification()
    except RunDamaged as error:
        return Verification(path, None, "", None, (str(error),))


class _Verifier(RunReader):
    """A reader that looks for inconsistencies."""

    def verification(self) -> Verification:
        # Loaded only here: the other modules of run files need neither towns nor minds.
        from townlet.runfile.snapshots import snapshot_problems

        with translated(self.path):
            problems = [*self._file_problems()]
            last_step, stored, computed = self.last_step(), self.stored_hash(), self.state_hash()
            problems += [*self._row_problems(), *self._prompt_problems(), *snapshot_problems(self)]
        if stored is not None and stored != computed:
            problems.append(f"the state hash was {stored} when the run ended and is {computed} now")
        return Verification(self.path, last_step, computed, stored, tuple(problems[:_MAX_PROBLEMS]))

    def _file_problems(self) -> Iterator[str]:
        for (finding,) in self._all("PRAGMA integrity_check"):
            if finding != "ok":
                yield f"the database says: {finding}"
        for table, _, parent, _ in self._all("PRAGMA foreign_key_check"):
            yield f"a row of {table} refers to a row of {parent} that is not there"

    def _row_problems(self) -> Iterator[str]:
        yield from _gaps("events", self._all(_EVENT_KEYS))
        memory_keys = list(self._all(_MEMORY_KEYS))
        yield from _gaps("memories", memory_keys)
        yield from self._recall_problems({MemoryId(*key) for key in memory_keys})
        for table, allowance in (("event", 1), ("memory", 0), ("recall", 0)):
            for step, agent in self._all(_AHEAD.format(table=table), (allowance,)):
                yield f"{agent} has rows of table {table} at step {step}, which the run has not reached"

    def _recall_problems(self, known: set[MemoryId]) -> Iterator[str]:
        for row in self.recalls():
            for missing in [memory for memory in row.memories if memory not in known]:
                yield f"{row.agent} recalls at step {row.step} a memory that is not there: {missing}"

    def _prompt_problems(self) -> Iterator[str]:
        for (sha,) in self._all("SELECT sha FROM prompt ORDER BY sha"):
            if self.prompt(sha).sha != sha:
                yield f"the prompt {sha} is not what was sent"


def _gaps(what: str, keys: Iterable[tuple[Any, ...]]) -> Iterator[str]:
    for owner, group in groupby(keys, lambda key: key[:-1]):
        ordinals = [key[-1] for key in group]
        if ordinals != list(range(len(ordinals))):
            yield f"{what} of {owner} are numbered {ordinals}; expected 0 to {len(ordinals) - 1}"


_EVENT_KEYS = "SELECT step, phase, agent, ordinal FROM event ORDER BY step, phase, agent, ordinal"
_MEMORY_KEYS = "SELECT agent, step, ordinal FROM memory ORDER BY agent, step, ordinal"
_AHEAD = """
    SELECT DISTINCT step, agent FROM {table}
    WHERE step > (SELECT coalesce(last_step, -1) FROM progress) + ? ORDER BY step, agent
"""
"""Rows after the last complete step plus an allowance: 1 for events, as commands are committed before their step."""

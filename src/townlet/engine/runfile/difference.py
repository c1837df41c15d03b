"""Where two run files first tell of different happenings."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any, NamedTuple

from townlet.engine.runfile.encoding import canonical
from townlet.engine.runfile.read import RunReader
from townlet.engine.runfile.statehash import HASHED_TABLES

_AGENT_COLUMN = {"event": 2, "memory": 0, "evidence": 0, "recall": 1}
_STEP_COLUMN = {"event": 0, "memory": 1, "evidence": 1, "recall": 0}


class RowDifference(NamedTuple):
    """The first rows, in the order of steps, in which two runs differ. A row that one of them lacks is empty."""

    step: int
    table: str
    agent: str
    """Empty for what is filed under nobody."""
    one: str
    other: str


def first_difference(one: RunReader, other: RunReader, last_step: int) -> RowDifference | None:
    """The first difference up to and with a step; None if the same happened in both."""
    found = [_in_table(table, one, other, last_step) for table in HASHED_TABLES]
    return min((each for each in found if each), key=lambda each: each.step, default=None)


def _in_table(table: str, one: RunReader, other: RunReader, last_step: int) -> RowDifference | None:
    rows = zip_longest(one.hashed_rows(table, last_step), other.hashed_rows(table, last_step))
    for mine, theirs in rows:
        if mine != theirs:
            return _told(table, mine, theirs)
    return None


def _told(table: str, mine: tuple[Any, ...] | None, theirs: tuple[Any, ...] | None) -> RowDifference:
    step, agent = _STEP_COLUMN[table], _AGENT_COLUMN[table]
    first = min((row for row in (mine, theirs) if row), key=lambda row: row[step])
    return RowDifference(first[step], table, first[agent], _text(mine), _text(theirs))


def _text(row: tuple[Any, ...] | None) -> str:
    return "" if row is None else canonical(row)

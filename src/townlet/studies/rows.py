"""The row of a cell: what its world came to, bound to the run that it rests on, so that neither changes unseen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from townlet.runfile import Json, RunFileError
from townlet.runfile.files import open_unchecked
from townlet.runfile.study_files import StudyError, write_atomically

ROW_FORM = 3
"""Rows of another form were written by another version of Townlet, and are measured again."""

_SHAPE: Mapping[str, type] = {
    "segment": str, "run": str, "content": str, "state_hash": str, "cast": dict, "acts": list, "residents": int,
    "outcomes": dict, "knowledge": dict, "answers": dict, "signs": dict, "note": str,
}  # fmt: skip


class BadRow(StudyError):
    """A row cannot be relied on; the message says why. Running the study measures its cell again."""


def content_of(run: Path, until: int) -> str:
    """Return the hash over what a run file holds; for a run that has gone on since, over its state at a step.

    Raises RunFileError.
    """
    with open_unchecked(run) as reader:
        if reader.last_step() == until - 1 and (content := reader.content_hash()):
            return content
        return f"until {until}: {reader.state_hash(until - 1)}"


def write_row(path: Path, row: Mapping[str, Json]) -> None:
    """Write a row with its form and a hash over it. Raises OSError."""
    whole = {**row, "form": ROW_FORM}
    write_atomically(path, [json.dumps({**whole, "sha256": _digest(whole)}, sort_keys=True, ensure_ascii=False)])


def _digest(row: Mapping[str, Any]) -> str:
    text = json.dumps({key: value for key, value in row.items() if key != "sha256"}, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def read_row(path: Path, run: Path, until: int) -> Mapping[str, Any]:
    """Return the row of a cell that is measured. Raises BadRow if it is not what was measured in this run."""
    again = "`townlet study run` measures it again."
    try:
        row = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadRow(f"{path} cannot be read ({error}). {again}") from None
    if not isinstance(row, dict) or row.get("form") != ROW_FORM:
        raise BadRow(f"{path} was written by another version. {again}")
    wrong = [key for key, kind in _SHAPE.items() if not isinstance(row.get(key), kind)]
    if wrong or row.get("sha256") != _digest(row):
        raise BadRow(f"{path} was changed after it was measured. {again}")
    try:
        content = content_of(run, until) if run.exists() else row["content"]
    except RunFileError as error:
        raise BadRow(f"{path} rests on a run that is damaged: {error}") from None
    if content not in (row["content"], f"until {until}: {row['state_hash']}"):
        raise BadRow(f"{path} rests on another run than {run}, as it is now. {again}")
    return row

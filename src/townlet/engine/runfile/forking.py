"""A fork: a new run that inherits everything before a step of another, calls included."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import replace
from pathlib import Path

from townlet.engine.runfile.connection import address
from townlet.engine.runfile.errors import OutsideRun, RunExists, translated
from townlet.engine.runfile.opening import create, open_run
from townlet.engine.runfile.prompts import part_keys
from townlet.engine.runfile.rows import ForkedFrom, RunHeader

_INHERITED = ("event", "memory", "evidence", "recall", "call", "snapshot")


def fork(source: Path, at_step: int, destination: Path) -> RunHeader:
    """Write a new run file with all of `source` before a step; returns its header. The source may be running.

    Raises OutsideRun for a step that the source has not reached, RunExists rather than overwrite anything.
    """
    if destination.exists():
        raise RunExists(f"{destination} exists already; choose another name, or delete it first.")
    with open_run(source) as run:
        _check_reached(source, at_step, run.last_step())
        header = replace(run.header, forked_from=ForkedFrom(run.header.id, at_step))
        files = run.town_files()
    draft = destination.with_name(destination.name + ".part")
    with translated(destination):
        draft.unlink(missing_ok=True)
        try:
            create(draft, header, files).close()
            _inherit(draft, source, at_step)
            os.replace(draft, destination)
        finally:
            draft.unlink(missing_ok=True)
    return header


def _check_reached(source: Path, at_step: int, last_step: int | None) -> None:
    end = 0 if last_step is None else last_step + 1
    if not 0 <= at_step <= end:
        raise OutsideRun(f"Step {at_step} is outside the run {source}; give a step from 0 to {end}.")


def _inherit(draft: Path, source: Path, at_step: int) -> None:
    with translated(draft):
        connection = sqlite3.connect(address(draft, "rw"), uri=True, isolation_level=None)
        try:
            connection.execute("ATTACH ? AS source", (address(source, "ro"),))
            connection.execute("BEGIN")
            _copy_prompts(connection, at_step)
            for table in _INHERITED:
                connection.execute(f"INSERT INTO {table} SELECT * FROM source.{table} WHERE step < ?", (at_step,))
            connection.execute("INSERT INTO vector SELECT * FROM source.vector")
            connection.execute("UPDATE progress SET last_step = ?", (at_step - 1 if at_step else None,))
            connection.execute("COMMIT")
        finally:
            connection.close()


def _copy_prompts(connection: sqlite3.Connection, at_step: int) -> None:
    """The prompts of the inherited calls, and the parts that those are made of."""
    connection.execute(
        "INSERT INTO prompt SELECT * FROM source.prompt WHERE sha IN "
        "(SELECT prompt_sha FROM source.call WHERE step < ?)",
        (at_step,),
    )
    rows = connection.execute("SELECT parts, schema FROM prompt").fetchall()
    keys = sorted({key for parts, schema in rows for key in part_keys(parts + schema)})
    connection.executemany("INSERT INTO part SELECT * FROM source.part WHERE sha = ?", ((key,) for key in keys))

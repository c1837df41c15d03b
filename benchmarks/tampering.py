"""Damage a run file at random, and count what is noticed: `python benchmarks/tampering.py --seeds 5`.

Each seed alters, deletes and adds a row in every table, and flips single bits of the file. For each damage it prints
what `verify` missed or could not name, what `open_reader` let pass, and what ended in an error that is not one line.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import sqlite3
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from townlet import Simulation, Whisper, fork_run, load_town, verify_run
from townlet.engine.commands import send_command
from townlet.runfile.errors import RunFileError
from townlet.runfile.files import open_reader, open_writer
from townlet.runfile.repair import repair_run
from townlet.runfile.rows import VectorRow

Row = tuple[Any, ...]


async def live(path: Path) -> None:
    """Write a run in which every table has rows: a fork with commands, a snapshot, vectors and an open step."""
    first = path.with_name("first.townlet")
    with Simulation.start(load_town("applegarth"), first) as simulation:
        simulation.intend(2)
        async for _ in simulation.run(1.05):
            pass
    fork_run(first, 8_700, path)
    person = load_town("applegarth").people[0].name
    send_command(path, Whisper(person, "You will stand for mayor."))
    simulation = await Simulation.resume(path)
    with simulation:
        async for _ in simulation.run(1.1):
            pass
        simulation.finish()
    with open_writer(path) as run:
        run.store_vectors([VectorRow("made-up", f"{place:064x}", "float32", bytes(64)) for place in range(5)])
        run.intend("budget", "3 usd")


class Forger:
    """Change one row of a table, or one bit of a file, at random."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def edit(self, connection: sqlite3.Connection, table: str) -> str | None:
        names, row, _ = self._row(connection, table)
        if not row:
            return None
        for _ in range(60):
            place = self._chance.randrange(len(names))
            new = (*row[:place], self._other(row[place]), *row[place + 1 :])
            if self._replace(connection, table, names, row, new):
                return f"edit {table}.{names[place]}"
        return None

    def delete(self, connection: sqlite3.Connection, table: str) -> str | None:
        names, row, _ = self._row(connection, table)
        return f"delete from {table}" if row and self._replace(connection, table, names, row, None) else None

    def add(self, connection: sqlite3.Connection, table: str) -> str | None:
        names, row, keys = self._row(connection, table)
        for _ in range(60 if row else 0):
            place = self._chance.choice(keys)
            new = (*row[:place], self._other(row[place]), *row[place + 1 :])
            try:
                connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(names))})", new)
            except sqlite3.Error:
                continue
            return f"add to {table}"
        return None

    def flip(self, path: Path) -> str:
        data = bytearray(path.read_bytes())
        place = self._chance.randrange(len(data))
        data[place] ^= 1 << self._chance.randrange(8)
        path.write_bytes(data)
        return f"flip a bit of byte {place}"

    def _row(self, connection: sqlite3.Connection, table: str) -> tuple[list[str], Row, list[int]]:
        columns = connection.execute(f"PRAGMA table_info({table})").fetchall()
        rows = connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
        keys = [place for place, column in enumerate(columns) if column[5]]
        return [column[1] for column in columns], self._chance.choice(rows) if rows else (), keys

    def _replace(self, connection: sqlite3.Connection, table: str, names: list[str], old: Row, new: Row | None) -> bool:
        where = " AND ".join(f"{name} IS ?" for name in names)
        try:
            if new is None:
                return connection.execute(f"DELETE FROM {table} WHERE {where}", old).rowcount == 1
            values = ", ".join(f"{name} = ?" for name in names)
            return connection.execute(f"UPDATE {table} SET {values} WHERE {where}", (*new, *old)).rowcount == 1
        except sqlite3.Error:
            return False

    def _other(self, value: object) -> object:
        match value:
            case None:
                return 7
            case int():
                return value + self._chance.choice([1, -1, 100])
            case float():
                return value + 0.25
            case bytes() if value:
                place = self._chance.randrange(len(value))
                flipped = value[place] ^ 1 << self._chance.randrange(8)
                return value[:place] + bytes([flipped]) + value[place + 1 :]
            case bytes():
                return b"x"
            case str() if value:
                place = self._chance.randrange(len(value))
                return value[:place] + chr(33 + ord(value[place]) % 90) + value[place + 1 :]
            case str():
                return "x"
        raise AssertionError(value)


def rows_of(path: Path) -> object:
    """All rows of a file, read without Townlet; the error where SQLite cannot read it."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            connection.text_factory = bytes
            schema = connection.execute("SELECT * FROM sqlite_schema ORDER BY name").fetchall()
            tables = [row[1].decode() for row in schema if row[0] == b"table"]
            rows = {table: sorted(connection.execute(f"SELECT * FROM {table}"), key=repr) for table in tables}
            return schema, rows, connection.execute("PRAGMA user_version").fetchone()
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return repr(error)


def judge(path: Path, whole: object, what: str, table: str | None) -> Counter[str]:
    """Count what came of one damage, and print what should not have."""
    if rows_of(path) == whole:
        return Counter(harmless=1)
    count = Counter(damages=1)
    problems = _problems(lambda: verify_run(path).problems, count)
    count["missed"] += not problems
    count["named"] += bool(problems) and (table is None or any(f"table {table}" in each for each in problems))
    opened = not _problems(lambda: open_reader(path).close(), count)  # type: ignore[func-returns-value]
    # Prompts are compared with their hashes when they are read, not when the file is opened.
    opened = opened and not all("table part" in each or "table prompt" in each for each in problems)
    count["opened"] += opened
    repaired = path.with_name("repaired.townlet")
    repaired.unlink(missing_ok=True)
    _problems(lambda: repair_run(path, repaired) and (), count)
    count["repaired"] += repaired.exists()
    if not problems or opened:
        print(f"  {what}: {'opened' if problems else 'missed'}")
    return count


def _problems(action: Callable[[], object], count: Counter[str]) -> tuple[str, ...]:
    try:
        found = action()
        return tuple(found) if isinstance(found, tuple) else ()
    except RunFileError as error:
        count["more than a line"] += "\n" in str(error)
        return (str(error),)
    except Exception as error:  # noqa: BLE001 (any other error is what this looks for)
        print(f"  traceback: {error!r}")
        count["tracebacks"] += 1
        return ("",)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seeds", type=int, default=5)
    options.add_argument("--flips", type=int, default=40)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        base, copy = Path(folder, "base.townlet"), Path(folder, "copy.townlet")
        asyncio.run(live(base))
        began = time.process_time()
        assert verify_run(base).sound
        print(f"{base.stat().st_size / 1e6:.1f} MB, verified in {time.process_time() - began:.2f} s of CPU time")
        whole = rows_of(base)
        with closing(sqlite3.connect(base)) as connection:
            query = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
            tables = [name for (name,) in connection.execute(query)]
        altered, flipped = Counter[str](), Counter[str]()
        for seed in range(chosen.seeds):
            forger = Forger(random.Random(seed))
            for change in (forger.edit, forger.delete, forger.add):
                for table in tables:
                    shutil.copy(base, copy)
                    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
                        what = change(connection, table)
                    if what:
                        altered += judge(copy, whole, f"seed {seed}, {what}", table)
            for _ in range(chosen.flips):
                shutil.copy(base, copy)
                flipped += judge(copy, whole, f"seed {seed}, {forger.flip(copy)}", None)
        print("rows:", dict(altered))
        print("bits:", dict(flipped))


if __name__ == "__main__":
    main()

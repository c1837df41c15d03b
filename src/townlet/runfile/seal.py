"""The seal of a run file: a hash chain over everything that was written, one link for each commit of whole steps.

A seal has the number of a step, and covers the steps after the seal before it up to that one. It holds a leaf for each
table that these steps wrote to, if any. A leaf has the number of rows, the hash of their canonical JSON, and four bytes
for each row, so that a changed row can be named. The digest of a seal covers its leaves and the digest before it. Seal
-1 covers the header and the town's files.

Model calls settle out of order, so the rows of a step are sealed when the step is complete. Until then they are in the
tail, which has leaves like a seal and is written anew with every commit. It covers the intents too. The head is one
hash over everything: the chain, the tail, the last step and the state hash.

A seal has no key. It finds damage and careless changes; it does not stop somebody who computes it again after a change.
For that, compare the head with one that was published, such as that of a manifest.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import struct
import zlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from itertools import groupby
from typing import Any, NamedTuple

from townlet.runfile.errors import NOT_AS_WRITTEN, RowsRefused
from townlet.state.encoding import canonical

Row = tuple[Any, ...]

GENESIS = -1
"""The step of the first seal, which covers the header and the town."""
STEPS_A_SEAL = 60
"""Every so many steps of a run a seal ends, whatever happens in them; others end where a call had to be on disk."""


class SealedTable(NamedTuple):
    """A table whose rows belong to steps."""

    name: str
    key: tuple[int, ...]
    """The places of the columns by which its rows are sorted. The first is the step."""
    agent: int | None = None
    """The place of the column that names a person."""

    def key_of(self, row: Row) -> Row:
        return tuple([row[place] for place in self.key])


_STEP_TABLES = (
    SealedTable("event", (0, 1, 2, 3), 2),
    SealedTable("memory", (1, 0, 2), 0),
    SealedTable("evidence", (1, 0, 2, 3), 0),
    SealedTable("recall", (0, 1), 1),
    SealedTable("call", (1, 0, 2, 3), 0),
    SealedTable("vector", (2, 0, 1)),
    SealedTable("snapshot", (0,)),
    SealedTable("letter", (1, 0)),
    SealedTable("origin", (0, 1)),
)
STEP_TABLES: Mapping[str, SealedTable] = {table.name: table for table in _STEP_TABLES}
GENESIS_TABLES = ("run", "file")
INTENT = "intent"
_INTENT = SealedTable(INTENT, (0,))
_NUMBERS = {name: number for number, name in enumerate((*GENESIS_TABLES, *STEP_TABLES, _INTENT.name))}
"""The number by which a leaf names its table. A number keeps its meaning for ever."""
_NAMES = {number: name for name, number in _NUMBERS.items()}
_DIGEST_BYTES = 16
"""How much of a SHA-256 hash is kept in seals and leaves, which are many."""
_LEAF_HEAD = struct.Struct(f"<BI{_DIGEST_BYTES}s")
"""The head of a leaf: table, number of rows, and the hash of its rows."""


_MAX_FINDINGS = 5
"""How many findings SQLite's own check lists; a damaged index has thousands."""


class Break(NamedTuple):
    """A place where a run file is not as it was written."""

    step: int
    """The step of the row, or of a seal that covers it: nothing before the seal in front of it is affected. GENESIS for
    the header and the town, OPEN for what follows the last step."""
    table: str
    agent: str
    """The person that the row belongs to; empty if it belongs to nobody, or the row is not known."""
    what: str

    def __str__(self) -> str:
        where = {GENESIS: "", OPEN: ""}.get(self.step, f" of step {self.step:,}")
        return f"table {self.table}{where}{', ' * bool(self.agent)}{self.agent}: {self.what}"


OPEN = 2**62
"""The step of a break in what was written after the last complete step."""


class Leaf(NamedTuple):
    """What a seal says of one table."""

    rows: int
    digest: bytes
    checksums: bytes
    """Four bytes a row: its CRC-32, little-endian."""


def row_text(row: Row) -> bytes:
    """Return a row as canonical JSON. Binary values are replaced by their SHA-256 hash."""
    try:
        return _bytes(canonical(row))
    except TypeError:  # A row with a binary value, which has no JSON form.
        return _bytes(canonical([sha256(value).hexdigest() if type(value) is bytes else value for value in row]))


def _bytes(text: str) -> bytes:
    """Return a text as it is in the file. Damaged texts are read by `lenient_text`."""
    return text.encode(errors="surrogateescape")


def pack_leaf(table: str, texts: Sequence[bytes]) -> bytes:
    """Return the leaf of a table from the texts of its rows."""
    head = _LEAF_HEAD.pack(_NUMBERS[table], len(texts), rows_digest(texts))
    return head + struct.pack(f"<{len(texts)}I", *map(zlib.crc32, texts))


def rows_digest(texts: Sequence[bytes]) -> bytes:
    return sha256(b"[%b]" % b",".join(texts)).digest()[:_DIGEST_BYTES]


def unpack_leaves(packed: bytes) -> dict[str, Leaf]:
    """Return the leaves of a seal or a tail by table. Raises ValueError if they cannot be read."""
    leaves, at = {}, 0
    while at < len(packed):
        if len(packed) - at < _LEAF_HEAD.size:
            raise ValueError("cut off")
        number, count, digest = _LEAF_HEAD.unpack_from(packed, at)
        at += _LEAF_HEAD.size
        if number not in _NAMES or count * 4 > len(packed) - at:
            raise ValueError("not a leaf")
        leaves[_NAMES[number]] = Leaf(count, digest, packed[at : at + 4 * count])
        at += 4 * count
    return leaves


LIVED_TABLES = ("event", "memory", "evidence", "recall")
"""What happened and what is remembered, which is the same however often a run was stopped."""


def content_hash(seals: Iterable[bytes]) -> str:
    """Return a hash over the checksums of the lived tables in the leaves of seals, wherever one seal ends."""
    found = {name: sha256() for name in LIVED_TABLES}
    for leaves in map(unpack_leaves, seals):
        for name in found.keys() & leaves.keys():
            found[name].update(leaves[name].checksums)
    return sha256(b"".join(each.digest() for each in found.values())).hexdigest()


def link_of(previous: bytes, step: int, leaves: bytes) -> bytes:
    return sha256(previous + struct.pack("<q", step) + leaves).digest()[:_DIGEST_BYTES]


_StepRows = dict[str, dict[Row, bytes]]
"""The texts of a step's rows, by table and key."""


@dataclass
class Chain:
    """The chain of a run that is being written: its last digest, and the rows that are not sealed yet."""

    digest: bytes
    last_step: int | None = None
    state_hash: str | None = None
    intents: dict[str, str] = field(default_factory=dict)
    open_rows: dict[int, _StepRows] = field(default_factory=dict)
    """By step, the rows of steps that are not complete."""
    complete_rows: tuple[tuple[int, _StepRows], ...] = ()
    """The complete steps since the last seal, with their rows, which no longer change."""
    sealed_to: int = GENESIS
    """The last step that a seal covers."""

    def copy(self) -> Chain:
        """Return a copy that later changes of this chain do not reach."""
        rows = {
            step: {table: texts.copy() for table, texts in tables.items()} for step, tables in self.open_rows.items()
        }
        intents = self.intents.copy()
        return Chain(self.digest, self.last_step, self.state_hash, intents, rows, self.complete_rows, self.sealed_to)

    @property
    def open_step(self) -> int:
        """The step that the run lives next."""
        return 0 if self.last_step is None else self.last_step + 1

    def add(self, name: str, rows: Iterable[Row]) -> None:
        """Add rows of a table as SQLite returns them. A row with the key of an open one replaces it.

        Raises RowsRefused for a row of a step that is complete.
        """
        table, first = STEP_TABLES[name], self.open_step
        for row in rows:
            key = table.key_of(row)
            if key[0] < first:
                raise RowsRefused(
                    f"A row of table {name} belongs to step {key[0]}, which is complete; the run lives step {first}."
                )
            self.open_rows.setdefault(key[0], {}).setdefault(name, {})[key] = row_text(row)

    def complete(self, last_step: int) -> None:
        """Complete all steps up to and including one. The next seal covers them."""
        steps = sorted(step for step in self.open_rows if step <= last_step)
        self.complete_rows += tuple((step, self.open_rows.pop(step)) for step in steps)
        self.last_step, self.state_hash = last_step, None

    def seal(self) -> list[tuple[int, bytes, bytes]]:
        """Seal the complete steps, and return their seal as a row of table `seal`; none if there are none."""
        step = self.last_step
        if step is None or step == self.sealed_to:
            return []
        leaves = _pack_leaves([rows for _, rows in self.complete_rows])
        self.digest, self.complete_rows, self.sealed_to = link_of(self.digest, step, leaves), (), step
        return [(step, leaves, self.digest)]

    @property
    def tail(self) -> bytes:
        """The leaves of everything that may still change: the rows of open steps, and the intents."""
        leaves = _pack_leaves([self.open_rows[step] for step in sorted(self.open_rows)])
        intents = [row_text(row) for row in sorted(self.intents.items())]
        return leaves + (pack_leaf(_INTENT.name, intents) if intents else b"")

    def head(self, tail: bytes) -> bytes:
        """Return the hash over everything that the file holds."""
        rest = canonical([self.last_step, self.state_hash])
        return sha256(self.digest + tail + _bytes(rest)).digest()


def _pack_leaves(steps: Sequence[_StepRows]) -> bytes:
    """Return the leaves of the rows of steps, which come in order."""
    leaves = []
    for table in STEP_TABLES:
        texts = [text for rows in steps if table in rows for _, text in sorted(rows[table].items())]
        if texts:
            leaves.append(pack_leaf(table, texts))
    return b"".join(leaves)


def genesis_seal(connection: sqlite3.Connection) -> tuple[int, bytes, bytes]:
    """Return the first seal of a file whose header and town are written, as a row of table `seal`."""
    leaves = b"".join(
        pack_leaf(table, [row_text(row) for row in _rows_by_key(connection, table)]) for table in GENESIS_TABLES
    )
    return (GENESIS, leaves, link_of(b"", GENESIS, leaves))


def seal_all(connection: sqlite3.Connection, last_step: int | None) -> Chain:
    """Seal each step of a file that has no seal yet, and return its chain. Rows after `last_step` stay open."""
    seal = genesis_seal(connection)
    connection.execute(_INSERT_SEAL, seal)
    chain = Chain(seal[2], intents=dict(_rows_by_key(connection, _INTENT.name)))
    for table in STEP_TABLES.values():
        chain.add(table.name, _step_rows(connection, table))
    if last_step is not None:
        for step in sorted(chain.open_rows):
            chain.complete(min(step, last_step))
            insert_seal(connection, chain)
        chain.complete(last_step)
    return chain


_INSERT_SEAL = "INSERT INTO seal VALUES (?, ?, ?)"


def insert_seal(connection: sqlite3.Connection, chain: Chain) -> None:
    """Seal the complete steps of a chain, and write their seal."""
    connection.executemany(_INSERT_SEAL, chain.seal())


def chain_before(connection: sqlite3.Connection, at_step: int) -> Chain:
    """Return the chain of a file that was cut before a step, and seal the rows whose seal went beyond the cut."""
    step, digest = connection.execute("SELECT step, digest FROM seal ORDER BY step DESC LIMIT 1").fetchone()
    chain = Chain(digest, sealed_to=step)
    for table in STEP_TABLES.values():
        chain.add(table.name, _step_rows(connection, table, step))
    if at_step:
        chain.complete(at_step - 1)
    insert_seal(connection, chain)
    return chain


def _rows_by_key(connection: sqlite3.Connection, table: str) -> list[Row]:
    return connection.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall()


def _step_rows(connection: sqlite3.Connection, table: SealedTable, after: int = -OPEN) -> Iterator[Row]:
    """Yield the rows of a table after a step, in the order in which they are sealed."""
    columns = ", ".join(str(place + 1) for place in table.key)
    return connection.execute(f"SELECT * FROM {table.name} WHERE step > ? ORDER BY {columns}", (after,))


def readable_rows(connection: sqlite3.Connection, table: str) -> list[Row]:
    """Return the rows of a table that SQLite can still read: those before a broken page, and those behind it."""
    rows: dict[Row, None] = {}
    key = [name for (name,) in connection.execute(_KEY_COLUMNS, (table,))]
    for direction in ("ASC", "DESC"):
        order = ", ".join(f"{name} {direction}" for name in key)
        with contextlib.suppress(sqlite3.Error):
            for row in connection.execute(f"SELECT * FROM {table} ORDER BY {order}"):
                rows[row] = None
    return list(rows)


_KEY_COLUMNS = "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk"


@contextlib.contextmanager
def lenient_text(connection: sqlite3.Connection) -> Iterator[None]:
    """Read texts that are not UTF-8 as well. `row_text` gives them back as they are in the file."""
    before, connection.text_factory = connection.text_factory, _lenient
    try:
        yield
    finally:
        connection.text_factory = before


def _lenient(data: bytes) -> str:
    return data.decode(errors="surrogateescape")


def database_breaks(connection: sqlite3.Connection) -> Iterator[Break]:
    """Yield what SQLite finds wrong with its own structure, and rows that refer to missing ones."""
    [(_, _, file)] = connection.execute("PRAGMA database_list")
    size = os.stat(file).st_size
    [[used]] = connection.execute("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    if size > used:
        yield Break(OPEN, "database", "", f"{size - used:,} bytes follow its end, which no process of Townlet wrote")
    for (finding,) in connection.execute(f"PRAGMA integrity_check({_MAX_FINDINGS})"):
        if finding != "ok":
            yield Break(OPEN, "database", "", finding)
    for table, _, parent, _ in connection.execute("PRAGMA foreign_key_check"):
        yield Break(OPEN, table, "", f"a row refers to a row of table {parent} that is missing")


@dataclass
class SealCheck:
    """The comparison of a run file with its seal. `breaks` is empty if the file is as it was written."""

    chain: Chain
    """The chain as the file gives it; good only if there are no breaks."""
    last_seal: int
    breaks: list[Break]


def check_seal(connection: sqlite3.Connection, known: SealCheck | None = None) -> SealCheck:
    """Compare a file with its seal, and name what differs.

    `known` is the result of an earlier check of the same file, without breaks: only what was written since is then
    read. Raises sqlite3.Error, ValueError or TypeError if the file cannot be read at all.
    """
    return _SealWalk(connection, known).result()


class _SealWalk:
    def __init__(self, connection: sqlite3.Connection, known: SealCheck | None) -> None:
        self._connection = connection
        self._breaks: list[Break] = []
        self._after = known.last_seal if known else GENESIS - 1
        self._digest = known.chain.digest if known else b""
        self._seals: dict[int, dict[str, Leaf]] = {}
        self._open: dict[str, list[Row]] = {}
        self._complete_to = GENESIS

    def result(self) -> SealCheck:
        """Read everything once: the chain, then each table, then the head."""
        row = self._connection.execute("SELECT last_step, state_hash, tail, head FROM progress").fetchone()
        if row is None:
            self._found(OPEN, "progress", "", "the row is missing")
            row = (None, None, b"", b"")
        last, state_hash, tail, head = row
        self._attempt("seal", self._check_links)
        sealed_to = max(self._seals, default=self._after)
        if sealed_to > (GENESIS if last is None else last):
            self._found(OPEN, "progress", "", f"the last step is {last}, but step {sealed_to} is sealed")
            last = sealed_to
        self._complete_to = GENESIS if last is None else last
        if self._after < GENESIS:
            self._attempt("database", lambda: self._breaks.extend(database_breaks(self._connection)))
            self._attempt("run", self._check_genesis)
        for table in STEP_TABLES.values():
            self._attempt(table.name, partial(self._check_table, table))
        chain = Chain(self._digest, last, state_hash, sealed_to=sealed_to)
        self._attempt("progress", partial(self._check_tail, chain, tail, head))
        return SealCheck(chain, sealed_to, sorted(self._breaks, key=lambda each: each.step))

    def _attempt(self, table: str, part: Callable[[], None]) -> None:
        """Run a part of the check. What SQLite or Python cannot read is a break too."""
        found = len(self._breaks)
        try:
            part()
        except sqlite3.ProgrammingError:
            raise
        except (sqlite3.Error, *NOT_AS_WRITTEN) as error:
            del self._breaks[found:]
            if table in STEP_TABLES:
                self._open.pop(table, None)
                self._salvage(STEP_TABLES[table])
            if len(self._breaks) == found:
                self._found(GENESIS, table, "", f"cannot be read ({error})")

    def _salvage(self, table: SealedTable) -> None:
        """Compare what can still be read of a table, so that the first damaged step is known."""
        with lenient_text(self._connection):
            rows = [row for row in readable_rows(self._connection, table.name) if type(row[table.key[0]]) is int]
        rows.sort(key=lambda row: [(str(type(row[place])), row[place]) for place in table.key])
        self._compare_steps(table, rows)

    def _found(self, step: int, table: str, agent: str, what: str) -> None:
        self._breaks.append(Break(step, table, agent, what))

    def _check_links(self) -> None:
        query = "SELECT step, leaves, digest FROM seal WHERE step > ? ORDER BY step"
        rows = self._connection.execute(query, (self._after,))
        for step, leaves, digest in rows:
            self._digest = link_of(self._digest, step, leaves)
            if digest != self._digest:
                self._found(step, "seal", "", "the chain breaks here")
                self._digest = digest
            try:
                self._seals[step] = unpack_leaves(leaves)
            except ValueError:
                self._seals[step] = {}
                self._found(step, "seal", "", "the seal cannot be read")
        if self._after < GENESIS and GENESIS not in self._seals:
            self._found(GENESIS, "seal", "", "the first seal is missing")

    def _check_genesis(self) -> None:
        for table in GENESIS_TABLES:
            rows = _rows_by_key(self._connection, table)
            self._compare(SealedTable(table, (0,)), GENESIS, rows, self._seals.get(GENESIS, {}))

    def _check_table(self, table: SealedTable) -> None:
        after = self._after if self._after > GENESIS else -OPEN  # A row of step -7 is damage, too.
        self._compare_steps(table, _step_rows(self._connection, table, after))

    def _compare_steps(self, table: SealedTable, rows: Iterable[Row]) -> None:
        """Compare rows, which are sorted by step, with the seals that cover them."""
        seals = sorted(self._seals)

        def covering(row: Row) -> int:
            step = row[table.key[0]]
            place = bisect_left(seals, step)
            return OPEN if step > self._complete_to else seals[place] if place < len(seals) else self._complete_to

        present = set()
        for step, group in groupby(rows, key=covering):
            present.add(step)
            if step == OPEN:
                self._open.setdefault(table.name, []).extend(group)
            else:
                self._compare(table, step, list(group), self._seals.get(step, {}))
        for step, leaves in self._seals.items():
            if table.name in leaves and step not in present:
                self._found(step, table.name, "", _missing(leaves[table.name].rows))

    def _compare(self, table: SealedTable, step: int, rows: list[Row], leaves: Mapping[str, Leaf]) -> None:
        leaf = leaves.get(table.name)
        if leaf and leaf.rows == len(rows) and leaf.digest == _digest_of(rows):
            return
        self._breaks += _differences(table, step, rows, leaf)

    def _check_tail(self, chain: Chain, tail: bytes, head: bytes) -> None:
        leaves, intents = unpack_leaves(tail), _rows_by_key(self._connection, _INTENT.name)
        chain.intents.update(intents)
        if intents:
            self._open[_INTENT.name] = intents
        for table in (*_STEP_TABLES, _INTENT):
            if rows := self._open.get(table.name):
                self._compare(table, OPEN, rows, leaves)
            elif table.name in leaves:
                self._found(OPEN, table.name, "", _missing(leaves[table.name].rows))
            if rows and table is not _INTENT:
                chain.add(table.name, rows)
        if chain.head(tail) != head:
            self._found(OPEN, "progress", "", "the last step, the state hash or the last seals differ")


def _digest_of(rows: list[Row]) -> bytes:
    try:
        text = canonical(rows)
    except TypeError:  # A row with a binary value, which has no JSON form.
        return rows_digest([row_text(row) for row in rows])
    return sha256(_bytes(text)).digest()[:_DIGEST_BYTES]


def _differences(table: SealedTable, step: int, rows: list[Row], leaf: Leaf | None) -> Iterator[Break]:
    """Say which rows of a table differ from their leaf, as far as the checksums can tell."""

    def found(row: Row | None, what: str) -> Break:
        if row is None or table.name not in STEP_TABLES or step == OPEN:
            return Break(step, table.name, _agent(table, row), what)
        return Break(row[table.key[0]], table.name, _agent(table, row), what)

    if leaf is None:
        yield found(rows[0], f"the seal does not cover {_rows(len(rows))}")
        return
    expected = struct.unpack(f"<{leaf.rows}I", leaf.checksums)
    present = [zlib.crc32(row_text(row)) for row in rows]
    lacking, extra = Counter(expected) - Counter(present), Counter(present) - Counter(expected)
    odd = [row for row, checksum in zip(rows, present, strict=True) if extra[checksum]]
    for row in odd:
        name = f" ({row[table.key[-1]]})" if table.agent is None and table.name != "run" else ""
        added = " or added" * (lacking.total() < len(odd))
        yield found(row, f"a row was changed{added}{name}")
    if lacking.total() > len(odd):
        place = next(place for place, checksum in enumerate(expected) if lacking[checksum])
        near = rows[min(place, len(rows) - 1)] if rows and not odd else None
        yield found(near, _missing(lacking.total() - len(odd)))
    if not odd and not lacking:
        yield found(None, "the seal of the rows was changed")


def _agent(table: SealedTable, row: Row | None) -> str:
    return "" if row is None or table.agent is None else str(row[table.agent])


def _missing(count: int) -> str:
    return f"{_rows(count)} {'is' if count == 1 else 'are'} missing"


def _rows(count: int) -> str:
    return "a row" if count == 1 else f"{count:,} rows"

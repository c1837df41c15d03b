"""The rows of a damaged run file, taken from its pages without SQLite, as far as the seals vouch for them.

A seal has a checksum of each row that it covers. So a row is known wherever it lies, also if the tree of pages above it
is broken or the file is cut off. If a row is missing, each bit of the cells that nobody knows is turned once: a single
flipped bit is found by the checksum, and the hash of the leaf proves it. A lost seal is computed anew from the rows
that it covered, and what comes after it proves it. SQLite's file format is described at
https://www.sqlite.org/fileformat.html.
"""

from __future__ import annotations

import contextlib
import struct
import zlib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from townlet.runfile.errors import NOT_AS_WRITTEN
from townlet.runfile.inbox import LETTER_SUFFIX
from townlet.runfile.prompts import LOST_KEY, key_of_part, part_keys
from townlet.runfile.seal import (
    GENESIS,
    GENESIS_TABLES,
    INTENT,
    OPEN,
    STEP_TABLES,
    STEPS_A_SEAL,
    Chain,
    Leaf,
    Row,
    link_of,
    pack_leaf,
    row_text,
    rows_digest,
    unpack_leaves,
)

_UNREADABLE = (*NOT_AS_WRITTEN, struct.error)
_PAGE_BYTES = 4096
"""SQLite's default size of a page."""
_TABLE, _INDEX, _INNER_INDEX = 13, 10, 2
"""The kinds of pages that hold rows. A table without rowid is an index."""
_SHAPES = {
    (True, 9): ("run",),
    (True, 5): ("progress",),
    (True, 3): ("seal", "prompt"),
    (True, 2): ("file", "part", "snapshot"),
    (False, 2): ("intent", "letter"),
    (False, 3): ("recall",),
    (False, 5): ("origin", "vector"),
    (False, 6): ("event",),
    (False, 7): ("evidence",),
    (False, 11): ("memory",),
    (False, 22): ("call",),
}
"""The tables that a row can belong to, by the kind of its page and its number of columns."""
_NUMBERED = ("run", "progress", "seal", "snapshot")
"""The tables whose first column is the rowid, which the record leaves out."""
_REAL_PLACES = (14, 15, 17, 18)
"""The columns of a call that are real numbers. SQLite stores those without a fraction as integers."""
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""The bytes of an integer by its serial type."""
_DIGEST_BYTES = 16
_SEALS_AHEAD = 3
"""How many seals are looked at behind those that are lost. The next one may be damaged too."""
_MOST_STEPS = 1 << 40
"""A number of a last step beyond this is damage."""
_MOST_BYTES_MENDED = 24_000
"""The longest row in which a flipped bit is looked for: a plan of a day has a few thousand bytes."""
_MOST_TRIALS = 600_000
"""How many bits are turned in all, which takes some ten seconds. A file with more damage has lost whole rows."""


class _Cell(NamedTuple):
    """Where a page says that a row begins."""

    page: int
    pointer: int
    """The offset in the file of the two bytes that lead to it."""
    start: int
    end: int
    counts: bool
    """Whether it is among the cells that the page says it has."""


class _Pages:
    """The pages of a file as bytes, cut off or not."""

    def __init__(self, data: bytes) -> None:
        size = int.from_bytes(data[16:18], "big")
        self.size = size if size in (512, 1024, 2048, 4096, 8192, 16384, 32768) else _PAGE_BYTES
        self.data = bytearray(data + bytes(-len(data) % self.size))
        self.count = len(self.data) // self.size
        self.is_cut_off = int.from_bytes(data[28:32], "big") * self.size > len(data)

    def kind(self, page: int) -> int:
        return self.data[page * self.size]

    def cells(self, page: int) -> list[_Cell]:
        """Return the cells of a page, also those behind its last one: its number of cells may be damaged."""
        base = page * self.size
        at, low, found = base + (12 if self.kind(page) == _INNER_INDEX else 8), base + self.size, []
        while at + 2 <= low:
            start = base + int.from_bytes(self.data[at : at + 2], "big")
            if start > at and start < base + self.size:
                low = min(low, start)
                found.append((at, start))
            at += 2
        ends = sorted({start for _, start in found} | {base + self.size})
        count = int.from_bytes(self.data[base + 3 : base + 5], "big")
        return [
            _Cell(page, at, start, ends[bisect_left(ends, start + 1)], place < count)
            for place, (at, start) in enumerate(found)
        ]

    def rows(self, cell: _Cell) -> Iterator[tuple[str, Row]]:
        """Yield what a cell holds, as a row of each table that it can belong to. Raises `_UNREADABLE`."""
        kind = self.kind(cell.page)
        at = cell.start + 4 * (kind == _INNER_INDEX)
        length, at = _varint(self.data, at)
        rowid, at = _varint(self.data, at) if kind == _TABLE else (0, at)
        values = _record(self._payload(at, length, kind == _TABLE)[0])
        for table in _SHAPES.get((kind == _TABLE, len(values)), ()):
            if table in _NUMBERED:
                if values[0] is None:
                    yield table, (rowid, *values[1:])
            elif table == "call":
                whole = [place in _REAL_PLACES and type(value) is int for place, value in enumerate(values)]
                yield table, tuple(float(v) if is_whole else v for v, is_whole in zip(values, whole, strict=True))
            else:
                yield table, values

    def extent(self, cell: _Cell) -> list[range]:
        """Return where in the file the bytes of a cell may be: its pointer, itself, and its overflow pages."""
        places = [range(cell.pointer, cell.pointer + 2), range(cell.start, cell.end)]
        try:
            kind = self.kind(cell.page)
            length, at = _varint(self.data, cell.start + 4 * (kind == _INNER_INDEX))
            at = _varint(self.data, at)[1] if kind == _TABLE else at
            return [*places, *self._payload(at, length, kind == _TABLE)[1]]
        except _UNREADABLE:
            return places

    def _payload(self, at: int, length: int, is_table: bool) -> tuple[bytes, list[range]]:
        """Return the bytes of a row, and the overflow pages that hold its end."""
        if length > len(self.data):
            raise ValueError("too long")
        least = (self.size - 12) * 32 // 255 - 23
        most = self.size - 35 if is_table else (self.size - 12) * 64 // 255 - 23
        local = length
        if length > most:
            local = least + (length - least) % (self.size - 4)
            local = local if local <= most else least
        parts, left, pages = [self.data[at : at + local]], length - local, []
        page = int.from_bytes(self.data[at + local : at + local + 4], "big") - 1
        while left > 0:
            if not 0 < page < self.count:
                raise ValueError("an overflow page is missing")
            base = page * self.size
            pages.append(range(base, base + min(self.size, left + 4)))
            parts.append(self.data[base + 4 : base + min(self.size, left + 4)])
            left -= self.size - 4
            page = int.from_bytes(self.data[base : base + 4], "big") - 1
        return b"".join(parts), pages


def _varint(data: bytes | bytearray, at: int) -> tuple[int, int]:
    """Return the integer that begins at a place, in SQLite's encoding of one to nine bytes, and the place behind it."""
    value = 0
    for place in range(8):
        byte = data[at + place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + place + 1
    value = value << 8 | data[at + 8]
    return (value if value < 1 << 63 else value - (1 << 64)), at + 9


def _record(payload: bytes) -> Row:
    """Return the columns of a record in SQLite's format. Raises `_UNREADABLE`."""
    body, at = _varint(payload, 0)
    columns: list[object] = []
    where = body
    while at < body:
        kind, at = _varint(payload, at)
        if kind >= 12:
            size = (kind - 12) // 2
            value: object = payload[where : where + size]
            if kind % 2:
                value = payload[where : where + size].decode(errors="surrogateescape")
        elif kind in _INTEGERS:
            size = _INTEGERS[kind]
            value = int.from_bytes(payload[where : where + size], "big", signed=True)
        else:
            size = 8 if kind == 7 else 0
            value = struct.unpack(">d", payload[where : where + 8])[0] if kind == 7 else {0: None, 8: 0, 9: 1}[kind]
        columns.append(value)
        where += size
    if at != body or where != len(payload):
        raise ValueError("not a record")
    return tuple(columns)


Leaves = dict[int, Row | None]
"""The rows of a leaf by their checksums, in its order. None for a row that is not found."""


@dataclass
class Salvage:
    """What is good of a file: every row here is as it was written, proved by its seal."""

    seals: list[int] = field(default_factory=list)
    """The steps of the seals that hang together, from the first one on."""
    leaves: dict[tuple[int, str], Leaves] = field(default_factory=dict)
    """The rows by seal and table. Those of the open step and the intents have the seal OPEN."""
    last_step: int | None = None
    state_hash: str | None = None
    has_head: bool = False
    """Whether the last step, the state hash and what is open are known to be as they were written."""
    last_seen: int = GENESIS
    """The latest step of which there is any trace."""
    parts: dict[bytes, Row] = field(default_factory=dict)
    prompts: dict[str, Row] = field(default_factory=dict)
    mended: int = 0
    """How many rows had a flipped bit that was turned back."""

    def take(self, table: str, row: Row) -> bool:
        """Take over a row if a seal lacks it. Returns whether one does."""
        if table == "part":
            known = row[0] not in self.parts and row[0] == key_of_part(row[1])
            self.parts.update({row[0]: row} if known else {})
            return known
        slots = self.leaves.get((self.seal_of(table, row), table))
        if not slots:
            return False
        try:
            checksum = zlib.crc32(row_text(row))
        except ValueError:  # A number that is none.
            return False
        if checksum not in slots or slots[checksum] is not None:
            return False
        slots[checksum] = row
        return True

    def rows(self, step: int, table: str) -> list[Row]:
        """Return the rows of a table that are found, of those that a seal covers."""
        return [row for row in self.leaves.get((step, table), {}).values() if row is not None]

    def missing(self, step: int, table: str) -> int:
        """Return how many rows of a table are not found, of those that a seal covers."""
        return sum(row is None for row in self.leaves.get((step, table), {}).values())

    @property
    def parts_sent(self) -> set[bytes]:
        """The keys of the parts of all prompts."""
        return {key for row in self.prompts.values() for key in (*part_keys(row[1]), row[2])} - {LOST_KEY}

    def expected(self, table: str) -> int:
        """Return how many rows of a table the seals cover."""
        return sum(len(slots) for (_, name), slots in self.leaves.items() if name == table)

    def seal_of(self, table: str, row: Row) -> int:
        if table in GENESIS_TABLES:
            return GENESIS
        if table == INTENT:
            return OPEN
        if table not in STEP_TABLES:
            return OPEN
        step = row[STEP_TABLES[table].key[0]]
        place = bisect_left(self.seals, step)
        return self.seals[place] if place < len(self.seals) else OPEN


def salvage(data: bytes, town: Callable[[], Iterable[Row]] = tuple) -> Salvage:
    """Return what is good of a run file, given as bytes. Nothing is good without the first seal.

    `town` gives the files of its town from elsewhere, as rows. It is called if the seal lacks one.
    """
    return _Search(data, town).result()


class _Search:
    """The search of a file for everything that its seals cover."""

    def __init__(self, data: bytes, town: Callable[[], Iterable[Row]]) -> None:
        self._pages, self._town, self._found = _Pages(data), town, Salvage()
        self._seen: dict[str, list[tuple[Row, _Cell]]] = {}
        self._odd: list[_Cell] = []
        """The cells that no table can hold."""
        self._known: set[int] = set()
        """The places of the pointers of all cells that are accounted for."""
        self._digests: dict[tuple[int, str], bytes] = {}
        self._trials = 0
        for page in range(1, self._pages.count):
            self._read(page)

    def result(self) -> Salvage:
        found = self._found
        self._follow_chain()
        for table, rows in self._seen.items():
            for row, cell in rows:
                if table == "prompt":
                    found.prompts[row[0]] = row
                if found.take(table, row) or table == "prompt":
                    self._known.add(cell.pointer)
        if found.missing(GENESIS, "file"):
            for row in self._town():
                found.take("file", row)
        if self._lacking():
            self._turn_kinds()
            self._mend(self._suspects(), found.take)
        for key, digest in self._digests.items():
            slots = found.leaves[key]
            texts = [row_text(row) for row in slots.values() if row is not None]
            if len(texts) == len(slots) and rows_digest(texts) != digest:
                found.leaves[key] = dict.fromkeys(slots)
        return found

    def _read(self, page: int) -> bool:
        """Take note of the rows of a page. Returns whether a seal covers one, as far as the seals are known yet."""
        covered = False
        if self._pages.kind(page) in (_TABLE, _INDEX, _INNER_INDEX):
            for cell in self._pages.cells(page):
                rows = self._rows(cell)
                for table, row in rows:
                    self._seen.setdefault(table, []).append((row, cell))
                    covered = self._found.take(table, row) or covered
                if not rows:
                    self._odd.append(cell)
        return covered

    def _rows(self, cell: _Cell) -> list[tuple[str, Row]]:
        try:
            return [each for each in self._pages.rows(cell) if _fits(*each)]
        except _UNREADABLE:
            return []

    def _follow_chain(self) -> None:
        """Find the seals that hang together, and the head that belongs to the last one."""
        seen = sorted(self._seen.get("seal", []))
        heads = self._seen.get("progress", [])
        told = [row[1] for row, _ in heads if row[1] is not None and row[1] < _MOST_STEPS]
        told += [row[0] for row, _ in seen if len(row[2]) == _DIGEST_BYTES]
        self._found.last_seen = max(told, default=GENESIS)
        digest, at = b"", GENESIS - 1

        def follow(table: str, row: Row) -> bool:
            nonlocal digest, at
            if table != "seal" or row[0] <= at or link_of(digest, row[0], row[1]) != row[2]:
                return False
            at, _, digest = row
            self._found.seals.append(at)
            for name, leaf in unpack_leaves(row[1]).items():
                self._expect(at, name, leaf)
            return True

        while True:
            self._known.update(cell.pointer for seal, cell in seen if follow("seal", seal))
            if any(self._is_head(digest, *row) for row, _ in heads):
                return
            if lost := self._seal_again(digest, at, [seal for seal, _ in seen if seal[0] > at]):
                for seal in lost:
                    follow("seal", seal)
                continue
            pages = {cell.page for _, cell in seen}
            odd = [cell for cell in self._odd if cell.page in pages]
            if not self._mend([*odd, *(cell for _, cell in seen)], follow, once=True):
                break
        suspects = [*(cell for _, cell in heads), *self._alone()]
        self._mend(suspects, lambda table, row: table == "progress" and self._is_head(digest, *row), once=True)

    def _seal_again(self, digest: bytes, at: int, later: Sequence[Row]) -> list[Row]:
        """Return the seals that are lost after a step, computed anew from the rows that they covered.

        What comes after them proves them: a seal that is there, or the head. So none is returned if a row is lost too.
        """
        heads, made = [row for row, _ in self._seen.get("progress", [])], list[Row]()
        lasts = {row[1] for row in heads if row[1] is not None and row[1] < _MOST_STEPS}
        if at < GENESIS:
            leaves = b"".join(pack_leaf(table, self._genesis_texts(table)) for table in GENESIS_TABLES)
            digest, at = link_of(digest, GENESIS, leaves), GENESIS
            made = [(GENESIS, leaves, digest)]
        until = later[_SEALS_AHEAD][0] if len(later) > _SEALS_AHEAD else max(lasts, default=at)
        rows = {
            table: [row for row, cell in self._seen.get(table, ()) if cell.counts and at < row[key.key[0]] <= until]
            for table, key in STEP_TABLES.items()
        }
        for ends in self._likely_ends(rows, at, until, {seal[0] for seal in later} | lasts):
            chain, seals = Chain(digest, at if at > GENESIS else None, sealed_to=at), made.copy()
            with contextlib.suppress(*NOT_AS_WRITTEN):
                for table in STEP_TABLES:
                    chain.add(table, rows[table])
                for end in (GENESIS, *ends):
                    if end > at:
                        chain.complete(end)
                        seals += chain.seal()
                    follows = any(end < seal[0] and link_of(chain.digest, *seal[:2]) == seal[2] for seal in later)
                    if seals and (follows or any(self._is_head(chain.digest, *row) for row in heads)):
                        return seals
        return []

    def _likely_ends(
        self, rows: Mapping[str, Sequence[Row]], at: int, until: int, known: set[int]
    ) -> Iterator[Sequence[int]]:
        """Yield the steps at which the seals after a step may end, each time in another way."""
        regular = {*range(at - (at + 1) % STEPS_A_SEAL, until + 1, STEPS_A_SEAL)}
        lived = sorted({row[key.key[0]] for table, key in STEP_TABLES.items() for row in rows[table]})
        asked = {row[1] for row in rows["call"]}
        before_calls = {step for step, following in pairwise(lived) if following in asked}
        for ends in (known, regular, known | regular, known | regular | before_calls):
            yield sorted(step for step in ends if at < step <= until)

    def _genesis_texts(self, table: str) -> list[bytes]:
        rows = {row[0]: row for row, cell in self._seen.get(table, ()) if cell.counts and type(row[0]) in (int, str)}
        return [row_text(rows[key]) for key in sorted(rows)]

    def _expect(self, step: int, table: str, leaf: Leaf) -> None:
        self._found.leaves[step, table] = dict.fromkeys(struct.unpack(f"<{leaf.rows}I", leaf.checksums))
        self._digests[step, table] = leaf.digest

    def _is_head(
        self, digest: bytes, _: int, last: int | None, state_hash: str | None, tail: bytes, head: bytes
    ) -> bool:
        """Take over how far the run had come, and what is open, if the head proves it."""
        if Chain(digest, last, state_hash).head(tail) != head:
            return False
        self._found.last_step, self._found.state_hash, self._found.has_head = last, state_hash, True
        for name, leaf in unpack_leaves(tail).items():
            self._expect(OPEN, name, leaf)
        return True

    def _alone(self) -> list[_Cell]:
        """Return the odd cells that are alone on their page, as the only row of a table is."""
        return [cell for cell in self._odd if cell.end % self._pages.size == 0]

    def _lacking(self) -> bool:
        found = self._found
        return not found.parts.keys() >= found.parts_sent or any(
            None in each.values() for each in found.leaves.values()
        )

    def _turn_kinds(self) -> None:
        """Read pages on which nothing is known as pages of another kind, in case the byte that says so was changed."""
        known = {pointer // self._pages.size for pointer in self._known}
        for page in range(1, self._pages.count):
            kind = self._pages.kind(page)
            others = [each for each in (_TABLE, _INDEX, _INNER_INDEX) if (each ^ kind).bit_count() == 1]
            for other in others if page not in known else ():
                self._pages.data[page * self._pages.size] = other
                if self._read(page):
                    self._found.mended += 1
                    break
                self._pages.data[page * self._pages.size] = kind

    def _suspects(self) -> list[_Cell]:
        """Return the cells in which a row may be hidden, the likely ones first."""
        known = {pointer // self._pages.size for pointer in self._known}
        unread = [cell for cell in self._odd if cell.page in known]
        lacking, strange = [], []
        for table in self._seen.keys() - {"seal", "progress", "prompt"}:
            for row, cell in self._seen[table]:
                if cell.pointer in self._known:
                    continue
                if table != "part" and self._found.missing(self._found.seal_of(table, row), table):
                    lacking.append(cell)
                elif cell.page in known:
                    strange.append(cell)
        counted = [cell for cell in unread if cell.counts]
        return [*lacking, *counted, *strange, *self._alone(), *(cell for cell in unread if not cell.counts)]

    def _mend(self, cells: Iterable[_Cell], accept: Callable[[str, Row], bool], *, once: bool = False) -> bool:
        """Turn single bits of cells until a row is accepted that was not. Returns whether one was.

        What a file that is cut off lacks is not in it.
        """
        for cell in cells if not self._pages.is_cut_off else ():
            if cell.pointer not in self._known and self._mend_cell(cell, accept):
                self._known.add(cell.pointer)
                self._found.mended += 1
                if once:
                    return True
                if not self._lacking():
                    break
        return False

    def _mend_cell(self, cell: _Cell, accept: Callable[[str, Row], bool]) -> bool:
        data, base = self._pages.data, cell.page * self._pages.size
        places = self._pages.extent(cell)
        if sum(map(len, places)) > _MOST_BYTES_MENDED:
            return False
        for at in (at for part in places for at in part):
            for bit in range(8):
                self._trials += 1
                data[at] ^= 1 << bit
                start = base + int.from_bytes(data[cell.pointer : cell.pointer + 2], "big")
                if any(accept(*each) for each in self._rows(cell._replace(start=start))):
                    return True
                data[at] ^= 1 << bit
            if self._trials > _MOST_TRIALS:
                return False
        return False


def _fits(table: str, row: Row) -> bool:
    """Whether the columns have the types that decide where a row belongs."""
    match table:
        case "seal":
            return type(row[1]) is bytes and type(row[2]) is bytes
        case "progress":
            types = (int | None, str | None, bytes, bytes)
            return all(isinstance(value, kind) for value, kind in zip(row[1:], types, strict=True))
        case "prompt":
            return type(row[0]) is str and type(row[1]) is bytes and type(row[2]) is bytes
        case "part":
            return type(row[0]) is bytes
        case "run" | "file" | "intent":
            return True
        case "letter":  # An index has such rows, too: a text, and the number of a row.
            return type(row[0]) is str and row[0].endswith(LETTER_SUFFIX) and type(row[1]) is int
        case _:
            return type(row[STEP_TABLES[table].key[0]]) is int

"""Storage of prompt texts, deduplicated by line: the prompts of a run share most lines, so each is stored once."""

from __future__ import annotations

import hashlib
import re
import sqlite3
import struct
import zlib
from collections.abc import Iterator

from townlet.runfile.rows import PromptText
from townlet.runfile.seal import OPEN, Break, lenient_text, readable_rows
from townlet.state.encoding import compress, decompress

_KEY_BYTES = 16
"""Bytes of the SHA-256 hash by which a line is known."""
_KEYS = struct.Struct(f"{_KEY_BYTES}s")
_LINE = re.compile(r".*\n+|.+")
"""A line with its line end and the blank lines after it: 'a\\n\\nb' gives 'a\\n\\n' and 'b'."""
_MIN_COMPRESSED_BYTES = 200
"""Shorter parts are stored as they are, because compression does not make them smaller."""
_MAX_REMEMBERED = 20_000
"""How many written parts a writer remembers, which takes a few megabytes."""


LOST_KEY = b""
"""The key of the schema of a prompt whose text was lost before a repair. Its part is empty."""
LOST_PROMPT = PromptText("(The text of this prompt was lost before the file was repaired.)", "{}")


def store_prompt(connection: sqlite3.Connection, prompt: PromptText, stored: dict[str, bytes]) -> None:
    """Write a prompt unless the file has it. `stored` maps parts in the file to their keys; new ones are added."""
    if len(stored) > _MAX_REMEMBERED:
        stored.clear()
    texts = [*lines(prompt.text), prompt.schema]
    new = {text: _key_of(text) for text in texts if text not in stored}
    if new:
        rows = [(key, _content_of(text)) for text, key in new.items()]
        connection.executemany("INSERT OR IGNORE INTO part VALUES (?, ?)", rows)
        stored.update(new)
    *parts, schema = [stored[text] for text in texts]
    connection.execute("INSERT OR IGNORE INTO prompt VALUES (?, ?, ?)", (prompt.sha, b"".join(parts), schema))


def _key_of(text: str) -> bytes:
    return hashlib.sha256(text.encode(errors="surrogateescape")).digest()[:_KEY_BYTES]


def key_of_part(content: str | bytes) -> bytes | None:
    """Return the key of a part as it is stored; None if it cannot be read."""
    text = _text_or_none(content)
    return None if text is None else _key_of(text)


def _content_of(text: str) -> str | bytes:
    """Return the stored form of a part: compressed if it is long."""
    data = text.encode()
    return compress(data) if len(data) >= _MIN_COMPRESSED_BYTES else text


def lines(text: str) -> list[str]:
    """Split a text after each line and the blank lines that follow it. Joining the parts gives the text."""
    return _LINE.findall(text)


def part_keys(parts: bytes) -> list[bytes]:
    """Return the keys of a prompt's parts, in the order of its text."""
    return [parts[start : start + _KEY_BYTES] for start in range(0, len(parts), _KEY_BYTES)]


def prompt_text(connection: sqlite3.Connection, sha: str) -> PromptText | None:
    """Return the prompt with this hash; None if the file does not have it."""
    row = connection.execute("SELECT parts, schema FROM prompt WHERE sha = ?", (sha,)).fetchone()
    if row is None:
        return None
    if row[1] == LOST_KEY:
        return LOST_PROMPT
    text = "".join(_part(connection, key) for key in part_keys(row[0]))
    return PromptText(text, _part(connection, row[1]))


def _part(connection: sqlite3.Connection, key: bytes) -> str:
    row = connection.execute("SELECT content FROM part WHERE sha = ?", (key,)).fetchone()
    content = row[0] if row else ""
    return content if isinstance(content, str) else decompress(content).decode()


def prompt_breaks(connection: sqlite3.Connection) -> Iterator[Break]:
    """Yield each prompt and each part that is not what was sent, with the first step that sent it."""
    with lenient_text(connection):
        texts = {row[0]: _text_or_none(row[1]) for row in readable_rows(connection, "part") if len(row) == 2}
        prompts = readable_rows(connection, "prompt")
        senders: dict[str, tuple[int, str]] = {}
        for sha, step, agent in connection.execute("SELECT prompt_sha, step, agent FROM call ORDER BY step DESC"):
            senders[sha] = (step, agent)
    used: set[bytes] = set()
    for sha, parts, schema in prompts:
        keys = [*part_keys(parts), schema]
        used.update(keys)
        lines = [texts.get(key) for key in keys]
        wrong = [key for key, line in zip(keys, lines, strict=True) if line is None or _key_of(line) != key]
        if sha not in senders:
            yield Break(OPEN, "prompt", "", f"no call sent the prompt {sha}")
        elif schema == LOST_KEY:
            continue
        elif wrong:
            yield Break(senders[sha][0], "part", senders[sha][1], f"part {wrong[0].hex()} is not what was sent")
        elif PromptText("".join(map(str, lines[:-1])), str(lines[-1])).sha != sha:
            yield Break(senders[sha][0], "prompt", senders[sha][1], f"the prompt {sha} is not what was sent")
    for sha in senders.keys() - {row[0] for row in prompts}:
        yield Break(senders[sha][0], "prompt", senders[sha][1], f"the prompt {sha} is missing")
    if stray := texts.keys() - used:
        yield Break(OPEN, "part", "", f"{len(stray):,} parts belong to no prompt")


def part_breaks(connection: sqlite3.Connection) -> Iterator[Break]:
    """Yield the parts that are not what was sent or are missing. This is cheap, and leaves out only their order."""
    keys = set()
    with lenient_text(connection):
        for key, content in connection.execute("SELECT sha, content FROM part"):
            keys.add((key,))
            if key_of_part(content) != key != LOST_KEY:
                yield Break(OPEN, "part", "", f"part {key.hex()} is not what was sent")
        for sha, parts in connection.execute("SELECT sha, parts FROM prompt"):
            if len(parts) % _KEY_BYTES or not keys.issuperset(_KEYS.iter_unpack(parts)):
                yield Break(OPEN, "prompt", "", f"a part of the prompt {sha} is missing")


def _text_or_none(content: str | bytes) -> str | None:
    try:
        return content if isinstance(content, str) else decompress(content).decode()
    except (ValueError, zlib.error):
        return None

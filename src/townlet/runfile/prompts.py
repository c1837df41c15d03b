"""Prompt texts, stored as lines. Prompts of a run share most of their lines, so each line is kept once."""

from __future__ import annotations

import hashlib
import re
import sqlite3

from townlet.runfile.encoding import compress, decompress
from townlet.runfile.rows import PromptText

_KEY_BYTES = 16
_LINE = re.compile(r".*\n+|.+")
_LONG_BYTES = 200
"""Shorter parts do not shrink when they are compressed."""
_MOST_STORED = 20_000
"""Parts that a writer remembers to have written: a few megabytes."""


def store_prompt(connection: sqlite3.Connection, prompt: PromptText, stored: dict[str, bytes]) -> None:
    """Write a prompt unless the file has it. `stored` holds the keys of parts that the file has, and is added to."""
    if len(stored) > _MOST_STORED:
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
    return hashlib.sha256(text.encode()).digest()[:_KEY_BYTES]


def _content_of(text: str) -> str | bytes:
    """What is stored of a part."""
    data = text.encode()
    return compress(data) if len(data) >= _LONG_BYTES else text


def lines(text: str) -> list[str]:
    """The text cut after each line and the blank lines that follow it; joined they are the text again."""
    return _LINE.findall(text)


def part_keys(parts: bytes) -> list[bytes]:
    """The keys of a prompt's parts, in the order of its text."""
    return [parts[start : start + _KEY_BYTES] for start in range(0, len(parts), _KEY_BYTES)]


def prompt_text(connection: sqlite3.Connection, sha: str) -> PromptText | None:
    """The prompt of that hash; None if the file does not have it."""
    row = connection.execute("SELECT parts, schema FROM prompt WHERE sha = ?", (sha,)).fetchone()
    if row is None:
        return None
    text = "".join(_part(connection, key) for key in part_keys(row[0]))
    return PromptText(text, _part(connection, row[1]))


def _part(connection: sqlite3.Connection, key: bytes) -> str:
    row = connection.execute("SELECT content FROM part WHERE sha = ?", (key,)).fetchone()
    content = row[0] if row else ""
    return content if isinstance(content, str) else decompress(content).decode()

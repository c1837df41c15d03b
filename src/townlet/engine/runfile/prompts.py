"""Prompt texts, stored as lines. Prompts of a run share most of their lines, so each line is kept once."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from functools import lru_cache

from townlet.engine.runfile.encoding import packed, unpacked
from townlet.engine.runfile.rows import PromptText

_KEY_BYTES = 16
_LINE = re.compile(r".*\n+|.+")
_LONG_BYTES = 200
"""Shorter parts do not shrink when they are compressed."""


def store_prompt(connection: sqlite3.Connection, prompt: PromptText) -> None:
    """Write a prompt unless the file has it."""
    if connection.execute("SELECT 1 FROM prompt WHERE sha = ?", (prompt.sha,)).fetchone():
        return
    parts = [_part_of(line) for line in lines(prompt.text)]
    schema = _part_of(prompt.schema)
    connection.executemany("INSERT OR IGNORE INTO part VALUES (?, ?)", [*parts, schema])
    row = (prompt.sha, b"".join(key for key, _ in parts), schema[0])
    connection.execute("INSERT INTO prompt VALUES (?, ?, ?)", row)


@lru_cache(maxsize=2000)
def _part_of(text: str) -> tuple[bytes, str | bytes]:
    """A part's key and what is stored of it."""
    data = text.encode()
    return hashlib.sha256(data).digest()[:_KEY_BYTES], packed(data) if len(data) >= _LONG_BYTES else text


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
    return content if isinstance(content, str) else unpacked(content).decode()

"""Words of others made harmless: whatever somebody says stays text on one line, and ends where its quotes end.

Templates print no value but through `harmless`, so no speech, name or memory can begin a line of a prompt, open or
close a `<data>` block, or hold a control token of a model's chat format.
"""

from __future__ import annotations

import re
import unicodedata

OPENING, CLOSING = "<data>", "</data>"
"""The lines between which templates print what was remembered, noticed or said."""

_PLAIN = re.compile(r"(?! )[ -;=?-~]*(?<! )")
"""Printable ASCII without the signs of a tag: most values, which need no second look."""

_TAGS = str.maketrans({"<": "‹", ">": "›", "＜": "‹", "＞": "›", "﹤": "‹", "﹥": "›"})

_JOINERS = frozenset("\u200c\u200d")
"""Format characters that letters of some scripts, and emoji, are made with."""

_CLOSING_QUOTE = re.compile(r"(?<!\w)'|'(?!\w)")
"""An apostrophe that is not inside a word, and so could be taken for the end of a quotation."""


def sanitised(text: str) -> str:
    """The text on one line, without control, bidirectional or unassigned characters and without angle brackets."""
    if _PLAIN.fullmatch(text) and "  " not in text:
        return text
    shown = "".join(character if _is_shown(character) else " " for character in text)
    return " ".join(shown.split()).translate(_TAGS)


def quoted(text: object) -> str:
    """A printed value in double quotes, of which it holds none itself."""
    return '"' + str(text).replace('"', "”") + '"'


def in_quotes(text: str) -> str:
    """What somebody said as memories quote it: the last quotation mark is the only one that can end it."""
    return f"'{_CLOSING_QUOTE.sub('’', sanitised(text))}'"


def _is_shown(character: str) -> bool:
    """Whether it is neither a control nor an invisible character nor half of a pair."""
    return character in _JOINERS or unicodedata.category(character)[0] != "C"

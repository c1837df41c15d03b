"""Sanitisation of untrusted text against prompt injection: a value stays on one line and inside its quotes.

Templates print every value through `sanitised`, so no speech, name or memory can begin a line of a prompt, open or
close a `<data>` block, or contain a control token of a model's chat format.
"""

from __future__ import annotations

import re
import unicodedata

OPENING, CLOSING = "<data>", "</data>"
"""The lines between which templates print memories, observations and speech."""

_PLAIN = re.compile(r"(?! )[ -;=?-~]*(?<! )")
"""Printable ASCII without '<' and '>' and without outer spaces: most values, which need no further work."""

# Angle brackets of all widths become single guillemets: '<data>' is printed as '‹data›'.
_TAGS = str.maketrans({"<": "‹", ">": "›", "＜": "‹", "＞": "›", "﹤": "‹", "﹥": "›"})

_JOINERS = frozenset("\u200c\u200d")
"""Joiners (ZWNJ and ZWJ), which some scripts and emoji need, unlike other format characters."""

_CLOSING_QUOTE = re.compile(r"(?<!\w)'|'(?!\w)")
"""An apostrophe outside of a word, which could be taken for a closing quote: in "'no'", but not in "don't"."""


def sanitised(text: str) -> str:
    """Return the text on one line, without control, bidirectional or unassigned characters or angle brackets."""
    if _PLAIN.fullmatch(text) and "  " not in text:
        return text
    shown = "".join(character if _is_shown(character) else " " for character in text)
    return " ".join(shown.split()).translate(_TAGS)


def quoted(text: object) -> str:
    """Return a value in double quotes, with the double quotes inside it replaced."""
    return '"' + str(text).replace('"', "”") + '"'


def in_quotes(text: str) -> str:
    """Return a line in single quotes, as memories quote it. Only the last quotation mark can end the quote."""
    return f"'{_CLOSING_QUOTE.sub('’', sanitised(text))}'"


def _is_shown(character: str) -> bool:
    """Return whether to keep a character: joiners, and all but control, format, surrogate and unassigned ones."""
    return character in _JOINERS or unicodedata.category(character)[0] != "C"

"""Whether two lines are one and the same but for whom and what number they name."""

from __future__ import annotations

import re
from functools import lru_cache

_STOPS = (".", "!", "?", ":", ";", "—", "'", "“")
_TOKENS = re.compile(r"[\w'-]+|[^\w\s]")
_BLANKS = re.compile(r"_(?: _)+")


@lru_cache(20_000)
def blanked(text: str, names: frozenset[str] = frozenset()) -> str:
    """A line in small letters, its names and numbers blanked, without its last stop: lines that read so are alike.

    `names` are single words; any other name is told by its capital inside a sentence.
    """
    words = _TOKENS.findall(text.replace("’", "'").rstrip(".!? '\"”"))
    before = [".", *words]
    shown = ["_" if w in names or _is_named(w, b) else w.lower() for b, w in zip(before, words, strict=False)]
    return _BLANKS.sub("_", " ".join(shown))


def _is_named(word: str, before: str) -> bool:
    """Whether a word is a number, or a name by its capital: it does not begin a sentence, and is not 'I'."""
    if word[0].isdigit():
        return True
    return word[0].isupper() and before not in _STOPS and word != "I" and not word.startswith("I'")

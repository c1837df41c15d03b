"""A picture for an activity."""

from __future__ import annotations

from functools import lru_cache

from townlet.offline.fields import Fields, text
from townlet.offline.words import WORDS, pattern

_ROWS = [(str(sign), rf"(?i)\b(?:{stems})") for sign, stems in WORDS.tables["emoji"]["rows"]]


@lru_cache(8192)
def emoji_for(activity: str) -> str:
    """The emoji of the first kind of activity that the words fit."""
    return next((sign for sign, stems in _ROWS if pattern(stems).search(activity)), "🙂")


def emoji(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `emoji`."""
    return {"text": emoji_for(text(fields, "activity"))}

"""A picture for an activity."""

from __future__ import annotations

import re
from functools import lru_cache

from townlet.offline.fields import Fields, text
from townlet.offline.words import WORDS

_ROWS = [(str(sign), re.compile(rf"\b(?:{stems})", re.I)) for sign, stems in WORDS.tables["emoji"]["rows"]]


@lru_cache(8192)
def emoji_for(activity: str) -> str:
    """The emoji of the first kind of activity that the words fit."""
    return next((sign for sign, stems in _ROWS if stems.search(activity)), "🙂")


def emoji(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `emoji`."""
    return {"text": emoji_for(text(fields, "activity"))}

"""Answers to closed questions: the option that comes nearest to what one would say in one's own words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from townlet.language.offline.interview.recall import Recall
from townlet.language.offline.prop import content
from townlet.language.offline.say import roll

_UNSURE = re.compile(r"(?i)\b(?:don't know|do not know|not sure|can't say|no opinion|undecided)\b")
_DENIES = re.compile(
    r"(?i)\b(?:no idea|don't know|can't place|never heard|haven't heard|new to me|couldn't (?:say|tell))\b"
)
_YES, _NO = re.compile(r"(?i)^(?:yes|agree)\b"), re.compile(r"(?i)^(?:no|disagree)\b")


def chosen(recall: Recall, said: str, options: Sequence[str]) -> str:
    """That of the words one would use; if one knows nothing, that one doesn't know, else the middle."""
    unsure = [option for option in options if _UNSURE.search(option)]
    if _DENIES.search(said):
        return (unsure or [option for option in options if _NO.match(option)] or [_middle(options)])[0]
    words = content(said)
    best = max(options, key=lambda option: (len(content(option) & words), roll(recall.seed, recall.question, option)))
    if content(best) & words:
        return best
    plain = [option for option in options if _YES.match(option)]
    return plain[0] if plain else _middle([option for option in options if option not in unsure] or options)


def _middle(options: Sequence[str]) -> str:
    return options[len(options) // 2]

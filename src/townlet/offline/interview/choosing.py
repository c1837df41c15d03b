"""Answers to closed questions: the option that comes nearest to what one would say in one's own words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from townlet.offline.interview.recall import Recall
from townlet.offline.kinds import valence_of
from townlet.offline.prop import content
from townlet.offline.say import roll

_UNSURE = re.compile(r"(?i)\b(?:don't know|do not know|not sure|can't say|no opinion|undecided)\b")
_DENIES = re.compile(
    r"(?i)\b(?:no idea|don't know|can't place|never heard|haven't heard|new to me|couldn't (?:say|tell))\b"
)
_FEELING = re.compile(
    r"\byou(?:r|rs)?\b.*\b(?:content|happy|satisf|pleased|enjoy|like|trust|feel|get (?:on|along)|at home)"
    r"|\b(?:content|happy|satisfied|pleased|often)\b.*\byou(?:r|rs)?\b",
    re.IGNORECASE,
)
_USUAL, _SWAY, _STEADY = 0.6, 0.3, 4
"""Asked how they are, people tend a little over the middle of a scale; much on their mind sways them, one thing not."""
_YES, _NO = re.compile(r"(?i)^(?:yes|agree)\b"), re.compile(r"(?i)^(?:no|disagree)\b")


def chosen(recall: Recall, said: str, options: Sequence[str]) -> str:
    """That of the words one would use; asked how one feels, what one's memories lean to.

    If one knows nothing, that one doesn't know; else the middle.
    """
    unsure = [option for option in options if _UNSURE.search(option)]
    if _FEELING.search(recall.question) and not content(said) & content(" ".join(options)):
        return _felt(recall, [option for option in options if option not in unsure] or options)
    if _DENIES.search(said):
        return (unsure or [option for option in options if _NO.match(option)] or [_middle(options)])[0]
    words = content(said)
    best = max(options, key=lambda option: (len(content(option) & words), roll(recall.seed, recall.question, option)))
    if content(best) & words:
        return best
    plain = [option for option in options if _YES.match(option)]
    return plain[0] if plain else _middle([option for option in options if option not in unsure] or options)


def _felt(recall: Recall, options: Sequence[str]) -> str:
    """The place on a scale, lowest first, or yes or no, to which one's own memories lean."""
    moods = [valence_of(note.text.lower()) for note in recall.notes if note.own or note.sort == "thought"]
    good, bad = sum(mood > 0 for mood in moods), sum(mood < 0 for mood in moods)
    leaning = (good - bad) / (good + bad + _STEADY)
    wanted = _NO if leaning < -_SWAY else _YES
    plain = [option for option in options if wanted.match(option)]
    return plain[0] if plain else options[round((len(options) - 1) * (_USUAL + _SWAY * leaning))]


def _middle(options: Sequence[str]) -> str:
    return options[len(options) // 2]

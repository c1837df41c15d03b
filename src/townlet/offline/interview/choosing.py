"""Answers to closed questions: the option that comes nearest to what one would say in one's own words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from townlet.offline.interview.asked import Asked
from townlet.offline.matters.context import draw
from townlet.offline.reader.facts import content
from townlet.offline.words import WORDS

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


def chosen(asked: Asked, question: str, said: str, options: Sequence[str]) -> str:
    """Return that of the options whose words one would use; asked how one feels, what one's memories lean to.

    If one knows nothing, that one doesn't know; else the middle.
    """
    unsure = [option for option in options if _UNSURE.search(option)]
    if _FEELING.search(question) and not content(said) & content(" ".join(options)):
        return _felt(asked, [option for option in options if option not in unsure] or options)
    words = content(said)
    best = max(options, key=lambda option: (len(content(option) & words), draw(asked.seed, question, option)))
    if _DENIES.search(said) and not content(best) & words:
        return (unsure or [option for option in options if _NO.match(option)] or [_middle(options)])[0]
    if content(best) & words:
        return best
    plain = [option for option in options if _YES.match(option)]
    return plain[0] if plain else _middle([option for option in options if option not in unsure] or options)


def _felt(asked: Asked, options: Sequence[str]) -> str:
    """Return the place on a scale, lowest first, or yes or no, to which one's own memories lean."""
    feel = WORDS.tables["questions"]["feel"]
    own = [
        fact.text.lower() for fact in asked.open if not fact.source and (fact.who == asked.me or fact.kind == "thought")
    ]
    moods = [
        len(re.findall(rf"\b(?:{feel['good']})", said)) - len(re.findall(rf"\b(?:{feel['bad']})", said)) for said in own
    ]
    good, bad = sum(mood > 0 for mood in moods), sum(mood < 0 for mood in moods)
    leaning = (good - bad) / (good + bad + _STEADY)
    plain = [option for option in options if (_NO if leaning < -_SWAY else _YES).match(option)]
    return plain[0] if plain else options[round((len(options) - 1) * (_USUAL + _SWAY * leaning))]


def _middle(options: Sequence[str]) -> str:
    return options[len(options) // 2]

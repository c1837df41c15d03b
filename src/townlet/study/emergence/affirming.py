"""Whether an answer to "Do you know of ...?" says yes: read by rules, from its first sentence."""

from __future__ import annotations

import re
from collections.abc import Collection

from townlet.study.wondering import stated
from townlet.study.words import sentences

_DENIES = re.compile(
    r"""^no\b | \bnever\ (?:heard|met|come\ across)
    | \b(?:do\ not|don't|cannot|can't|could\ not|couldn't|did\ not|didn't|haven't|have\ not|not)\b[^.;]*
      \b(?:know|heard|hear|met|place|familiar|aware|recall|remember|sure|tell\ you|told|mentioned)\b
    | \b(?:no\ idea|nobody\ has|no\ one\ has|nothing\ (?:about|of)|new\ to\ me|doesn't\ ring\ a\ bell)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_YES = re.compile(
    r"^(?:yes|of course|certainly|i do|sure|so i(?:'ve| have) (?:been told|heard))\b[^,;:—]*$", re.IGNORECASE
)


def affirms(answer: str, relevant: Collection[str] = ()) -> bool:
    """Whether somebody says that they know.

    It must not deny it, and some sentence must do more than wonder: hold
    one of the words that are `relevant`, where there are such, or be all there is besides a yes.
    """
    if denies(answer):
        return False
    telling = [each for each in _said(answer) if not _YES.match(each.rstrip(".!"))]
    if not telling:
        return True
    words = [word.lower() for word in relevant]
    return any(_tells(each, words) for each in telling)


def denies(answer: str) -> bool:
    """Whether somebody says that they do not know, or says nothing: by their first sentence that is no question."""
    said = _said(answer)
    return not said or _DENIES.search(said[0]) is not None


def _said(answer: str) -> list[str]:
    return [sentence for sentence in sentences(answer) if not sentence.endswith("?")]


def _tells(sentence: str, words: Collection[str]) -> bool:
    """Whether a sentence does more than wonder; where words of the matter are given, whether it states one of them."""
    told = stated(sentence)
    return any(word in told.lower() for word in words) if words else told == sentence

"""Whether an answer to "Do you know of ...?" says yes: read by rules, from its first sentence."""

from __future__ import annotations

import re
from collections.abc import Callable

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


def affirms(answer: str, tells: Callable[[str], bool] | None = None) -> bool:
    """Whether somebody says that they know.

    They must not deny it, and a mere yes is enough; where it is not all they say of a matter, what they state has to
    be about it, by `tells`. Without a mere yes they must do more than wonder.
    """
    if denies(answer):
        return False
    said = _said(answer)
    telling = [each for each in said if not _YES.match(each.rstrip(".!"))]
    if not telling:
        return True
    if tells is None:
        return telling != said or any(stated(each) == each for each in telling)
    return tells(" ".join(map(stated, telling)))


def denies(answer: str) -> bool:
    """Whether somebody says that they do not know, or says nothing: by their first sentence that is no question."""
    said = _said(answer)
    return not said or _DENIES.search(said[0]) is not None


def _said(answer: str) -> list[str]:
    return [sentence for sentence in sentences(answer) if not sentence.endswith("?")]

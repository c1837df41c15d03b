"""What a sentence states, apart from what it only asks or wonders."""

from __future__ import annotations

import re

_WONDERING = re.compile(
    r"""\b(?:wonder(?:s|ed|ing)?|curious|unsure|not\ sure|ask(?:s|ed|ing)?
        |(?:want(?:s|ed)?|would\ like|'d\ like|like)\ to\ know)
    (?:\ [\w'’]+){0,4}?\ (?:whether|if|who|whom|whose|what|which)\b[^,;:.!?—]*""",
    re.IGNORECASE | re.VERBOSE,
)
"""From the verb to the end of its clause: 'asks everybody who will come'. How, why, when and where take for granted
what they ask about, so it is stated."""


def stated(sentence: str) -> str:
    """A sentence without its clauses that put in question whether something is so, or who or what it is."""
    return _WONDERING.sub("", sentence)

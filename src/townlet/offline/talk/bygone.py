"""What was seen some time ago is told as it was then: no stove burns all day."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from townlet.offline.prop import Prop
from townlet.offline.states import classify

LASTS = dt.timedelta(minutes=30)
"""For how long one speaks of such a sight as of something that still is."""

_PASSING = frozenset(("alarm", "repair", "errand", "care", "chore"))
"""Sorts of states that somebody will have seen to before long."""


def as_of(p: Prop, now: dt.datetime) -> Prop:
    """The proposition in the past, if it tells of a thing's passing state and is not fresh."""
    if p.person or p.at is None or now - p.at < LASTS or "is" not in p.toks:
        return p
    sight = " ".join(token if isinstance(token, str) else "somebody" for token in p.toks)
    if classify(sight).of.sort not in _PASSING:
        return p
    place = p.toks.index("is")
    return replace(p, toks=(*p.toks[:place], "was", *p.toks[place + 1 :]))

"""What one does now, where nothing is planned."""

from __future__ import annotations

from townlet.offline.fields import Fields, clock, text
from townlet.offline.plan.redo import replan

_LONGEST, _SHORTEST = 60, 5
"""Minutes for which one thing is gone on with before one asks oneself again."""


def at_hand(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `at_hand`: what the rest of such a day would begin with, found anew each time."""
    found = replan(fields, seed)["chunks"]
    first, second = (found[0], found[1]) if isinstance(found, list) and len(found) > 1 else ({}, {})
    begins, ends = clock(text(first, "start")), clock(text(second, "start"))
    minutes = (ends - begins) % 1440 if begins is not None and ends is not None else _LONGEST
    return {
        "activity": text(first, "activity") or "resting at home",
        "place": text(first, "place"),
        "minutes": max(_SHORTEST, min(minutes, _LONGEST)),
    }

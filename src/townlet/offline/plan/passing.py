"""What is done in passing: the acts of jobs, free time and routines, which are nobody's own project."""

from __future__ import annotations

from townlet.offline.lexicon import LEX


def _first(act: str) -> str:
    return act.split("|")[0].strip()


TRADE_ACTS = frozenset(_first(act) for row in LEX["trades"].values() for act in row["acts"])
PASTIMES = frozenset(
    activity for kind in ("pastime", "outing") for row in LEX["pastimes"][kind] for activity in row["do"]
)
FILLERS = frozenset(_first(act) for row in LEX["routines"]["routine"] for act in row["acts"])
"""What everybody does in passing; nobody gives their time to it."""


def in_passing(activity: str) -> bool:
    """Whether an activity, without its place, is one of these."""
    bare = activity.split(" at ")[0]
    return any(what in acts for acts in (TRADE_ACTS, PASTIMES, FILLERS) for what in (activity, bare))

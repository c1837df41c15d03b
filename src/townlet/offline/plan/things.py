"""Which thing an act is done at, who may use it, and what that does to it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from townlet.offline.fields import text
from townlet.offline.plan.frame import DayFrame
from townlet.offline.trades import Task, Trade, trade_in

_BEHIND = re.compile(r"(?:^|: ?)behind ")
_GENERAL = re.compile(r"(?:covered|strewn|being|occupied|laid|set|in use|surrounded|in pieces|stacked|clamped|open\b)")
"""States that any thing can be in, so that they hold for whatever serves instead."""
_SEATS = ("sofa", "armchair", "chair", "bench", "seating", "bed", "table")


def keeper(frame: DayFrame) -> bool:
    """Whether the place is one's own to serve in."""
    place = text(frame.fields, "place").partition(":")[0].strip()
    return bool(place) and (place in frame.occupation.of or frame.occupation.of in (place, f"the {place}"))


def in_reach(things: Sequence[str], act: Task, trade: Trade, keeps: bool) -> list[str]:
    """The things that one may use for an act, those of one's own trade first; only keepers stand behind a counter."""
    working = act in trade.acts
    kinds = {thing: trade_in(thing.rpartition(":")[2]) for thing in things}
    mine = [thing for thing, kind in kinds.items() if kind is not None and kind.kind == trade.kind]
    theirs = [thing for thing, kind in kinds.items() if kind is not None and thing not in mine]
    free = [thing for thing in things if keeps or thing in mine or not _BEHIND.search(thing)]
    if not working:
        return free
    order = {thing: (thing not in mine, bool(mine) and thing in theirs) for thing in free}
    return sorted(free, key=lambda thing: order[thing])


def state_of(act: Task, thing: str) -> str:
    """What an act does to a thing: its own state where the thing is the one meant, else a general one."""
    if not thing:
        return ""
    meant = bool(act.objects) and act.objects[0] in thing.lower()
    if act.state and (meant or _GENERAL.match(act.state)):
        return act.state[:80]
    return "occupied" if any(seat in thing.lower() for seat in _SEATS) else "being used"


def _sort(thing: str) -> tuple[bool, Trade | None]:
    """Whether a thing is in another room, and whose trade it is of."""
    return ":" in thing, trade_in(thing)


def pick_object(act: Task, things: Sequence[str], turn: int = 0) -> str:
    """The thing shown that an act is done at: by the first of its words, in the room if one is there; empty for none.

    With a turn, whoever has several such things in the room goes from one to the next.
    """
    here = [thing for thing in things if ":" not in thing]
    for near, word in itertools.product((here, things), act.objects):
        named = re.compile(rf"\b{re.escape(word)}")
        if found := [thing for thing in near if named.search(thing.rpartition(":")[2].lower())]:
            alike = [each for each in found if _sort(each) == _sort(found[0])]
            return alike[turn % len(alike)]
    return ""

"""Where to do something: the option whose name and things fit the activity's words."""

from __future__ import annotations

import re

from townlet.offline.fields import Fields, records, text
from townlet.offline.plan.scripts import plain_acts, routine
from townlet.offline.trades import act_of, trade_in
from townlet.offline.words import WORDS, cached, words

_ROOMS = [(re.compile(row[0], re.I), re.compile(row[1], re.I)) for row in WORDS.tables["rooms"]["rows"]]
_AWAY = re.compile(r"\bgoing (?:shopping|out|to the (?:shops?|stores?|market))\b|^(?:shopping|buying)\b")
"""What takes one away from where one is and lives."""
_SERVING = re.compile(
    r"\b(?:working|serving|running|filling|ringing|minding|opening up|counting|taking (?:orders|stock))\b"
)
_OWNED = re.compile(r"(?:^|: ?)([^:]+?)['’]s ")


def place(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `place`: one of the options' names."""
    options = [record for record in records(fields, "options") if text(record, "name")]
    if not options:
        return {"choice": text(fields, "here") or "here"}
    activity, name, here = text(fields, "activity"), text(fields, "name"), text(fields, "here")
    best = max(range(len(options)), key=lambda k: (fit(options[k], activity, name, here), -k))
    return {"choice": text(options[best], "name")}


def fit(option: Fields, activity: str, name: str, here: str) -> float:
    """How well an option suits an activity."""
    called, holds = text(option, "name"), text(option, "holds").lower()
    leaves = bool(_AWAY.search(activity))
    near = here and (called == here or here.startswith(f"{called}:") or called.startswith(f"{here}:"))
    score = 1.6 if near and not leaves else 0.0
    score += 4 * _named_in(called, activity)
    suits = [_suits(room, called, holds) for what, room in _ROOMS if what.search(activity)]
    score += max(suits, default=0.0) + 0.5 * max(0, sum(fits > 0 for fits in suits) - 1)
    if called.startswith("behind ") and not _SERVING.search(activity):
        score -= 3
    score += sum(
        1.6 / (k + 1) for k, thing in enumerate(things_for(activity)[:4]) if re.search(rf"\b{re.escape(thing)}", holds)
    )
    if re.search(r"\b(?:bathroom|toilet|closet|behind|storeroom)\b", called) and score < 3:
        score -= 2
    for owner in _OWNED.findall(called):
        mine = not {*owner.split()}.isdisjoint(name.split())
        score += 1.5 * (not leaves) if mine else 0 if owner in activity else -3 if "room" in called else -1
    return score


def _suits(room: re.Pattern[str], called: str, holds: str) -> float:
    """A place of the right kind, or one that has such a place in it."""
    return 3.0 if room.search(called) else 2.0 if room.search(holds) else 0.0


def _named_in(called: str, activity: str) -> int:
    parts = [part.strip().lower() for part in called.split(":") if len(part.strip()) > 3]
    return sum(part in activity.lower() for part in parts)


@cached()
def _things() -> dict[str, tuple[str, ...]]:
    """The things that each act of the tables is done at."""
    rows = (*words().tables["routines"]["routine"], *words().tables["trades"].values())
    return {act.activity: act.objects for row in rows for act in map(act_of, row["acts"])}


@cached(4096)
def things_for(activity: str) -> tuple[str, ...]:
    """Words for the things that an activity needs, the most needed first."""
    if activity in _things():
        return _things()[activity]
    acts = routine(activity)[1]
    if not acts:
        trade = trade_in(activity)
        acts = trade.acts if trade and re.match(r"working", activity) else tuple(plain_acts(activity))
    named = [act for act in acts if act.activity in activity]
    count: dict[str, float] = {}
    for act in named or acts:
        for k, thing in enumerate(act.objects):
            count[thing] = count.get(thing, 0) + 1 / (k + 1)
    return tuple(sorted(count, key=lambda thing: -count[thing]))

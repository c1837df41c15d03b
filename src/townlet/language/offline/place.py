"""Where to do something: the option whose name and things fit the activity's words."""

from __future__ import annotations

import re
from functools import lru_cache

from townlet.language.offline.fields import Fields, records, text
from townlet.language.offline.lexicon import LEX
from townlet.language.offline.plan.scripts import plain_acts, routine
from townlet.language.offline.plan.trades import act_of, trade_in

_ROOMS = [(re.compile(row[0], re.I), re.compile(row[1], re.I)) for row in LEX["rooms"]["rows"]]
_THINGS = {
    act.activity: act.objects
    for rows in (LEX["routines"]["routine"], LEX["trades"].values())
    for row in rows
    for act in map(act_of, row["acts"])
}
"""The things that each act of the lexicons is done at."""
_OWNED = re.compile(r"([A-Z][\w’'-]*(?: [A-Z][\w’'-]*)*)['’]s ")


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
    score = 1.6 if here and (called == here or here.startswith(f"{called}:") or called.startswith(f"{here}:")) else 0.0
    score += 4 * _named_in(called, activity)
    score += next((3.0 for what, room in _ROOMS if what.search(activity) and room.search(called)), 0.0)
    score += sum(
        1.6 / (k + 1) for k, thing in enumerate(things_for(activity)[:4]) if re.search(rf"\b{re.escape(thing)}", holds)
    )
    if re.search(r"\b(?:bathroom|toilet|closet|behind|storeroom)\b", called) and score < 3:
        score -= 2
    for owner in _OWNED.findall(called):
        score += 1.5 if name and owner in name else 0 if owner in activity else -3 if "room" in called else -1
    return score


def _named_in(called: str, activity: str) -> int:
    parts = [part.strip().lower() for part in called.split(":") if len(part.strip()) > 3]
    return sum(part in activity.lower() for part in parts)


@lru_cache(4096)
def things_for(activity: str) -> tuple[str, ...]:
    """Words for the things that an activity needs, the most needed first."""
    if activity in _THINGS:
        return _THINGS[activity]
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

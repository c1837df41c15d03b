"""A stretch of an activity in actions of five to fifteen minutes, each with what it is done at."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from townlet.offline.emoji import emoji_for
from townlet.offline.fields import Fields, clock, records, text, texts
from townlet.offline.importance import rate
from townlet.offline.plan.frame import DayFrame
from townlet.offline.plan.scripts import EVENTS, OPENED, ORDERED, plain_acts, routine, routine_acts, script
from townlet.offline.plan.shifts import KEEPING
from townlet.offline.plan.things import in_reach, keeper, pick_object, state_of
from townlet.offline.plan.venues import Venue
from townlet.offline.trades import Task, deeds_in, names_work, trade_in
from townlet.offline.words import WORDS, cached, pattern

MOST_STEPS = 24
LONG = 15 * MOST_STEPS
"""Minutes beyond which steps of fifteen would be too many."""
SITTING, SHORT_STEP = 15, 5
_MEALS = {"breakfast": "eating breakfast", "lunch": "eating lunch", "dinner": "eating dinner"}


@dataclass(frozen=True)
class Stretch:
    """What the prompt asks for: an activity from `start` for `minutes`."""

    activity: str
    start: int
    minutes: int

    @classmethod
    def of(cls, fields: Fields) -> Stretch:
        start, end = clock(text(fields, "start")), clock(text(fields, "end"))
        start = 0 if start is None else start
        minutes = 60 if end is None else (end - start) % 1440
        return cls(text(fields, "activity") or "resting", start, minutes or 5)


def minute_plan(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `minute_plan`: steps that fill the stretch exactly."""
    frame, stretch = DayFrame.from_now(fields, seed), Stretch.of(fields)
    name = routine(stretch.activity)[0]
    lengths = _sleep(stretch.minutes) if name == "sleep" else _lengths(frame, stretch)
    acts = _choose(frame, stretch, name, len(lengths))
    things = [text(record, "name") for record in records(fields, "objects")]
    keeps = keeper(frame)
    turns = [(stretch.start // 15 + k) * (act in frame.trade.acts) for k, act in enumerate(acts)]
    steps = zip(fed(lengths, acts), acts, turns, strict=True)
    made = [_step(m, act, in_reach(things, act, frame.trade, keeps), turn) for m, act, turn in steps]
    return {"steps": [_rated(step, text(fields, "name")) for step in made] if text(fields, "scale") else made}


def _rated(step: Mapping[str, object], name: str) -> dict[str, object]:
    return {**step, "importance": rate(f"{name} is {step['activity']}.", name)}


def fed(lengths: list[int], acts: Sequence[Task]) -> list[int]:
    """The lengths with a quarter of an hour for eating, taken from what is done around it."""
    at = next((k for k, act in enumerate(acts) if act.activity in _MEALS.values()), None)
    lengths = list(lengths)
    while at is not None and lengths[at] < SITTING:
        longest = max((k for k in range(len(lengths)) if k != at), key=lambda k: (lengths[k], -k), default=at)
        if longest == at or lengths[longest] <= SHORT_STEP:
            break
        lengths[longest], lengths[at] = lengths[longest] - SHORT_STEP, lengths[at] + SHORT_STEP
    return lengths


def _sleep(minutes: int) -> list[int]:
    """Hours of sleep; a long night in stretches of up to two hours."""
    longest = 60 if minutes <= 60 * MOST_STEPS else 120
    full, left = divmod(minutes, longest)
    lengths = [longest] * full + ([left] if left else [])
    return lengths[:MOST_STEPS]


def _lengths(frame: DayFrame, stretch: Stretch) -> list[int]:
    """Five, ten or fifteen minutes each, until the stretch is full; a long one in equal steps."""
    if stretch.minutes > LONG:
        each, over = divmod(stretch.minutes, MOST_STEPS)
        return [each + (k < over) for k in range(MOST_STEPS)]
    lengths: list[int] = []
    left = stretch.minutes
    while left > 0:
        needed = left / (MOST_STEPS - len(lengths))
        fitting = [minutes for minutes in (5, 10, 10, 15) if minutes >= needed]
        minutes = fitting[int(len(fitting) * frame.roll("length", stretch.activity, stretch.start, left))]
        lengths.append(left if left - minutes < 5 else minutes)
        left -= lengths[-1]
    return lengths


def _choose(frame: DayFrame, stretch: Stretch, name: str, count: int) -> list[Task]:
    """As many acts as there are steps: in order where order matters, else dealt by person and day."""
    own = frame.projects
    acts = script(stretch.activity, frame.trade, own)
    if not Venue(text(frame.fields, "place")).public():
        acts = [act for act in acts if not pattern(WORDS.tables["plan"]["served"]).search(act.activity)] or acts
    if name in _MEALS:
        acts = _served(frame, _MEALS[name], acts)
    acts = _doable(frame, stretch, name, acts)
    if name == "morning":
        return _morning(frame, acts, count, stretch)
    if acts == plain_acts(stretch.activity):
        return [acts[k % len(acts)] for k in range(count)]
    recent = texts(frame.fields, "recent")
    if name in ORDERED:
        left = _left_over(acts, recent) if name in _MEALS else acts
        return _ordered(frame, left, count, _MEALS.get(name, ""))
    opening = [a for a in acts[:1] if name in OPENED and not any(act.activity in recent for act in acts)]
    acts = acts[1:] if name in OPENED else acts
    named = sorted((a for a in acts if a.activity in stretch.activity), key=lambda a: stretch.activity.find(a.activity))
    others = sorted(
        (a for a in acts if a not in named and not (named and a.takes_others)),
        key=lambda a: (a.activity in recent, frame.roll("deal", a.activity, stretch.start)),
    )
    deck = [*named, *others][: len(named) + 3] if named else others
    return [*opening, *(deck[k % len(deck)] for k in range(count))][:count]


UNPLACED = ("sleep", *EVENTS)
"""Routines that are as they are, whatever the place has."""


def _doable(frame: DayFrame, stretch: Stretch, name: str, acts: list[Task]) -> list[Task]:
    """The acts for which the place has something: nobody milks in a kitchen, or takes a shower where there is none.

    What the activity itself names is done anyhow; so are a meal and the work that the place is named for. The activity
    in its words if nothing else fits.
    Where half of somebody's work fits, the rest of it can be done, too.
    """
    working = names_work(stretch.activity)
    if name in UNPLACED or deeds_in(stretch.activity) or (not working and any(a in frame.trade.acts for a in acts)):
        return acts
    things, keeps = [text(record, "name") for record in records(frame.fields, "objects")], keeper(frame)
    fitting = [
        act
        for act in acts
        if not act.objects
        or act.activity in (stretch.activity, _MEALS.get(name))
        or pick_object(act, in_reach(things, act, frame.trade, keeps))
    ]
    if working and (2 * len(fitting) >= len(acts) or trade_in(text(frame.fields, "place")) == frame.trade):
        return acts
    return fitting if len(fitting) >= 2 or name in _MEALS else plain_acts(stretch.activity)


def _served(frame: DayFrame, eating: str, acts: list[Task]) -> list[Task]:
    """The acts of a meal where others serve or a common table is laid; `acts` where one cooks for oneself."""
    place = Venue(text(frame.fields, "place"))
    if place.is_a("mess") and frame.trade.kind not in KEEPING:
        return eating_at("common table", eating)
    return eating_at("eating out", eating) if place.is_a("eat") and not keeper(frame) else acts


@cached(16)
def eating_at(routine: str, eating: str) -> list[Task]:
    """A meal that somebody else has cooked."""
    return [replace(act, activity=act.activity.replace("eating {meal}", eating)) for act in routine_acts(routine)]


def _left_over(acts: list[Task], recent: list[str]) -> list[Task]:
    """What still has to be done of something begun before: the acts after the last that was done, if any is left."""
    done = [k for k, act in enumerate(acts) if act.activity in recent]
    return acts[done[-1] + 1 :] or acts[-1:] if done else acts


def _ordered(frame: DayFrame, acts: list[Task], count: int, must: str) -> list[Task]:
    """Acts in their own order, left out by lot or repeated until they fit: what must be done, else all but the ends."""
    if count >= len(acts):
        at = next((k for k, act in enumerate(acts) if act.activity == must), None)
        first, last = (1, len(acts) - 1) if at is None and len(acts) > 2 else (at or 0, (at or 0) + 1)
        room = count - len(acts) + last - first
        return [*acts[:first], *(acts[first + (last - first) * k // room] for k in range(room)), *acts[last:]]
    # By their places, because an act may stand there twice.
    keep = sorted(range(len(acts)), key=lambda k: (acts[k].activity != must, frame.roll("keep", acts[k].activity)))
    return [acts[k] for k in sorted(keep[:count])]


def _morning(frame: DayFrame, acts: list[Task], count: int, stretch: Stretch) -> list[Task]:
    """Out of bed first, then washing and dressing as it comes; breakfast last if it is part of the routine."""
    wants_food = not re.search(r"getting (?:up|ready|dressed)", stretch.activity)
    eats = [
        a
        for a in _doable(frame, stretch, "breakfast", script("having breakfast", frame.trade, []))
        if a.activity in ("eating breakfast", "making toast and eggs")
    ]
    tail = eats[-min(2, count - 1) :] if wants_food and count > 1 else []
    wanted = max(1, count - len(tail))
    chosen = sorted(acts[1:], key=lambda a: frame.roll("morning", a.activity))[: wanted - 1]
    body = [act for act in acts if act is acts[0] or act in chosen]
    return [*body, *[body[-1]] * (wanted - len(body)), *tail]


def _step(minutes: int, act: Task, things: Sequence[str], turn: int) -> dict[str, object]:
    thing = pick_object(act, things, turn)
    return {
        "minutes": minutes,
        "activity": act.activity[:400],
        "object": thing,
        "object_state": state_of(act, thing),
        "emoji": act.emoji or emoji_for(act.activity),
    }

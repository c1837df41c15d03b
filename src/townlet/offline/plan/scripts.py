"""What an activity is made of: the acts of a trade, of a routine, or of the activity's own words."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from townlet.offline.plan.projects import NOT_MADE, Project
from townlet.offline.reader.facts import content
from townlet.offline.trades import Task, Trade, act_of, deeds_in, names_work
from townlet.offline.words import WORDS, cached, pattern, words


@cached()
def _routines() -> tuple[tuple[re.Pattern[str], str, tuple[Task, ...]], ...]:
    return tuple(
        (
            re.compile("|".join(rf"\b(?:{_filled(stem)})" for stem in row["stems"]), re.I),
            str(row["name"]),
            tuple(act_of(act) for act in row["acts"]),
        )
        for row in words().rows("routines", "routine")
    )


def _filled(stem: str) -> str:
    """A stem of the routines table with the words for a kind of event in it, as doings.toml has them."""
    doings = WORDS.tables["doings"]
    return re.sub(r"\{([a-z]+)\}", lambda found: str(doings[found[1]]), stem)


EVENTS = ("hosting", "attending", "chairing", "taking part", "presenting", "listening", "tasting")
"""Routines of an event, which is one thing from its beginning to its end."""
ORDERED = (
    "sleep",
    "morning",
    "breakfast",
    "lunch",
    "dinner",
    "cook",
    "shopping",
    "dining out",
    "preparing",
    *EVENTS,
)
"""Routines whose acts come in the order of their table."""
OPENED = ("class",)
"""Routines that begin with their first act, which is not done again; the others come as they are dealt."""


@cached(8192)
def routine(activity: str) -> tuple[str, tuple[Task, ...]]:
    """(name, acts) of the first routine that an activity's words fit; ('', ()) if none does."""
    return next(((name, acts) for stems, name, acts in _routines() if stems.search(activity)), ("", ()))


def routine_acts(name: str) -> tuple[Task, ...]:
    """The acts of the routine of this name."""
    return next((acts for _, called, acts in _routines() if called == name), ())


def trade_acts(trade: Trade, own: list[Project]) -> list[Task]:
    """The acts of a trade, with one's own project put in where they speak of one."""
    acts = []
    made = [project for project in own if project.verb not in NOT_MADE]
    for act in trade.acts:
        if "{the}" not in act.activity:
            acts.append(act)
        elif made:
            acts.append(replace(act, activity=act.activity.replace("{the}", made[0].definite)))
    return acts


def script(activity: str, trade: Trade, own: list[Project]) -> list[Task]:
    """The acts that an activity is made of; at least two.

    An activity made of acts by name ('kneading the dough and shaping loaves') starts with these.
    """
    known = trade_acts(trade, own)
    if deeds := deeds_in(activity):
        by_name = {act.activity: act for act in known}
        return [by_name.get(deed) or plain_acts(deed)[0] for deed in deeds]
    named = [act for act in known if act.activity in activity]
    if named:
        return [*named, *(act for act in known if act not in named)]
    if names_work(activity) and known:
        return known
    if pattern(WORDS.tables["plan"]["by_name"]).search(activity):
        return plain_acts(activity)
    mine = next((p for p in own if _same(p, activity)), None)
    if mine:
        return [*project_acts(mine, activity), *(act for act in known if mine.definite in act.activity)]
    name, acts = routine(activity)
    if acts:
        chosen = [act for act in acts if act.activity in activity]
        as_they_are = chosen or name in ORDERED + OPENED
        own_words = [] if as_they_are else [replace(acts[min(1, len(acts) - 1)], activity=activity)]
        return [*chosen, *own_words, *(act for act in acts if act not in chosen)]
    if trade.kind != "craft" and len(content(activity) & content(" ".join(a.activity for a in known))) >= 2:
        return known
    return plain_acts(activity)


def _same(project: Project, activity: str) -> bool:
    return project.thing in activity or project.definite in activity


def project_acts(project: Project, activity: str) -> list[Task]:
    """Ways of getting on with one's own project."""
    tools = ("desk", "easel", "workbench", "table", "bench", "computer", "piano")
    return [
        Task(activity, tools, "being used", "🛠️"),
        Task(f"thinking about the next part of {project.definite}", ("desk", "sofa", "bench", "bed"), "occupied", "💭"),
        Task(f"looking over {project.definite} so far", tools, "being used", "👀"),
        Task(f"putting right a mistake in {project.definite}", tools, "being used", "✏️"),
        Task(f"trying another way with {project.definite}", tools, "being used", "💡"),
        Task(f"listing what is still needed for {project.definite}", ("desk", "table"), "covered in lists", "📋"),
    ]


@lru_cache(4096)
def plain_acts(activity: str) -> list[Task]:
    """An activity never heard of, in its own words, with a break now and then."""
    thing = _thing(activity)
    doing = Task(activity, thing, "being used", "✨")
    first = activity.split(" ")[0]
    restless = pattern(WORDS.tables["plan"]["restless"]).match(activity)
    if first.endswith("ing") and len(activity.split()) < 12 and not restless:
        pause = Task("resting for a moment", ("bench", "sofa", "chair", "seating"), "occupied", "🍃")
        return [doing, Task(activity, thing, "being used", "⏳"), pause, doing]
    return [doing, Task(activity, thing, "being used", "⏳")]


def _thing(activity: str) -> tuple[str, ...]:
    words = re.findall(r"[a-z]{3,}", activity.lower())
    return tuple(word for word in reversed(words[1:]) if word not in ("the", "and", "for", "with"))[:4]

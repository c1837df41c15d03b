"""What an activity is made of: the acts of a trade, of a routine, or of the activity's own words."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from townlet.language.offline.english import inflect, verb_form
from townlet.language.offline.lexicon import LEX
from townlet.language.offline.plan.projects import Project
from townlet.language.offline.plan.trades import Act, Trade, act_of
from townlet.language.offline.reading import content

_ROUTINES = [(re.compile("|".join(rf"\b(?:{stem})" for stem in row["stems"]), re.I), str(row["name"]),
              tuple(act_of(act) for act in row["acts"])) for row in LEX["routines"]["routine"]]  # fmt: skip
_WORKING = re.compile(r"^(?:working (?:as|at)\b|working$|being at work|at work|running (?:the )?[A-Z]|minding the |keeping (?:the )?shop|on duty)")


@lru_cache(8192)
def routine(activity: str) -> tuple[str, tuple[Act, ...]]:
    """(name, acts) of the first routine that an activity's words fit; ('', ()) if none does."""
    return next(((name, acts) for stems, name, acts in _ROUTINES if stems.search(activity)), ("", ()))


def is_work(activity: str) -> bool:
    """Whether an activity is one's job under its general name, such as 'working as a nurse'."""
    return bool(_WORKING.search(activity))


def trade_acts(trade: Trade, own: list[Project]) -> list[Act]:
    """The acts of a trade, with one's own project put in where they speak of one."""
    acts = []
    for act in trade.acts:
        if "{the}" not in act.activity:
            acts.append(act)
        elif own:
            acts.append(replace(act, activity=act.activity.replace("{the}", own[0].definite)))
    return acts


def script(activity: str, trade: Trade, own: list[Project]) -> list[Act]:
    """The acts that an activity is made of; at least two.

    An activity made of acts by name ('kneading the dough and shaping loaves') starts with these.
    """
    known = trade_acts(trade, own)
    named = [act for act in known if act.activity in activity]
    if named:
        return [*named, *(act for act in known if act not in named)]
    if is_work(activity) and known:
        return known
    mine = next((p for p in own if _same(p, activity)), None)
    if mine:
        return [*project_acts(mine, activity), *(act for act in known if mine.definite in act.activity)]
    name, acts = routine(activity)
    if acts:
        chosen = [act for act in acts if act.activity in activity]
        return [*chosen, *(act for act in acts if act not in chosen)]
    if len(content(activity) & content(" ".join(a.activity for a in known))) >= 2:
        return known
    return plain_acts(activity)


def _same(project: Project, activity: str) -> bool:
    return project.thing in activity or project.definite in activity


def project_acts(project: Project, activity: str) -> list[Act]:
    """Ways of getting on with one's own project."""
    tools = ("desk", "easel", "workbench", "table", "bench", "computer", "piano")
    return [
        Act(activity, tools, "being used", "🛠️"),
        Act(f"thinking about the next part of {project.definite}", ("desk", "sofa", "bench", "bed"), "occupied", "💭"),
        Act(f"looking over {project.definite} so far", tools, "being used", "👀"),
        Act(f"putting right a mistake in {project.definite}", tools, "being used", "✏️"),
        Act(f"trying another way with {project.definite}", tools, "being used", "💡"),
        Act(f"making a list of what {project.definite} still needs", ("desk", "table"), "covered in lists", "📋"),
    ]


@lru_cache(4096)
def plain_acts(activity: str) -> list[Act]:
    """An activity never heard of, in its own words: getting ready for it, doing it, clearing up."""
    words = activity.split()
    thing = _thing(activity)
    acts = [Act(activity, thing, "being used", "✨"), Act(activity, thing, "being used", "⏳")]
    form = verb_form(words[0]) if words and words[0].isalpha() else None
    if form and form[1] == "VBG" and len(words) < 14:
        infinitive = " ".join([form[0], *words[1:]])
        ready = Act(f"getting ready to {infinitive}", thing, "about to be used", "🎒")
        done = Act(f"finishing {activity}" if inflect(form[0], "VBG") == words[0] else activity, thing, "being used", "✅")
        return [ready, *acts, done]
    return acts


def _thing(activity: str) -> tuple[str, ...]:
    words = re.findall(r"[a-z]{3,}", activity.lower())
    return tuple(word for word in reversed(words[1:]) if word not in ("the", "and", "for", "with"))[:4]

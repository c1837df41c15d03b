"""Meeting somebody: whether one has something to say to them."""

from __future__ import annotations

import re

from townlet.offline.fields import Fields, text
from townlet.offline.matters.context import draw
from townlet.offline.moves.speak import Turn, opening
from townlet.offline.moves.talk import Talk
from townlet.offline.plan.company import called_on
from townlet.offline.reader.people import plain
from townlet.offline.words import WORDS

CHANCE = {"kin": 0.75, "friend": 0.65, "acquaintance": 0.45, "stranger": 0.35, "rival": 0.1}
"""How likely one is to stop for somebody, by what they are to one."""
PRESSING = 7.0
"""What presses more is said even to whom one has talked with today."""
PER_WEIGHT, MOST_WEIGHT = 0.03, 10.0
"""How much likelier each point of weight of what one would say makes it, and the most points that count."""


def meet(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `react` to a person: talk, or go on."""
    other = text(fields, "subject")
    found = re.search(r"\bis (.+?)\.?$", text(fields, "observation"))
    theirs = found[1] if found else ""
    words = WORDS.tables["doings"]
    if re.search(words["private"], theirs) or re.search(words["private"], text(fields, "doing")):
        return _go_on(f"{other} is {theirs}" if theirs else "this is no time to talk")
    talk = Talk({**fields, "other": other, "other_doing": theirs}, seed)
    turn = Turn(talk)
    opened = opening(turn)
    if opened is None:
        return _go_on(f"there is nothing new to say to {other}")
    move, matter, _ = opened
    if talk.met_today and move.opens < PRESSING:
        return _go_on(f"{talk.me} and {other} have talked today already")
    weight = 0 if talk.bond == "rival" else min(move.opens, MOST_WEIGHT)
    chance = CHANCE[talk.bond] + PER_WEIGHT * weight
    chance -= 0.3 * bool(re.search(words["engaged"], f"{theirs} {talk.doing}"))
    chance += 0.1 * bool(talk.manners & {"lively", "warm"}) - 0.1 * bool(talk.manners & {"shy", "gruff"})
    if called_on(talk.doing) != other and draw(seed, talk.me, other, talk.now) >= chance:
        return _go_on(f"{other} is {theirs} and need not be interrupted" if theirs else f"it can wait for {other}")
    topic = plain(matter.fact.text) if matter is not None and matter.owner != other else ""
    return {
        "choice": "talk",
        "topic": topic[:400],
        "reason": f"there is something to say to {other}" if topic else f"{other} is right here",
        "emoji": "💬",
        "minutes": 5,
    }


def _go_on(reason: str) -> dict[str, object]:
    return {"choice": "go on", "reason": reason[:400]}

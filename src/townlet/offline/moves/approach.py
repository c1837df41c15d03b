"""Meeting somebody: whether one has something to say to them."""

from __future__ import annotations

import re

from townlet.offline.fields import Fields, text
from townlet.offline.matters.context import draw
from townlet.offline.matters.matter import Matter
from townlet.offline.moves import lookup
from townlet.offline.moves.speak import LineDraft, opening
from townlet.offline.moves.talk import TalkContext
from townlet.offline.reader.facts import content
from townlet.offline.reader.people import plain
from townlet.offline.words import WORDS, pattern

CHANCE = {"kin": 0.75, "friend": 0.7, "acquaintance": 0.55, "stranger": 0.2, "rival": 0.1}
"""How likely one is to stop for somebody, by what they are to one."""
PRESSING = 7.0
"""What presses more is said even to whom one has talked with today."""
PER_WEIGHT, MOST_WEIGHT = 0.03, 10.0
"""How much likelier each point of weight of what one would say makes it, and the most points that count."""
SMALL_TALK = 0.4
"""How much rarer friends and acquaintances stop for a word about nothing."""
HOST_AND_GUEST = 0.3
"""How much likelier a host and a guest stop for each other while the event is on."""


def meet(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `react` to a person: talk, or go on."""
    other = text(fields, "subject")
    found = re.search(r"\bis (.+?)\.?$", text(fields, "observation"))
    theirs = found[1] if found else ""
    words = WORDS.tables["doings"]
    if re.search(words["private"], theirs) or re.search(words["private"], text(fields, "doing")):
        return _go_on("occupied" if theirs else "unfit", other, theirs)
    talk = TalkContext({**fields, "other": other, "other_doing": theirs}, seed)
    if lookup.is_solitary(talk) or lookup.is_wordless(talk) or lookup.avoids(talk):
        return _go_on("nothing", other)
    turn = LineDraft(talk)
    opened = opening(turn)
    if opened is None:
        return _go_on("nothing", other)
    move, matter, _ = opened
    if talk.bond == "rival" and matter is None:
        # Nobody stops for a word about nothing with somebody whom they would rather not see.
        return _go_on("nothing", other)
    if talk.met_today and move.opens < PRESSING:
        return _go_on("again", other, me=talk.me)
    weight = 0 if talk.bond in ("rival", "stranger") else min(move.opens, MOST_WEIGHT)
    chance = CHANCE[talk.bond] + PER_WEIGHT * weight
    if matter is None and move.opens < PRESSING and talk.bond in ("friend", "acquaintance") and not talk.household:
        chance *= SMALL_TALK
    event = lookup.event_here(talk)
    if event is not None and event.owner in (talk.me, other):
        # Whoever brings round drinks at their own party can be spoken to, and goes round to speak to people.
        chance += HOST_AND_GUEST
    else:
        chance -= 0.3 * bool(re.search(words["engaged"], f"{theirs} {talk.doing}"))
    chance += 0.1 * bool(talk.manners & {"lively", "warm"}) - 0.1 * bool(talk.manners & {"shy", "gruff"})
    if not _on_purpose(talk, matter, other) and draw(seed, talk.me, other, talk.now) >= chance:
        return _go_on("undisturbed" if theirs else "later", other, theirs)
    topic = plain(matter.fact.text) if matter is not None and matter.owner != other else ""
    return {
        "choice": "talk",
        "topic": topic[:400],
        "reason": _reason("topic" if topic else "here", other),
        "emoji": "💬",
        "minutes": 5,
    }


def _on_purpose(talk: TalkContext, matter: Matter | None, other: str) -> bool:
    """Return whether one is here to see the other or to tell people of the matter, or has thought of them for it."""
    own = matter if matter is not None and matter.owner == talk.me else None
    telling = own is not None and bool(own.words & content(talk.doing))
    return telling or called_on(talk.doing) == other or (own is not None and own.is_listed(other))


def called_on(doing: str) -> str:
    """Return whom a call is meant for, by the words of what somebody is doing; '' if it is none."""
    found = pattern(WORDS.tables["plan"]["is_call"]).search(doing)
    return found["who"].strip() if found else ""


def _go_on(why: str, other: str, doing: str = "", me: str = "") -> dict[str, object]:
    return {"choice": "go on", "reason": _reason(why, other, doing, me)}


def _reason(why: str, other: str, doing: str = "", me: str = "") -> str:
    return str(WORDS.tables["doings"]["approach"][why].format(me=me, other=other, doing=doing))[:400]

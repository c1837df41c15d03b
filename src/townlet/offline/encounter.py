"""Meeting somebody: whether one talks to them, and of what."""

from __future__ import annotations

import datetime as dt
import re

from townlet.offline.fields import Fields, clock, moment, text
from townlet.offline.matter import topic_for
from townlet.offline.notes import Note, notes
from townlet.offline.plan.company import called_on
from townlet.offline.say import roll, tags_of

MINUTES_A_DAY = 24 * 60
RECENT = dt.timedelta(hours=2)
FAMILY_FIRST, ACQUAINTED_FIRST = 0.3, 0.15
"""How much likelier kin, and others who know each other, are to talk as long as they have not yet spoken that day."""
HAS_COME = 0.95
"""How likely one is to speak to whom one has come to see."""
_BUSY = re.compile(
    r"\b(?:sleep\w*|asleep|shower\w*|bath\w*|using the toilet|dressing|getting dressed|brushing "
    r"(?:his|her|their)? ?teeth|talking with)\b",
    re.I,
)
_ENGAGED = re.compile(r"\b(?:lecture|class|exam|meeting|seeing a patient|sermon|performing)\b", re.I)
LONG_SILENT = 25
"""After so many minutes without a word to anybody one is glad of one."""
_AT_EASE = re.compile(
    r"\b(?:eating|drinking|something hot|biscuit|having|finishing lunch|lingering|coffee|tea\b|bench|stroll|walk|"
    r"sitting|relax|rest|break|waiting|customer|regular|counter|washing up|dishes|laying the table|company|bar\b|"
    r"family|guests)",
    re.I,
)
_ABSORBED = re.compile(
    r"\b(?:writing|composing|painting|reading|studying|revising|calculating|drawing|sketching|coding|programming|notes|"
    r"practi[sc]ing|rehearsing|hurrying|running)\b",
    re.I,
)
_DISLIKE = re.compile(r"\b(?:dislik|hate|distrust|cannot stand|can't stand|uneasy|at odds|quarrel|resent|annoy)", re.I)
_FOND = re.compile(
    r"\b(?:friend|fond|likes?\b|love|married|wife|husband|close to|mentor|admire|daughter|son\b|"
    r"sister|brother|mother|father|crush)",
    re.I,
)
_KIN = re.compile(r"\b(?:married|wife|husband|daughter|son\b|sister|brother|mother|father|parents?)\b", re.I)


def meet(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `react` to a person: talk, or go on."""
    name, other = text(fields, "name"), text(fields, "subject") or "them"
    theirs = _doing(text(fields, "observation"), other)
    if _BUSY.search(theirs) or re.search(r"\bsleep|\bshower", text(fields, "doing")):
        return _on(f"{other} is {theirs}" if theirs else "this is no time to talk")
    shown = notes(fields)
    about = [n for n in shown if other in n.text or other.split(" ")[0] in n.text]
    topic = topic_for(other, shown, about)
    lately = 0.2 if silent_minutes(fields) >= LONG_SILENT else 1.0
    inclination = liking(fields, other, about) + 0.22 * bool(topic) - lately * _lately(fields, other)
    inclination += _first_of_the_day(fields, other, about)
    inclination -= 0.3 * bool(_ENGAGED.search(theirs) or _ENGAGED.search(text(fields, "doing")))
    inclination *= leisure(fields, theirs)
    if called_on(text(fields, "doing")) == other:
        inclination = max(inclination, HAS_COME)
    if roll(seed, name, other, text(fields, "now")) < inclination:
        return {
            "choice": "talk",
            "topic": topic[:400],
            "reason": _reason(other, theirs, topic),
            "emoji": "💬",
            "minutes": 5,
        }
    return _on(
        f"{other} is {theirs} and there is no need to interrupt"
        if theirs
        else f"there is nothing to say to {other} just now"
    )


def leisure(fields: Fields, theirs: str) -> float:
    """How much room there is for talk: who has just talked does not stop for everybody, who has long been silent is
    glad of a word, and whoever is at ease is easier to talk to than whoever is deep in something."""
    doing = text(fields, "doing")
    at_ease = bool(_AT_EASE.search(doing)) + bool(_AT_EASE.search(theirs))
    absorbed = bool(_ABSORBED.search(doing)) + bool(_ABSORBED.search(theirs))
    return 0.4 + 0.8 * min(1.0, silent_minutes(fields) / LONG_SILENT) + 0.1 * at_ease - 0.1 * absorbed


def silent_minutes(fields: Fields) -> int:
    """How long one has not talked to anybody; half of a long silence where nothing tells."""
    last = text(fields, "last_talked")
    if not last:
        return LONG_SILENT // 2
    now, then = moment(text(fields, "now")), clock(last)
    return MINUTES_A_DAY if then is None else max(0, now.hour * 60 + now.minute - then)


def _on(reason: str) -> dict[str, object]:
    return {"choice": "go on", "reason": reason[:400]}


def _doing(observation: str, other: str) -> str:
    found = re.search(r"\bis (.+?)\.?$", observation)
    return found[1][:160] if found else ""


def _reason(other: str, theirs: str, topic: str) -> str:
    if topic:
        return f"there is something to say to {other}"
    return f"{other} is right here" + (f", {theirs}" if theirs else "")


def liking(fields: Fields, other: str, about: list[Note]) -> float:
    """How likely one is to stop for somebody, from one's nature and what one remembers of them."""
    tags = tags_of(text(fields, "summary"))
    inclination = 0.2 + 0.12 * bool(tags & {"lively", "warm"}) - 0.08 * bool(tags & {"shy", "gruff"})
    own = " ".join(n.text for n in about if n.sort in ("mine", "thought", "promise", "promised me", "other"))
    summary = " ".join(s for s in re.split(r"(?<=[.!?])\s+", text(fields, "summary")) if other.split(" ")[0] in s)
    if _DISLIKE.search(own + summary):
        return inclination - 0.32
    if _FOND.search(own + summary):
        inclination += 0.18
    if _KIN.search(own + summary):
        inclination += 0.05
    if not about and not summary:
        inclination -= 0.05
    return inclination


def _first_of_the_day(fields: Fields, other: str, about: list[Note]) -> float:
    known = [note.text for note in about if note.sort in ("mine", "other", "heard", "said", "talk")]
    if not known or _DISLIKE.search(" ".join(known)) or _spoken_today(fields, other):
        return 0.0
    return FAMILY_FIRST if _is_kin(fields, other, about) else ACQUAINTED_FIRST


def _is_kin(fields: Fields, other: str, about: list[Note]) -> bool:
    own = " ".join(note.text for note in about if note.sort == "mine")
    summary = text(fields, "summary")
    return bool(_KIN.search(own) or (other.split(" ")[0] in summary and _KIN.search(summary)))


def _spoken_today(fields: Fields, other: str) -> bool:
    now = moment(text(fields, "now"))
    return any(note.at.date() == now.date() for note in _talked(fields, other))


def _talked(fields: Fields, other: str) -> list[Note]:
    """What is remembered of talks with somebody."""
    shown = [note for note in notes(fields) if note.sort in ("heard", "said", "talk") and note.who == other]
    return notes(fields, "last_talk") + shown


def _lately(fields: Fields, other: str) -> float:
    """What speaks against talking again: a talk not long ago, and many talks today."""
    now = moment(text(fields, "now"))
    when = max((note.at for note in _talked(fields, other)), default=None)
    if when is None:
        return 0.0
    since = now - when
    return 0.6 if since < RECENT else 0.08 if since < 3 * RECENT else -0.08

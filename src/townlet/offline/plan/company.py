"""Whom one goes to see, and where one goes to be among people: work done alone leaves one glad of a word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from townlet.offline.names import names_in
from townlet.offline.notes import Note
from townlet.offline.plan.frame import Frame
from townlet.offline.plan.promises import whereabouts
from townlet.offline.plan.timeline import Block
from townlet.offline.prop import content

CALLING = ("looking in on {}", "stopping by for a word with {}", "dropping in on {}")
"""What a call is named: whoever is named in it is the one to talk to on arriving."""

_CALL = re.compile(r"\b(?:looking in on|stopping by for a word with|dropping in on|calling on|visiting) (?P<who>.+)")
_DISLIKE = re.compile(r"\b(?:dislik|hate|distrust|cannot stand|can't stand|quarrel|resent|fell out|at odds)", re.I)
_CLOSE = re.compile(r"\b(?:friends?|fond|in love|married|wife|husband|son\b|daughter|sister|brother|mother|father)\b")
_THINKS_OF = re.compile(r"weighs on|worr|good company|matters|talk things over|alone|rely on|grateful|like to know")
_LIKES_A_WORD = re.compile(
    r"\b(?:likes|loves|enjoys) (?:to (?:ask|tell|hear|see|talk (?:to|with))|talking (?:to|with)|asking|hearing|seeing) "
    r"(?P<rest>.*?in the (?P<when>morning|evening))\b"
)
_TO_TELL = re.compile(
    r"\b(?:should know|wants? to (?:invite|tell|ask) (?:every|all|the people|people)|everybody|everyone)\b"
)
_NEEDS = re.compile(r"\b(?:needs?|is looking for|wants? to borrow|wants? to learn)\b(.*)")
ACQUAINTED, CLOSE, THOUGHT_OF, NEEDED, TO_TELL = 0.3, 0.25, 0.2, 0.3, 0.1
"""How much speaks for a call: that one knows somebody, that they are dear, on one's mind, have what one needs; or that
one has something to tell to everybody."""
CUSTOM = 1.2
"""Nothing is done more gladly than what one does every day."""
SHARED_WORDS = 2
"""So many words in common between what one needs and what one knows of somebody make them the one to ask."""


@dataclass(frozen=True)
class Call:
    """Somebody one might go to see, where they are likely to be, and how gladly one would go."""

    who: str
    place: str
    weight: float


def called_on(doing: str) -> str:
    """Whom a call is meant for, by the words of what somebody is doing; empty if it is none."""
    found = _CALL.search(doing)
    return found["who"].strip() if found else ""


def calls(frame: Frame) -> Iterator[Call]:
    """Everybody one knows whose whereabouts one knows, but for those one dislikes and those one lives or works with."""
    everybody = TO_TELL * any(_TO_TELL.search(note.text) for note in frame.notes if note.sort == "mine")
    lives = frame.home.partition(":")[0].strip()
    for who in _known(frame):
        about = [note for note in frame.notes if who in note.text or note.who == who]
        own = " ".join(note.text for note in about if note.sort in ("mine", "thought"))
        place = None if _DISLIKE.search(own) else whereabouts(frame, who)
        if place is not None and place.sector != lives:
            yield Call(who, place.name, ACQUAINTED + everybody + _pull(frame, about, own))


def customary(frame: Frame) -> Iterator[tuple[Call, str]]:
    """Those with whom one likes a word at a time of day, by one's own story, and when: at home if they live there."""
    for note in frame.notes:
        found = _LIKES_A_WORD.search(note.text) if note.sort == "mine" else None
        who = next((name for name in names_in(found["rest"]) if name != frame.name), "") if found else ""
        if not found or not who:
            continue
        home = who.rpartition(" ")[2] == frame.name.rpartition(" ")[2]
        place = frame.venues.named(frame.room("kitchen")) if home else whereabouts(frame, who)
        if place is not None:
            yield Call(who, place.name, CUSTOM), found["when"]


def _known(frame: Frame) -> list[str]:
    """Those whom one's memories name and whom one has met: by one's own story, or in a talk."""
    told = [note for note in frame.notes if note.sort in ("mine", "talk", "promise", "promised me", "heard")]
    found = (n for note in told for n in ((note.who,) if note.sort != "mine" else names_in(note.text)))
    return [who for who in dict.fromkeys(found) if who and who != frame.name]


def _pull(frame: Frame, about: list[Note], own: str) -> float:
    thoughts = " ".join(note.body for note in about if note.sort == "thought")
    dear = CLOSE * bool(_CLOSE.search(own)) + THOUGHT_OF * bool(_THINKS_OF.search(thoughts))
    return dear + NEEDED * _has_what_one_needs(frame, about)


def _has_what_one_needs(frame: Frame, about: list[Note]) -> bool:
    theirs = content(" ".join(note.body for note in about if note.sort in ("heard", "other", "promised me")))
    needs = (found for note in frame.notes if note.sort == "mine" and (found := _NEEDS.search(note.text)))
    return any(len(content(found[1]) & theirs) >= SHARED_WORDS for found in needs)


def call_in(frame: Frame, pause: Block) -> Block | None:
    """A call that fits a free stretch: on somebody whose door is open then. None if there is nobody to call on."""
    here = pause.place.partition(":")[0].strip()
    open_now = [
        call
        for call in calls(frame)
        if (venue := frame.venues.named(call.place))
        and venue.open_during(pause.start, pause.end)
        and venue.sector != here
    ]
    if not open_now:
        return None
    best = max(open_now, key=lambda call: call.weight + frame.roll("call", call.who, pause.start // 60))
    words = CALLING[int(frame.roll("words", best.who, pause.start) * len(CALLING))]
    return Block(pause.start, pause.end, words.format(best.who), best.place, "rest")

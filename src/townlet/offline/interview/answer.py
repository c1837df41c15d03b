"""Answers to questions (Park et al. 2023, section 5.2): small talk, rows of words/questions.toml, memories."""

from __future__ import annotations

import re
from collections.abc import Mapping

from townlet.offline.english import sentence
from townlet.offline.fields import Fields, text, texts
from townlet.offline.interview import happenings, oneself, others
from townlet.offline.interview.asked import Asked, Question
from townlet.offline.interview.choosing import chosen
from townlet.offline.interview.rows import ROWS, Handler, Row, Slots, frame, frames
from townlet.offline.interview.smalltalk import language_of, smalltalk
from townlet.offline.reader.facts import content
from townlet.offline.words import WORDS

HANDLERS: Mapping[str, tuple[Handler, str]] = {
    "ahead": (happenings.ahead, "none| one more"),
    "bedtime": (oneself.bedtime, "time"),
    "cause": (happenings.cause, "mine| theirs| unknown| self| backed| refused| agree| object| none| told| me| "
    "who office source himself others he him why more names"),
    "company": (others.company, "none| name why"),
    "day": (oneself.day, "rest| working| free| was| gone| around| meant| did| will| likely| engaged| asleep| slept| "
    "open| fact more rest job when did people doing time day"),
    "event": (happenings.event, "none| mine| over| overnone| yes| no| missed| ahead| on| there| ev "
    "an where when host source names count not custom saw number"),
    "facts": (oneself.facts, "none| one more"),
    "feelings": (others.feelings, "spouse| kin| friend| rival| known| met| none| nobody| name he him his heis "
    "kin why fact thought last"),
    "finished": (oneself.finished, "had| will| did| was| meant| likely| engaged| asleep| slept| gone| around| "
    "open| time doing day fact people"),
    "home": (oneself.home, "none| place"),
    "hour": (oneself.hour, "was| meant| did| will| likely| engaged| asleep| slept| gone| around| open| time "
    "doing day fact people"),
    "housemates": (oneself.housemates, "none| people"),
    "introduction": (oneself.introduction, "me age job traits fact"),
    "kept": (happenings.kept, "declined| unknown| heard| meant| aside| none| name doing"),
    "kin_of": (oneself.kin_of, "none| names"),
    "liked": (others.liked, "close| none| it first"),
    "meal": (oneself.meal, "was| ahead| none| dish meal when time where"),
    "met_on": (others.met_on, "many| last| none| names topic whom"),
    "mood": (oneself.mood, "felt doing"),
    "mostly": (oneself.mostly, "most"),
    "need": (happenings.need, "met| promised| asked| open| lapsed| none| it name helper"),
    "news": (happenings.news, "none| one more"),
    "of_me": (others.of_me, "none| stranger| one him name"),
    "opinion": (oneself.opinion, "one it"),
    "plain": (happenings.plain, ""),
    "relatives": (oneself.relatives, "many| none| nones| kin names fact"),
    "said_by": (others.said_by, "little| none| stranger| one more last name"),
    "source": (others.source, "what| overheard| own| none| names fact to"),
    "last_met": (others.last_met, "none| when name topic him"),
    "theirs": (others.theirs, "seen| none| stranger| one more seen name he"),
    "thoughts": (oneself.thoughts, "none| one more"),
    "guest": (happenings.guest, "came| absent| promised| unsaid| name him"),
    "unheard": (happenings.unheard, ""),
    "usual_day": (oneself.usual_day, "part| job day"),
    "whereabouts": (others.whereabouts, "none| stranger| seen name"),
    "who_is": (others.who_is, "kin| tie| told| heardof| seen| met| little| me| stranger| name kin tie thought "
    "last fact more seen me job he him"),
    "why": (happenings.why, "heard| none| theirs| why source him"),
    "work": (oneself.work, "none| job doing"),
    "would": (happenings.would, "do"),
}  # fmt: skip
"""Who finds what to say, with the cases and slots that they may fill."""

_REST = {row["id"]: frames(row["say"]) for row in WORDS.rows("questions", "rest")}
_PARTS = re.compile(
    r"(?<=[?])\s+(?=\w)"
    r"|,? (?:and|or) (?=(?:who|whom|what|when|where|why|how|(?:would|will|do|did|are|have) you|is it|was it)\b)",
    re.I,
)
_ASKS = re.compile(
    r"\?|^(?:who|what|when|where|why|how|is|are|do|does|did|can|could|will|would|has|have|tell|describe)\b", re.I
)
_WHERE = re.compile(
    r"(?i)\bwhere(?: is| are| (?:can|do|could) (?:i|we) find)\b|\bway to\b|\bwhere [^?]{1,60} is\b"
    r"|\bhow (?:do|can|could|would|will) (?:i|we|one) (?:get|find|reach|go|come)\b"
)
MOST_LETTERS = 600
"""An answer is no longer."""


def interview(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `interview`."""
    asked = Asked(fields, seed)
    said = answer(asked, text(fields, "question"))
    if options := texts(fields, "options"):
        return {"say": chosen(asked, text(fields, "question"), said, options)}
    return {"say": said[:MOST_LETTERS]}


def answer(asked: Asked, question: str) -> str:
    """Return what one says to a question; always something."""
    if not re.search(r"\w", question):
        return _rest(asked, "blank", {})
    if language := language_of(question):
        return _rest(asked, "language", {"case": "other"} if language == "other" else {"language": language})
    whole = asked.question(question)
    if (ways := texts(asked.fields, "ways")) and _WHERE.search(whole.raw):
        return sentence(ways[0])
    if said := smalltalk(asked, question, oneself.doing(asked)):
        return said
    if said := _by_row(asked, whole, whole=True):
        return said
    parts = [part for part in _PARTS.split(question) if re.search(r"\w", part)][-2:]
    answers: list[str] = []
    for part in parts:
        understood = asked.question(part) if len(parts) > 1 else whole
        told = _by_row(asked, understood) or _general(asked, understood)
        asked.before += [part, told]
        answers += [told] if told and not (answers and content(told) <= content(" ".join(answers))) else []
    return " ".join(answers) or _at_a_loss(asked, whole)


def _by_row(asked: Asked, question: Question, whole: bool = False) -> str:
    """Return what the first row says that fits; '' if none does."""
    for row in ROWS:
        if row.whole == whole and (said := _said(asked, question, row)):
            return said
    return ""


def _said(asked: Asked, question: Question, row: Row) -> str:
    found = row.match(question)
    slots = HANDLERS[row.answer][0](asked, question, row, found) if found else None
    return frame(asked, f"{row.id} {question.raw}", row.say, slots) if slots is not None else ""


def _general(asked: Asked, question: Question) -> str:
    slots = happenings.general(asked, question)
    return _rest(asked, "general", slots, question.raw) if slots else ""


def _at_a_loss(asked: Asked, question: Question) -> str:
    """Return what one says who may not tell, or knows nothing: to a remark, on oneself, on anything else."""
    if happenings.confided(asked, question.words):
        kind = "confided"
    elif not _ASKS.search(question.raw):
        kind = "remark"
    else:
        kind = "myself" if happenings.asks_of_oneself(question) else "unknown"
    return _rest(asked, kind, {}, question.raw)


def _rest(asked: Asked, kind: str, slots: Slots, key: str = "") -> str:
    return frame(asked, f"{kind} {key}", _REST[kind], slots)

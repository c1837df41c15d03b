"""Answers to questions (Park et al. 2023, section 5.2): oneself, others, plans, cases, thoughts."""

from __future__ import annotations

import re

from townlet.offline.english import listing, sentence
from townlet.offline.fields import Fields, text, texts
from townlet.offline.interview import dealings, liking, missing, mostly, oneself, others, plans, whatif
from townlet.offline.interview.choosing import chosen
from townlet.offline.interview.known import from_memory
from townlet.offline.interview.recall import Recall
from townlet.offline.interview.smalltalk import filled, language_of, smalltalk, worked_out

_KINDS = (
    missing.answer,
    mostly.answer,
    dealings.answer,
    liking.answer,
    others.answer,
    plans.answer,
    whatif.answer,
    oneself.answer,
)
_FIRST_OTHERS = ("insult", "love", "compliment", "outside", "sing", "death", "money", "age")
"""Small talk that gives way if the line asks about something that one knows."""


_WHERE = re.compile(
    r"(?i)\bwhere(?:['’]s| is| are| (?:can|do|could) (?:i|we) find)\b|\bway to\b|\bwhere [^?]{1,60} is\b"
    r"|\bhow (?:do|can|could|would|will) (?:i|we|one) (?:get|find|reach|go|come)\b"
)


def interview(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `interview`."""
    recall = Recall(fields, seed)
    said = answer(recall).strip()
    if options := texts(fields, "options"):
        return {"say": chosen(recall, said, options)}
    return {"say": said[:600] or "I don't know what to say to that."}


def answer(recall: Recall) -> str:
    """What one says to a question; always something."""
    question = recall.question
    if not re.search(r"\w", question):
        return recall.pick("blank", "I didn't catch that. What did you want to know?", "Yes? Go on.")
    if language := language_of(question):
        which = f"I don't speak {language}" if language != "another language" else "I don't know that language"
        return recall.pick(
            "language",
            f"I'm sorry, {which}. Could you say it in English?",
            f"{which}, I'm afraid. English is all I have.",
        )
    if said := smalltalk_answer(recall):
        return said
    for attempt in (source_of, *_KINDS):
        if said := attempt(recall):
            return said
    return from_memory(recall)


def smalltalk_answer(recall: Recall) -> str:
    """What one says to what has little to do with anybody's memories; '' if the question has."""
    if (ways := texts(recall.fields, "ways")) and _WHERE.search(recall.question):
        return sentence(ways[0])
    kind, answers = smalltalk(recall.question, recall.me.split(" ")[0])
    return filled(recall.pick(kind, *answers), _slots(recall)) if kind else ""


def source_of(recall: Recall) -> str:
    """Whom one has something from, if that is the question."""
    if not re.search(
        r"(?i)\bwho (?:told|said|mentioned)|where did you (?:hear|learn)|how do you know", recall.question
    ):
        return ""
    named = {who for who in recall.reader.people if who and who.split(" ")[0] in recall.question}
    heard = [p for _, p in recall.props if p.sources and (p.words & recall.wanted or p.people & named)]
    most = max((len(p.words & recall.wanted) for p in heard), default=0)
    heard = [p for p in heard if len(p.words & recall.wanted) == most]
    names = [s for s in dict.fromkeys(p.sources[0] for p in heard) if s != "somebody"]
    return f"I had it from {listing(names[:3])}. {recall.told(heard, 1)}" if names else ""


def _slots(recall: Recall) -> dict[str, str]:
    now = recall.now
    hour = now.hour
    part = "morning" if hour < 12 else "afternoon" if hour < 17 else "evening"
    aged = re.search(r"age: (\d+)", recall.summary)
    here = _spoken_place(text(recall.fields, "place"))
    return {
        "me": recall.me,
        "first": recall.me.split(" ")[0],
        "doing": oneself.doing(recall),
        "place": here or "home",
        "part": part,
        "time": f"{now:%A}, {(hour - 1) % 12 + 1}:{now.minute:02d} {'pm' if hour >= 12 else 'am'}",
        "feeling": sentence(f"I've been {oneself.doing(recall)}"),
        "sum": worked_out(recall.question),
        "age": f"I'm {aged[1]}." if aged else "Old enough not to say.",
    }


def _spoken_place(written: str) -> str:
    sector, _, arena = written.partition(":")
    sector, arena = sector.strip(), arena.strip()
    if not arena or arena.lower() in sector.lower() or re.search(r"\b[A-Z]", arena):
        return sector
    return f"the {arena} of {sector}" if arena else sector

"""Answers to questions (Park et al. 2023, section 5.2): oneself, others, plans, cases, thoughts."""

from __future__ import annotations

import re

from townlet.language.offline.english import listing, sentence
from townlet.language.offline.fields import Fields, text, texts
from townlet.language.offline.interview import dealings, mostly, oneself, others, plans, whatif
from townlet.language.offline.interview.choosing import chosen
from townlet.language.offline.interview.quoting import ASKING, LEAST_WORDS, confided, quoted
from townlet.language.offline.interview.recall import Recall
from townlet.language.offline.interview.smalltalk import filled, language_of, smalltalk, worked_out

_KINDS = (mostly.answer, dealings.answer, others.answer, plans.answer, whatif.answer, oneself.answer)
_FIRST_OTHERS = ("insult", "love", "compliment", "outside", "sing", "death", "money", "age")
"""Small talk that gives way if the line asks about something that one knows."""


_WHO = re.compile(r"(?:(?:do you (?:happen to )?know|have you heard|can you tell me),? )?who\b", re.IGNORECASE)


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


def from_memory(recall: Recall) -> str:
    """What the memories hold on the words of the question, or that one does not know."""
    wanted = recall.wanted
    enough = min(LEAST_WORDS, len(wanted))
    if wanted:
        ranked = sorted(
            recall.props, key=lambda pair: (-len(pair[1].words & wanted), bool(pair[1].sources), -pair[0].n)
        )
        hits = [p for _, p in ranked if len(p.words & wanted) >= enough]
        if _WHO.match(recall.question.strip()):
            hits = [p for p in hits if p.person and not ASKING.search(p.text)]
        if hits and (said := recall.told(hits)):
            return _lead(recall.question, hits[0].sources) + said
        spoken = [p for p in recall.about_me if len(p.words & wanted) >= enough]
        if spoken:
            return recall.told(spoken)
    if said := quoted(recall) or confided(recall):
        return said
    if opinion := recall.thought(sorted(w for w in wanted if len(w) > 4)):
        return opinion
    if not re.search(
        r"\?|^(?:who|what|when|where|why|how|is|are|do|does|did|can|could|will|would|has|have|tell|describe)\b",
        recall.question.strip(),
        re.I,
    ):
        return recall.pick(
            "remark",
            "Is that so?",
            "I'll have to think about that.",
            "I see. And what brings you to town?",
            "If you say so.",
            "I don't quite follow. Is there something you'd like to ask?",
        )
    return recall.pick(
        "unknown",
        "I honestly don't know.",
        "I couldn't tell you; nobody has mentioned it to me.",
        "That's new to me.",
        "I've no idea, I'm afraid.",
        "I haven't heard anything about that.",
    )


def _lead(question: str, sources: tuple[str, ...]) -> str:
    if not re.match(r"(?:is|are|was|were|will|has|have|did|do|does|can|could)\b", question.strip().lower()):
        return ""
    return "So I've been told. " if sources else "Yes. "


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

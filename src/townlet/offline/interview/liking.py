"""Questions that ask what somebody else would like: a present, a book, a kind word."""

from __future__ import annotations

import re

from townlet.offline.interview.recall import Recall

_GIFT = re.compile(r"\b(?:gift|present|birthday|buy for|give (?:to )?[A-Z])", re.I)
_BOOK = re.compile(r"\b(?:book|film|movie|song|music|read)\b.*\b(?:like|enjoy|love|recommend)", re.I)
_KIND_WORD = re.compile(r"\bcompliment|\bsomething (?:nice|kind) (?:to|about)\b", re.I)
_CLOSE = re.compile(r"\b(?:friends?|married|wife|husband|son|daughter|mother|father|sister|brother|love|fond)\b")
_LIKED = re.compile(
    r"\b(?:enjoys?|likes?|loves?|adores?|collects?|cares? (?:a great deal )?about|fond of) (?!to |that )"
    r"([^.,;:!?’”']+)"
)
_PASTIME = re.compile(
    r"(?:talk|chat|sit|walk|stroll|get|have|hav|tak|wait|eat|wash|mak|buy|pay|thank|finish|go|look|pass)\w*ing\b", re.I
)
"""What anybody does."""
_SECOND_VERB = re.compile(
    r",? (?:and|but) (?:hates?|dislikes?|loves?|likes?|enjoys?|wants?|needs?|thinks?|hopes?|worr(?:y|ies)|keeps?|never"
    r"|cannot|can't|will|would|is|am|has|have|does|do)\b.*"
)
"""Where 'enjoys dancing and hates counting money' leaves what is enjoyed."""
_THEIR = re.compile(r"\b(?:my|our|your)\b")
_NO_MATTER = re.compile(r"(?:without|with|for|of|to|from|by|at|in|on|that|how)\b", re.I)
"""What begins like this is no noun phrase."""
_LONG = 9
_PASSING = ("done", "doing", "state", "talk", "relation", "refusal", "promise", "agenda")
"""What people are at for the moment, or with others, is not what they care about."""


def answer(recall: Recall) -> str:
    """The answer, if it is such a question and somebody is named in it; else ''."""
    who = _named(recall)
    for pattern, reply in ((_KIND_WORD, kind_word), (_GIFT, gift), (_BOOK, book)):
        if who and pattern.search(recall.question):
            return reply(recall, who)
    return ""


def gift(recall: Recall, who: str) -> str:
    """What one would give somebody, from what one knows they care about."""
    first = who.split(" ")[0]
    if topic := _matter_of(recall, who):
        return recall.pick(
            "gift",
            f"Something to do with {topic}, since that's what {first} cares about.",
            f"I know how much {topic} means to {first}, so I'd look for something that goes with it.",
        )
    if any(who in n.text and _CLOSE.search(n.text) for n in recall.notes if n.sort == "mine"):
        return recall.pick(
            "close",
            f"Something that I made myself. {first} and I know each other well enough for that.",
            f"An afternoon of my time, and a cake. {first} would laugh at anything bought.",
        )
    return f"I'd ask around first. I don't know {first} well enough to guess."


def book(recall: Recall, who: str) -> str:
    """What one would have somebody read or hear."""
    first = who.split(" ")[0]
    if topic := _matter_of(recall, who):
        return f"Something about {topic}, I should think. {first} cares about that, from all I've heard."
    return f"I'd be guessing. I don't know {first} well enough to say what would please."


def kind_word(recall: Recall, who: str) -> str:
    """What one would say to please somebody."""
    first = who.split(" ")[0]
    if topic := _matter_of(recall, who):
        return recall.pick(
            "kind",
            f"I'd say: “{first}, it does me good to see how much you put into {topic}.”",
            f"I'd tell {first} that nobody here could do as well by {topic}.",
        )
    return f"I'd say: “It's good to have you here, {first}.”"


def _named(recall: Recall) -> str:
    """The person whom the question names, if one has heard of them; the longest name that fits."""
    people = sorted((who for who in recall.reader.people if who and who != recall.me), key=lambda who: (-len(who), who))
    calls = {who: rf"\b(?:{re.escape(who)}|{re.escape(who.split(' ')[0])})\b" for who in people}
    return next((who for who in people if re.search(calls[who], recall.question)), "")


def _matter_of(recall: Recall, who: str) -> str:
    """What somebody cares about, as a noun phrase; '' if one knows of nothing. What they were seen at comes last."""
    of_them = [p for _, p in recall.props if p.subj == who]
    liked = (_SECOND_VERB.sub("", told[1]) for p in of_them if (told := _LIKED.search(p.text)))
    liked = (_THEIR.sub("their", each).strip() for each in liked)
    topics = (recall.voice.topic(p) for p in of_them if p.kind not in _PASSING)
    doing = (recall.voice.topic(p) for p in of_them if p.kind == "doing")
    cared_about = (t for t in (*liked, *topics, *doing) if _may_be_cared_about(t))
    found = (_unnamed(t, who, recall.reader.gender.get(who, "they")) for t in cared_about)
    return next(found, "")


def _may_be_cared_about(topic: str) -> bool:
    return 1 < len(topic.split()) < _LONG and not _PASTIME.match(topic) and not _NO_MATTER.match(topic)


def _unnamed(topic: str, who: str, pronoun: str) -> str:
    """A matter without the name of whom it is a matter to: 'a volcano before she is forty'."""
    owns, suffers = {"he": ("his", "him"), "she": ("her", "her")}.get(pronoun, ("their", "them"))
    governs = rf"{re.escape(who)}(?= (?:is|was|has|had|can|could|will|would|must|may|[a-z]+s)\b)"
    topic = re.sub(governs, pronoun, re.sub(rf"{re.escape(who)}['’]s\b", owns, topic))
    return topic.replace(who, suffers)

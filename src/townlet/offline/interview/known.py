"""What one knows of whatever else is asked: the memories that hold its words, or that one does not know."""

from __future__ import annotations

import re

from townlet.offline.interview.quoting import LEAST_WORDS, confided, quoted
from townlet.offline.interview.recall import Recall
from townlet.offline.interview.wanting import answers, asks_of_oneself, asks_who


def from_memory(recall: Recall) -> str:
    """What the memories hold on the words of the question, or that one does not know."""
    wanted = recall.wanted
    enough = min(LEAST_WORDS, len(wanted))
    if wanted:
        ranked = sorted(
            recall.props, key=lambda pair: (-len(pair[1].words & wanted), bool(pair[1].sources), -pair[0].n)
        )
        hits = [p for _, p in ranked if len(p.words & wanted) >= enough]
        if asks_who(recall.question):
            hits = [p for p in hits if p.person]
        if asks_of_oneself(recall.question):
            hits = [p for p in hits if recall.me in (p.subj, *p.people) or not p.sources]
        hits = [p for p in hits if answers(recall.question, p.text)]
        if hits and (said := recall.told(hits)):
            return _lead(recall.question, hits[0].sources) + said
        spoken = [p for p in recall.about_me if len(p.words & wanted) >= enough]
        if spoken:
            return recall.told(spoken)
    if not asks_of_oneself(recall.question) and (said := quoted(recall) or confided(recall)):
        return said
    opinion = recall.thought(sorted(w for w in wanted if len(w) > 4))
    if opinion and not asks_who(recall.question) and answers(recall.question, opinion):
        return opinion
    return _at_a_loss(recall)


def _at_a_loss(recall: Recall) -> str:
    """What one says who remembers nothing of it: to a remark, to a question about oneself, to any other."""
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
    if asks_of_oneself(recall.question):
        return recall.pick(
            "myself", "I couldn't tell you, I'm afraid.", "I couldn't say, to be honest.", "I honestly don't know."
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

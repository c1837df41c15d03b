"""Occupations, as one tells them to strangers and asks after them."""

from __future__ import annotations

import re

from townlet.language.offline.kinds import trade_kind
from townlet.language.offline.lexicon import LEX
from townlet.language.offline.talk.scene import Scene

_TRADE = re.compile(
    r"\b(?:is|works as) (an? [\w' -]+?(?: (?:at|of|on|in) (?:the )?[A-Z][\w’']+(?: (?:and |of )?[A-Z]\w+)*)?)"
    r"(?= who\b| with\b|[.,;]| and\b)"
)


def introduction(summary: str) -> str:
    """'I'm a nurse at Harbour Clinic', or 'I live close by' where no occupation is shown."""
    for m in _TRADE.finditer(summary):
        if trade_kind(m[1]):
            return f"I'm {m[1]}"
    return "I live close by"


def ask_about_work(scene: Scene) -> dict[str, str]:
    """Slots of a question that fits the hearer's occupation, if it is known."""
    known = [p.text for p in scene.props if p.kind == "trade" and p.subj == scene.you]
    told = [line.text for line in scene.theirs if "I'm a" in line.text]
    kind = trade_kind(" ".join(known + told))
    questions = LEX["trades"].get(kind, {}).get("ask", [])
    if not questions:
        return {}
    question = str(questions[int(scene.roll_of("ask", scene.now.date()) * len(questions))]).rstrip("?")
    return {"ask": question, "asklow": question[0].lower() + question[1:]}

"""Occupations, as one tells them to strangers and asks after them."""

from __future__ import annotations

import re

from townlet.cognition.wording import DAY_PLAN_LEAD
from townlet.offline.kinds import trade_kind
from townlet.offline.lexicon import LEX
from townlet.offline.prop import Prop, similar
from townlet.offline.talk.scene import CHORE, SAME, Scene
from townlet.offline.talk.tact import sayable

_TRADE = re.compile(
    r"\b(?:is|works as) ((?:an?|the) (?:new )?[\w' -]+?"
    r"(?: (?:at|of|on|in) (?:the )?[A-Z][\w’']+(?: (?:and |of )?[A-Z]\w+)*)?)"
    r"(?= who\b| with\b|[.,;]| and\b)"
)


_WORKING_AS = re.compile(r"\bworking as (an? [\w-]+(?: [\w-]+)?)(?= at\b|[,.]| in\b)")
_NO_TRADE = re.compile(r"friend|neighbou?r|person|bit\b|lot\b|little|few|good|kind of|member|\w+ing\b|son\b|daughter")


def introduction(scene: Scene) -> str:
    """'I'm a nurse at Harbour Clinic', or 'I live close by' where no occupation is shown."""
    me, memories = scene.me, [memory.text for memory in scene.memories]
    for shown in _TRADE.finditer(scene.summary):
        if trade_kind(shown[1]) or not _NO_TRADE.search(shown[1]):
            return f"I'm {shown[1]}"
    worked = next(
        (m for text in memories if text.startswith((DAY_PLAN_LEAD, me)) and (m := _WORKING_AS.search(text))), None
    )
    return f"I'm {worked[1]}" if worked else "I live close by"


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


def known_of(scene: Scene) -> Prop | None:
    """Something one has long known of the other and never asked after."""
    found = [
        p
        for p in scene.props
        if p.subj == scene.you
        and p.person
        and p.kind in ("fact", "opinion", "wish", "plan", "doing")
        and not (p.sources or p.told or p.event or p.when.date or scene.in_talk(p))
        and not (p.kind == "doing" and scene.fresh(p, 12))
        and not CHORE.search(p.text.lower())
        and sayable(scene, p)
        and not any(similar(p, q) >= SAME for q in scene.known_to_you)
    ]
    return max(found, key=lambda p: scene.roll_of("ask of", p.text, scene.now.date()), default=None)

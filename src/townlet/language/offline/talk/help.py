"""Being told what somebody lacks: one has it, lends a hand, looks out for it, or cannot."""

from __future__ import annotations

import re

from townlet.language.offline.english import capital
from townlet.language.offline.prop import Prop
from townlet.language.offline.talk.events import ahead
from townlet.language.offline.talk.scene import CHORE, Said, Scene
from townlet.language.offline.talk.turn import Turn

UNWILLING = 0.3
"""The chance that one who is no friend does not help."""
_EXCUSES = [
    "I've my hands full",
    "I'm no use at such things",
    "this week is full to the brim",
    "I'd only slow you down",
]
_TASK = re.compile(r"\b(somebody|someone|anybody|anyone|help|hands?|volunteers?)\b")


def answer_need(scene: Scene, turn: Turn, last: Said) -> bool:
    """Somebody lacks something: perhaps I have it, or can lend a hand."""
    need = next((p for p in last.props if p.kind == "need" and p.subj == scene.you), None)
    if need and (have := _have(scene, need)):
        return turn.put("help_promised" if have.kind == "promise" else "answer_have", have)
    if "ask_help" not in last.acts or not last.props:
        return False
    asked = need or last.props[-1]
    if scene.relation.feel == "dislike" or (scene.roll_of("help", asked.text) < UNWILLING and not scene.relation.close):
        return turn.put("help_no", asked, {"Why": capital(_excuse(scene))})
    if asked.kind == "need" and not _TASK.search(asked.text.lower()) and turn.put("help_look", asked):
        return True
    return turn.put("help_yes", asked) or turn.put("help_yes", None, {"topic": "that"})


def _excuse(scene: Scene) -> str:
    """Why one cannot help: what one has on, else how it is."""
    coming = [
        p
        for p in scene.props
        if p.kind in ("agenda", "plan") and p.subj == scene.me and not (p.sources or p.told) and ahead(p, scene)
    ]
    own = next((p for p in coming if not CHORE.search(p.text.lower())), None)
    if own and scene.relation.feel != "dislike" and scene.roll("excuse") < 0.5:
        return scene.voice.clause(own)
    return scene.voice.pick("excuse", _EXCUSES, scene.you, scene.now.hour)


def _have(scene: Scene, need: Prop) -> Prop | None:
    fits = [
        p
        for p in scene.props
        if p.subj == scene.me
        and not p.sources
        and not p.told
        and not p.secret
        and p.kind in ("done", "fact", "promise", "event")
        and len((p.words & need.words) - {"need", "look"}) >= 2
    ]
    return max(fits, key=lambda p: len(p.words & need.words), default=None)

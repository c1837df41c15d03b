"""Being told what somebody lacks: one has it, lends a hand, knows whom to ask, looks out for it, or cannot."""

from __future__ import annotations

from townlet.offline.english import capital
from townlet.offline.prop import Prop
from townlet.offline.talk.events import ahead
from townlet.offline.talk.needs import anyone_can, fits, is_task, trade_fits, who_might
from townlet.offline.talk.scene import CHORE, Said, Scene
from townlet.offline.talk.turn import Turn

HELPS = {"spouse": 0.95, "home": 0.9, "friend": 0.85, "known": 0.6, "stranger": 0.4}
"""How many lend a hand with what anyone can do."""
LOOKS = {"spouse": 0.7, "home": 0.6, "friend": 0.5, "known": 0.25, "stranger": 0.1}
"""How many look out for what they cannot give."""
_EXCUSES = [
    "I've my hands full",
    "I'm no use at such things",
    "this week is full to the brim",
    "I'd only slow you down",
]


def answer_need(scene: Scene, turn: Turn, last: Said) -> bool:
    """Somebody lacks something: perhaps I have it, can lend a hand, or know who might."""
    need = next((p for p in last.props if p.kind == "need" and p.subj == scene.you), None)
    if need and (have := _have(scene, need)):
        return turn.put("help_promised" if have.kind == "promise" else "answer_have", have)
    if "ask_help" not in last.acts or not last.props:
        return False
    return _asked(scene, turn, need or last.props[-1])


def _asked(scene: Scene, turn: Turn, asked: Prop) -> bool:
    kind = scene.relation.kind
    if scene.relation.feel == "dislike":
        return _refuse(scene, turn, asked)
    able = anyone_can(asked) or (
        is_task(asked) and (trade_fits(scene, asked) or fits(scene, asked, scene.me) is not None)
    )
    if able:
        helps = scene.roll_of("help", asked.text) < HELPS[kind]
        return (helps and turn.put("help_yes", asked)) or _refuse(scene, turn, asked)
    known = who_might(scene, asked)
    if known is not None and turn.put("help_know", known):
        return True
    if scene.roll_of("look", asked.text) < LOOKS[kind] and turn.put("help_look", asked):
        return True
    return turn.put("help_none", asked) or _refuse(scene, turn, asked)


def _refuse(scene: Scene, turn: Turn, asked: Prop) -> bool:
    return turn.put("help_no", asked, {"Why": capital(excuse(scene))})


def excuse(scene: Scene) -> str:
    """Why one cannot help: what one has on, else how it is."""
    coming = [
        p
        for p in scene.props
        if p.kind in ("agenda", "plan") and p.subj == scene.me and not (p.sources or p.told) and ahead(p, scene)
    ]
    own = next((p for p in coming if not CHORE.search(p.text.lower())), None)
    if own and scene.relation.feel != "dislike" and scene.roll("excuse") < 0.8:
        return scene.voice.clause(own)
    return scene.voice.pick("excuse", _EXCUSES, scene.you, scene.now.hour)


def _have(scene: Scene, need: Prop) -> Prop | None:
    fits_need = [
        p
        for p in scene.props
        if p.subj == scene.me
        and not p.sources
        and not p.told
        and not p.secret
        and (p.kind in ("done", "fact") or (p.kind == "promise" and "help" in p.words and not p.event))
        and len((p.words & need.words) - {"need", "look"}) >= 2
    ]
    return max(fits_need, key=lambda p: len(p.words & need.words), default=None)

"""Being asked to come somewhere: yes, no because of something, or said already."""

from __future__ import annotations

from townlet.offline.english import capital
from townlet.offline.prop import Prop, similar
from townlet.offline.say import roll
from townlet.offline.talk.events import clash, going, refused
from townlet.offline.talk.scene import SAME, Said, Scene
from townlet.offline.talk.turn import Turn

_CONDITIONS = ["if there's food", "but I'm not dancing", "since it's you", "if my legs carry me"]
_EXCUSES = ["I'm not one for crowds", "I've an early start the next day", "I promised myself a quiet evening"]
_COLD = ["I've plans of my own", "I have enough to do", "I don't care for crowds"]


def event_of(scene: Scene, last: Said) -> Prop | None:
    """The event that a line speaks of, or the one last spoken of; as I know it, if I know more."""
    spoken = next((p for p in [*last.props, *reversed(scene.said)] if p.event), None)
    if spoken is None or spoken.when.known():
        return spoken
    return next((q for q in scene.props if q.event and similar(spoken, q) >= SAME and q.when.known()), spoken)


def _reason(scene: Scene, event: Prop) -> str:
    """Why not: something of one's own that wants the time, else how one is."""
    for p in scene.props:
        own = p.subj == scene.me and not p.sources and not p.told and not p.secret and scene.you not in p.people
        if own and p.kind in ("plan", "wish", "doing") and similar(p, event) < 0.3 and not p.event:
            gerund = scene.voice.topic(p)
            if gerund.split(" ")[0].endswith("ing") and len(gerund.split()) < 10 and scene.roll_of("why", p.text) < 0.6:
                return f"I need the time for {gerund}"
    return scene.voice.pick("why", _EXCUSES, event.event, scene.you)


def _reluctance(scene: Scene) -> float:
    """The chance to say no without a clash."""
    manner = 0.12 if "shy" in scene.tags else 0.07 if "gruff" in scene.tags else 0.0
    if scene.relation.at_home or scene.relation.feel == "crush":
        return 0.05
    return manner + (0.18 if scene.relation.close or scene.relation.feel == "like" else 0.33)


def answer_invitation(scene: Scene, turn: Turn, last: Said, event: Prop | None) -> bool:
    if event is None:
        return False
    if going(event, scene.me, scene.props, scene.talk[:-1]):
        return turn.put("accept_again", event)
    if refused(event, scene.me, scene.props):
        return turn.put("decline", event, {"why": "I said I couldn't, and it still holds", "Why": "I said no already"})
    if scene.relation.feel == "dislike" and event.subj == scene.you:
        why = scene.voice.pick("why", _COLD, last.text)
        return turn.put("decline_cool", event, {"Why": capital(why)})
    hindrance = clash(scene, event)
    if hindrance is not None:
        why = scene.voice.clause(hindrance, when=False)
        return turn.put("decline", hindrance, {"why": why, "Why": capital(why), "np": scene.voice.np(event)})
    if roll(scene.seed, scene.me, "decline", event.event) < _reluctance(scene):
        why = _reason(scene, event)
        return turn.put("decline", event, {"why": why, "Why": capital(why)})
    condition = scene.voice.pick("if", _CONDITIONS, last.text)
    accepted = turn.put("accept", event, {"if": condition})
    if accepted and not event.when.known():
        turn.put("ask_more", event)
    return accepted

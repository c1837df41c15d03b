"""Opening and leaving a talk, and how long it lasts."""

from __future__ import annotations

from townlet.offline.english import capital
from townlet.offline.prop import Prop
from townlet.offline.say import roll
from townlet.offline.talk.events import ahead, going
from townlet.offline.talk.scene import CHORE, Scene
from townlet.offline.talk.turn import Turn

_TALKED_OF = ("event", "need", "wish", "plan", "fact", "promise", "done", "agenda", "state")
_TO_DO = ("plan", "agenda")


def intended_lines(scene: Scene) -> int:
    """How many lines the two will speak: alike for both, as it depends on the pair and the hour alone."""
    pair = sorted((scene.me, scene.you))
    kind = scene.relation
    length = 4 + int(5 * roll(scene.seed, "length", *pair, scene.now.date(), scene.now.hour)) + kind.close
    if kind.feel == "dislike":
        return max(2, length - 4)
    return max(4, min(8, length))


def _matter(scene: Scene) -> dict[str, str]:
    """What the other spoke of that one may come back to in leaving; if it is theirs to do, one can leave them to it."""
    for p in reversed(scene.said):
        foreign = scene.me not in p.people and (p.subj == scene.you or bool(p.event) or not p.person)
        topic = scene.voice.topic(p) if p.kind in _TALKED_OF and foreign else ""
        if topic and len(topic.split()) < 8:
            theirs = p.subj == scene.you and p.kind in _TO_DO and topic.split()[0].endswith("ing")
            return {"ht": topic, "keep": topic if theirs else ""}
    return {}


def _next_own(scene: Scene) -> Prop | None:
    """What one is to do next, by one's plan."""
    coming = [
        p
        for p in scene.props
        if p.kind in ("agenda", "plan")
        and p.subj == scene.me
        and p.when.date == scene.now.date()
        and p.when.start is not None
        and ahead(p, scene)
        and not (p.sources or p.told or CHORE.search(p.text.lower()) or scene.in_talk(p))
    ]
    return min(coming, key=lambda p: p.when.start or 0, default=None)


def _meeting(scene: Scene) -> str:
    """'See you at the honey supper' where both will be there."""
    for p in [*scene.props, *scene.said]:
        both = p.event and p.kind in ("event", "promise") and ahead(p, scene) and p.when.date
        if both and going(p, scene.me, scene.props, scene.talk) and going(p, scene.you, scene.props, scene.talk):
            return f"See you at {scene.voice.np(p)}"
    return ""


def farewell(scene: Scene, turn: Turn) -> bool:
    """Takes leave, coming back to what was talked of or naming what comes next."""
    turn.leave = True
    extra = {"byewhen": _meeting(scene)}
    talked_of, coming = _matter(scene), _next_own(scene)
    taken = any("farewell" in line.acts for line in scene.theirs)
    gerund = (scene.voice.gerund(coming) or scene.voice.topic(coming)) if coming else ""
    back_to_topic = talked_of and not taken and scene.relation.feel != "dislike" and scene.roll("topic") < 0.6
    if back_to_topic and turn.put("farewell_topic", None, {**extra, **talked_of}):
        return True
    onwards = {**extra, "next": gerund, "Next": capital(gerund)}
    if 0 < len(gerund.split()) < 11 and scene.roll("next") < 0.6 and turn.put("farewell_next", coming, onwards):
        return True
    return turn.put("farewell", None, extra)


def farewell_back(scene: Scene, turn: Turn) -> bool:
    """Answers a leave-taking."""
    turn.leave = True
    extra = {"byewhen": _meeting(scene)}
    talked_of = _matter(scene)
    if talked_of and scene.roll("topic back") < 0.4 and talked_of["ht"] not in scene.talk[-1].text:
        extra |= talked_of
    return turn.put("farewell_back", None, extra)

"""Answering a question from what one remembers."""

from __future__ import annotations

import re

from townlet.language.offline.prop import Prop, content, similar
from townlet.language.offline.talk.rules import OF_ONESELF
from townlet.language.offline.talk.scene import CHORE, SAME, Said, Scene
from townlet.language.offline.talk.tact import sayable
from townlet.language.offline.talk.turn import Turn

_NOT_TOLD = ("relation", "trade", "talk", "state", "refusal")
_ABOUT_WORK = frozenset(("ask_doing", "ask_trade"))
_STANDING = frozenset(("ask_after", "follow_plan", "follow_wish", "follow_need", "recall"))
_LIVELY = {
    "plan": 0.8,
    "agenda": 0.6,
    "done": 0.9,
    "event": 0.7,
    "promise": 0.6,
    "thought": 0.6,
    "opinion": 0.1,
    "doing": 0.5,
}


def _own(scene: Scene) -> list[Prop]:
    """What of one's own one may answer with."""
    return [
        p
        for p in scene.props
        if p.subj == scene.me
        and not (p.sources or p.secret or p.told or scene.in_talk(p))
        and p.kind not in _NOT_TOLD
        and not CHORE.search(p.text.lower())
        and not (p.kind == "thought" and (scene.you in p.people or OF_ONESELF.search(p.text)))
        and scene.you not in p.people
        and sayable(scene, p)
        and not (p.when.date and p.when.date < scene.now.date() and p.kind in ("plan", "agenda", "promise", "event"))
    ]


def _others(scene: Scene, asked: frozenset[str]) -> list[Prop]:
    """What one knows of other matters that the question names."""
    return [
        p
        for p in scene.props
        if p.subj not in (scene.me, scene.you)
        and not (p.secret or p.told or scene.in_talk(p))
        and scene.you not in p.people
        and p.kind in ("fact", "opinion", "event", "state", "done", "plan", "wish", "need")
        and p.sources[:1] != (scene.you,)
        and len(p.words & asked) >= 2
    ]


def _rank(scene: Scene, p: Prop, asked: frozenset[str]) -> float:
    fresh = 0.6 * scene.fresh(p, 20)
    return 2.0 * len(p.words & asked) + fresh + _LIVELY.get(p.kind, 0.3) + scene.roll_of(p.text) - 1.2 * scene.shared(p)


def _of_person(scene: Scene, last: Said) -> Prop | None:
    """What one knows of the person whom a question names."""
    named = [n for word in re.findall(r"[A-Z][\w'’]+", last.text) if (n := scene.reader.person(word))]
    about = next((n for n in reversed(named) if n not in (scene.me, scene.you)), "")
    known = [
        p
        for p in scene.props
        if about
        and about in p.people
        and not (
            p.secret or p.told or scene.in_talk(p) or scene.you in p.people or p.kind in ("talk", "agenda", "refusal")
        )
        and p.sources[:1] not in ((scene.you,), (scene.me,))
        and (p.kind != "doing" or (scene.fresh(p, 14) and not CHORE.search(p.text.lower())))
    ]
    order = {"opinion": 3, "fact": 2, "doing": 1, "wish": 1, "plan": 1}
    return max(known, key=lambda p: (order.get(p.kind, 0) + (p.subj == scene.me), p.at or scene.now), default=None)


_FOLLOWED = {
    "follow_doing": "answer_seen", "saw_you": "answer_seen", "follow_plan": "answer_still",
    "follow_wish": "answer_still", "follow_need": "answer_still", "follow_done": "answer_done",
    "follow_opinion": "answer_why",
}  # fmt: skip


def _answer_follow_up(scene: Scene, turn: Turn, last: Said) -> bool:
    """A question back about what I have just told."""
    act = next((_FOLLOWED[a] for a in last.acts if a in _FOLLOWED), "")
    if not act or not scene.mine:
        return False
    asked = content(last.text)
    told = [
        p
        for line in scene.mine[-2:]
        for p in line.props
        if p.subj == scene.me and (p.words & asked or act == "answer_why")
    ]
    known = next((q for p in told for q in scene.props if similar(p, q) >= SAME and q.subj == scene.me), None)
    return bool(told) and turn.put(act, None if act == "answer_why" else known or told[-1])


def answer_question(scene: Scene, turn: Turn, last: Said) -> bool:
    if _answer_follow_up(scene, turn, last):
        return True
    names = {part.lower() for who in (scene.me, scene.you) for part in who.split()}
    asked = content(last.text) - names
    own = sorted(_own(scene), key=lambda p: -_rank(scene, p, asked))
    if (hit := next((p for p in own if p.words & asked), None)) is not None:
        return _answer_with(scene, turn, last, hit)
    if (person := _of_person(scene, last)) is not None:
        if person.kind == "doing":
            return turn.put("saw_other", person)
        return turn.put("gossip" if person.sources and person.subj != person.sources[0] else "answer", person)
    if others := _others(scene, asked):
        best = max(others, key=lambda p: _rank(scene, p, asked))
        return turn.put("gossip" if best.sources and best.subj != best.sources[0] else "answer", best)
    return _answer_aside(scene, turn, last, own)


def _answer_with(scene: Scene, turn: Turn, last: Said, hit: Prop) -> bool:
    """With a memory that the question touches; what the asker knows already has only its state to tell."""
    if "saw_you" in last.acts and hit.kind in ("doing", "agenda"):
        return turn.put("answer_seen", hit)
    if scene.shared(hit) and (_STANDING & set(last.acts)):
        return turn.put("answer_still", hit)
    return turn.put("answer", hit)


def _answer_aside(scene: Scene, turn: Turn, last: Said, own: list[Prop]) -> bool:
    """With something else of one's own, said to be something else."""
    if "ask_source" in last.acts:
        return turn.put("answer_src_own")
    fresh = next(
        (
            p
            for p in own
            if p.kind not in ("doing", "agenda")
            and not scene.shared(p)
            and not any(similar(p, q) >= SAME for q in scene.said)
        ),
        None,
    )
    work = _ABOUT_WORK & set(last.acts)
    if work and (
        at_work := next((p for p in own if p.kind in ("doing", "agenda", "plan") and not scene.shared(p)), None)
    ):
        return turn.put("answer", at_work)
    if work:
        return turn.put("answer_doing")
    if fresh is None:
        topic = next((t for p in last.props if (t := scene.voice.topic(p)) and len(t.split()) < 8), "")
        return (
            turn.put("no_view", None, {"topic": topic})
            if topic and "ask_feel" not in last.acts
            else turn.put("answer_none")
        )
    return turn.put("answer" if "ask_feel" in last.acts else "answer_instead", fresh)

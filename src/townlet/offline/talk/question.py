"""Answering a question from what one remembers."""

from __future__ import annotations

import re

from townlet.offline.prop import Prop, content, similar
from townlet.offline.spoken import split
from townlet.offline.talk.events import ahead
from townlet.offline.talk.occasions import is_occasion, mentions, names_occasion
from townlet.offline.talk.plainly import answer_about_others
from townlet.offline.talk.rules import OF_ONESELF
from townlet.offline.talk.scene import CHORE, SAME, Said, Scene
from townlet.offline.talk.tact import sayable
from townlet.offline.talk.thread import LOOSE
from townlet.offline.talk.turn import Turn
from townlet.offline.templates import match, unbridged

_NOT_TOLD = ("relation", "trade", "talk", "state", "refusal")
_ABOUT_WORK = frozenset(("ask_doing", "ask_trade"))
_AT_WORK = ("doing", "agenda", "plan")
_STANDING = frozenset(("ask_after", "ask_known", "ask_view", "follow_plan", "follow_wish", "follow_need", "recall"))
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


def _own(scene: Scene, asked: frozenset[str]) -> list[Prop]:
    """What of one's own one may answer with; where one is going only to those who may hear of it."""
    return [
        p
        for p in scene.props
        if p.subj == scene.me
        and not (p.sources or p.secret or p.told or scene.in_talk(p))
        and p.kind not in _NOT_TOLD
        and not (p.kind == "wish" and names_occasion(p))
        and not CHORE.search(p.text.lower())
        and not (p.kind == "thought" and (scene.you in p.people or OF_ONESELF.search(p.text)))
        and scene.you not in p.people
        and sayable(scene, p)
        and not (p.when.date and not ahead(p, scene) and p.kind in ("plan", "agenda", "promise", "event"))
        and not (
            (is_occasion(p) or (p.kind == "thought" and names_occasion(p)))
            and not content(p.event) & asked
            and not mentions(scene, p, asked=True)
        )
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
    return (
        2.0 * len(p.words & asked)
        + fresh
        + _LIVELY.get(p.kind, 0.3)
        + scene.roll_of(p.text)
        - 1.2 * scene.shared(p)
        - 1.5 * scene.worn(p)
    )


def _named_in(scene: Scene, last: Said) -> str:
    """The third person whom a line names last; '' if it names none."""
    named = [n for word in re.findall(r"[A-Z][\w'’]+", last.text) if (n := scene.reader.person(word))]
    return next((n for n in reversed(named) if n not in (scene.me, scene.you)), "")


def _told_today_by(scene: Scene, who: str) -> Prop | None:
    """What somebody told one of themselves today, and one has not passed on to the hearer."""
    found = [
        p
        for p in scene.props
        if who
        and p.sources[:1] == (who,)
        and p.subj == who
        and scene.today(p)
        and p.kind in ("done", "doing", "plan", "wish", "need", "event", "fact")
        and not (p.secret or p.told or scene.in_talk(p) or scene.shared(p))
        and sayable(scene, p)
    ]
    return max(found, key=lambda p: (_LIVELY.get(p.kind, 0.3), scene.roll_of(p.text)), default=None)


def _of_person(scene: Scene, last: Said) -> Prop | None:
    """What one knows of the person whom a question names."""
    about = _named_in(scene, last)
    known = [
        p
        for p in scene.props
        if about
        and about in p.people
        and not (
            p.secret or p.told or scene.in_talk(p) or scene.you in p.people or p.kind in ("talk", "agenda", "refusal")
        )
        and p.sources[:1] not in ((scene.you,), (scene.me,))
        and (not p.sources or sayable(scene, p))
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
    if not act or not scene.mine or (act == "answer_why" and any(a.startswith("ask_") for a in last.acts)):
        return False
    asked = content(last.text)
    told = [
        p
        for line in scene.mine[-2:]
        for p in line.props
        if p.subj == scene.me and (p.words & asked or act == "answer_why")
    ]
    known = next((q for p in told for q in scene.props if similar(p, q) >= SAME and q.subj == scene.me), None)
    if act == "answer_still" and told and report_progress(scene, turn, known or told[-1], asked):
        return True
    return bool(told) and turn.put(act, None if act == "answer_why" else known or told[-1])


def answer_question(scene: Scene, turn: Turn, last: Said) -> bool:
    if _answer_follow_up(scene, turn, last) or _answer_standing(scene, turn, last):
        return True
    if (news := _told_today_by(scene, _named_in(scene, last))) is not None and turn.put("gossip", news):
        return True
    names = {part.lower() for who in (scene.me, scene.you) for part in who.split()}
    asked = content(last.text) - names
    own = sorted(_own(scene, asked), key=lambda p: -_rank(scene, p, asked))
    if (hit := next((p for p in own if p.words & asked and not scene.shared(p)), None)) is not None:
        return _answer_with(scene, turn, last, hit)
    if (person := _of_person(scene, last)) is not None:
        if person.kind == "doing" and not person.sources:
            return turn.put("saw_other", person)
        return turn.put("gossip" if person.sources and person.subj != person.sources[0] else "answer", person)
    if others := _others(scene, asked):
        best = max(others, key=lambda p: _rank(scene, p, asked))
        return turn.put("gossip" if best.sources and best.subj != best.sources[0] else "answer", best)
    return answer_about_others(scene, turn, last) or _answer_aside(scene, turn, last, own)


def _answer_standing(scene: Scene, turn: Turn, last: Said) -> bool:
    """Asked how something of one's own stands, that both know of: what was done on it today, what comes next."""
    if not _STANDING & set(last.acts):
        return False
    asked = _asked_in(last)
    about = [
        p
        for p in scene.props
        if p.subj == scene.me and p.kind != "talk" and not p.sources and not p.secret and p.words & asked
    ]
    known = max(about, key=lambda p: len(p.words & asked), default=None)
    if known is None or not (scene.shared(known) or known.kind == "need"):
        return False
    over = known.kind == "done"
    return report_progress(scene, turn, known, asked) or turn.put("answer_done" if over else "answer_still", known)


def _asked_in(last: Said) -> frozenset[str]:
    """The words of those sentences of a line that ask after something; of all of it, if none is known to."""
    asking = [s for s in split(last.text) if _STANDING & match(unbridged(s)).acts]
    return content(" ".join(asking) or last.text)


def report_progress(scene: Scene, turn: Turn, known: Prop, asked: frozenset[str]) -> bool:
    """What one has done on something today, or is to do next; '' where nothing shows."""
    for p in reversed(scene.props):
        own = p.subj == scene.me and not (p.sources or p.told) and not scene.in_talk(p)
        if not own or len(p.words & (known.words | asked) - LOOSE) < 1 or CHORE.search(p.text.lower()):
            continue
        if any(similar(p, q) >= SAME for q in scene.known_to_you):
            continue
        if p.kind == "doing" and scene.today(p) and not p.when.date:
            return turn.put("answer_progress", p, {"topic": scene.voice.topic(known)})
        if p.kind == "agenda" and not p.event and ahead(p, scene):
            return turn.put("answer_next", p)
    return False


def _answer_with(scene: Scene, turn: Turn, last: Said, hit: Prop) -> bool:
    """With a memory that the question touches."""
    if "saw_you" in last.acts and hit.kind in ("doing", "agenda"):
        return turn.put("answer_seen", hit)
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
    asked = content(last.text)
    at_work = (p for p in own if p.kind in _AT_WORK and not (scene.shared(p) or p.words <= asked))
    if work and (doing := next(at_work, None)):
        return turn.put("answer", doing)
    if work:
        return turn.put("answer_doing")
    if "ask_feel" in last.acts and _tell_of_today(scene, turn, own):
        return True
    if fresh is None:
        topic = next((t for p in last.props if (t := scene.voice.topic(p)) and len(t.split()) < 8), "")
        return (
            turn.put("no_view", None, {"topic": topic})
            if topic and "ask_feel" not in last.acts
            else turn.put("answer_none")
        )
    return turn.put("answer" if "ask_feel" in last.acts else "answer_instead", fresh)


def _tell_of_today(scene: Scene, turn: Turn, own: list[Prop]) -> bool:
    """Asked how one is: what one has been at today."""
    for p in own:
        gerund = scene.voice.gerund(p) if p.kind == "doing" and scene.today(p) and not p.when.date else None
        long_enough = gerund and 3 <= len(gerund.split()) <= 14 and gerund != scene.own_doing
        if long_enough and not any(similar(p, q) >= SAME for q in scene.known_to_you):
            return turn.put("tell_day", p)
    coming = next((p for p in own if p.kind == "agenda" and not p.event and ahead(p, scene)), None)
    return coming is not None and not scene.shared(coming) and turn.put("agenda", coming)

"""What a talk leaves behind: what it was about, and what was promised, dated so that a plan can hold it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from townlet.cognition.wording import PROMISE_LEAD, heard_lead, said_lead
from townlet.offline.english import listing, sentence
from townlet.offline.fields import Fields, text
from townlet.offline.importance import rate
from townlet.offline.prop import Prop
from townlet.offline.say import Voice
from townlet.offline.spoken import split
from townlet.offline.talk.scene import Said, Scene
from townlet.offline.templates import match, unbridged
from townlet.offline.times import When, say_when
from townlet.offline.topic import sought

LAST_HOUR_FOR_HELP = 17
"""After this hour help without a date is left for another day."""
_TOPICS = 3
_WEIGHT = {"doing": 3, "agenda": 2, "thought": 2, "opinion": 2, "talk": 3}
"""What a talk was least about, at first sight."""
_ASKED_TO_COME = frozenset(("invite", "ask_going"))
_ASKED_FOR_HELP = frozenset(("ask_help",))


@dataclass(frozen=True)
class Agreement:
    """What someone agreed to (or not), as a sentence, and when it is."""

    text: str
    mine: bool
    when: When
    is_help: bool = False


def after_talk(fields: Fields, seed: int) -> dict[str, object]:
    """The memo of a talk, its commitments, and whether they touch the rest of today."""
    scene = Scene(fields, seed)
    made = list({a.text: a for a in _agreements(scene)}.values())[:5]
    touching = next((a for a in made if _touches_today(a, scene)), None)
    answer: dict[str, object] = {
        "memo": _memo(scene),
        "commitments": [a.text for a in made],
        "change_plan": touching is not None,
        "reason": touching.text.rstrip(".") if touching else "",
    }
    return {**answer, **_ratings(scene, made)} if text(fields, "scale") else answer


def _ratings(scene: Scene, made: list[Agreement]) -> dict[str, object]:
    """What the lines, the talk and its agreements weigh."""
    return {
        "line_ratings": [rate(_remembered(line, scene), scene.me) for line in scene.talk],
        "importance": rate(_memo(scene), scene.me),
        "commitment_importance": max((rate(a.text, scene.me) for a in made), default=0),
    }


def _remembered(line: Said, scene: Scene) -> str:
    """A line as it goes into memory."""
    if line.speaker == scene.me:
        return f"{said_lead(scene.you)}'{line.text}'"
    return f"{heard_lead(line.speaker)}'{line.text}'"


def _touches_today(agreed: Agreement, scene: Scene) -> bool:
    if not agreed.mine:
        return False
    if agreed.when.date is None:
        return agreed.is_help and scene.now.hour < LAST_HOUR_FOR_HELP
    minutes = scene.now.hour * 60 + scene.now.minute
    return agreed.when.date == scene.now.date() and (agreed.when.start is None or agreed.when.start > minutes)


def _memo(scene: Scene) -> str:
    voice = Voice("", "", scene.now, full_names=True)
    topics: dict[str, None] = {}
    for p in sorted(scene.said, key=lambda p: _WEIGHT.get(p.kind, 1) - 2 * bool(p.event)):
        topic = f"the {p.event}" if p.event else voice.topic(p)
        if topic and len(topic.split()) < 10 and (p.event or p.kind not in _WEIGHT or not topics):
            topics.setdefault(topic)
    about = f" about {listing(list(topics)[:_TOPICS])}" if topics else ""
    return f"{scene.me} talked with {scene.you}{about}."


def _agreements(scene: Scene) -> list[Agreement]:
    out = []
    for k, line in enumerate(scene.talk):
        before = scene.talk[:k]
        event = _asked(before, line.speaker, _ASKED_TO_COME, wants_event=True)
        if "accept" in line.acts and event is not None:
            out.append(_coming(scene, line, event))
        elif "decline" in line.acts and event is not None:
            out.append(_not_coming(scene, line, event))
        if {"help_yes", "help_look", "answer_have"} & set(line.acts):
            task = _asked(before, line.speaker, _ASKED_FOR_HELP, wants_event=False)
            topic = Voice(scene.me, "", scene.now, full_names=True).topic(task) if task is not None else ""
            if task is not None and topic:
                out.append(_helping(scene, line, task, topic))
        if "offer_accept" in line.acts and before and (topic := _offered(before[-1])):
            out.append(_offer_taken(scene, line, topic))
    return out


def _asked(before: list[Said], answerer: str, acts: frozenset[str], wants_event: bool) -> Prop | None:
    """What the other had asked the answerer, last."""
    for line in reversed(before):
        if line.speaker != answerer and acts & set(line.acts):
            return _event_asked(line, before) if wants_event else _task_asked(line)
    return None


def _event_asked(line: Said, before: list[Said]) -> Prop | None:
    earlier = [p for other in before for p in other.props]
    return next((p for p in [*line.props, *reversed(earlier)] if p.event), None)


def _task_asked(line: Said) -> Prop | None:
    tasks = [p for p in line.props if p.kind in ("need", "agenda", "plan")]
    return next(iter([*tasks, *reversed(line.props)]), None)


def _where_and_when(scene: Scene, event: Prop, inviter: str) -> str:
    owner = event.subj if event.person else inviter
    owner = "my" if owner == scene.me else f"{owner}'s"
    place = re.sub(r"\b(?:my|his|her|their)\b", lambda _: owner, event.place)
    return f"{place} {say_when(event.when, scene.now, absolute=True)}"


def _coming(scene: Scene, line: Said, event: Prop) -> Agreement:
    other = scene.you
    what = f"to come to the {event.event} {_where_and_when(scene, event, other)}"
    mine = line.speaker == scene.me
    return Agreement(
        sentence(f"{PROMISE_LEAD}{other} {what}" if mine else f"{other} promised me {what}"), mine, event.when
    )


def _not_coming(scene: Scene, line: Said, event: Prop) -> Agreement:
    other = scene.you
    what = f"cannot come to the {event.event} {_where_and_when(scene, event, other)}"
    mine = line.speaker == scene.me
    told = f"I told {other} that I {what}" if mine else f"{other} told me that they {what}"
    return Agreement(sentence(told), False, event.when)


def _helping(scene: Scene, line: Said, task: Prop, topic: str) -> Agreement:
    other, mine = scene.you, line.speaker == scene.me
    if task.kind in ("agenda", "plan") or not task.event:
        place = "" if not task.place or task.place in topic else f" {task.place}"
    else:
        place = ""
    verb = "look out for" if "help_look" in line.acts else "help with"
    topic = sought(topic) if verb == "look out for" else topic
    what = f"to {verb} {topic}{place} {say_when(task.when, scene.now, absolute=True)}"
    what = what.replace("help with helping ", "help ")
    text = f"{PROMISE_LEAD}{other} {what}" if mine else f"{other} promised me {what}"
    return Agreement(sentence(text), mine, task.when, is_help=verb == "help with")


def _offered(line: Said) -> str:
    return next((r.topic for s in split(line.text) if "offer" in (r := match(unbridged(s))).acts and r.topic), "")


def _offer_taken(scene: Scene, line: Said, topic: str) -> Agreement:
    """An offer that was accepted: the one who offered has promised."""
    mine = line.speaker == scene.you
    owner = f"{scene.you}'s" if mine else "my"
    what = re.sub(r"\byour\b", lambda _: owner, topic)
    text = f"{PROMISE_LEAD}{scene.you} to help with {what}" if mine else f"{scene.you} promised me to help with {what}"
    return Agreement(sentence(text), mine, When(), is_help=True)

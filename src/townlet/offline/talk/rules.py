"""Which speech act a remembered proposition suggests, and how much it is worth."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from townlet.offline.plan.projects import projects_in
from townlet.offline.prop import Prop, content, similar
from townlet.offline.talk.events import ahead, going, hosted_by
from townlet.offline.talk.needs import anyone_can, asks
from townlet.offline.talk.occasions import (
    Suggested,
    fond,
    is_occasion,
    known_occasion,
    mentions,
    names_occasion,
    passes_on,
    raise_occasion,
)
from townlet.offline.talk.scene import CHORE, SAME, Scene
from townlet.offline.talk.tact import kin, sayable

RETOLD_AFTER_MINUTES = 90
"""So long after somebody told something one may ask after it."""

_FOR = re.compile(r"\bfor (?:the|my|our|a)\b")
_PREPARES = re.compile(r"\b(decorat|hang|prepar|set(?:ting)? up|carry|gather|bak|cook|bring|arrang|put(?:ting)? up)")
OF_ONESELF = re.compile(
    r"brings me|rely|talking to me|more to say|weighs|fair judge|given my word|confides|counting on|the promise"
    r"|my word|any longer|hours go|matters to me|I think turns|the same thing|keep coming back|more alike|come to terms"
)
_MY_WORD = re.compile(r"haven't forgotten|meant what I said|keep my word")
_PUBLIC = ("fact", "plan", "done", "wish", "need", "state", "doing")

Rule: TypeAlias = Callable[[Scene, Prop], Suggested]


def _told_by_you(scene: Scene, p: Prop) -> Suggested:
    """Ask after what the hearer told one before."""
    if not scene.older_than(p, RETOLD_AFTER_MINUTES) or not scene.voice.topic(p):
        return None
    words = content(scene.voice.topic(p))
    if any("?" in line.text and words & content(line.text) for line in scene.talk):
        return None
    asked = any(q.told == scene.you and q.text.rstrip("'\"").endswith("?") and words & q.words for q in scene.props)
    if p.event and ahead(p, scene):
        host = hosted_by(p, scene.you) and going(p, scene.me, scene.props)
        return ("ask_host", 2.2 - asked) if host else None
    if p.subj != scene.you or (p.kind == "wish" and scene.me in p.people):
        return None
    if p.kind == "need" and scene.relation.feel != "dislike":
        helped = any(q.kind == "promise" and q.words & p.words for q in scene.props)
        return ("offer", 2.3) if anyone_can(p) and not helped else ("ask_after", 2.2 - 1.5 * asked)
    if p.kind in ("plan", "wish", "need", "done", "fact", "promise", "agenda"):
        return ("ask_after", 2.9 - 1.5 * asked)
    if p.kind == "doing" and p.sources and projects_in(p.text.replace("I'm ", "I am ")):
        return ("ask_after", 2.4 - 1.5 * asked)
    recalled = any(q.told == scene.you and similar(q, p) >= SAME for q in scene.props)
    return ("recall", 1.9 - asked) if p.kind in ("opinion", "thought") and not recalled else None


def _seen(scene: Scene, p: Prop) -> Suggested:
    """What people were seen at, the hearer included; and what one has been at oneself."""
    gerund = scene.voice.gerund(p) if p.kind == "doing" and not p.sources and not p.when.date else None
    if not gerund or not p.person or CHORE.search(gerund) or not 3 <= len(gerund.split()) <= 14:
        return None
    if any(gerund in line.text for line in scene.talk):
        return None
    today = scene.today(p)
    if p.subj == scene.me:
        if gerund == scene.own_doing or scene.you in p.people:
            return None
        if not today:
            return ("tell_lately", 1.5)
        return ("tell_day", 1.35) if scene.older_than(p, 45) else None
    if scene.me in p.people or not scene.fresh(p) or not scene.older_than(p, 30):
        return None
    talking = "talking" in gerund or "chatting" in gerund
    if p.subj == scene.you:
        return None if talking else ("saw_you", 2.0 if today else 1.5)
    return ("saw_other", 1.4 - 0.3 * talking) if scene.you not in p.people else None


def _heard(scene: Scene, p: Prop) -> Suggested:
    """News from another's mouth."""
    if not p.sources:
        return None
    if p.subj == scene.you:
        return ("confront", 2.7) if p.kind in _PUBLIC else None
    if scene.you in p.people or not scene.fresh(p, 60) or p.kind not in _PUBLIC:
        return None
    if p.sources[0] == "somebody":
        return ("gossip_anon", 1.9 + 0.5 * abs(p.valence))
    family = scene.relation.at_home and (kin(scene.me, p.sources[0]) or kin(scene.you, p.sources[0]))
    if not family and not passes_on(scene, p):
        return None
    own_tale = p.subj == p.sources[0]
    act = "kin_news" if family else "know_news" if own_tale and not scene.reader.gender.get(p.subj) else "gossip"
    return (act, 1.9 + 0.5 * abs(p.valence) + 1.2 * family)


def _own(scene: Scene, p: Prop) -> Suggested:
    """One's own plans, needs, opinions, deeds and thoughts."""
    if p.kind == "thought" and not p.sources:
        dull = scene.you in p.people or OF_ONESELF.search(p.text) or (names_occasion(p) and not mentions(scene, p))
        return None if dull else ("thought", 1.5)
    if p.kind == "talk":
        other = next((w for w in sorted(p.people) if w not in (scene.me, scene.you)), "")
        tells = p.subj == scene.me and other and scene.you not in p.people and "about" in p.toks
        tells = tells and (scene.relation.close or not names_occasion(p))
        return ("talked_with", 1.3) if tells else None
    if p.subj != scene.me or p.sources or (scene.you in p.people and p.kind in ("fact", "done", "doing", "event")):
        return None
    if p.kind in ("agenda", "plan") and p.when.date:
        return _own_plan(scene, p)
    if p.kind == "opinion" and scene.you not in p.people:
        if scene.relation.at_home and "family" in p.words:
            return None
        return ("opinion", 1.5 - 1.3 * (p.valence < 0 and len(p.people) > 1 and not scene.relation.close))
    if p.kind == "promise" and scene.you in p.people:
        return _kept_word(scene, p)
    if p.kind == "promise" and not p.event and not scene.relation.at_home:
        return None
    if p.kind == "wish" and names_occasion(p) and not fond(scene):
        return None
    if p.kind == "need":
        return ("ask_help", 2.4) if asks(scene, p) else None
    scores = {"plan": ("tell", 2.0), "wish": ("tell", 1.9), "promise": ("tell", 1.1)}
    if p.kind in ("done", "fact", "event"):
        return ("tell_done" if p.kind == "done" else "tell", 1.5 + 0.3 * scene.fresh(p, 12))
    return scores.get(p.kind)


def _kept_word(scene: Scene, p: Prop) -> Suggested:
    """A promise to the hearer of which it is time to speak again."""
    vague = bool(p.event) or CHORE.search(scene.voice.topic(p)) is not None
    words = content(scene.voice.topic(p))
    lately = lately_said(scene, p) or any(_MY_WORD.search(line) and words & content(line) for line in scene.own_lines)
    waits = scene.older_than(p, 2 * RETOLD_AFTER_MINUTES)
    return ("keep_word", 1.8) if waits and not vague and not lately else None


def lately_said(scene: Scene, p: Prop) -> bool:
    """Whether one has been saying it, to anybody."""
    return any(len(p.words & content(line)) >= max(2, 0.6 * len(p.words)) for line in scene.recent)


def _own_plan(scene: Scene, p: Prop) -> Suggested:
    if not ahead(p, scene) or CHORE.search(p.text.lower()) or not p.when.date or scene.you in p.people:
        return None
    days = (p.when.date - scene.now.date()).days
    if days > 2:
        return None
    if _PREPARES.search(p.text.lower()) and _FOR.search(p.text) and asks(scene, p):
        return ("ask_help", 2.6)
    return ("agenda", 1.5 + 0.5 * scene.relation.at_home)


def _others(scene: Scene, p: Prop) -> Suggested:
    """What one knows of things and of other people at first hand."""
    if p.sources or p.subj in (scene.me, scene.you) or scene.you in p.people:
        return None
    if not p.person:
        return _thing(p)
    if p.kind in ("fact", "done", "plan", "wish", "need", "event"):
        return ("know_news", 1.5)
    return None


def _thing(p: Prop) -> Suggested:
    if p.kind == "fact":
        return ("know_news", 1.8)
    return ("warn", 2.0) if p.valence < 0 else None


RULES: tuple[Rule, ...] = (_seen, _heard, _own, _others)


def suggest(scene: Scene, p: Prop) -> Suggested:
    """The act that a proposition suggests, with its worth, or None."""
    if not sayable(scene, p):
        return None
    if p.sources[:1] == (scene.you,):
        return _told_by_you(scene, p)
    if p.told or (p.when.date and p.when.date < scene.now.date() and p.kind in ("plan", "promise", "agenda")):
        return None
    if p.kind == "need" and p.when.date and not ahead(p, scene):
        return None
    if scene.shared(p):
        return known_occasion(scene, p)
    if is_occasion(p):
        return raise_occasion(scene, p)
    return next((found for rule in RULES if (found := rule(scene, p))), None)

"""What to bring up: each remembered proposition may suggest an act; the best fitting one is taken."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from townlet.language.offline.prop import Prop, content
from townlet.language.offline.say import roll
from townlet.language.offline.talk.events import ahead, going, hosted_by, refused
from townlet.language.offline.talk.scene import CHORE, Scene
from townlet.language.offline.talk.thread import Thread

RETOLD_AFTER_MINUTES = 90
"""So long after somebody told something one may ask after it."""

_INTIMATE = re.compile(
    r"\b(love|crush|feelings|admire|ask\w* out|propos|attract|dislike|hate|distrust|trust|annoy|uptight|rebel)"
)
_UNDERTAKES = re.compile(
    r"\b(working on|writing|building|making|learning|rehears|composing|painting|studying|researching)\b"
)
_FOR = re.compile(r"\bfor (?:the|my|our|a)\b")
_PREPARES = re.compile(r"\b(decorat|prepar|set(?:ting)? up|carry|gather|bak|cook|bring|arrang|put(?:ting)? up)")
OF_ONESELF = re.compile(r"brings me|rely|talking to me|more to say|weighs|fair judge|given my word|confides")
_PUBLIC = ("fact", "plan", "done", "wish", "need", "state", "doing")


@dataclass(frozen=True)
class Offer:
    """An act that a proposition suggests, and how well it would come now."""

    score: float
    act: str
    prop: Prop


Suggested = tuple[str, float] | None
Rule = Callable[[Scene, Prop], Suggested]


def _is_undertaking(scene: Scene, p: Prop) -> bool:
    """Whether a doing that was told is worth telling on: one's own undertaking, from one's own mouth."""
    if p.sources[0] != p.subj or CHORE.search(p.text.lower()) or len(p.words) < 3:
        return False
    return bool(_UNDERTAKES.search(p.text.lower())) or _kin(scene.me, p.subj)


def sayable(scene: Scene, p: Prop) -> bool:
    """Whether a proposition may be voiced to this hearer at all."""
    if p.kind in ("trade", "relation", "refusal") or p.secret or not p.toks or scene.in_talk(p):
        return False
    if p.sources and (p.subj == scene.me or len(p.words) < 2 or p.kind in ("thought", "talk", "agenda")):
        return False
    if p.sources and p.kind == "doing" and not _is_undertaking(scene, p):
        return False
    about_you = scene.you in p.people
    if about_you and _INTIMATE.search(p.text.lower()) and p.sources[:1] != (scene.you,):
        return False
    overheard_by_subject = bool(p.people & scene.overhearing)
    return not (overheard_by_subject and (p.sources or p.valence < 0))


def _told_by_you(scene: Scene, p: Prop) -> Suggested:
    """Ask after what the hearer told one before."""
    if not scene.older_than(p, RETOLD_AFTER_MINUTES) or not scene.voice.topic(p):
        return None
    words = content(scene.voice.topic(p))
    if any("?" in line.text and words & content(line.text) for line in scene.talk):
        return None
    asked = any(q.told == scene.you and q.text.rstrip("'\"").endswith("?") and words & q.words for q in scene.props)
    if p.event and ahead(p, scene):
        host = p.subj == scene.you and going(p, scene.me, scene.props)
        return ("ask_host", 2.2 - asked) if host else None
    if p.subj != scene.you:
        return None
    if p.kind == "need" and scene.relation.feel != "dislike":
        helped = any(q.kind == "promise" and q.words & p.words for q in scene.props)
        return ("ask_after", 2.2) if helped else ("offer", 2.3)
    if p.kind in ("plan", "wish", "need", "done", "fact", "promise", "agenda"):
        return ("ask_after", 2.9 - 1.5 * asked)
    return ("recall", 1.9 - asked) if p.kind in ("opinion", "thought") else None


def _known_event(scene: Scene, p: Prop) -> Suggested:
    """An event that both know of: remind one's guests, ask who goes."""
    if not p.event or p.kind not in ("event", "promise") or not ahead(p, scene) or p.when.date is None:
        return None
    recently = any("?" in line and p.event in line for line in scene.recent) or any(
        p.event in line.text for line in scene.talk
    )
    soon = (p.when.date - scene.now.date()).days <= 0
    if recently:
        return None
    if hosted_by(p, scene.me):
        return ("remind", 2.4) if soon and going(p, scene.you, scene.props) else None
    known = going(p, scene.you, scene.props) or refused(p, scene.you, scene.props) or p.subj == scene.you
    asked = any(q.told == scene.you and p.event in q.text and "?" in q.text for q in scene.props)
    if not known and not asked and going(p, scene.me, scene.props):
        return ("ask_going", 1.9)
    return None


def _event(scene: Scene, p: Prop) -> Suggested:
    if not p.event or p.kind not in ("event", "promise") or p.when.date is None:
        return None
    if not ahead(p, scene):
        return ("look_back", 2.0) if going(p, scene.me, scene.props) and scene.you != p.subj else None
    if hosted_by(p, scene.me):
        return ("invite", 4.2)
    if p.subj == scene.you:
        return None
    if going(p, scene.me, scene.props):
        fond = scene.relation.close or scene.relation.feel in ("like", "crush")
        if p.kind == "promise" and p.subj != scene.me:
            return ("know_news", 1.2)
        asked_along = scene.roll_of("along", p.event) < (0.75 if fond else 0.3)
        return ("invite_on", 3.0 if fond else 2.6) if asked_along else ("tell", 2.3) if p.subj == scene.me else None
    promised = 1.2 if p.kind == "promise" else 0.0
    if p.sources:
        return ("gossip" if p.subj != p.sources[0] else "know_news", 2.5 - promised)
    return ("know_news", 2.3 - promised)


def _seen(scene: Scene, p: Prop) -> Suggested:
    """What people were seen at, the hearer included; and what one has been at oneself."""
    gerund = scene.voice.gerund(p) if p.kind == "doing" and not p.sources and not p.when.date else None
    if not gerund or not p.person or CHORE.search(gerund) or not 3 <= len(gerund.split()) <= 14:
        return None
    if any(gerund in line.text for line in scene.talk):
        return None
    today = p.at is not None and p.at.date() == scene.now.date()
    if p.subj == scene.me:
        if gerund == scene.own_doing or scene.you in p.people:
            return None
        if not today:
            return ("tell_lately", 1.5)
        return ("tell_day", 1.35) if scene.older_than(p, 45) else None
    if scene.me in p.people or not scene.fresh(p) or not scene.older_than(p, 30):
        return None
    if p.subj == scene.you:
        return ("saw_you", 2.0 if today else 1.5)
    talking = "talking" in gerund or "chatting" in gerund
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
    if not _passes_on(scene, p):
        return None
    family = scene.relation.at_home and (_kin(scene.me, p.sources[0]) or _kin(scene.you, p.sources[0]))
    own_tale = p.subj == p.sources[0]
    act = "kin_news" if family else "know_news" if own_tale and not scene.reader.gender.get(p.subj) else "gossip"
    return (act, 1.9 + 0.5 * abs(p.valence) + 1.2 * family)


def _kin(a: str, b: str) -> bool:
    return a != b and a.split()[-1] == b.split()[-1]


def _passes_on(scene: Scene, p: Prop) -> bool:
    """Some pass a tale on, some keep it: fixed for the teller and the tale."""
    tags = scene.tags
    willing = 0.3 + 0.25 * bool(tags & {"lively", "warm"}) - 0.1 * bool(tags & {"shy", "gruff"})
    return roll(scene.seed, scene.me, "pass on", p.event or p.subj) <= willing + 0.3 * scene.relation.close


def _own(scene: Scene, p: Prop) -> Suggested:
    """One's own plans, needs, opinions, deeds and thoughts."""
    if p.kind == "thought" and not p.sources:
        dull = scene.you in p.people or OF_ONESELF.search(p.text)
        return None if dull else ("thought", 1.8)
    if p.kind == "talk":
        other = next((w for w in sorted(p.people) if w not in (scene.me, scene.you)), "")
        tells = p.subj == scene.me and other and scene.you not in p.people and "about" in p.toks
        return ("talked_with", 1.3) if tells else None
    if p.subj != scene.me or p.sources:
        return None
    if p.kind in ("agenda", "plan") and p.when.date:
        return _own_plan(scene, p)
    if p.kind == "opinion" and scene.you not in p.people:
        if scene.relation.at_home and "family" in p.words:
            return None
        return ("opinion", 1.5 - 1.3 * (p.valence < 0 and len(p.people) > 1 and not scene.relation.close))
    if p.kind == "promise" and scene.you in p.people:
        return ("keep_word", 1.8) if scene.older_than(p, 2 * RETOLD_AFTER_MINUTES) and not p.event else None
    scores = {"need": ("ask_help", 2.3), "plan": ("tell", 2.0), "wish": ("tell", 1.9), "promise": ("tell", 1.1)}
    if p.kind in ("done", "fact", "event"):
        return ("tell_done" if p.kind == "done" else "tell", 1.5 + 0.3 * scene.fresh(p, 12))
    return scores.get(p.kind)


def _own_plan(scene: Scene, p: Prop) -> Suggested:
    if not ahead(p, scene) or CHORE.search(p.text.lower()) or not p.when.date:
        return None
    days = (p.when.date - scene.now.date()).days
    if days > 2:
        return None
    if _PREPARES.search(p.text.lower()) and _FOR.search(p.text) and scene.relation.kind != "stranger":
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


RULES: tuple[Rule, ...] = (_event, _seen, _heard, _own, _others)


def suggest(scene: Scene, p: Prop) -> Suggested:
    """The act that a proposition suggests, with its worth, or None."""
    if not sayable(scene, p):
        return None
    if p.sources[:1] == (scene.you,):
        return _told_by_you(scene, p)
    if p.told or (p.when.date and p.when.date < scene.now.date() and p.kind in ("plan", "promise", "agenda")):
        return None
    if scene.shared(p):
        return _known_event(scene, p)
    return next((found for rule in RULES if (found := rule(scene, p))), None)


_SMALL = frozenset(("talked_with", "saw_you", "saw_other", "tell_day", "tell_lately", "thought", "agenda", "recall"))
"""Small talk: once a talk is enough."""
_COLD = frozenset(("invite", "invite_on", "gossip", "ask_after", "offer", "ask_help", "thought", "saw_you", "recall"))


def offers(scene: Scene, thread: Thread, used: list[str]) -> list[Offer]:
    """Everything that could be brought up now, best first."""
    out = []
    wanted = content(scene.intention)
    for p in scene.props:
        found = suggest(scene, p)
        if found is None:
            continue
        act, worth = found
        worth += 0.4 * abs(p.valence) + 0.5 * scene.fresh(p, 12) + thread.tie(p)
        worth += min(3.0, 1.5 * len(p.words & wanted)) if wanted else 0.0
        worth += 1.1 * scene.roll_of(p.text, scene.now.date(), scene.now.hour)
        worth -= (9.0 if act in _SMALL else 1.0) * used.count(act)
        if scene.relation.feel == "dislike":
            worth -= 2.5 if act in _COLD else 0.8
        if scene.relation.kind == "stranger" and act not in ("invite", "warn"):
            worth -= 0.6
        out.append(Offer(worth, act, p))
    return sorted(out, key=lambda o: -o.score)

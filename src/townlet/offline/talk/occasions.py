"""When an event comes up in talk: whom its giver invites, whom a guest tells, and who keeps it to themselves."""

from __future__ import annotations

from townlet.offline.kinds import EVENT
from townlet.offline.prop import Prop, same_event
from townlet.offline.say import roll
from townlet.offline.talk.events import ahead, going, hosted_by, refused
from townlet.offline.talk.scene import Scene

SHOWS_AROUND = 0.5
"""The share of guests who ask anybody along at all."""
ASKS_FOND = 0.5
"""How many of those whom such a guest is fond of are asked along."""
MENTIONS = {"home": 0.6, "fond": 0.25, "other": 0.04}
"""How many of the people one meets hear of it that one is going somewhere."""
TELLS_OTHERS = 0.6
"""How many of those one is not fond of one passes a tale on to; our choice."""
TELLS_ASKED = 0.2
"""How many of those who ask what is new hear of it."""

Suggested = tuple[str, float] | None


def is_occasion(p: Prop) -> bool:
    """Whether it tells of an event of a certain day, whoever gives it or goes."""
    return bool(p.event) and p.kind in ("event", "promise", "agenda", "plan") and p.when.date is not None


def fond(scene: Scene) -> bool:
    return scene.relation.close or scene.relation.feel in ("like", "crush")


def mentions(scene: Scene, p: Prop, asked: bool = False) -> bool:
    """Whether one tells this hearer that one is going: kin and the fond at most, else few; or who asks what is new."""
    ring = "home" if scene.relation.at_home else "fond" if fond(scene) else "other"
    likely = MENTIONS[ring] * (1.5 if scene.tags & {"lively", "warm"} else 1.0)
    return scene.roll_of("mention", p.event) < (max(likely, TELLS_ASKED) if asked else likely)


def passes_on(scene: Scene, p: Prop) -> bool:
    """Some pass a tale on, some keep it, and whom one is not fond of one tells by chance: nobody tells everybody.

    News from elsewhere is passed on.
    """
    tags = scene.tags
    if not fond(scene) and scene.roll_of("hears", p.event or p.text) >= TELLS_OTHERS:
        return False
    if p.sources and p.sources[0] not in scene.reader.people:
        return True
    willing = 0.35 + 0.25 * bool(tags & {"lively", "warm"}) - 0.1 * bool(tags & {"shy", "gruff"})
    willing += 0.3 * scene.relation.close + 0.2 * (p.valence < 0)
    return roll(scene.seed, scene.me, "pass on", p.event or p.subj) <= willing


def known_occasion(scene: Scene, p: Prop) -> Suggested:
    """An event that both know of: remind one's guests, ask who goes."""
    if not p.event or p.kind not in ("event", "promise") or not ahead(p, scene) or p.when.date is None:
        return None
    recently = any("?" in line and p.event in line for line in scene.recent) or any(
        p.event in line.text for line in scene.talk
    )
    if recently:
        return None
    if hosted_by(p, scene.me):
        soon = (p.when.date - scene.now.date()).days <= 0
        return ("remind", 2.4) if soon and going(p, scene.you, scene.props) else None
    known = going(p, scene.you, scene.props) or refused(p, scene.you, scene.props) or p.subj == scene.you
    asked = any(q.told == scene.you and p.event in q.text and "?" in q.text for q in scene.props)
    promised = any(q.kind == "promise" and scene.you in q.people and same_event(q.event, p.event) for q in scene.props)
    if not (known or promised or asked) and fond(scene) and going(p, scene.me, scene.props):
        return ("ask_going", 1.9)
    return None


def raise_occasion(scene: Scene, p: Prop) -> Suggested:
    """An event of which the hearer does not know."""
    if not ahead(p, scene):
        past = p.kind in ("event", "promise") and going(p, scene.me, scene.props) and scene.you != p.subj
        return ("look_back", 2.0) if past else None
    if hosted_by(p, scene.me):
        return ("invite", 4.2)
    if p.subj == scene.you:
        return None
    if going(p, scene.me, scene.props):
        return _as_guest(scene, p)
    if p.kind == "agenda" or not (mentions(scene, p) if p.kind == "promise" else passes_on(scene, p)):
        return None
    promised = 1.2 if p.kind == "promise" else 0.0
    if p.sources and p.subj != p.sources[0]:
        return ("gossip", 2.5 - promised)
    return ("know_news", 2.3 - promised)


def _as_guest(scene: Scene, p: Prop) -> Suggested:
    """One goes oneself: some ask along whom they are fond of, some mention it, most keep it to themselves."""
    if p.kind != "agenda" and fond(scene) and not refused(p, scene.you, scene.props) and _asks_along(scene, p):
        return ("invite_on", 3.0)
    if not mentions(scene, p):
        return None
    if p.subj != scene.me:
        return ("know_news", 1.2) if p.kind != "agenda" else None
    return ("agenda", 1.5) if p.kind == "agenda" else ("tell", 2.0)


def _asks_along(scene: Scene, p: Prop) -> bool:
    shows_around = roll(scene.seed, scene.me, "along", p.event) < SHOWS_AROUND
    return shows_around and scene.roll_of("along", p.event) < ASKS_FOND


def names_occasion(p: Prop) -> bool:
    """Whether a memory speaks of some event, in passing or not."""
    return bool(p.event) or EVENT.search(p.text) is not None

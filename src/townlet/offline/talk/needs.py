"""What somebody lacks: whom one asks, what anyone can lend a hand with, and who might be the one to ask."""

from __future__ import annotations

import re

from townlet.offline.lexicon import LEX
from townlet.offline.prop import Prop, content
from townlet.offline.say import roll
from townlet.offline.talk.scene import Scene

ENOUGH_HELPERS = 2
"""Promises of help after which one asks no further."""
ASKS = {"spouse": 0.8, "home": 0.8, "friend": 0.7, "known": 0.25, "stranger": 0.05}
"""How many of the people one meets are asked, by how one stands to them, where nothing shows that they could help."""

_TASK = re.compile(r"\b(somebody|someone|anybody|anyone|help|hands?|volunteers?)\b")
_ANYONE_CAN = re.compile(
    r"\b(carry|decorat|hang|mov(?:e|ing)\b|set(?:ting)? up|put(?:ting)? up|look after|arrang|clean|tid(?:y|ying)|paint"
    r"|bak|cook|bring|fetch|cut|hold|lift|sweep|wash|water|weed|wrap|fold|deliver|hand out|taste|read|listen)"
)
_A_HAND = re.compile(r"\bto (?:help|give) (?:me|us|him|her|them)\b")
_VAGUE = frozenset(LEX["words"]["loose"]) | frozenset(LEX["words"]["vague"])


def specific(p: Prop) -> frozenset[str]:
    """The words of a need that say what is lacking."""
    names = {part.lower() for who in p.people for part in who.split()}
    return p.words - _VAGUE - names


def anyone_can(p: Prop) -> bool:
    """Whether it is a task that wants a pair of hands and no more."""
    low = p.text.lower()
    return p.kind in ("agenda", "plan") or bool(_ANYONE_CAN.search(low) or _A_HAND.search(low))


def is_task(p: Prop) -> bool:
    """Whether it wants somebody's doing, and not a thing."""
    return p.kind in ("agenda", "plan") or bool(_TASK.search(p.text.lower()))


def fits(scene: Scene, need: Prop, who: str) -> Prop | None:
    """What shows that somebody has the thing or the skill."""
    wanted = specific(need)
    known = [
        p
        for p in scene.props
        if p.subj == who
        and p.person
        and not (p.secret or p.told)
        and p.kind in ("fact", "trade", "done", "doing", "opinion", "wish")
        and (wanted & p.words)
        and "need" not in p.words
    ]
    return max(known, key=lambda p: len(p.words & wanted), default=None)


def trade_fits(scene: Scene, need: Prop) -> bool:
    """Whether the speaker's own calling, by the summary, has to do with what is lacking."""
    names = {part.lower() for part in scene.me.split()}
    return bool((content(scene.summary) - names) & specific(need))


def who_might(scene: Scene, need: Prop) -> Prop | None:
    """A memory of some third person who might be the one to ask."""
    people = sorted({p.subj for p in scene.props if p.person} - {scene.me, scene.you})
    found = [p for who in people if (p := fits(scene, need, who)) is not None and scene.me not in p.people]
    heard = [p for p in found if scene.you not in p.people and p.sources[:1] != (scene.you,)]
    return max(heard, key=lambda p: len(p.words & specific(need)), default=None)


def asks(scene: Scene, p: Prop) -> bool:
    """Whether the hearer is one to ask: they may have it, or one knows them well, and not enough have said yes."""
    if scene.relation.feel == "dislike" or _provided_for(scene, p):
        return False
    if fits(scene, p, scene.you):
        return True
    return roll(scene.seed, scene.me, scene.you, "ask", p.text) < ASKS[scene.relation.kind]


def _provided_for(scene: Scene, need: Prop) -> bool:
    wanted = specific(need)
    promised = [q for q in scene.props if q.kind == "promise" and len(wanted & q.words) >= min(2, len(wanted))]
    return len({q.text for q in promised}) >= ENOUGH_HELPERS or any(scene.you in q.people for q in promised)

"""What to bring up: the best of the acts that the shown memories suggest."""

from __future__ import annotations

from dataclasses import dataclass

from townlet.offline.prop import Prop, content
from townlet.offline.talk.rules import lately_said, suggest
from townlet.offline.talk.scene import Scene
from townlet.offline.talk.thread import Thread


@dataclass(frozen=True)
class Offer:
    """An act that a proposition suggests, and how well it would come now."""

    score: float
    act: str
    prop: Prop


_FOR_EVERYONE = frozenset(("invite", "invite_on", "warn"))
"""What is worth saying again to each one met."""
_SMALL = frozenset(
    ("talked_with", "saw_you", "saw_other", "tell_day", "tell_lately", "thought", "agenda", "recall", "keep_word")
)
"""Small talk: once a talk is enough."""
_COLD = frozenset(("invite", "invite_on", "gossip", "ask_after", "offer", "ask_help", "thought", "saw_you", "recall"))


KEPT = 0.4
"""How much less an old matter is worth with those who are not the ones to hear it."""
HEARERS = 0.75
"""The share of people who hear an old matter of one's own."""


def _not_for_this_hearer(scene: Scene, p: Prop) -> bool:
    """Old matters are spread over hearers: not everybody hears each."""
    old = p.subj == scene.me and not p.sources and not scene.today(p) and p.kind != "need"
    return old and not content(scene.intention) & p.words and scene.roll_of("hears", p.text) >= HEARERS


NEWS_AT_HOME = 2.0
"""How much sooner one tells those at home what one has made up one's mind to do."""


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
        worth += NEWS_AT_HOME * _made_up_ones_mind(scene, p)
        worth += min(3.0, 1.5 * len(p.words & wanted)) if wanted else 0.0
        worth += 1.1 * scene.roll_of(p.text, scene.now.date(), scene.now.hour)
        worth -= 1.5 * (act not in _FOR_EVERYONE and scene.worn(p))
        worth -= KEPT * (act not in _FOR_EVERYONE and _not_for_this_hearer(scene, p))
        worth -= 0.9 * (act not in _FOR_EVERYONE and lately_said(scene, p))
        worth -= (9.0 if act in _SMALL else 1.0) * used.count(act)
        if scene.relation.feel == "dislike":
            worth -= 2.5 if act in _COLD else 0.8
        if scene.relation.kind == "stranger" and act not in ("invite", "warn"):
            worth -= 0.6
        out.append(Offer(worth, act, p))
    return sorted(out, key=lambda o: -o.score)


def _made_up_ones_mind(scene: Scene, p: Prop) -> bool:
    """Whether it is what one came to mean to do today, and the hearer is of one's home: they are told first."""
    own = p.kind in ("plan", "wish") and p.subj == scene.me and not (p.sources or p.when.date)
    return own and scene.relation.at_home and scene.today(p) and not scene.shared(p)

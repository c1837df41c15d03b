"""What may be said to whom: secrets, feelings and other people's doings stay where they are."""

from __future__ import annotations

import re

from townlet.offline.prop import Prop, similar
from townlet.offline.talk.scene import CHORE, Scene

_INTIMATE = re.compile(
    r"\b(love|crush|feelings|admire|ask\w* out|propos|attract|dislike|hate|distrust|trust|annoy|uptight|rebel)"
)
_UNDERTAKES = re.compile(
    r"\b(working on|writing|building|making|learning|rehears|composing|painting|studying|researching)\b"
)


def _is_undertaking(scene: Scene, p: Prop) -> bool:
    """Whether a doing that was told is worth telling on: one's own undertaking, from one's own mouth."""
    if p.sources[0] != p.subj or CHORE.search(p.text.lower()) or len(p.words) < 3:
        return False
    return bool(_UNDERTAKES.search(p.text.lower())) or kin(scene.me, p.subj)


def sayable(scene: Scene, p: Prop) -> bool:
    """Whether a proposition may be voiced to this hearer at all."""
    if p.kind in ("trade", "relation", "refusal") or p.secret or not p.toks or scene.in_talk(p):
        return False
    if p.sources and (p.subj == scene.me or len(p.words) < 2 or p.kind in ("thought", "talk", "agenda")):
        return False
    return not (p.sources and p.kind == "doing" and not _is_undertaking(scene, p)) and tactful(scene, p)


def tactful(scene: Scene, p: Prop) -> bool:
    """Whether a proposition may be voiced with these people about, if it is asked for."""
    if p.subj == scene.me and any(scene.you in q.people and similar(p, q) >= 0.5 for q in scene.secrets):
        return False
    about_you = scene.you in p.people
    if about_you and _INTIMATE.search(p.text.lower()) and p.sources[:1] != (scene.you,):
        return False
    overheard_by_subject = bool(p.people & scene.overhearing)
    return not (overheard_by_subject and (p.sources or p.valence < 0))


def kin(a: str, b: str) -> bool:
    """Whether two people bear one family name."""
    return a != b and a.split()[-1:] == b.split()[-1:]

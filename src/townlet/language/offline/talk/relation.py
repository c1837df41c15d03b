"""How two people stand to each other, as far as one's memories tell."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from townlet.language.offline.prop import Prop

_MARRIED = re.compile(r"\b(married|wife|husband|spouse|dating|boyfriend|girlfriend|engaged)\b")
_KIN = re.compile(r"\b(brother|sister|mother|father|daughter|son|cousin|aunt|uncle|parents?|family)\b")
_SHARE = re.compile(r"\b(lives? with|roommates?|housemates?|flatmates?|share (?:a|the) (?:house|flat|home))\b")
_FRIEND = re.compile(r"\bfriends?\b")
_UNMET = re.compile(r"\b(not (?:yet )?(?:met|talked|spoken)|never met|heard of|knows of|knows nobody)\b")
_DISLIKE = re.compile(
    r"\b(dislikes?|hates?|distrusts?|cannot stand|quarrel\w*|resents?|fell out|does not (?:like|trust))\b"
)
_CRUSH = re.compile(r"\b(in love|crush)\b")
_LIKE = re.compile(r"\b(likes?|loves?|fond|admires?|trusts?|enjoys? (?:talking|the company))\b")
_RANK = ["stranger", "known", "friend", "home", "spouse"]


@dataclass(frozen=True)
class Relation:
    """`kind`: stranger, known, friend, home (kin or one who shares the house) or spouse; `feel`: dislike, crush, like
    or ''."""

    kind: str = "stranger"
    feel: str = ""

    @property
    def close(self) -> bool:
        return self.kind in ("friend", "home", "spouse")

    @property
    def at_home(self) -> bool:
        return self.kind in ("home", "spouse")


def _kind_shown(prop: Prop, me: str, you: str) -> str:
    text = prop.text.lower()
    if me not in prop.people or you not in prop.people or prop.sources:
        return "known"
    if _MARRIED.search(text):
        return "spouse"
    if _KIN.search(text) or _SHARE.search(text):
        return "home"
    return "friend" if _FRIEND.search(text) else "known"


def _shows_acquaintance(prop: Prop, you: str) -> bool:
    if you in prop.sources[:1] or prop.told == you:
        return True
    if prop.sources or prop.kind in ("doing", "state") or _UNMET.search(prop.text.lower()):
        return False
    return you in prop.people


def relation(me: str, you: str, props: Iterable[Prop]) -> Relation:
    """How `me` stands to `you`."""
    kinds, feelings = ["stranger"], []
    if _same_family(me, you):
        kinds.append("home")
    for p in props:
        if not _shows_acquaintance(p, you):
            continue
        kinds.append(_kind_shown(p, me, you))
        if p.subj == me and not p.sources and not p.told and you in p.people:
            feelings.append(_feeling(p.text.lower()))
    kind = max(kinds, key=_RANK.index)
    feel = next((f for f in ("dislike", "crush", "like") if f in feelings), "")
    return Relation(kind, "like" if kind in ("home", "spouse") and not feel else feel)


def _same_family(me: str, you: str) -> bool:
    mine, yours = me.split(), you.split()
    return len(mine) > 1 and len(yours) > 1 and mine[-1] == yours[-1] and me != you


def _feeling(text: str) -> str:
    if _DISLIKE.search(text):
        return "dislike"
    if _CRUSH.search(text):
        return "crush"
    return "like" if _LIKE.search(text) else ""

"""How two people stand to each other, as far as one's memories tell."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from townlet.cognition.wording import SAID_TO
from townlet.offline.prop import Prop

_PARTNER = "wife|husband|spouse|partner|boyfriend|girlfriend|fiancée?"
_KIN = (
    "brother|sister|sibling|twin|mother|father|parent|daughter|son|child|cousin|aunt|uncle|niece|nephew|grandmother"
    "|grandfather|grandson|granddaughter|roommate|housemate|flatmate"
)
_TIES = (
    ("spouse", "married|engaged|dating|a couple|in a relationship", _PARTNER),
    (
        "home",
        "siblings|brothers|sisters|cousins|twins|related|roommates|housemates|flatmates",
        _KIN,
    ),
)
_FRIEND = re.compile(r"\bfriends?\b")
_UNMET = re.compile(r"\b(not (?:yet )?(?:met|talked|spoken)|never met|heard of|knows of|knows nobody)\b")
_OVERHEARD = re.compile(rf"[^:]+?{SAID_TO}(?!me: )[^:]+: ['\"“]")
"""What was said to another in one's hearing: one may know a name by it, but has not met its bearer."""
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


_ANY_TIE = re.compile(rf"\b(?:{'|'.join(words for _, *both in _TIES for words in both)})\b")


@lru_cache(5_000)
def _tie_patterns(a: str, b: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """For each kind of tie, how a sentence says that it holds between the two."""
    return tuple(
        (kind, re.compile("|".join([_both(a, b, joint), _one_way(a, b, joint, role), _one_way(b, a, joint, role)])))
        for kind, joint, role in _TIES
    )


def _both(a: str, b: str, joint: str) -> str:
    a, b = re.escape(a), re.escape(b)
    return rf"(?:{a} and {b}|{b} and {a}) (?:are|have been|live|share)\b[\w ]*?\b(?:{joint})\b"


def _one_way(a: str, b: str, joint: str, role: str) -> str:
    a, b = re.escape(a), re.escape(b)
    return (
        rf"{a} (?:is|has been|lives) (?:[\w]+ )*?(?:{joint})(?: to| with)? {b}\b"
        rf"|{a}(?:'s| and [\w' ]+?'s) (?:\w+ )?(?:{role}),? {b}\b"
        rf"|{a}(?:,| is) (?:[\w' ]*? and )?{b}(?:'s| and [\w' ]+?'s) (?:\w+ )?(?:{role})\b"
        rf"|{a} is (?:the|an?) (?:\w+ )?(?:{role}) of {b}\b"
        rf"|{a} [^.]*\b(?:his|her|their) (?:\w+ )?(?:{role}),? {b}\b"
    )


def _kind_shown(prop: Prop, me: str, you: str) -> str:
    if me not in prop.people or you not in prop.people or prop.sources:
        return "known"
    for kind, pattern in _tie_patterns(me, you) if _ANY_TIE.search(prop.text) else ():
        if pattern.search(prop.text):
            return kind
    return "friend" if _FRIEND.search(prop.text.lower()) else "known"


def _shows_acquaintance(prop: Prop, me: str, you: str) -> bool:
    if you in prop.sources[:1] or prop.told == you:
        return not _OVERHEARD.match(prop.text)
    if prop.kind == "thought" and prop.subj != me:
        return False
    if prop.kind == "talk":
        return f"talked with {you}" in prop.text
    if prop.sources or prop.kind in ("doing", "state") or _UNMET.search(prop.text.lower()):
        return False
    return {me, you} <= prop.people


def relation(me: str, you: str, props: Iterable[Prop], met: bool = False) -> Relation:
    """How `me` stands to `you`; whoever has `met` the other is no stranger to them."""
    kinds, feelings = ["known" if met else "stranger"], []
    if _same_family(me, you):
        kinds.append("home")
    for p in props:
        if not _shows_acquaintance(p, me, you):
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


def parent_of(me: str, you: str, texts: Iterable[str], pronoun: str) -> str:
    """'Dad' or 'Mum' where a sentence says that `me` is the child of `you`, else ''."""
    if pronoun not in ("he", "she") or not any(_child_pattern(me, you).search(text) for text in texts):
        return ""
    return "Dad" if pronoun == "he" else "Mum"


@lru_cache(5_000)
def _child_pattern(me: str, you: str) -> re.Pattern[str]:
    a, b = re.escape(me), re.escape(you)
    child, parent = "(?:son|daughter|child)", "(?:father|mother|parent)"
    return re.compile(
        rf"^{a} is (?:the |a )?(?:\w+ )?{child} of (?:[A-Z][\w' -]+? and )?{b}\b|^{a} is {b}'s (?:\w+ )?{child}\b"
        rf"|^{b} is (?:the |a )?{parent} of (?:[A-Z][\w' -]+? and )?{a}\b|^{b} is {a}'s {parent}\b"
    )

"""Choosing the words for an act: a deck of templates, dealt by the clock, so that nothing comes round too soon."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from townlet.language.offline.english import contract, part_of_day, sentence
from townlet.language.offline.say import roll
from townlet.language.offline.talk.scene import Scene
from townlet.language.offline.templates import TEMPLATES, Template

HAND = 12
"""How many cards are looked at before one is played."""
_INTIMATE = frozenset(("home", "spouse"))
_WORDS = re.compile(r"[a-z']+")
_BAD = re.compile(
    r"[{}<>_\[\]]|\bNone\b|\b(\w{3,}) \1\b|\d{4}-\d\d|\b[Ii] (?:is|are|has)\b|\byou (?:is|am|has)\b"
    r"|\b[A-Z]\w+: [a-z]\w+ ?(?:room|kitchen|:)|\b(?:a|an|the|my|your|with|and) ?[.,?!](?!\w)"
)


@lru_cache(20_000)
def trigrams(text: str) -> frozenset[tuple[str, ...]]:
    words = _WORDS.findall(text.lower())
    return frozenset(zip(words, words[1:], words[2:], strict=False))


def embarrassing(text: str, me: str) -> bool:
    """Whether a line shows its seams: slots, doubled words, a false verb, oneself by name."""
    if _BAD.search(text):
        return True
    return bool(re.search(rf"\b{re.escape(me)}\b", text)) and f"I'm {me}" not in text and not text.startswith(me)


def _rows(scene: Scene, act: str, slots: Mapping[str, str]) -> list[Template]:
    """Templates of the act that suit the voice and whose slots are filled; those for kin before others."""
    rows = [t for t in TEMPLATES.get(act, ()) if (not t.tags or t.tags & scene.tags) and t.slots <= slots.keys()]
    for only in (frozenset(("cool",)), _INTIMATE):
        special = [t for t in rows if t.tags & only & scene.tags]
        if special and (len(special) > 3 or act in ("farewell_back",)):
            return special
    return [t for t in rows if not t.tags & _INTIMATE] or rows


def deal(scene: Scene, act: str, slots: Mapping[str, str], used_heads: Sequence[str]) -> str:
    """A sentence for the act, or '' where no template fits what is known."""
    filled = {k: v for k, v in slots.items() if v}
    filled.setdefault("you", scene.you.split()[0] if scene.you else "")
    filled |= {"me": scene.me, "tod": part_of_day(scene.now), "Tod": part_of_day(scene.now).capitalize()}
    rows = _rows(scene, act, filled)
    if not rows:
        return ""
    rows.sort(key=lambda t: roll(scene.seed, scene.me, act, t.text))
    minutes = scene.now.hour * 60 + scene.now.minute
    slot = scene.now.toordinal() * 131 + minutes // 5 + len(scene.talk) + 5 * scene.attempt
    stride = next(s for s in (7, 11, 13, 17, 1) if len(rows) % s or s == 1)
    hand = [rows[(slot * stride + k) % len(rows)] for k in range(min(HAND, len(rows)))]
    shown = [trigrams(line) for line in (*(s.text for s in scene.talk), *scene.recent)]
    spoken = " ".join((*(s.text for s in scene.talk), *scene.recent)).lower()
    best, least = "", float("inf")
    for k, card in enumerate(hand):
        said = card.text.format_map(filled)
        cost = (
            _cost(said, card, shown, spoken, used_heads) + 0.05 * k - 0.4 * roll(scene.seed, scene.me, card.text, slot)
        )
        if cost < least and not embarrassing(said, scene.me):
            best, least = said, cost
    return sentence(contract(best)) if best else ""


def _cost(
    said: str, card: Template, shown: list[frozenset[tuple[str, ...]]], spoken: str, used_heads: Sequence[str]
) -> float:
    """How much a sentence repeats of what was said: overlap, an opening already used, a set phrase."""
    grams = trigrams(said)
    fixed = re.sub(r"\W+$", "", said.lower())
    again = 4.0 if len(fixed) > 8 and not card.slots - {"you"} and fixed.split(", ")[0] in spoken else 0.0
    head = 5.0 if " ".join(said.split()[:2]).lower() in used_heads else 0.0
    bare = 0.0 if card.slots - {"you", "tod", "Tod"} else 0.25
    return sum(len(grams & old) for old in shown) + head + again + bare - (0.3 if card.tags else 0.0)

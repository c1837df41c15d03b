"""Choosing the words for an act: a deck of templates, dealt by the clock, so that nothing comes round too soon."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from townlet.offline.english import contract, sentence
from townlet.offline.say import roll
from townlet.offline.talk.scene import Scene
from townlet.offline.templates import TEMPLATES, Template
from townlet.offline.times import part_of_day

HAND = 12
"""How many cards are looked at before one is played."""
MOMENT_MINUTES = 5
MINUTES_A_DAY = 1440
TRIES_A_PART = 2
"""After so many tries in vain one takes cards of the next part of the day: those of a later one would be said twice."""
CARDS_A_PART, MOST_PARTS = 2, 480
"""A deck is dealt out over the parts of a day, so many cards to each: what one says in one, one does not in another."""
LARGE_DECK = 60
"""Plain sentences enough to give minutes their own."""
PLAIN = 0.7
"""How often a plain sentence is said where one could tell something."""
_ALWAYS_FILLED = frozenset(("you", "me", "tod", "Tod", "trade"))
_INTIMATE = frozenset(("home", "spouse"))
_WORDS = re.compile(r"[a-z']+")
_BAD = re.compile(
    r"[{}<>_\[\]]|\bNone\b|\b(\w{3,}) \1\b|\d{4}-\d\d|(?<!and )\b[Ii] (?:is|are|has)\b|\byou (?:is|am|has)\b"
    r"|\b[A-Z]\w+: [a-z]\w+ ?(?:room|kitchen|:)|\b(?:a|an|the|my|your|with|and) ?[.,?!](?!\w)"
)


@lru_cache(20_000)
def trigrams(text: str) -> frozenset[tuple[str, ...]]:
    words = _WORDS.findall(text.lower())
    return frozenset(zip(words, words[1:], words[2:], strict=False))


def embarrassing(text: str, me: str) -> bool:
    """Whether a line shows its seams: slots, doubled words, a false verb, oneself by name."""
    if _BAD.search(text) or text.count('"') % 2:
        return True
    return bool(re.search(rf"\b{re.escape(me)}\b", text)) and not _introduces(text, me) and not text.startswith(me)


def _introduces(text: str, me: str) -> bool:
    return f"I'm {me}" in text or f"My name is {me}" in text


@lru_cache(4_000)
def _shuffled(seed: str, me: str, act: str) -> tuple[Template, ...]:
    """The templates of an act in the order in which one person's deck holds them."""
    return tuple(sorted(TEMPLATES.get(act, ()), key=lambda t: roll(seed, me, act, t.text)))


def _rows(scene: Scene, act: str, slots: Mapping[str, str]) -> list[Template]:
    """Templates of the act that suit the voice and whose slots are filled; those for kin before others."""
    deck = _shuffled(str(scene.seed), scene.me, act)
    rows = [t for t in deck if (not t.tags or t.tags & scene.tags) and t.slots <= slots.keys()]
    for only in (frozenset(("cool",)), _INTIMATE):
        special = [t for t in rows if t.tags & only & scene.tags]
        if special and (len(special) > 3 or act in ("farewell_back",)):
            return special
    return [t for t in rows if not t.tags & _INTIMATE] or rows


def _hand(scene: Scene, act: str, rows: list[Template]) -> list[Template]:
    """The cards of this moment: those that no other part of the day holds, as far as there are enough for that."""
    minutes = scene.now.hour * 60 + scene.now.minute
    plain = [card for card in rows if card.slots <= _ALWAYS_FILLED]
    if len(plain) >= LARGE_DECK:
        telling = [card for card in rows if not card.slots <= _ALWAYS_FILLED]
        rows = telling if telling and scene.roll(act, "plain", scene.attempt) >= PLAIN else plain
    place, parts = _places(str(scene.seed), scene.me, act)
    part = minutes * parts // MINUTES_A_DAY + scene.now.toordinal() + scene.attempt // TRIES_A_PART
    rows = [card for card in rows if (place[card] - part) % parts == 0] or rows
    turn = minutes // MOMENT_MINUTES + scene.now.toordinal() * 131 + len(scene.talk) + 5 * scene.attempt
    return [rows[(turn * _stride(len(rows)) + k) % len(rows)] for k in range(min(HAND, len(rows)))]


@lru_cache(4_000)
def _places(seed: str, me: str, act: str) -> tuple[dict[Template, int], int]:
    """The place of each card in a person's deck, those for anybody first; and into how many parts of a day they are
    dealt out."""
    deck = _shuffled(seed, me, act)
    plain = [card for card in deck if card.slots <= _ALWAYS_FILLED and not card.tags]
    common = plain if len(plain) >= CARDS_A_PART else [card for card in deck if not card.tags]
    rest = set(deck) - set(common)
    places = {card: place for place, card in enumerate([*common, *(card for card in deck if card in rest)])}
    return places, max(1, min(MOST_PARTS, len(common) // CARDS_A_PART))


def _stride(size: int) -> int:
    """A step that visits every one of so many cards."""
    return next(s for s in (7, 11, 13, 17, 1) if size % s or s == 1)


def deal(scene: Scene, act: str, slots: Mapping[str, str], used_heads: Sequence[str]) -> str:
    """A sentence for the act, or '' where no template fits what is known."""
    filled = {k: v for k, v in slots.items() if v}
    filled.setdefault("you", scene.address)
    filled |= {"me": scene.me, "tod": part_of_day(scene.now), "Tod": part_of_day(scene.now).capitalize()}
    rows = _rows(scene, act, filled)
    if not rows:
        return ""
    best, least = "", float("inf")
    for k, card in enumerate(_hand(scene, act, rows)):
        said = card.text.format_map(filled)
        cost = _cost(said, card, scene, used_heads) + 0.05 * k
        cost -= 0.4 * roll(scene.seed, scene.me, card.text, scene.now.isoformat(), scene.attempt)
        if cost < least and not embarrassing(said, scene.me):
            best, least = said, cost
    return sentence(contract(best)) if best else ""


def _cost(said: str, card: Template, scene: Scene, used_heads: Sequence[str]) -> float:
    """How much a sentence repeats of what was said: overlap, an opening already used, a set phrase."""
    grams = trigrams(said)
    fixed = re.sub(r"\W+$", "", said.lower())
    again = 4.0 if len(fixed) > 8 and not card.slots - {"you"} and fixed.split(", ")[0] in scene.spoken_lately else 0.0
    head = 5.0 if " ".join(said.split()[:2]).lower() in used_heads else 0.0
    bare = 0.0 if card.slots - {"you", "tod", "Tod"} else 0.25
    overlap = sum(len(grams & trigrams(line)) for line in scene.lines_lately)
    return overlap + head + again + bare - (0.3 if card.tags else 0.0)

"""Sentence patterns of speech acts, read from lexicon/acts.toml: to speak with, and backwards to understand with.

A row is "tag,tag: text" (tags optional). Its text holds {slots} and (a|b|c) alternations, enumerated here.
Reading with the grammar that one speaks with is what keeps hearsay from rotting as it passes from mouth to mouth.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from functools import lru_cache

from townlet.offline.english import contract, sentence
from townlet.offline.lexicon import LEX

CLAUSE_SLOTS = ("Cs", "Cm", "Cq")
"""Slots that hold a whole clause: capitalised, inside a sentence, inside a question."""


@dataclass(frozen=True)
class Template:
    """One way to perform a speech act; `tags` are the voices it suits (any, if empty)."""

    act: str
    text: str
    tags: frozenset[str]
    slots: frozenset[str]


@dataclass(frozen=True)
class Pattern:
    """A sentence of one or more templates, as a regular expression with its slots as groups."""

    regex: re.Pattern[str]
    acts: frozenset[str]
    has_clause: bool
    fixed_letters: int


_TAGGED = re.compile(r"([a-z!,]+): (.*)")
_CHOICE = re.compile(r"\(([^()]*\|[^()]*)\)")
_SLOT = re.compile(r"{(\w+)}")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|;\s*")


def spread(text: str) -> list[str]:
    """Every reading of a text with (a|b) alternations."""
    parts = _CHOICE.split(text)
    return ["".join(c) for c in itertools.product(*(p.split("|") if k % 2 else [p] for k, p in enumerate(parts)))]


def _templates_of(act: str, row: str) -> list[Template]:
    m = _TAGGED.match(row)
    tags, text = (frozenset(m[1].split(",")), m[2]) if m else (frozenset[str](), row)
    return [Template(act, contract(t), tags, frozenset(_SLOT.findall(t))) for t in spread(text)]


def _load() -> dict[str, tuple[Template, ...]]:
    rows = LEX["acts"]
    return {act: tuple(t for row in rows[act] for t in _templates_of(act, row)) for act in rows}


TEMPLATES: dict[str, tuple[Template, ...]] = _load()

_NAME = r"[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*"
_GROUPS = {
    **dict.fromkeys(CLAUSE_SLOTS, ".*"),
    **dict.fromkeys(("you", "me", "subj", "Them"), _NAME),
    "ago": "this morning|this afternoon|earlier|yesterday|last night|the other day",
    **dict.fromkeys(
        ("when", "whencap"),
        r"(?:to(?:day|night|morrow)|yesterday|last night|on [A-Z]\w+|at (?:\d|noon|midnight)|from \d).*?",
    ),
    **dict.fromkeys(("src", "Src"), rf"{_NAME}|(?:[Tt]he|[Aa]n?) [a-z ]+?|[Mm]y [a-z]+ {_NAME}"),
}


def _regex(text: str) -> str:
    """The pattern source of a template sentence; a slot that comes twice is captured once."""
    seen: set[str] = set()
    out = ""
    for part in re.split(r"({\w+})", text.rstrip(".!? ")):
        if not part.startswith("{"):
            out += re.escape(part)
            continue
        slot = part[1:-1]
        out += ".+?" if slot in seen else f"(?P<{slot}>{_GROUPS.get(slot, '.*?')})"
        seen.add(slot)
    return out


def _backwards() -> tuple[dict[str, frozenset[str]], tuple[Pattern, ...]]:
    manners: dict[str, set[str]] = {}
    patterns: dict[str, tuple[int, bool, set[str]]] = {}
    for template in itertools.chain.from_iterable(TEMPLATES.values()):
        named = _SENTENCE_END.split(sentence(template.text))
        shorter = (s.replace(name, "") for s in named for name in (", {you}", ", love"))
        for s in dict.fromkeys((*named, *shorter)):
            slots = _SLOT.findall(s)
            fixed = len(re.sub(r"{\w+}|\W", "", s))
            if not slots:
                manners.setdefault(s.rstrip(".!? ").lower(), set()).add(template.act)
            elif fixed >= 5:
                has_clause = bool(set(slots) & set(CLAUSE_SLOTS))
                patterns.setdefault(_regex(s), (fixed, has_clause, set()))[2].add(template.act)
    rows = [
        Pattern(re.compile(source, re.NOFLAG if "rc>" in source else re.I), frozenset(acts), has, fixed)
        for source, (fixed, has, acts) in patterns.items()
    ]
    rows.sort(key=lambda p: -p.fixed_letters)
    return {s: frozenset(acts) for s, acts in manners.items()}, tuple(rows)


MANNERS, PATTERNS = _backwards()


@dataclass(frozen=True)
class Reading:
    """What a spoken sentence is as a sentence of ours: its acts, the clause in it, and whom it names as source."""

    acts: frozenset[str] = frozenset()
    manners_only: bool = False
    clause: str = ""
    source: str = ""
    topic: str = ""


_UNNAMED_SOURCE = re.compile(r"(?i)apparently|(they|people) say|word is")


@lru_cache(20_000)
def match(spoken: str) -> Reading:
    """Reads one spoken sentence with our own templates; an empty Reading acts if it is nobody's template."""
    bare = spoken.rstrip(".!? ")
    if acts := MANNERS.get(bare.lower()):
        return Reading(acts, manners_only=True)
    for pattern in PATTERNS:
        if m := pattern.regex.fullmatch(bare):
            return _reading(pattern, m.groupdict(), spoken)
    return Reading(manners_only=spoken.endswith("?"), clause=spoken)


_GERUND_ACTS = dict.fromkeys(
    ("tell_day", "tell_lately", "agenda", "answer_seen", "answer_progress", "answer_next"), "I am"
)
"""Acts whose {ger} tells what someone does, with the words that make a clause of it."""


def _reading(pattern: Pattern, found: dict[str, str], spoken: str) -> Reading:
    gerund = found.get("ger") or found.get("Ger")
    lead = next((_GERUND_ACTS[a] for a in sorted(pattern.acts) if a in _GERUND_ACTS), "")
    if gerund and lead:
        when = found.get("when") or found.get("whencap") or ""
        return Reading(pattern.acts, clause=f"{lead} {gerund[0].lower()}{gerund[1:]} {when.lower()}".strip())
    if not pattern.has_clause:
        return Reading(pattern.acts, manners_only=True, topic=found.get("topic") or "")
    clause = next(found[slot] for slot in CLAUSE_SLOTS if found.get(slot))
    source = found.get("src") or found.get("Src") or ("somebody" if _UNNAMED_SOURCE.match(spoken) else "")
    return Reading(pattern.acts, clause=clause, source=source)


_BRIDGE = re.compile(
    r"^(?:(?:Speaking of|While we're on|Talking of) [^,:.?!]{1,50}[,:] |That reminds me[,:] |By the way, |Oh, and "
    r"|And )"
)


@lru_cache(20_000)
def unbridged(spoken: str) -> str:
    """A sentence without the words that tie it to what was said before ('Speaking of the ferry, …')."""
    m = _BRIDGE.match(spoken)
    return spoken[m.end() :][:1].upper() + spoken[m.end() + 1 :] if m else spoken

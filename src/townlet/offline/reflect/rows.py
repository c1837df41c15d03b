"""The rows of words/reflection.toml and words/summary.toml: which traces together lead to which thought.

An item of `use` reads "p: need.promised by=A to=me new": a name, the kinds of trace, and what must hold of it. Capitals
are people, the same person throughout a row and never oneself; "!p: ..." must not be found, and "2 p: ..." takes all
traces that fit, at least two, where by=* means different people.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from townlet.offline.english import contract, listing
from townlet.offline.matters.context import draw
from townlet.offline.moves.table import moves
from townlet.offline.reader.people import SLOT, persons, plain, slot
from townlet.offline.reader.phrases import spoken
from townlet.offline.reflect.traces import PARTS, Trace, Traces
from townlet.offline.words import WORDS
from townlet.world.register import first_name

MOST_WORDS = 16
"""A phrase of more words is not fitted into a frame."""
MOST_TRACES = 4
"""So many traces of one item are cited at most."""
MOST_FOUND = 30
_SLOT = re.compile(r"\{(\w+)(?:\.(\w+))?\}")
_ITEM = re.compile(r"(?P<sign>!|\d+ )?(?P<name>\w+): (?P<kinds>[\w.|]+)(?P<rest>(?: [\w=*|]+)*)$")
ROLES = ("by", "to", "source", "of")

FLAGS: Mapping[str, Callable[[Traces, Trace], bool]] = {
    "new": lambda traces, t: traces.is_new(t),
    "own": lambda traces, t: t.fact.own,
    "lived": lambda traces, t: not t.fact.own,
    "over": lambda traces, t: traces.is_over(t),
    "ahead": lambda traces, t: traces.is_ahead(t),
    "open": lambda traces, t: not traces.is_over(t),
    "today": lambda traces, t: t.at.date() == traces.talk.now.date(),
    "because": lambda traces, t: bool(t.fact.why),
    "firsthand": lambda traces, t: not t.source,
    "general": lambda traces, t: set(t.fact.people) <= {t.by},
    "dream": lambda traces, t: not re.match(WORDS.tables["wishes"]["errand"], t.parts.get("do", "")),
    "kin": lambda traces, t: any(traces.talk.kin(traces.talk.me, who) for who in t.people),
    "nokin": lambda traces, t: not any(traces.talk.kin(traces.talk.me, who) for who in t.people),
}
"""What can be asked of a trace beside its kind and its people."""


@dataclass(frozen=True)
class Item:
    """One item of `use`."""

    name: str
    kinds: tuple[str, ...]
    roles: Mapping[str, str]
    flags: frozenset[str]
    same: str = ""
    absent: bool = False
    least: int = 0
    """How many traces it takes together; 0 for a single one."""
    secret: bool = False


@dataclass(frozen=True)
class ReflectionRow:
    """One row: a kind of question, of thought or of sentence."""

    id: str
    use: tuple[Item, ...]
    say: tuple[str, ...]
    tone: str = ""
    prefer: float = 0

    @cached_property
    def reads(self) -> tuple[re.Pattern[str], ...]:
        """Its frames as patterns, to recognise a thought that was had."""
        parts = ([re.escape(part) for part in re.split(r"\{[\w.]+\}(?:'s)?", contract(said))] for said in self.say)
        return tuple(re.compile(".+?".join(each), re.I) for each in parts)


@dataclass(frozen=True)
class Found:
    """Traces that fit a row."""

    row: ReflectionRow
    people: Mapping[str, str]
    items: Mapping[str, tuple[Trace, ...]] = field(default_factory=dict)

    @property
    def traces(self) -> list[Trace]:
        return [trace for item in self.items.values() for trace in item]

    @property
    def because(self) -> list[int]:
        """The numbers of the memories that it rests on."""
        return sorted({trace.number for trace in self.traces})


def item_of(written: str) -> Item:
    """Read an item. Raises ValueError if it is not written as one."""
    found = _ITEM.match(written)
    if not found:
        raise ValueError(f"{written!r} is no item; it reads 'name: kind by=A to=me new'")
    words = found["rest"].split()
    pairs = dict(word.split("=") for word in words if "=" in word)
    flags = frozenset(word for word in words if "=" not in word)
    sign = (found["sign"] or "").strip()
    return Item(
        found["name"],
        tuple(found["kinds"].split("|")),
        {role: pairs[role] for role in ROLES if role in pairs},
        flags - {"secret"},
        pairs.get("same", ""),
        sign == "!",
        int(sign) if sign.isdigit() else 0,
        "secret" in flags,
    )


@lru_cache(None)
def rows(file: str, key: str) -> tuple[ReflectionRow, ...]:
    """Return the rows `[[key]]` of a file of words."""
    return tuple(_row(row) for row in WORDS.rows(file, key))


def _row(row: Mapping[str, Any]) -> ReflectionRow:
    use = tuple(item_of(each) for each in row.get("use", []))
    return ReflectionRow(row["id"], use, tuple(row["say"]), row.get("tone", ""), row.get("prefer", 0))


def tone_of(thought: str) -> str:
    """Return the tone of the row that a thought was made by; '' if by none."""
    clause = thought.strip().rstrip(".")
    fits = (
        (row, n)
        for row in rows("reflection", "insight")
        for n, reads in enumerate(row.reads)
        if reads.fullmatch(clause)
    )
    best = max(fits, key=lambda fit: len(_SLOT.sub("", fit[0].say[fit[1]])), default=None)
    return best[0].tone if best else ""


def matches(row: ReflectionRow, traces: Traces) -> list[Found]:
    """Return the ways in which a row fits, newest first."""
    found: list[Found] = []
    for each in _match(row, row.use, {}, {}, traces):
        found.append(each)
        if len(found) == MOST_FOUND:
            break
    return found


def _match(
    row: ReflectionRow,
    use: tuple[Item, ...],
    people: dict[str, str],
    items: dict[str, tuple[Trace, ...]],
    traces: Traces,
) -> Iterator[Found]:
    if not use:
        yield Found(row, people, items)
        return
    item, rest = use[0], use[1:]
    taken = {trace.number for each in items.values() for trace in each}
    fits = [
        (t, bound)
        for t in _candidates(item, traces)
        for bound in _bound(item, t, people, traces)
        if _holds(item, t, items, traces)
    ]
    if item.absent:
        if not fits:
            yield from _match(row, rest, people, items, traces)
        return
    if item.least:
        for bound in _each(bound for _, bound in fits):
            left = [t for t, of in reversed(fits) if of == bound and t.number not in taken]
            every = next((role for role, name in item.roles.items() if name == "*"), "")
            each = {getattr(t, every) if every else t.fact.text: t for t in left}
            group = tuple([*each.values()][-MOST_TRACES:])
            if len(group) >= item.least:
                yield from _match(row, rest, bound, {**items, item.name: group}, traces)
        return
    for trace, bound in fits:
        if trace.number not in taken:
            yield from _match(row, rest, bound, {**items, item.name: (trace,)}, traces)


def _each(ways: Iterable[dict[str, str]]) -> list[dict[str, str]]:
    return [*{tuple(way.items()): way for way in ways}.values()]


def _candidates(item: Item, traces: Traces) -> list[Trace]:
    return [t for kind in item.kinds for t in traces.by_kind.get(kind, []) if t.fact.secret == item.secret]


def _bound(item: Item, trace: Trace, people: dict[str, str], traces: Traces) -> list[dict[str, str]]:
    """Return the ways to say who is who in a trace."""
    ways = [people]
    for role, name in item.roles.items():
        there = [trace.by, trace.to, trace.source, *trace.fact.people] if role == "of" else [getattr(trace, role)]
        ways = [
            way
            for before in ways
            for who in dict.fromkeys(there)
            if (way := _as(name, who, before, traces.talk.me)) is not None
        ]
    return ways


def _as(name: str, who: str, people: dict[str, str], me: str) -> dict[str, str] | None:
    if name == "me":
        return people if who == me else None
    if name == "none":
        return people if not who else None
    if not who or who == me:
        return None
    if name == "*":
        return people
    if name in people:
        return people if people[name] == who else None
    return None if who in people.values() else {**people, name: who}


def _holds(item: Item, trace: Trace, items: Mapping[str, tuple[Trace, ...]], traces: Traces) -> bool:
    if item.same and not all(_same(trace, other) for other in items[item.same]):
        return False
    return all(FLAGS[flag](traces, trace) for flag in item.flags)


def _same(a: Trace, b: Trace) -> bool:
    """Return whether two traces are of one matter."""
    if a.matter is not None and a.matter is b.matter:
        return True
    least = min(len(a.words), len(b.words))
    return least > 0 and len(a.words & b.words) >= max(1, 0.5 * least)


def worded(found: Found, traces: Traces, me: str, *keys: object) -> str:
    """Return what a row says of the traces, in a frame that is drawn by the keys; '' if no frame can be filled.

    `me` is who says 'I'; '' for a text in the third person.
    """
    frames = found.row.say
    start = int(draw(traces.talk.me, found.row.id, *found.people.values(), *keys) * len(frames))
    for frame in (*frames[start:], *frames[:start]):
        filled = _filled(frame, found, traces)
        if filled:
            return _said(filled, traces, me) if me else plain(filled)
    return ""


def _filled(frame: str, found: Found, traces: Traces) -> str:
    whole = True

    def fill(slotted: re.Match[str]) -> str:
        nonlocal whole
        said = _phrase(slotted[1], slotted[2], found, traces.talk.me)
        whole = whole and bool(said) and (not slotted[2] or len(plain(said).split()) <= MOST_WORDS)
        return said

    filled = _SLOT.sub(fill, frame)
    return filled if whole else ""


def _phrase(name: str, part: str | None, found: Found, me: str) -> str:
    if part is None:
        return slot(me if name == "me" else found.people.get(name, "")) if name == "me" or name in found.people else ""
    traces = found.items.get(name, ())
    if part == "names":
        names = dict.fromkeys(t.to if t.by == me else t.by for t in traces)
        return listing([slot(who) for who in names if who][:3])
    return next((t.parts[part] for t in traces if part in t.parts), "")


def _said(slotted: str, traces: Traces, me: str) -> str:
    """Return a slotted sentence in words: full names, then pronouns, or first names where a pronoun is doubtful."""
    people = traces.talk.people
    named = [who for who in persons(slotted) if who != me]
    forms = [people.forms(who)[0] for who in named]
    doubtful = {who for who, form in zip(named, forms, strict=True) if forms.count(form) > 1}
    seen: set[str] = set()

    def once(person: re.Match[str]) -> str:
        who = person[1]
        if who not in named:
            return person[0]
        first = who not in seen
        seen.add(who)
        # The verb after a name is always the third person's, and after 'they' is not: the name is put in by hand.
        return who if first else first_name(who) if who in doubtful else person[0]

    return spoken(SLOT.sub(once, slotted), me, "", people, lambda who: who, named)


def defects(file: str, key: str, table: Mapping[str, Any]) -> Iterator[str]:
    """Say what is wrong with rows: each defect with the id of its row."""
    deeds = (
        {move.does for move in moves().all.values()}
        | set(moves().all)
        | {row["does"] for row in WORDS.rows("outcomes", "outcome")}
    )
    tones = {row.get("tone", "") for row in WORDS.rows("reflection", "insight")}
    ids: set[str] = set()
    for raw in table.get(key, []):
        where = f"{file}.toml, {key} {raw.get('id', '?')!r}"
        if not raw.get("id") or not raw.get("say") or raw["id"] in ids:
            yield f"{where}: a row needs an id of its own and something to say."
            continue
        ids.add(raw["id"])
        try:
            row = _row(raw)
        except ValueError as error:
            yield f"{where}: {error}."
            continue
        yield from (f"{where}: {what}" for what in _row_defects(row, deeds, tones))


_KINDS = frozenset(
    ("pursuit", "did", "seen", "state", "event", "attend", "custom", "past", "habit", "thought", "trial")
)


def _row_defects(row: ReflectionRow, deeds: set[str], tones: set[str]) -> Iterator[str]:
    facts = {each["kind"] for each in WORDS.rows("kinds", "kind")} | _KINDS
    before: set[str] = set()
    people = {name for item in row.use for name in item.roles.values() if not item.absent} | {"me"}
    for item in row.use:
        for kind in item.kinds:
            on, _, does = kind.partition(".")
            if (does and does not in (tones if on == "thought" else deeds)) or (not does and on not in facts):
                yield f"there is no trace {kind!r}."
        if item.same and item.same not in before:
            yield f"{item.same!r} is no item before {item.name!r}."
        for flag in sorted(item.flags - set(FLAGS)):
            yield f"there is no condition {flag!r}."
        if not item.absent:
            before.add(item.name)
    for said in row.say:
        for name, part in _SLOT.findall(said):
            if (part and (name not in before or part not in PARTS)) or (not part and name not in people):
                yield f"there is no slot {{{name}{'.' * bool(part)}{part}}} ({said!r})."

"""A talk as one of the two follows it: what was said as moves, and the life of the matters."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from townlet.offline.fields import Fields, texts
from townlet.offline.forms import verb_form
from townlet.offline.matters.context import Context
from townlet.offline.matters.matter import Deed, Matter, Matters, definite
from townlet.offline.moves.hearing import answer_meant, understood
from townlet.offline.moves.table import Read, TalkMove, moves
from townlet.offline.reader.facts import Fact, RememberedLine, content, in_confidence
from townlet.offline.reader.people import SLOT, persons, plain, slot
from townlet.offline.reader.phrases import from_speech
from townlet.offline.words import WORDS, pattern

LOOSE = frozenset(WORDS.tables["stop"]["loose"])
"""Words too common to say which matter is meant."""
SHARE_MEANT = 0.5
"""A line means a matter with which it shares so much of the words of either."""
ONE_TALK = dt.timedelta(minutes=20)
"""Remembered lines that lie further apart belong to two talks."""


def _coming() -> frozenset[str]:
    """Words that mean whatever event is to come. They are lemmas, whose table takes long to load: not at import."""
    return content(" ".join(WORDS.tables["heard"]["events"]))


@dataclass(frozen=True)
class SpeechAct:
    """A stretch of a line, as it was understood."""

    line: RememberedLine
    read: Read
    matter: Matter | None = None

    @property
    def move(self) -> TalkMove | None:
        return self.read.move


class TalkContext(Context):
    """A talk at the moment when it is one's turn to speak."""

    def __init__(self, fields: Fields, seed: int) -> None:
        super().__init__(fields, seed)
        self.own_recent = [*texts(fields, "own_recent"), *texts(fields, "not_again")]
        self.heard: list[Fact] = []
        reads = [*self._reads()]
        self.matters = Matters(self, [*self.known, *self._told_now]).all
        self.acts: list[SpeechAct] = []
        self._remember_outcomes()
        self._follow(reads)
        self._cache: dict[tuple[str, str], object] = {}

    def memo(self, name: str, matter: Matter | None, made: Callable[[], object]) -> object:
        """Return what `made` returns, computed once for a matter."""
        key = (name, matter.key if matter else "")
        if key not in self._cache:
            self._cache[key] = made()
        return self._cache[key]

    @cached_property
    def known(self) -> list[Fact]:
        """Everything that one knows: what is remembered, and what others have told, but for what they tell one of
        oneself."""
        return [*self.facts, *(fact for fact in self.heard if self.me not in (fact.source, fact.who))]

    @cached_property
    def surprises(self) -> list[Matter]:
        """The events to come that are kept from the hearer, or from somebody in earshot."""
        events = (m for m in self.matters if m.kind == "event" and self.now < (m.start() or self.now))
        return [event for event in events if any(map(event.is_kept_from, (self.you, *self.near)))]

    def would_spoil(self, matter: Matter) -> bool:
        """Return whether a matter is such a surprise, or something of one's own that would give it away."""
        mine = matter.owner == self.me
        return any(matter is event or (mine and event.words & matter.words) for event in self.surprises)

    def _reads(self) -> Iterator[tuple[RememberedLine, Read, Fact | None]]:
        for line in [*self.past_lines, *self.lines]:
            for read in moves().read(line.text):
                learned = self._learned(line, read)
                learned = [replace(fact, secret=fact.secret or in_confidence(line.text, read.text)) for fact in learned]
                self.heard += learned
                yield line, read, learned[0] if learned else None

    @property
    def _told_now(self) -> list[Fact]:
        """What one has said oneself in this talk: a prompt that sums a talk up may show nothing else of it."""
        return [replace(fact, source="") for fact in self.heard if fact.source == self.me and fact.at == self.now]

    def _learned(self, line: RememberedLine, read: Read) -> list[Fact]:
        """What the hearer of a stretch learns."""
        if read.move is None:
            fact = self.reader.told(read.text, line.speaker, line.hearer, line.at, line.number)
            return [fact] if fact else []
        found = []
        for tells in read.move.tells:
            fact = self._told_by(tells, line, read)
            if fact:
                found.append(replace(fact, source=line.speaker, hearer=line.hearer, number=line.number))
        return found

    def _told_by(self, tells: str, line: RememberedLine, read: Read) -> Fact | None:
        filled = tells.replace("{S}", slot(line.speaker)).replace("{H}", slot(line.hearer))
        for name, said in read.slots.items():
            # A memory has to name the place that 'here' means.
            whole = said.removeprefix("here ") if name == "evwhere" else said
            filled = filled.replace(f"{{{name}}}", from_speech(whole, line.speaker, line.hearer, self.people))
        return None if "{" in filled else self.reader.told(filled, line.speaker, line.hearer, line.at)

    def _remember_outcomes(self) -> None:
        """Put the outcomes of earlier talks, which are remembered as plain sentences, on their matters."""
        for fact in self.facts:
            for row in WORDS.rows("outcomes", "outcome"):
                found = pattern(row["reads"]).match(fact.text) if fact.who else None
                matter = found and self._meant(row["on"], found.groupdict(), fact)
                if found and matter:
                    to = found.groupdict().get("H") or matter.owner
                    by = found.groupdict().get("S") or fact.who
                    matter.deeds.append(Deed(by, to, row["does"], fact.at, False, fact.number))
                    break

    def _meant(self, kind: str, said: dict[str, str], fact: Fact) -> Matter | None:
        words = content(" ".join(phrase for name, phrase in said.items() if phrase and name not in ("S", "H", "owner")))
        owner = said.get("owner") or ""
        fitting = [
            m for m in self.matters if m.kind == kind and owner in ("", m.owner) and (m.words & words or not words)
        ]
        if found := max(fitting, key=lambda m: len(m.words & words), default=None):
            return found
        if kind != "need" or not said.get("it") or not said.get("H"):
            return None
        made = Matter("need", said["H"], fact, words, _needed(said["it"], said["H"]))
        self.matters.append(made)
        return made

    def _follow(self, reads: list[tuple[RememberedLine, Read, Fact | None]]) -> None:
        """Say of every stretch which matter it is about, and put the deed on it."""
        current: Matter | None = None
        last: RememberedLine | None = None
        asked: SpeechAct | None = None
        asks: SpeechAct | None = None
        for line, read, fact in reads:
            if (
                last is None
                or {line.speaker, line.hearer} != {last.speaker, last.hearer}
                or line.at - last.at > ONE_TALK
            ):
                current, asked, asks = None, None, None
            elif line is not last:
                asked, asks = asks, None
            last = line
            just = self.acts[-1] if self.acts and self.acts[-1].line is line else None
            follows = [act.move.id for act in (asked, just) if act and act.move]
            read = understood(read, fact, line, follows)
            if read.free and read.move and asked and asked.move and (meant := answer_meant(read.move, asked.move)):
                read, current = replace(read, move=meant), asked.matter
            move = read.move
            if read.free and line.speaker == self.me and (fact is None or fact.kind != "event"):
                read, move = replace(read, move=None), None  # One's own free words leave the matter where it was.
            elif read.free:
                current = self._matter_about(read.text, move, line, current) or current
                if current is not None and move is not None and move.on in ("any", current.kind):
                    self._put(current, move, line)
            elif move is not None and move.on != "talk":
                current = self._matter_of(move, line, read, current)
                if current is not None:
                    self._put(current, move, line)
                    # Whom one has some news from knows it.
                    named = from_speech(read.slots.get("source", ""), line.speaker, line.hearer, self.people)
                    current.deeds += [Deed(who, line.speaker, "told", line.at, line.now) for who in persons(named)]
            self.acts.append(SpeechAct(line, read, current if read.free or move is None or move.on != "talk" else None))
            asks = self.acts[-1] if move is not None and move.asks else asks
        self.current = current if self.lines else None

    def _put(self, matter: Matter, move: TalkMove, line: RememberedLine) -> None:
        for does in filter(None, (move.does, "spoken", move.id)):
            matter.deeds.append(Deed(line.speaker, line.hearer, does, line.at, line.now, line.number))

    def _matter_about(
        self, said: str, move: TalkMove | None, line: RememberedLine, current: Matter | None
    ) -> Matter | None:
        """The matter that a stretch in free words is about: the one that shares most words with it.

        One word is enough if the move says of which kind it is, or if no other matter has it. With none it is the first
        need, cause or event to come of the hearer, or, if the two speak of nothing yet, any event to come.
        """
        if move is not None and move.on == "talk":
            return None
        kind = move.on if move is not None and move.on != "any" else ""
        words = content(from_speech(said, line.speaker, line.hearer, self.people)) - LOOSE
        of_kind = [m for m in self.matters if not kind or (m.kind == kind and move and _whose(move, m, line))]
        ranked = sorted(((len(m.words & words), -n, m) for n, m in enumerate(of_kind)), reverse=True)
        best, second = ([*(shared for shared, _, _ in ranked), 0, 0])[:2]
        if best > 1 or (best and (kind or not second)):
            return ranked[0][2]
        own = [m for m in of_kind if m.owner == line.hearer and (kind == "cause" or (kind == "need" and not words))]
        coming = [m for m in self.matters if m.kind == "event" and (start := m.start()) and start > self.now]
        asks = move is not None and move.asks and kind in ("", "event") and current is None and words <= _coming()
        return next(iter([*own, *(sorted(coming, key=lambda m: m.owner != line.hearer) if asks else [])]), None)

    def _matter_of(self, move: TalkMove, line: RememberedLine, read: Read, current: Matter | None) -> Matter | None:
        said = " ".join(from_speech(phrase, line.speaker, line.hearer, self.people) for phrase in read.slots.values())
        words, named = content(said), SLOT.findall(said)
        fitting = [m for m in self.matters if m.kind == move.on and _whose(move, m, line)]
        best = max(
            fitting,
            key=lambda m: (len(words & m.words), m.owner in named, _shared(named, m), m is current),
            default=None,
        )
        # Two rumours about the mill are not one.
        means = best is not None and len(words & best.words) >= max(1, SHARE_MEANT * min(len(words), len(best.words)))
        if best is not None and (means or ((best.owner in named or _shared(named, best)) and not words)):
            return best
        if current is not None and (current in fitting or (move.to and current.kind == move.on)):
            return current
        if len(fitting) == 1 and not words:
            return best
        owner = line.speaker if "mine" in move.when else line.hearer if "yours" in move.when else next(iter(named), "")
        fact = Fact(move.on, owner, plain(said), at=line.at, source=line.speaker)
        phrases = {name: from_speech(each, line.speaker, line.hearer, self.people) for name, each in read.slots.items()}
        if move.on == "event":
            named_as = phrases.get("ev") or phrases.get("ev_a") or phrases.get("evshort")
            if not named_as:
                return None
            phrases["event"] = definite(named_as)
        made = Matter(move.on, owner, fact, words, phrases)
        self.matters.append(made)
        return made


def _shared(named: list[str], matter: Matter) -> int:
    other = matter.parts.get("other", "")[1:-1]
    return len({*named} & {*matter.fact.people}) + (other in named)


_OBJECT = re.compile(r"(?:an?|the|his|her|their|⟦[^⟧]+⟧'s) ")
"""What stands after a verb and not after a thing: 'write a speech'."""


_BARE_HELP = re.compile(r"(?:on|in|at|out|up|by|near|with|before|after|during)\b")


def _needed(it: str, who: str) -> dict[str, str]:
    """Return what an outcome says that somebody needs: a deed for 'mending a net', help for '⟦Ann⟧ in the hall' and for
    'in the hall', else a thing and what it is for."""
    if SLOT.match(it):
        return {"do": f"help {it}"}
    if _BARE_HELP.match(it):
        return {"do": f"help {slot(who)} {it}"}
    verb, _, rest = it.partition(" ")
    form = verb_form(verb) if verb.endswith("ing") or _OBJECT.match(rest) else None
    if form and form[1] in ("VB", "VBG"):
        return {"do": f"{form[0]} {rest}".strip()}
    thing, _, purpose = it.partition(" for ")
    return {"thing": thing, "purpose": purpose} if purpose else {"thing": thing}


def _whose(move: TalkMove, matter: Matter, line: RememberedLine) -> bool:
    if "!mine" in move.when:
        return matter.owner != line.speaker
    if "mine" in move.when:
        return matter.owner == line.speaker
    if "yours" in move.when:
        return matter.owner == line.hearer
    return "theirs" not in move.when or matter.owner not in (line.speaker, line.hearer)

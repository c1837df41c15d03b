"""The table of moves: what a line can do, when, and in which words. A frame also reads what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from townlet.offline.reader.facts import sentences
from townlet.offline.words import cached, words

_SLOT = re.compile(r"\{(\w+)\}")
_ANYTHING = "[^?!;]+?"
_STOP = r"(?-i:(?:(?<!\b[A-Z][a-z])|(?<=\bHi|\bOh|\bNo|\bSo))\. [A-Z])"
"""Where another sentence begins: not after 'St.' or 'Mr.'."""
_TIME = r"(?:today|tonight|tomorrow|yesterday|last night|(?:on )?\w+day)(?: at (?:half past )?[\w:]+(?: [ap]m)?)?"
_NAME = r"[^\W\d_][^.,?!;:]*?"
_CALLED = r"(?-i:(?![a-z]))[^\W\d_][^.,?!;:]*?"
"""A name by which somebody is called: it does not begin with a small letter."""
_PLACE = r"(?:here )?(?:at|in|on|near|by) [^?!;.,]+?"
READS = {
    "daytime": "morning|afternoon|evening",
    "ev": rf"(?!it\b)(?:(?!{_STOP})[^?!;])+?",
    **dict.fromkeys(
        ("owner", "host", "missing", "helper", "tip", "giver", "about", "source", "yourkin", "other"), _NAME
    ),
    **dict.fromkeys(("you", "Me", "MeFull"), _CALLED),
    **dict.fromkeys(("he", "abouthe", "otherhe"), "he|she|they"),
    **dict.fromkeys(("him", "abouthim", "helperthem", "otherhim"), "him|her|them"),
    **dict.fromkeys(("his", "otherhis"), "his|her|their"),
    **dict.fromkeys(("when", "evwhen", "due"), _TIME),
    **dict.fromkeys(("where", "evwhere"), _PLACE),
    "heldfor": "(?:to|because|so that) [^?!;]+?",
    **dict.fromkeys(("trade", "mytrade"), r"(?:an?|the|one of the) [^?!;]+?"),
}
"""What fills a slot, where that is less than anything."""
_ARTICLE = re.compile(r"^(?:The|An?|My|Our) ")
LEAST_LETTERS = 6
"""A frame has at least so many letters of its own beside slots that anything fills, or it would read every line."""


def _small(found: re.Match[str]) -> str:
    return found[0].lower()


@dataclass(frozen=True)
class Phrasing:
    """One way of saying a move: words with slots, and the conditions under which it fits."""

    body: str
    conditions: tuple[str, ...] = ()

    @property
    def slots(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(_SLOT.findall(self.body)))

    @cached_property
    def _reads(self) -> re.Pattern[str]:
        seen: dict[str, int] = {}

        def group(found: re.Match[str]) -> str:
            seen[found[1]] = seen.get(found[1], 0) + 1
            return f"(?P<{found[1]}{'_' * (seen[found[1]] - 1)}>{READS.get(found[1], _ANYTHING)})"

        escaped = re.sub(r"\\\{(\w+)\\\}", r"{\1}", re.escape(self.body))
        return re.compile(_SLOT.sub(group, escaped) + r"(?=$| )", re.I)

    @cached_property
    def weight(self) -> int:
        """The letters that are not in slots: of two frames that read a line, the one with more of them reads it."""
        return len(_SLOT.sub("", self.body))

    @cached_property
    def tells_apart(self) -> bool:
        """Whether it says enough of its own, or bounds its slots enough, not to read any line."""
        letters = len(re.findall(r"[^\W\d_]", _SLOT.sub("", self.body)))
        bounded = READS.keys() >= set(self.slots) and (
            letters > 1 or any(READS[name] not in (_NAME, _CALLED) for name in self.slots)
        )
        return letters >= LEAST_LETTERS or bounded

    @cached_property
    def lead(self) -> str:
        """What stands before the first slot, in small letters."""
        return _SLOT.split(self.body)[0].lower()

    def read(self, line: str, low: str, start: int) -> tuple[dict[str, str], int] | None:
        """Return what fills the slots, and where in the line the frame ends; None if the line does not say it here."""
        if not low.startswith(self.lead, start):
            return None
        found = self._reads.match(line, start)
        if found is None or found[0][-1] not in ".?!,:":
            return None
        # 'The supper is at six': at the beginning of a sentence an article has a capital.
        told = {name.rstrip("_"): _ARTICLE.sub(_small, said) for name, said in found.groupdict().items()}
        return told, found.end()


@dataclass(frozen=True)
class TalkMove:
    """One row of words/moves/*.toml."""

    id: str
    say: tuple[Phrasing, ...]
    on: str = "talk"
    """The kind of matter that it is about; 'talk' for none, 'any' for whatever is being talked of."""
    to: tuple[str, ...] = ()
    """The moves of the other that it answers."""
    after: tuple[str, ...] = ()
    """The moves of one's own that it may follow in the same line."""
    when: tuple[str, ...] = ()
    """The conditions, all of which must hold."""
    opens: float = 0
    """How much it presses to open a matter; 0 if it opens none."""
    prefer: float = 0
    """Which of several answers comes first."""
    asks: bool = False
    """Whether it waits for an answer."""
    does: str = ""
    """What it leaves the matter in: 'promised', 'accepted', ..."""
    tells: tuple[str, ...] = ()
    """What the hearer learns, as slotted sentences; {S} is the speaker and {H} the hearer."""
    role: str = ""
    """greet, part, bye, dodge or heed: lines around matters."""

    @property
    def family(self) -> str:
        return self.id.partition(".")[0]


@dataclass(frozen=True)
class Read:
    """What a stretch of a line was read as."""

    move: TalkMove | None
    slots: Mapping[str, str]
    text: str
    free: bool = False
    """Whether the words are none of the table's: the move is what they were taken for."""


def _frame(written: str) -> Phrasing:
    conditions, _, body = written.rpartition("|")
    return Phrasing(body.strip(), tuple(conditions.replace("|", " ").split()))


def _tuple(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return tuple(value.split())
    return tuple(str(each) for each in value) if isinstance(value, list) else ()


def move_of(row: Mapping[str, Any]) -> TalkMove:
    tells = tuple(row.get("tells", []))
    return TalkMove(
        row["id"],
        tuple(_frame(said) for said in row.get("say", [])),
        row.get("on", "talk"),
        _tuple(row.get("to")),
        _tuple(row.get("after")),
        _tuple(row.get("if")),
        row.get("opens", 0),
        row.get("prefer", 0),
        row.get("asks", False),
        row.get("does", ""),
        tells,
        row.get("role", ""),
    )


class Moves:
    """All moves."""

    def __init__(self, moves: Iterator[TalkMove]) -> None:
        self.all = {move.id: move for move in moves}
        self.openers = [move for move in self.all.values() if move.opens]
        self.answers: dict[str, list[TalkMove]] = {}
        self.followers: dict[str, list[TalkMove]] = {}
        for move in self.all.values():
            for answered in move.to:
                self.answers.setdefault(answered, []).append(move)
            for followed in move.after:
                self.followers.setdefault(followed, []).append(move)
        self._by_lead: dict[str, list[tuple[Phrasing, TalkMove]]] = {}
        for move in self.all.values():
            for frame in filter(lambda frame: frame.tells_apart, move.say):
                self._by_lead.setdefault(frame.lead.split(" ")[0] if " " in frame.lead else "", []).append(
                    (frame, move)
                )

    def of_role(self, role: str) -> list[TalkMove]:
        return [move for move in self.all.values() if move.role == role]

    def answered(self, move: TalkMove) -> bool:
        """Whether some move answers this one."""
        return move.id in self.answers

    def read(self, line: str) -> tuple[Read, ...]:
        """Return what a spoken line does, stretch by stretch; a stretch in other words has no move."""
        return _read(line)

    def first(self, line: str, low: str, start: int) -> tuple[Read, int] | None:
        """Return the heaviest frame that reads the line from here, and where it ends."""
        best: tuple[int, Read, int] | None = None
        word = low[start:].split(" ", 1)[0]
        for key in (word, ""):
            for frame, move in self._by_lead.get(key, []):
                found = frame.read(line, low, start) if best is None or frame.weight > best[0] else None
                if found:
                    best = (frame.weight, Read(move, found[0], line[start : found[1]].strip()), found[1])
        return (best[1], best[2]) if best else None


@cached(20_000)
def _read(line: str) -> tuple[Read, ...]:
    table, found, at, low = moves(), [], 0, line.lower()
    while at < len(line):
        if line[at] == " ":
            at += 1
            continue
        if read := table.first(line, low, at):
            found.append(read[0])
            at = read[1]
            continue
        rest = sentences(line[at:])
        said = rest[0] if rest else line[at:]
        found.append(Read(None, {}, said))
        at += max(1, line[at:].find(said) + len(said))
    return tuple(found)


@cached()
def moves() -> Moves:
    """Return the moves of the words in use."""
    return Moves(move_of(row) for file in words().moves for row in file.get("move", []))

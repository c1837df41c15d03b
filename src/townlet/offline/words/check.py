"""The check of the tables: every defect at once, each with its file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from townlet.offline.moves.conditions import CONDITIONS, DEED_OF
from townlet.offline.moves.slots import SLOTS
from townlet.offline.moves.table import READS, Frame, Move, Moves, move_of
from townlet.offline.words import WORDS

KINDS = frozenset(
    (
        "talk", "any", "event", "need", "cause", "worry", "trial", "quarrel", "pursuit", "wish", "opinion", "taste",
        "tale", "arrival", "plan", "news", "seen", "face", "tie", "thought", "wonder",
    )
)  # fmt: skip
"""What a move may be about."""
ROLES = frozenset(("", "greet", "back", "part", "bye", "dodge", "heed", "bridge"))
KEYS = frozenset(("id", "on", "to", "after", "if", "opens", "prefer", "asks", "does", "tells", "role", "say"))
HEARD_KEYS = frozenset(("as", "says", "tells", "whose", "after"))
WHOSE = frozenset(("", "speaker", "hearer", "other", "nobody"))
_TOLD = frozenset(("S", "H"))


def defects(files: Mapping[str, str], tables: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return the defects of tables of moves, given the texts of their files by name. Empty if there are none."""
    return [*_Check(files, tables).found()]


class _Check:
    def __init__(self, files: Mapping[str, str], tables: Mapping[str, Mapping[str, Any]]) -> None:
        self.files, self.tables = files, tables
        self.rows = [(name, row) for name, table in tables.items() for row in table.get("move", [])]
        self.ids = {str(row.get("id", "")) for _, row in self.rows}
        self.heard = [(name, row) for name, table in tables.items() for row in table.get("heard", [])]
        self.understood = {str(row.get("as", "")) for _, row in self.heard}

    def found(self) -> Iterator[str]:
        seen: set[str] = set()
        for name, row in self.rows:
            for what in self._row(row):
                yield f"{self._place(name, row)}: {what}"
            if row.get("id") in seen:
                yield f"{self._place(name, row)}: the id {row['id']!r} stands twice."
            seen.add(str(row.get("id")))
        for name, row in self.heard:
            for what in self._hearing(row):
                yield f"{self._place(name, row)}: {what}"
        yield from self._together()

    def _place(self, name: str, row: Mapping[str, Any]) -> str:
        lines = self.files.get(name, "").split("\n")
        key = "as" if "as" in row else "id"
        begins = re.compile(rf'{key}\s*=\s*"{re.escape(str(row.get(key)))}"')
        line = next((n for n, text in enumerate(lines, 1) if begins.match(text)), 1)
        return f"{PurePosixPath(name).name}.toml, line {line}"

    def _row(self, row: Mapping[str, Any]) -> Iterator[str]:
        for key in sorted(set(row) - KEYS):
            yield f"there is no key {key!r}; a move has {', '.join(sorted(KEYS))}."
        if not row.get("id") or not (row.get("say") or row["id"] in self.understood):
            yield "a move needs an id and something to say."
            return
        move = move_of(row)
        if move.on not in KINDS:
            yield f"there is no kind of matter {move.on!r}."
        if move.role not in ROLES:
            yield f"there is no role {move.role!r}."
        conditions = (*move.when, *(each for frame in move.say for each in frame.conditions))
        for part in (part.lstrip("!") for condition in conditions for part in condition.split("|")):
            if not _known(part, move.on):
                yield f"there is no condition {part!r}."
        for target in (*move.to, *move.after):
            if target not in self.ids:
                yield f"there is no move {target!r}."
        for frame in move.say:
            yield from _frame(frame)
        said = {slot for frame in move.say for slot in frame.slots}
        for tells in move.tells:
            for slot in set(re.findall(r"\{(\w+)\}", tells)) - said - _TOLD:
                yield f"what it tells has the slot {{{slot}}}, which no frame says."

    def _hearing(self, row: Mapping[str, Any]) -> Iterator[str]:
        for key in sorted(set(row) - HEARD_KEYS):
            yield f"there is no key {key!r}; how free words are heard has {', '.join(sorted(HEARD_KEYS))}."
        for target in (str(row.get("as", "")), *str(row.get("after", "")).split()):
            if target not in self.ids:
                yield f"there is no move {target!r}."
        if row.get("whose", "") not in WHOSE:
            yield f"there is nobody {row['whose']!r}; a fact is about {', '.join(sorted(filter(None, WHOSE)))}."
        for says in row.get("says", []):
            try:
                re.compile(says.replace("{hearer}", ""))
            except re.error as error:
                yield f"{says!r} is no pattern: {error}."
        if not row.get("says") and not row.get("tells"):
            yield "it would hear every sentence: it needs a pattern (says) or a kind of fact (tells)."

    def _together(self) -> Iterator[str]:
        """What only shows when all rows are seen: questions that nobody can answer, frames that read each other."""
        good = [(name, row) for name, row in self.rows if row.get("id")]
        moves = Moves(move_of(row) for _, row in good)
        places = {row["id"]: self._place(name, row) for name, row in good}
        for move in moves.all.values():
            answers = moves.answers.get(move.id, [])
            if (
                move.asks
                and move.say
                and not _to_others(move, moves)
                and not any(_always(answer) for answer in answers)
            ):
                yield f"{places[move.id]}: {move.id!r} asks, and no answer fits always."
        whole: dict[str, str] = {}
        for move in moves.all.values():
            for frame in move.say:
                if frame.slots:
                    continue
                other = whole.setdefault(frame.body.lower(), move.id)
                if other != move.id and not (move.role and moves.all[other].role == move.role):
                    yield f"{places[move.id]}: {frame.body!r} is said by {other!r}, too."


def _known(condition: str, kind: str) -> bool:
    if condition in CONDITIONS or condition in WORDS.tables["states"].get(kind, {}):
        return True
    who, colon, does = condition.partition(":")
    return bool(colon) and who in DEED_OF and bool(does)


def _to_others(move: Move, moves: Moves) -> bool:
    """Whether a question is only put to those who speak in free words: they answer in free words."""
    begins = [moves.all[each] for each in move.after if each in moves.all] or [move]
    answered = [moves.all[each] for start in begins for each in start.to if each in moves.all]
    return bool(answered) and not any(each.say for each in answered)


def _always(move: Move) -> bool:
    """Whether an answer fits always: no condition but whose matter it is, and a frame without slots."""
    free = any(not frame.conditions and set(frame.slots) <= {"you"} for frame in move.say)
    return free and set(move.when) <= {"mine", "yours", "theirs"}


def _frame(frame: Frame) -> Iterator[str]:
    for slot in frame.slots:
        if slot not in SLOTS:
            yield f"there is no slot {{{slot}}} ({frame.body!r})."
    if not frame.body.endswith((".", "?", "!")):
        yield f"{frame.body!r} does not end in a full stop, a question mark or an exclamation mark."
    if any(READS.keys().isdisjoint(pair) for pair in re.findall(r"\{(\w+)\},? \{(\w+)\}", frame.body)):
        yield f"{frame.body!r} has two slots side by side, which nobody can tell apart."
    if not frame.tells_apart:
        yield f"{frame.body!r} says too little of its own beside its slots."

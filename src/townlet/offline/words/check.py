"""The check of the tables: every defect at once, each with its file and line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from pydantic import ValidationError

from townlet.files import parse_toml_text
from townlet.offline.moves.conditions import CONDITIONS, DEED_OF
from townlet.offline.moves.slots import SLOTS
from townlet.offline.moves.table import READS, Moves, Phrasing, TalkMove, move_of
from townlet.offline.states import URGENT, classify
from townlet.offline.trades import act_of
from townlet.offline.words import WORDS, Words
from townlet.offline.words.schema import ADDABLE
from townlet.town.defects import nearest
from townlet.town.toml_file import faults_in_words

KINDS = frozenset(
    (
        "talk", "any", "event", "need", "cause", "worry", "trial", "quarrel", "pursuit", "wish", "opinion", "taste",
        "tale", "arrival", "plan", "news", "seen", "face", "tie", "thought", "wonder",
    )
)  # fmt: skip
"""What a move may be about."""
ROLES = frozenset(("", "greet", "back", "part", "bye", "dodge", "heed", "bridge", "curt"))
WHOSE = frozenset(("", "speaker", "hearer", "other", "nobody"))
_TOLD = frozenset(("S", "H"))
_FACTS = frozenset(
    ("event", "guestlist", "attend", "custom", "past", "habit", "thing", "thought", "trial", "line", "plans", "memo")
)
"""Kinds of facts that have no row in kinds.toml."""

Row = dict[str, Any]
Found = tuple[str, int, str]
"""A defect: its file, its line and what is wrong."""


def defects(files: Mapping[str, str], base: Words | None = None) -> list[str]:
    """Return the defects of files of words, given by name, that add to those of `base`. Empty if there are none."""
    check = _WordsCheck(base or Words({}))
    found = [each for name, text in files.items() for each in check.file(name, text)]
    found += check.moves()
    return [f"{name}, line {line}: {what}" for name, line, what in sorted(dict.fromkeys(found))]


def line_of(text: str, table: str, number: int = 0, *clues: str) -> int:
    """Return the line of a clue within a table: of the first clue that stands there, else of the table's head.

    The table is the one of that number (from 0) among the rows `[[table]]`, or else `[table]`, or the key itself.
    """
    lines = text.split("\n")
    name = rf'["\']?{re.escape(table)}["\']?'
    head = re.compile(rf"\s*(?:\[\[?\s*{name}\s*\]\]?|{name}\s*=)")
    heads = [place for place, line in enumerate(lines) if head.match(line)]
    if number >= len(heads):
        return 1
    start = heads[number]
    end = next((n for n in range(start + 1, len(lines)) if re.match(r"\s*\[\[?[\w\"' ]+\]", lines[n])), len(lines))
    for clue in clues:
        for place in range(start, end):
            if clue in lines[place]:
                return place + 1
    return start + 1


class _WordsCheck:
    def __init__(self, base: Words) -> None:
        self.base = base
        self.base_moves = [row for table in base.moves for row in table.get("move", [])]
        self.texts: dict[str, str] = {}
        self.added: list[tuple[str, int, Row]] = []
        self.heard: list[tuple[str, int, Row]] = []
        self.misshapen: set[str] = set()
        self.manners = {*WORDS.tables["manners"]}

    def file(self, name: str, text: str) -> Iterator[Found]:
        """Check the form of a file, and keep its moves for the check of all moves together."""
        path = PurePosixPath(name)
        stem = "moves" if path.parent.name == "moves" else path.stem
        model = ADDABLE.get(stem)
        if model is None:
            yield name, 1, f"no words can be added here; files are {', '.join(ADDABLE)}.{nearest(stem, ADDABLE)}"
            return
        try:
            table = parse_toml_text(text)
        except tomllib.TOMLDecodeError as error:
            yield name, 1, f"this is not valid TOML: {error}."
            return
        misshapen: set[tuple[str | int, ...]] = set()
        try:
            model.model_validate(table)
        except ValidationError as error:
            for fault, said in zip(error.errors(), faults_in_words(error, model), strict=True):
                misshapen.add(fault["loc"][:2])
                yield name, _line_of_fault(text, fault["loc"]), _sentence(said)
        if stem == "moves":
            self.texts[name] = text
            self._keep(name, table, misshapen)
        elif not misshapen:
            yield from self._standing(name, text, stem, table)

    def _keep(self, name: str, table: Row, misshapen: set[tuple[str | int, ...]]) -> None:
        """Keep the rows of moves for the check of all together. Of a row that has no proper form only the id counts."""
        for key, rows in (("move", self.added), ("heard", self.heard)):
            every = table.get(key, [])
            for number, row in enumerate(every if isinstance(every, list) else []):
                if (key, number) not in misshapen:
                    rows.append((name, number, row))
                elif isinstance(row, dict):
                    self.misshapen.add(str(row.get("id")))

    def _standing(self, name: str, text: str, stem: str, table: Row) -> Iterator[Found]:
        """What the package has already, so that it cannot be added."""
        base = self.base.tables.get(stem, {})
        yield from _states(name, text, stem, table)
        if stem == "trades":
            for trade in sorted(table.keys() & base.keys()):
                yield name, line_of(text, trade), f"there is a trade {trade!r} already; call this one something else."
        if stem == "skills":
            for part in ("trades", "skills"):
                for key in sorted(table.get(part, {}).keys() & base.get(part, {}).keys()):
                    yield name, line_of(text, part, 0, key), f"{key!r} stands already; write another pattern."
        if stem == "manners":
            self.manners |= table.keys()
            for manner in sorted(table.keys() & CONDITIONS.keys()):
                yield name, line_of(text, manner), f"{manner!r} is a condition already, so no manner can be called so."
        if stem == "routines":
            seen = {row["name"] for row in base.get("routine", [])}
            for number, row in enumerate(table.get("routine", [])):
                if row["name"] in seen:
                    yield name, line_of(text, "routine", number, "name"), f"there is a routine {row['name']!r} already."
                seen.add(row["name"])

    def moves(self) -> Iterator[Found]:
        """Check all rows of moves that were added, by themselves and with the others."""
        seen = {str(row["id"]) for row in self.base_moves}
        self.ids = seen | self.misshapen | {row["id"] for _, _, row in self.added}
        self.understood = {row["as"] for _, _, row in self.heard}
        does = (row.get("does", "") for row in (*self.base_moves, *(row for _, _, row in self.added)))
        self.deeds = {*self.ids, *does, *(row["does"] for row in WORDS.rows("outcomes", "outcome")), "spoken"}
        for name, number, row in self.added:
            text = self.texts[name]
            for what, *clues in self._row(row):
                yield name, line_of(text, "move", number, *clues, "id ="), what
            if row["id"] in seen:
                yield name, line_of(text, "move", number, "id ="), f"the id {row['id']!r} stands twice."
            seen.add(row["id"])
        for name, number, row in self.heard:
            for what, *clues in self._hearing(row):
                yield name, line_of(self.texts[name], "heard", number, *clues, "as ="), what
        yield from self._together()

    def _row(self, row: Row) -> Iterator[Sequence[str]]:
        move = move_of(row)
        if not row.get("say") and move.id not in self.understood:
            yield (f"{move.id!r} has nothing to say, and no [[heard]] is taken for it.",)
        if move.on not in KINDS:
            yield f"there is no kind of matter {move.on!r}.{nearest(move.on, KINDS)}", "on ="
        if move.role not in ROLES:
            yield f"there is no role {move.role!r}.{nearest(move.role, ROLES)}", "role ="
        for target in (*move.to, *move.after):
            if target not in self.ids:
                yield f"there is no move {target!r}.{nearest(target, self.ids)}", target
        for conditions, clue in ((move.when, "if ="), *((frame.conditions, frame.body) for frame in move.say)):
            for part in (part.lstrip("!") for condition in conditions for part in condition.split("|")):
                if what := self._unknown(part, move.on):
                    yield what, clue
        for what, clue in _said(move):
            yield what, clue

    def _unknown(self, condition: str, kind: str) -> str:
        """What is wrong with a condition; '' if it is known."""
        if condition in CONDITIONS or condition in self.manners or condition in WORDS.tables["states"].get(kind, {}):
            return ""
        who, colon, does = condition.partition(":")
        if not colon or who not in DEED_OF:
            return f"there is no condition {condition!r}.{nearest(condition, CONDITIONS)}"
        return "" if does in self.deeds else f"nothing does {does!r} ({condition!r}).{nearest(does, self.deeds)}"

    def _hearing(self, row: Row) -> Iterator[Sequence[str]]:
        for target, clue in ((row["as"], "as ="), *((each, "after =") for each in row.get("after", "").split())):
            if target not in self.ids:
                yield f"there is no move {target!r}.{nearest(target, self.ids)}", clue
        if row.get("whose", "") not in WHOSE:
            who = ", ".join(sorted(filter(None, WHOSE)))
            yield f"there is nobody {row['whose']!r}; a fact is about {who}.", "whose ="
        facts = {str(each["kind"]) for each in WORDS.rows("kinds", "kind")} | _FACTS
        for kind in set(row.get("tells", [])) - facts:
            yield f"there is no kind of fact {kind!r}.{nearest(kind, facts)}", "tells ="
        if not row.get("says") and not row.get("tells"):
            yield ("it would hear every sentence: it needs a pattern (says) or a kind of fact (tells).",)

    def _together(self) -> Iterator[Found]:
        """What only shows when all rows are seen: questions that nobody can answer, frames that read each other."""
        base = [move_of(row) for row in self.base_moves]
        added = [(name, number, move_of(row)) for name, number, row in self.added]
        moves = Moves(iter([*base, *(move for _, _, move in added)]))
        whole = {frame.body.lower(): move.id for move in base for frame in move.say if not frame.slots}
        for name, number, move in added:
            text, answers = self.texts[name], moves.answers.get(move.id, [])
            if move.asks and move.say and not _to_others(move, moves) and not any(map(_always, answers)):
                yield name, line_of(text, "move", number, "id ="), f"{move.id!r} asks, and no answer fits always."
            for frame in move.say:
                other = "" if frame.slots else whole.setdefault(frame.body.lower(), move.id)
                if other not in ("", move.id) and not (move.role and moves.all[other].role == move.role):
                    line = line_of(text, "move", number, frame.body)
                    yield name, line, f"{frame.body!r} is said by {other!r}, too."


def _states(name: str, text: str, stem: str, table: Row) -> Iterator[Found]:
    """Acts that would leave a thing in a state at which everybody stops to put it right."""
    trades = [(each, 0, row["acts"]) for each, row in table.items()] if stem == "trades" else []
    routines = [("routine", n, row["acts"]) for n, row in enumerate(table.get("routine", []))]
    for head, number, acts in (*trades, *(routines if stem == "routines" else [])):
        for act in acts:
            state = act_of(act).state
            if state and classify(f"The thing is {state}.").of.sort in URGENT:
                yield name, line_of(text, head, number, act, "acts ="), f"the state {state!r} calls for action."


def _sentence(said: str) -> str:
    said = re.sub(r"\b\w+\.\d+\.(?=\w)|^\S+\[key\]: ", "", said)
    return said if said.endswith((".", "?", "!")) else f"{said}."


def _line_of_fault(text: str, path: Sequence[str | int]) -> int:
    """Return the line of what stands at a path such as ('pastime', 2, 'stems', 0) or ('baker', 'hours')."""
    table, *rest = path
    number = next((part for part in rest if isinstance(part, int)), 0) if rest and isinstance(rest[0], int) else 0
    keys = [part for part in rest if isinstance(part, str)]
    return line_of(text, str(table), number, *(f"{key} =" for key in reversed(keys)), *keys)


def _to_others(move: TalkMove, moves: Moves) -> bool:
    """Whether a question is only put to those who speak in free words: they answer in free words."""
    begins = [moves.all[each] for each in move.after if each in moves.all] or [move]
    answered = [moves.all[each] for start in begins for each in start.to if each in moves.all]
    return bool(answered) and not any(each.say for each in answered)


def _always(move: TalkMove) -> bool:
    """Whether an answer fits always: no condition but whose matter it is, and a frame without slots."""
    free = any(not frame.conditions and set(frame.slots) <= {"you"} for frame in move.say)
    return free and set(move.when) <= {"mine", "yours", "theirs"}


def _said(move: TalkMove) -> Iterator[tuple[str, str]]:
    for frame in move.say:
        for what in _frame(frame):
            yield what, frame.body
    said = {slot for frame in move.say for slot in frame.slots}
    told = [set(re.findall(r"\{(\w+)\}", tells)) - _TOLD for tells in move.tells]
    for slot in set().union(*told) - said:
        yield f"what it tells has the slot {{{slot}}}, which no frame says.", "tells ="
    for frame in move.say:
        if told and frame.slots and not any(slots <= set(frame.slots) for slots in told):
            yield f"{frame.body!r} says too little for what the move tells: nobody would remember it.", frame.body


def _frame(frame: Phrasing) -> Iterator[str]:
    for slot in frame.slots:
        if slot not in SLOTS:
            yield f"there is no slot {{{slot}}} ({frame.body!r}).{nearest(slot, SLOTS)}"
    if not frame.body.endswith((".", "?", "!")):
        yield f"{frame.body!r} does not end in a full stop, a question mark or an exclamation mark."
    if any(READS.keys().isdisjoint(pair) for pair in re.findall(r"\{(\w+)\},? \{(\w+)\}", frame.body)):
        yield f"{frame.body!r} has two slots side by side, which nobody can tell apart."
    if not frame.tells_apart:
        yield f"{frame.body!r} says too little of its own beside its slots."

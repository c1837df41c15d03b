"""The kinds of question, as rows of words/questions.toml: patterns, who answers them, and frames of answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from townlet.offline.english import sentence
from townlet.offline.interview.asked import Asked, Question
from townlet.offline.words import WORDS

_SLOT = re.compile(r"\{(\w+)\}")
_PERSON = "⟦[^⟧]+⟧"
_NAME = r"(?-i:[^\W\d_a-z])[\w’'-]*(?: (?:(?:de|da|del|van|von|der|la|al|bin)\b ?)*(?-i:[^\W\d_a-z])[\w’'-]*)*"


@dataclass(frozen=True)
class Row:
    """One kind of question."""

    id: str
    asks: tuple[re.Pattern[str], ...]
    answer: str
    """The name of the function that finds what to say."""
    say: tuple[tuple[str, str], ...]
    """Frames, each with the case for which it is meant: '' for the plain one."""
    kinds: tuple[str, ...] = ()
    """The kinds of facts that are asked for."""
    about: bool = False
    """Whether facts have to share a word with the question."""
    whole: bool = False
    """Whether it is asked of the whole question before that is split into parts."""

    def match(self, question: Question) -> re.Match[str] | None:
        """Return what a pattern finds in a question, if one does."""
        return next((found for asks in self.asks if (found := asks.search(question.text))), None)


Slots: TypeAlias = Mapping[str, str]
"""What a handler found, by slot; `case` names the frames that fit. A slot with nothing in it is left out."""
Handler: TypeAlias = Callable[[Asked, Question, Row, re.Match[str]], "Slots | None"]


def frame(asked: Asked, key: str, say: tuple[tuple[str, str], ...], slots: Slots) -> str:
    """Return one of the frames that can be filled, filled; of these, one that says most. '' if none can be."""
    filled = {name: said for name, said in slots.items() if said}
    fitting = [body for case, body in say if case == filled.get("case", "") and {*_SLOT.findall(body)} <= filled.keys()]
    most = max((len({*_SLOT.findall(body)}) for body in fitting), default=0)
    fullest = [body for body in fitting if len({*_SLOT.findall(body)}) == most]
    if not fullest:
        return ""
    said = asked.pick(key, fullest).format_map(filled)
    return sentence(said) if not said.endswith("”") else said


def _row(row: Mapping[str, Any]) -> Row:
    kinds = tuple(row.get("kinds", "").split())
    asks, say = tuple(map(_pattern, row["asks"])), frames(row.get("say", []))
    return Row(row["id"], asks, row["with"], say, kinds, row.get("about", False), row.get("whole", False))


def _pattern(written: str) -> re.Pattern[str]:
    """Return a pattern with groups for people: 'who', 'who2', ... if they are known, else 'name'."""
    counts = {"P": 0, "N": 0}

    def group(found: re.Match[str]) -> str:
        kind = found[1]
        counts[kind] += 1
        name = ("who" if kind == "P" else "name") + (str(counts[kind]) if counts[kind] > 1 else "")
        return f"(?P<{name}>{_PERSON if kind == 'P' else _NAME})"

    return re.compile(re.sub(r"\{([PN])\}", group, written), re.I)


def frames(say: list[str]) -> tuple[tuple[str, str], ...]:
    """Return frames with their cases: 'none|I have no {kin}.' is for the case 'none'."""
    return tuple((each.rpartition("|")[0], each.rpartition("|")[2]) for each in say)


ROWS = tuple(_row(row) for row in WORDS.rows("questions", "question"))


def defects(handlers: Mapping[str, tuple[Handler, str]]) -> Iterator[str]:
    """Yield what is wrong with the rows: unknown handlers, and slots and cases that a handler never fills."""
    for row in ROWS:
        if row.answer not in handlers:
            yield f"questions.toml, {row.id}: there is no handler {row.answer!r}."
            continue
        known = handlers[row.answer][1].split()
        for case, body in row.say:
            for slot in {*_SLOT.findall(body), *([f"{case}|"] if case else [])} - {*known}:
                yield f"questions.toml, {row.id}: {row.answer!r} fills no {slot!r} ({body!r})."

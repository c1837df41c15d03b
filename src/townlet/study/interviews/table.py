"""Answers as a tidy table: a row an answer, a column a variable."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TextIO

from townlet.engine.runfile import study_path
from townlet.study.defects import FileFaults
from townlet.study.interviews.asking import Answer
from townlet.study.interviews.conditions import Condition
from townlet.study.interviews.names import Asked
from townlet.study.jsonlines import add_lines, lines_in


@dataclass(frozen=True)
class Study:
    """What all rows of one table share."""

    run: str
    town: str
    seed: int
    model: str
    """Who answered; 'offline' for rules."""
    time: str
    """The moment of the run at which it was asked, ISO 8601."""
    step: int
    battery: str

    def key_of(self, person: str, asked: Asked, condition: Condition) -> tuple[object, ...]:
        """That of the row in which an answer would stand."""
        return self.run, self.model, self.step, self.battery, person, condition.name, asked.question.id, asked.text

    def row(self, answer: Answer) -> Row:
        question = answer.asked.question
        # What was noticed, and is remembered for the interview alone, has no id in the run.
        held = (memory.id for memory in answer.shown if memory.id.step < self.step)
        memories = "; ".join("/".join(map(str, each)) for each in held)
        return Row(
            **asdict(self),
            person=answer.person,
            condition=answer.condition,
            category=question.category,
            question=question.id,
            asked=answer.asked.text,
            about="; ".join(answer.asked.about),
            answer=answer.text,
            code=question.code(answer.text),
            memories=memories,
        )


@dataclass(frozen=True)
class Row(Study):
    """One answer, with all that it takes to know what it is of."""

    person: str
    condition: str
    category: str
    question: str
    """Its id in the battery."""
    asked: str
    """As it was put to this person."""
    about: str
    """The people named in it, with '; ' between them."""
    answer: str
    code: int | None
    """Of a closed question: the option's number from 1, -9 refused, -8 not known."""
    memories: str
    """Ids (agent/step/ordinal) of the memories that it was given to rest on, with '; ' between them."""

    @property
    def key(self) -> tuple[object, ...]:
        """What the row is an answer to: two rows of one key are the same answer."""
        who = (self.person, self.condition, self.question, self.asked)
        return (self.run, self.model, self.step, self.battery, *who)


COLUMNS = tuple(Row.__dataclass_fields__)


def interviews_path(run: Path) -> Path:
    """Where the answers of a run's people are kept: beside the run, never in it."""
    return study_path(run) / "interviews.jsonl"


def write_csv(rows: Iterable[Row], to: TextIO) -> None:
    """With a heading; what is none is empty."""
    writer = csv.DictWriter(to, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(asdict(row) for row in rows)


def append(rows: Iterable[Row], to: Path) -> None:
    """Add rows to a file of JSON lines, which is made if it is not there."""
    add_lines((json.dumps(asdict(row), ensure_ascii=False) for row in rows), to)


def read_rows(path: Path) -> list[Row]:
    """The rows of a file of JSON lines. Raises FileFaults with every line that is none."""
    rows, faults = [], []
    for number, line in lines_in(path):
        try:
            written: dict[str, Any] = json.loads(line)
            rows.append(Row(**written))
        except (ValueError, TypeError) as error:
            faults.append(f"line {number}: {error}")
    if faults:
        raise FileFaults(path, faults)
    return rows


def rows_beside(run: Path) -> list[Row]:
    """The answers that are kept beside a run; none if nobody has been asked. Raises FileFaults."""
    path = interviews_path(run)
    return read_rows(path) if path.is_file() else []

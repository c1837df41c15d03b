"""What answers rest on: the run as far as it had come when they were given, and who gave them."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TextIO

from townlet.analysis.diffusion import read_tracked_facts
from townlet.experiments.interviews.battery import Battery, PersonalQuestion, count_contacts, personalise_questions
from townlet.experiments.interviews.conditions import MemoryCondition
from townlet.experiments.interviews.interviewer import InterviewAnswer, Interviewer, ask_in_batches
from townlet.runfile import Json, RunReader, study_path
from townlet.runfile.manifest import build_manifest, describe_answerers
from townlet.runfile.study_files import StudyError, StudyFileError, append_json_lines, read_json_lines
from townlet.town import Town
from townlet.world.events import Said


def build_answers_manifest(reader: RunReader, step: int, model: str) -> dict[str, Json]:
    """The manifest of answers that a model gave when a step began, as plain data. Raises RunFileError."""
    manifest = build_manifest(reader, step - 1)
    note = f"The run: {manifest.note} The answers: {describe_answerers([model])}"
    return {**manifest.as_json(), "answered_by": model, "note": note}


@dataclass(frozen=True)
class InterviewContext:
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

    def key_of(self, person: str, asked: PersonalQuestion, condition: MemoryCondition) -> tuple[object, ...]:
        """That of the row in which an answer would stand."""
        return self.run, self.model, self.step, self.battery, person, condition.name, asked.question.id, asked.text

    def row(self, answer: InterviewAnswer) -> AnswerRow:
        question = answer.asked.question
        # What was noticed, and is remembered for the interview alone, has no id in the run.
        held = (memory.id for memory in answer.shown if memory.id.step < self.step)
        memories = "; ".join("/".join(map(str, each)) for each in held)
        return AnswerRow(
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
class AnswerRow(InterviewContext):
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


ANSWER_COLUMNS = tuple(AnswerRow.__dataclass_fields__)


def interviews_path(run: Path) -> Path:
    """Where the answers of a run's people are kept: beside the run, never in it."""
    return study_path(run) / "interviews.jsonl"


def write_answers_csv(rows: Iterable[AnswerRow], to: TextIO) -> None:
    """With a heading; what is none is empty."""
    writer = csv.DictWriter(to, ANSWER_COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(asdict(row) for row in rows)


def append_answers(rows: Iterable[AnswerRow], to: Path) -> None:
    """Add rows to a file of JSON lines, which is made if it is not there."""
    append_json_lines((json.dumps(asdict(row), ensure_ascii=False) for row in rows), to)


def read_answers(path: Path) -> list[AnswerRow]:
    """The rows of a file of JSON lines. Raises FileFaults with every line that is none."""
    rows, faults = [], []
    for number, line in read_json_lines(path):
        try:
            written: dict[str, Any] = json.loads(line)
            rows.append(AnswerRow(**written))
        except (ValueError, TypeError) as error:
            faults.append(f"line {number}: {error}")
    if faults:
        raise StudyFileError(path, faults)
    return rows


def read_answers_beside(run: Path) -> list[AnswerRow]:
    """The answers that are kept beside a run; none if nobody has been asked. Raises FileFaults."""
    path = interviews_path(run)
    return read_answers(path) if path.is_file() else []


PlannedQuestion = tuple[str, PersonalQuestion, MemoryCondition]
"""Who is asked, what, and under which condition."""


def list_talks_before(reader: RunReader, step: int) -> list[tuple[str, ...]]:
    """The talks that were held before a step, each by its participants."""
    talks: dict[str, dict[str, None]] = {}
    for row in reader.events(0, step - 1, agent=""):
        if row.kind == Said.__name__:
            said = json.loads(row.data)
            talks.setdefault(said["talk"], {}).update({said["speaker"]: None, said["to"]: None})
    return [tuple(people) for people in talks.values()]


def plan_interviews(
    town: Town,
    people: Iterable[str],
    talks: Sequence[Sequence[str]],
    battery: Battery,
    conditions: Sequence[MemoryCondition],
    seed: int,
) -> list[PlannedQuestion]:
    """Every question to everybody, under every condition. Raises StudyFault if nothing can be asked."""
    facts, names = read_tracked_facts(town), [person.name for person in town.people]
    asks = [
        (person, asked, condition)
        for person in people
        for asked in personalise_questions(person, battery, count_contacts(person, talks), facts, names, seed)
        for condition in conditions
    ]
    if not asks:
        raise StudyError(
            f"Nothing of the battery {battery.name!r} can be asked: every question names what there is not."
        )
    return asks


async def hold_interviews(
    interviewer: Interviewer,
    study: InterviewContext,
    asks: Sequence[PlannedQuestion],
    before: Mapping[tuple[object, ...], AnswerRow],
    keep: Callable[[Sequence[AnswerRow]], None],
    asker: str,
) -> list[AnswerRow | None]:
    """The answers to all that is asked, in its order: those from before, and the others new.

    None where the model gave no fit answer. Raises ModelError.
    """

    async def answered(place: int) -> AnswerRow:
        person, asked, condition = asks[place]
        return study.row(await interviewer.ask(person, asked, condition, asker))

    found = {place: before[key] for place, ask in enumerate(asks) if (key := study.key_of(*ask)) in before}
    missing = [place for place in range(len(asks)) if place not in found]
    came = await ask_in_batches(missing, answered, keep)
    new = dict(zip(missing, came, strict=True))
    return [found.get(place) or new[place] for place in range(len(asks))]

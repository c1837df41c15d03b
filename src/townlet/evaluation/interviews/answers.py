"""Interview answers: planning and holding interviews, and the table of answers stored beside a run."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from townlet.evaluation.interviews.battery import Battery, PersonalQuestion, count_contacts, personalise_questions
from townlet.evaluation.interviews.conditions import MemoryCondition
from townlet.evaluation.interviews.interviewer import InterviewAnswer, Interviewer, ask_in_batches
from townlet.measures.diffusion import read_tracked_facts
from townlet.measures.table import Table
from townlet.runfile import Json, study_path
from townlet.runfile.manifest import describe_answerers
from townlet.runfile.study_files import StudyError, StudyFileError, append_json_lines, read_json_lines, write_atomically
from townlet.runfile.view import RunView, format_memory_id
from townlet.town import Town


def build_answers_manifest(view: RunView, step: int, model: str) -> dict[str, Json]:
    """Return the manifest of answers as JSON data: the run up to the step, and the model that answered.

    Raises RunFileError.
    """
    manifest = view.manifest_before(step)
    note = f"The run: {manifest.note} The answers: {describe_answerers([model])}"
    return {**manifest.as_json(), "answered_by": model, "note": note}


@dataclass(frozen=True)
class InterviewContext:
    """What all answers of one interview session have in common."""

    run: str
    town: str
    seed: int
    model: str
    """The model that answered; 'offline' for the rule-based one."""
    time: str
    """The game time of asking, ISO 8601."""
    step: int
    battery: str

    def key_of(self, person: str, asked: PersonalQuestion, condition: MemoryCondition) -> tuple[object, ...]:
        """Return the key under which the row of this answer is or would be stored."""
        return self.run, self.model, self.step, self.battery, person, condition.name, asked.question.id, asked.text

    def row(self, answer: InterviewAnswer) -> AnswerRow:
        """Return an answer as a row of the table."""
        question = answer.asked.question
        # Observations made only for the interview have no id in the run file, so they are left out.
        held = (memory.id for memory in answer.shown if memory.id.step < self.step)
        memories = "; ".join(map(format_memory_id, held))
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
    """One row of the table of answers: an answer with its question, person, condition and context."""

    person: str
    condition: str
    category: str
    question: str
    """The question's id in the battery."""
    asked: str
    """The question in the words in which this person was asked."""
    about: str
    """The people named in the question, separated by '; '."""
    answer: str
    code: int | None
    """For a closed question, the number of the option from 1, -9 if refused, -8 if not known."""
    memories: str
    """Ids (agent/step/ordinal) of the memories shown in the prompt, separated by '; '."""

    @property
    def key(self) -> tuple[object, ...]:
        """The key of the row: two rows with the same key answer the same question in the same session."""
        who = (self.person, self.condition, self.question, self.asked)
        return (self.run, self.model, self.step, self.battery, *who)


def interviews_path(path: Path) -> Path:
    """Return the path of a run's table of answers, which is kept beside the run file, never in it."""
    return study_path(path) / "interviews.jsonl"


def write_answers_csv(rows: Iterable[AnswerRow], to: Path, *, raw: bool = False) -> None:
    """Write rows as CSV with a header line, atomically; None becomes an empty cell. Raises OSError.

    `raw` writes texts exactly, even if a spreadsheet would run them as formulas.
    """
    write_atomically(to, [Table.of_records(AnswerRow, rows).as_csv(raw=raw)])


def append_answers(rows: Iterable[AnswerRow], to: Path, places: Mapping[tuple[object, ...], int] | None = None) -> None:
    """Append rows to a JSON Lines file, which is created if it does not exist.

    `places` has the place of each row by its key, if the rows do not come in order.
    """
    places = places or {}
    written = ({**asdict(row), "place": places.get(row.key, 0)} for row in rows)
    append_json_lines((json.dumps(each, ensure_ascii=False) for each in written), to)


def read_answers(path: Path) -> list[AnswerRow]:
    """Return the rows of a JSON Lines file, those of each session in the order in which they were asked for.

    Raises StudyFileError, which lists every defective line.
    """
    found, faults, sessions = [], [], dict[tuple[object, ...], int]()
    for number, line in read_json_lines(path):
        try:
            written: dict[str, Any] = json.loads(line)
            place = int(written.pop("place", 0))
            row = AnswerRow(**written)
            session = sessions.setdefault((row.run, row.model, row.step, row.battery), len(sessions))
            found.append((session, place, row))
        except (ValueError, TypeError, AttributeError) as error:
            faults.append(f"line {number}: {error}")
    if faults:
        raise StudyFileError(path, faults)
    return [row for *_, row in sorted(found, key=lambda each: each[:2])]


def read_answers_beside(path: Path) -> list[AnswerRow]:
    """Return the answers kept beside a run; none if nobody has been asked. Raises StudyFileError."""
    file = interviews_path(path)
    return read_answers(file) if file.is_file() else []


PlannedQuestion = tuple[str, PersonalQuestion, MemoryCondition]
"""The person, the question and the memory condition of one answer to be given."""


def list_talks_before(view: RunView, step: int) -> list[tuple[str, ...]]:
    """Return the participants of each talk that began before a step."""
    talks: dict[str, dict[str, None]] = {}
    for line in view.lines():
        if line.step < step:
            talks.setdefault(line.talk, {}).update({line.speaker: None, line.to: None})
    return [tuple(people) for people in talks.values()]


def plan_interviews(
    town: Town,
    people: Iterable[str],
    talks: Sequence[Sequence[str]],
    battery: Battery,
    conditions: Sequence[MemoryCondition],
    seed: int,
) -> list[PlannedQuestion]:
    """Return every question for every person under every condition. Raises StudyError if nothing can be asked."""
    facts, names = read_tracked_facts(town), [person.name for person in town.people]
    asks = [
        (person, asked, condition)
        for person in people
        for asked in personalise_questions(person, battery, count_contacts(person, talks), facts, names, seed)
        for condition in conditions
    ]
    if not asks:
        raise StudyError(
            f"No question of the battery {battery.name!r} can be asked: none of their placeholders can be filled."
        )
    return asks


async def hold_interviews(
    interviewer: Interviewer,
    study: InterviewContext,
    asks: Sequence[PlannedQuestion],
    before: Mapping[tuple[object, ...], AnswerRow],
    store: Callable[[Sequence[AnswerRow]], None],
    asker: str,
) -> list[AnswerRow | None]:
    """Return an answer for each planned question, in order, asking only those that `before` does not have.

    New answers are passed to `store` as they come. An entry is None if the model gave no valid answer. Raises
    ModelError.
    """

    async def answered(index: int) -> AnswerRow:
        person, asked, condition = asks[index]
        return study.row(await interviewer.ask(person, asked, condition, asker))

    found = {index: before[key] for index, ask in enumerate(asks) if (key := study.key_of(*ask)) in before}
    missing = [index for index in range(len(asks)) if index not in found]
    came = await ask_in_batches(missing, answered, store, interviewer.gateway.at_once)
    new = dict(zip(missing, came, strict=True))
    return [found.get(index) or new[index] for index in range(len(asks))]

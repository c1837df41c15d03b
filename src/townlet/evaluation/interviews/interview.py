"""Interviews with the people of a run: one question to one person, or a battery of questions to many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from townlet.cognition.interview import VISITOR, Exchange
from townlet.engine.blocking import wait_for
from townlet.engine.calls.usage import UsageTotals
from townlet.engine.model_options import ModelOptions
from townlet.errors import BadInput
from townlet.evaluation.interviews.answers import (
    AnswerRow,
    InterviewContext,
    build_answers_manifest,
    interviews_path,
    list_talks_before,
    plan_interviews,
    write_answers_csv,
)
from townlet.evaluation.interviews.battery import PAPER_BATTERY, load_battery
from townlet.evaluation.interviews.conditions import FULL_MEMORY, find_conditions
from townlet.evaluation.interviews.session import (
    InterviewSession,
    ask_and_store,
    open_interview_session,
    select_residents,
)
from townlet.measures.portrait import memory_data
from townlet.runfile import Json, as_data
from townlet.runfile.lookup import find_person
from townlet.runfile.manifest import write_manifest_beside
from townlet.runfile.moments import find_step
from townlet.runfile.view import RunSource, RunView, open_view


@dataclass(frozen=True)
class AskedPerson:
    """A person's answer to one question, and what it took."""

    person: str
    asker: str
    time: datetime
    """The game time of asking."""
    exchange: Exchange
    """The question, the answer, and the memories in the prompt."""
    offline: bool
    """Whether rules answered, not a language model."""
    usage: UsageTotals

    @property
    def answer(self) -> str:
        return self.exchange.answer

    def as_json(self) -> dict[str, Json]:
        """Return the question, the answer, what they took, and the memories in the prompt as JSON data."""
        return {
            "time": self.time.isoformat(),
            "person": self.person,
            "as": self.asker,
            "question": self.exchange.question,
            "answer": self.answer,
            "calls": self.usage.calls,
            "input_tokens": self.usage.prompt_tokens,
            "output_tokens": self.usage.answer_tokens,
            "usd": round(self.usage.usd, 6),
            "shown": [memory_data(memory) for memory in self.exchange.shown],
        }


def ask(
    run: RunSource,
    person: str,
    question: str,
    *,
    asker: str = VISITOR,
    at: str = "end",
    options: ModelOptions | None = None,
) -> AskedPerson:
    """Ask one person of a run a question at a moment of it, such as 'day 2 9:30'.

    The person does not remember the question, and the run does not change. `person` is a name or any part of it that
    fits one person. Raises BadInput, RunFileError, ModelError.
    """
    question, asker = question.strip(), asker.strip() or VISITOR
    if not question:
        raise BadInput("The question is empty. Write it in quotes.")
    view = open_view(run)
    step = find_step(view, at)

    async def asked() -> AskedPerson:
        async with open_interview_session(view, options or ModelOptions()) as session:
            name = _find_present_person(session, step, person)
            exchange = await session.interviewer_at(step).exchange(name, question, asker=asker)
            return AskedPerson(name, asker, view.time(step), exchange, session.settings.offline, session.usage)

    return wait_for(asked())


def _find_present_person(session: InterviewSession, step: int, text: str) -> str:
    """Return the full name of a person who is in the town at that step. Raises BadInput."""
    name = find_person(text, session.minds.past.joined)
    if name not in session.present_people(step):
        raise BadInput(f"{name} is not in the town at that moment. Choose another --at.")
    return name


@dataclass(frozen=True)
class InterviewOutcome:
    """The answers to a battery of questions, and how they were obtained."""

    run: RunView
    rows: tuple[AnswerRow, ...]
    missing: int
    """How many answers are missing because the model did not give them in the required form."""
    reused: int
    """How many of the answers were stored before."""
    file: Path
    """The table of answers beside the run."""
    step: int
    """People were interviewed as they were when this step began."""
    model: str
    """The model that answered."""
    offline: bool
    usage: UsageTotals
    """What the new answers used."""

    def as_json(self) -> dict[str, Json]:
        """Return all answers as JSON data, with the manifest of the run and of the model that answered."""
        manifest = build_answers_manifest(self.run, self.step, self.model)
        return {"manifest": manifest, "answers": as_data(self.rows)}

    def write_csv(self, out: Path | str, *, raw: bool = False) -> None:
        """Write the answers as CSV, and a manifest beside it. Raises OSError.

        `raw` writes texts exactly, even if a spreadsheet would run them as formulas.
        """
        out = Path(out)
        write_answers_csv(self.rows, out, raw=raw)
        write_manifest_beside(out, build_answers_manifest(self.run, self.step, self.model))


def interview(
    run: RunSource,
    battery: str = PAPER_BATTERY,
    *,
    people: Sequence[str] = (),
    conditions: Sequence[str] = (FULL_MEMORY.name,),
    asker: str = VISITOR,
    at: str = "end",
    options: ModelOptions | None = None,
) -> InterviewOutcome:
    """Ask people of a run a battery of questions at a moment of it, each question on its own.

    People do not remember the interview, and the run does not change. Answers are stored in RUN.study as they arrive,
    and stored answers are not asked for again. `battery` is 'park2023' or a TOML file; `people` are names or parts of
    names, by default all residents; `conditions` say which memories people can use: 'full', 'no-reflection',
    'no-planning', 'no-memory' or 'all'. Raises BadInput, RunFileError, ModelError.
    """
    view, options = open_view(run), options or ModelOptions()
    asked, kinds = load_battery(battery), find_conditions(conditions)
    step, asker = find_step(view, at), asker.strip() or VISITOR
    name = asked.name if asker == VISITOR else f"{asked.name}, asked by {asker}"

    async def held() -> InterviewOutcome:
        header, talks = view.header, list_talks_before(view, step)
        async with open_interview_session(view, options) as session:
            chosen = select_residents(session, step, people)
            questions = plan_interviews(view.town, chosen, talks, asked, kinds, header.seed)
            model, time = session.settings.model, view.time(step).isoformat()
            study = InterviewContext(header.id, header.town, header.seed, model, time, step, name)
            interviewer = session.interviewer_at(step)
            reused, found = await ask_and_store(view.path, interviewer, study, questions, options.tell, asker)
        rows, file = tuple(row for row in found if row), interviews_path(view.path)
        missing, offline = len(questions) - len(rows), session.settings.offline
        return InterviewOutcome(view, rows, missing, reused, file, step, model, offline, session.usage)

    return wait_for(held())

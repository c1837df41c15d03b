"""Batches of questions: answers are stored as they arrive, and stored answers are not asked for again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import typer

from townlet.cli.errors import MODEL_FAILED
from townlet.cli.lookup import find_person
from townlet.cli.surveys.session import InterviewSession
from townlet.cognition.interview import VISITOR
from townlet.evaluation.interviews.answers import (
    AnswerRow,
    InterviewContext,
    PlannedQuestion,
    append_answers,
    hold_interviews,
    interviews_path,
    read_answers_beside,
)
from townlet.evaluation.interviews.interviewer import Interviewer
from townlet.language.model import ModelError, UnfitAnswer
from townlet.runfile.study_files import StudyError


@contextmanager
def report_partial_progress(stored: Callable[[], int], total: int, file: Path) -> Iterator[None]:
    """If the model fails or Ctrl-C is pressed within this block, print how many answers are already stored."""
    try:
        yield
    except (ModelError, asyncio.CancelledError) as error:
        advice = "Another --model may do better" if isinstance(error, UnfitAnswer) else "The same command continues"
        typer.echo(f"{stored():,} of {total:,} answers are in {file}. {advice}.", err=True)
        raise


def exit_if_answers_missing(missing: int) -> None:
    """If answers are missing, print how many, and exit with the status of a model failure."""
    if missing:
        answers = "1 answer was" if missing == 1 else f"{missing:,} answers were"
        typer.echo(f"{answers} not in the required form and left out. The same command asks again.", err=True)
        raise typer.Exit(MODEL_FAILED)


async def ask_and_store(
    run: Path, interviewer: Interviewer, study: InterviewContext, asks: Sequence[PlannedQuestion], asker: str = VISITOR
) -> tuple[int, list[AnswerRow | None]]:
    """Ask the questions that have no stored answer, and store the new answers as they arrive.

    Return how many answers were stored before, and all answers in order; None stands for an answer that was not in the
    required form. Raises ModelError, after printing how many answers are stored.
    """
    file, before = interviews_path(run), {row.key: row for row in read_answers_beside(run)}
    reused = stored = sum(study.key_of(*ask) in before for ask in asks)

    def keep(new: Sequence[AnswerRow]) -> None:
        nonlocal stored
        append_answers(new, file)
        stored += len(new)

    with report_partial_progress(lambda: stored, len(asks), file):
        return reused, await hold_interviews(interviewer, study, asks, before, keep, asker)


def select_residents(session: InterviewSession, step: int, names: Iterable[str]) -> list[str]:
    """Return the people to ask: those named, or all residents who are present. Raises BadInput, StudyError."""
    residents = [name for name in session.present_people(step) if not session.minds.past.joined[name].visitor]
    if not residents:
        raise StudyError("No resident is in the town at that moment. Choose another --at.")
    return list(dict.fromkeys(find_person(name, residents) for name in names)) or residents

"""What is told where much is asked and less was answered: what is kept, and that nothing of it is asked again."""

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
from townlet.experiments.interviews.answers import (
    AnswerRow,
    InterviewContext,
    PlannedQuestion,
    append_answers,
    hold_interviews,
    interviews_path,
    read_answers_beside,
)
from townlet.experiments.interviews.interviewer import Interviewer
from townlet.language.model import ModelError, UnfitAnswer
from townlet.runfile.study_files import StudyError


@contextmanager
def report_partial_progress(kept: Callable[[], int], of: int, file: Path) -> Iterator[None]:
    """Where the model fails within, or Ctrl-C ends it: say how many of so many answers are in a file by then."""
    try:
        yield
    except (ModelError, asyncio.CancelledError) as error:
        how = "the same command goes on" if not isinstance(error, UnfitAnswer) else "another --model may do better"
        typer.echo(f"{kept():,} of {of:,} answers are in {file}; {how}.", err=True)
        raise


def exit_if_answers_missing(unfit: int) -> None:
    """Say how many answers are missing, and leave with the status of a model's failure; nothing where none is."""
    if unfit:
        told = "1 answer was" if unfit == 1 else f"{unfit:,} answers were"
        typer.echo(f"{told} not in the form asked for, and left out; the same command asks again.", err=True)
        raise typer.Exit(MODEL_FAILED)


async def ask_and_store(
    run: Path, interviewer: Interviewer, study: InterviewContext, asks: Sequence[PlannedQuestion], asker: str = VISITOR
) -> tuple[int, list[AnswerRow | None]]:
    """How many answers were there before, and all of them; new ones are kept as they come. None: no fit answer.

    Raises ModelError, after it is told how many are kept.
    """
    file, before = interviews_path(run), {row.key: row for row in read_answers_beside(run)}
    there = kept = sum(study.key_of(*ask) in before for ask in asks)

    def keep(new: Sequence[AnswerRow]) -> None:
        nonlocal kept
        append_answers(new, file)
        kept += len(new)

    with report_partial_progress(lambda: kept, len(asks), file):
        return there, await hold_interviews(interviewer, study, asks, before, keep, asker)


def select_residents(room: InterviewSession, step: int, wanted: Iterable[str]) -> list[str]:
    """Whom to ask: all residents who are there, or those named. Raises BadInput, StudyFault if there is nobody."""
    residents = [name for name in room.there(step) if not room.minds.past.joined[name].visitor]
    if not residents:
        raise StudyError("Nobody is in the town at that moment; choose another --at.")
    return list(dict.fromkeys(find_person(name, residents) for name in wanted)) or residents

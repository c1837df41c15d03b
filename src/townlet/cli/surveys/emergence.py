"""What emerged in a run, for `measure` and `report`: read from the run file, optionally with a survey."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import typer

from townlet.cli.errors import BadInput
from townlet.cli.progress import show_counter
from townlet.cli.run_config import ModelOptions, replace_model
from townlet.cli.surveys.session import format_interview_cost, open_interview_session
from townlet.evaluation.survey import read_emergence_with_survey
from townlet.measures.emergence.result import Emergence
from townlet.measures.run_measures import read_emergence
from townlet.runfile.view import RunView


@dataclass(frozen=True)
class EmergenceInterviewOptions:
    """Whether people are interviewed, by which model, and at what cost."""

    interviews: bool | None
    """None to interview only if it is free, because the offline model answers."""
    model_options: ModelOptions
    budget: str | None
    concurrency: int


def collect_emergence(run: RunView, options: EmergenceInterviewOptions) -> tuple[Emergence, str]:
    """Return what emerged in a run, and the interviewed model or ''. Raises BadInput, RunFileError, ModelError."""
    if options.interviews is False and (options.model_options.model or options.budget):
        raise BadInput("--model and --budget are for interviews. Leave them out, or leave out --no-interviews.")
    interviews = options.interviews
    if interviews is None:
        interviews = replace_model(run.config, options.model_options.model).offline
    return asyncio.run(_survey(run, options)) if interviews else (read_emergence(run), "")


async def _survey(run: RunView, options: EmergenceInterviewOptions) -> tuple[Emergence, str]:
    with show_counter("answers") as on_answer:
        async with open_interview_session(
            run, options.model_options, options.budget, options.concurrency, on_answer
        ) as session:
            emerged = await read_emergence_with_survey(run, session.interviewer_at)
    if not session.settings.offline:
        typer.echo(format_interview_cost(session.usage), err=True)
    return emerged, session.settings.model

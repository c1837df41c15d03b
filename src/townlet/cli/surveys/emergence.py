"""What measuring commands begin with: a run is read, and its people are asked what they know where that is wanted."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import typer

from townlet.analysis.emergence.result import Emergence
from townlet.analysis.measures import read_emergence
from townlet.cli.errors import BadInput
from townlet.cli.pricing import format_spending
from townlet.cli.progress import show_counter
from townlet.cli.run_config import ModelOptions, replace_model
from townlet.cli.surveys.session import open_interview_session
from townlet.experiments.survey import read_emergence_with_survey
from townlet.runfile.view import RunView


@dataclass(frozen=True)
class EmergenceInterviewOptions:
    """Whether people are asked, by which model, and for how much."""

    interviews: bool | None
    """None: where it costs nothing, because rules answer."""
    choice: ModelOptions
    budget: str | None
    concurrency: int


def collect_emergence(run: RunView, asking: EmergenceInterviewOptions) -> tuple[Emergence, str]:
    """What emerged in a run, and which model was interviewed, if any. Raises BadInput, RunFileError, ModelError."""
    if asking.interviews is False and (asking.choice.model or asking.budget):
        raise BadInput("--model and --budget are for interviews; give them without --no-interviews, or leave them out.")
    if asking.interviews is None:
        wanted = replace_model(run.config, asking.choice.model).offline
    else:
        wanted = asking.interviews
    return asyncio.run(_asked(run, asking)) if wanted else (read_emergence(run), "")


async def _asked(run: RunView, asking: EmergenceInterviewOptions) -> tuple[Emergence, str]:
    with show_counter("answers") as heard:
        async with open_interview_session(run, asking.choice, asking.budget, asking.concurrency, heard) as room:
            emerged = await read_emergence_with_survey(run, room.at)
    if not room.settings.offline:
        typer.echo(f"The interviews took {format_spending(room.tally)}, which are not on the run's bill.", err=True)
    return emerged, room.settings.model

"""What measuring commands begin with: a run is read, and its people are asked what they know where that is wanted."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

import typer

from townlet.cli.choosing import Choice, answered_by
from townlet.cli.failures import BadInput
from townlet.cli.interviewing import interviewing
from townlet.cli.money import spent_told
from townlet.cli.progress import counting
from townlet.engine.simulation import opened, settings_now
from townlet.study.emergence.finding import Emergence
from townlet.study.measure import asked_of, read_of


@dataclass(frozen=True)
class Asking:
    """Whether people are asked, by which model, and for how much."""

    interviews: bool | None
    """None: where it costs nothing, because rules answer."""
    choice: Choice
    budget: str | None
    concurrency: int


def emerged_from(run: Path, asking: Asking) -> tuple[Emergence, str]:
    """What emerged in a run, and which model was interviewed, if any. Raises BadInput, RunFileError, ModelError."""
    if asking.interviews is False and (asking.choice.model or asking.budget):
        raise BadInput("--model and --budget are for interviews; give them without --no-interviews, or leave them out.")
    if asking.interviews is None:
        with opened(run) as reader:
            wanted = answered_by(settings_now(reader), asking.choice.model).offline
    else:
        wanted = asking.interviews
    return asyncio.run(_asked(run, asking)) if wanted else (read_of(run), "")


async def _asked(run: Path, asking: Asking) -> tuple[Emergence, str]:
    with counting("answers") as heard:
        async with interviewing(run, asking.choice, asking.budget, asking.concurrency, heard) as room:
            emerged = await asked_of(run, room.at)
    if not room.settings.offline:
        typer.echo(f"The interviews took {spent_told(room.tally)}, which are not on the run's bill.", err=True)
    return emerged, room.settings.model

"""What watchers may do: give orders, go on with a run, fork it, ask people."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path

from townlet.engine.commands import CommandRefused, command_from_json, send_command
from townlet.experiments.interviews.interviewer import Interviewer, InterviewMoment
from townlet.runfile import fork_run
from townlet.runfile.config import current_config, intended_days
from townlet.runfile.files import open_reader
from townlet.server.errors import ActionRefused
from townlet.server.live_run import LiveRun
from townlet.server.protocol.requests import CommandRequest, InterviewRequest, InterviewResponse
from townlet.server.run_session import RunSession
from townlet.server.views.memories import build_memory_view

LATEST_MINUTES = 5
"""A command for a moment further back than this is one for the past."""

DAYS_FURTHER = 1.0
"""How much further a run goes that has come to its end, unless said otherwise."""


async def submit_command(stage: RunSession, command: CommandRequest, at: int | None = None) -> int:
    """Carry out a command, or leave it for whoever owns the run; the step at which it takes effect. Raises Refused."""
    late = stage.watching.clock.steps(LATEST_MINUTES)
    if at is not None and at < stage.watching.until - late:
        raise ActionRefused(
            "What has happened stays as it is; fork the run at this moment to change what follows.", fork=True
        )
    try:
        meant = command_from_json(command.model_dump(mode="json"))
        if stage.live and stage.live.running:
            return await stage.live.order(meant)
        if stage.mode == "following":
            await asyncio.to_thread(send_command, stage.watching.path, meant)
            return stage.watching.until
    except CommandRefused as error:
        raise ActionRefused(str(error)) from None
    raise ActionRefused("Nobody goes on with this run; resume it, or fork it, to take part.", fork=True)


async def resume_live(stage: RunSession, days: float | None) -> None:
    """Go on with the run on stage, live. Raises Refused, RunFileError, ModelError."""
    async with stage.acting:
        if stage.mode != "replay":
            raise ActionRefused("The run is going on already.")
        path, watching = stage.watching.path, stage.watching
        with open_reader(path) as reader:
            meant, lived = intended_days(reader, watching.town.days), watching.until / watching.clock.steps_a_day
        further = days if days is not None else max(meant, lived + DAYS_FURTHER if lived >= meant else meant)
        if further <= lived:
            raise ActionRefused(
                f"The run has lived {lived:.4g} days already, and days count from its start; give more."
            )
        await _go_live(stage, path, further)


async def fork_live(stage: RunSession, at: int) -> None:
    """Go on live with a copy of the run as it stood when a step began, in a new file beside it. Raises as `resume`."""
    async with stage.acting:
        source, watching = stage.watching.path, stage.watching
        if at > watching.until:
            raise ActionRefused(f"Step {at} has not happened yet; the run has come to step {watching.until}.")
        destination = find_free_path(source, "fork")
        await asyncio.to_thread(fork_run, source, at, destination)
        days = max(watching.town.days, at / watching.clock.steps_a_day + DAYS_FURTHER)
        await _go_live(stage, destination, days)


def find_free_path(run: Path, what: str) -> Path:
    """A name for another run beside one, such as 'my-fork2.townlet'."""
    names = (run.with_name(f"{run.stem}-{what}{number}{run.suffix}") for number in count(1))
    return next(name for name in names if not name.exists())


async def _go_live(stage: RunSession, path: Path, days: float) -> None:
    live = LiveRun(lambda: stage.means.resume(path), days)
    await asyncio.to_thread(live.start)
    await stage.leave()
    stage.show(path, live)


async def answer_interview_request(stage: RunSession, question: InterviewRequest, step: int) -> InterviewResponse:
    """Interview somebody as they were when a step began. Nobody remembers it. Raises Refused, ModelError."""
    watching, name = stage.watching, question.person
    if name not in watching.past.joined:
        raise ActionRefused(f"Nobody here is called {name[:100]!r}.")
    state = await asyncio.to_thread(watching.minds.state, name, step)
    if name not in state.world.bodies:
        raise ActionRefused(f"{name} is not in the town at this moment.")
    with open_reader(watching.path) as reader:
        settings = current_config(reader)
        async with stage.means.gateway(reader) as gateway:
            interviewer = Interviewer(InterviewMoment(step, lambda person: state), gateway, settings.how)
            asked = await interviewer.exchange(name, question.question.strip(), asker=question.persona.strip())
    shown = [build_memory_view(memory) for memory in asked.shown]
    told = {"person": name, "persona": question.persona, "question": question.question, "answer": asked.answer}
    return InterviewResponse(**told, shown=shown, by=settings.model)

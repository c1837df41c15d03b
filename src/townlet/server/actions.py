"""Actions of viewers: send commands, resume a run, interview people."""

from __future__ import annotations

import asyncio

from townlet.engine.commands import CommandRefused, command_from_json, send_command
from townlet.experiments.interviews.interviewer import Interviewer, InterviewMoment
from townlet.runfile.config import current_config
from townlet.runfile.view import RunView
from townlet.server.errors import ActionRefused
from townlet.server.live_run import LiveRun
from townlet.server.protocol.requests import CommandRequest, InterviewRequest, InterviewResponse
from townlet.server.run_session import RunSession
from townlet.server.served_runs import EXTENSION_DAYS
from townlet.server.views.memories import build_memory_view

LATEST_MINUTES = 5
"""A command is refused if the moment that its sender looks at is further back than this, in game minutes."""


async def submit_command(session: RunSession, command: CommandRequest, at: int | None = None) -> int:
    """Carry out a command, or put it into the inbox of the process that computes the run.

    Returns the step at which it takes effect. Raises ActionRefused.
    """
    tolerance = session.read_model.clock.steps(LATEST_MINUTES)
    if at is not None and at < session.read_model.next_step - tolerance:
        raise ActionRefused(
            "The past cannot be changed; fork the run at this moment to change what follows.", fork=True
        )
    try:
        engine_command = command_from_json(command.model_dump(mode="json"))
        if session.live_run and session.live_run.running:
            return await session.live_run.submit(engine_command)
        if session.mode == "following":
            await asyncio.to_thread(send_command, session.read_model.path, engine_command)
            return session.read_model.next_step
    except CommandRefused as error:
        raise ActionRefused(str(error)) from None
    raise ActionRefused("No process computes this run; resume it or fork it to take part.", fork=True)


async def resume_live(session: RunSession, days: float | None) -> None:
    """Continue the session's run live, up to `days` from its start. Raises ActionRefused, RunFileError, ModelError."""
    async with session.switching:
        if session.mode != "replay":
            raise ActionRefused("The run is being computed already.")
        path, read_model = session.read_model.path, session.read_model
        intended, length = RunView(path).intended_days, read_model.next_step / read_model.clock.steps_a_day
        if days is None:
            days = intended if length < intended else length + EXTENSION_DAYS
        if days <= length:
            raise ActionRefused(
                f"The run is already {length:.4g} days long. Days are counted from its start, so ask for more."
            )
        live = LiveRun(lambda: session.resources.resume(path), days)
        await asyncio.to_thread(live.start)
        await session.close()
        session.show(live)


async def answer_interview_request(session: RunSession, question: InterviewRequest, step: int) -> InterviewResponse:
    """Interview a person as they were when a step began; they do not remember it. Raises ActionRefused, ModelError."""
    read_model, name = session.read_model, question.person
    if name not in read_model.past.joined:
        raise ActionRefused(f"Nobody here is called {name[:100]!r}.")
    state = await asyncio.to_thread(read_model.minds.state, name, step)
    if name not in state.world.bodies:
        raise ActionRefused(f"{name} is not in the town at this moment.")
    with read_model.view.reader() as reader:
        settings = current_config(reader)
        async with session.resources.gateway(reader) as gateway:
            interviewer = Interviewer(InterviewMoment(step, lambda person: state), gateway, settings.how)
            exchange = await interviewer.exchange(name, question.question.strip(), asker=question.persona.strip())
    return InterviewResponse(
        person=name,
        persona=question.persona,
        question=question.question,
        answer=exchange.answer,
        shown=[build_memory_view(memory) for memory in exchange.shown],
        by=settings.model,
    )

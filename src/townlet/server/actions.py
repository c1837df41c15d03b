"""Actions of viewers: send commands, resume a run, interview people."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from townlet.engine.build import open_unrecorded_gateway
from townlet.engine.commands import CommandRefused, command_from_json, send_command
from townlet.engine.model_options import replace_model
from townlet.evaluation.interviews.interviewer import Interviewer, InterviewMoment
from townlet.runfile import RunFileError
from townlet.runfile.config import current_config
from townlet.runfile.view import RunView
from townlet.server.arrival import choose_arrival
from townlet.server.broadcast import BroadcastSubscriber
from townlet.server.errors import ActionRefused
from townlet.server.live_run import EXTENSION_DAYS, LiveRun
from townlet.server.protocol.messages import ControlLostMessage
from townlet.server.protocol.requests import (
    ArriveRequest,
    CommandRequest,
    InterviewRequest,
    InterviewResponse,
    ReleaseRequest,
    SpeakRequest,
    TakeRequest,
    UseRequest,
    WalkRequest,
)
from townlet.server.read_model import RunReadModel
from townlet.server.run_session import RunSession
from townlet.server.views.memories import build_memory_view
from townlet.world.address import Address

LATEST_MINUTES = 5
"""A command is refused if the moment that its sender looks at is further back than this, in game minutes."""


LOOK_SECONDS = 5.0
"""The time between two looks for bodies whose clients are gone."""


async def submit_command(
    session: RunSession, command: CommandRequest, at: int | None = None, client: BroadcastSubscriber | None = None
) -> int:
    """Carry out a command, or put it into the inbox of the process that computes the run.

    Returns the step at which it takes effect. Raises ActionRefused.
    """
    tolerance = session.read_model.clock.steps(LATEST_MINUTES)
    if at is not None and at < session.read_model.next_step - tolerance:
        raise ActionRefused(
            "The past cannot be changed; fork the run at this moment to change what follows.", fork=True
        )
    if session.mode == "replay":
        raise ActionRefused("No process computes this run; resume it or fork it to take part.", fork=True)
    if isinstance(command, ArriveRequest) and not command.at:
        command = command.model_copy(update={"at": str(_choose_arrival(session.read_model))})
    match command:
        case ArriveRequest(name=body):
            pass
        case TakeRequest(agent=body) | ReleaseRequest(agent=body):
            pass
        case WalkRequest(agent=body) | UseRequest(agent=body) | SpeakRequest(agent=body):
            pass
        case _:
            return await _submit(session, command)
    return await _submit_for_body(session, command, body, client)


async def _submit_for_body(
    session: RunSession, command: CommandRequest, body: str, client: BroadcastSubscriber | None
) -> int:
    """Carry out a command that moves a body. Raises ActionRefused."""
    # Before the command, so that the clock goes slowly from the step at which it takes effect.
    known = body in session.controls.attended()
    session.controls.take(body, client)
    session.note_controls()
    try:
        step = await _submit(session, command)
    except ActionRefused:
        if not known:
            session.controls.release(body)
        raise
    if isinstance(command, ReleaseRequest):
        session.controls.release(body)
    return step


async def _submit(session: RunSession, command: CommandRequest) -> int:
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


def _choose_arrival(read_model: RunReadModel) -> Address:
    return choose_arrival(read_model.past, read_model.minds.terrain)


def take_over(session: RunSession, body: str, client: BroadcastSubscriber) -> None:
    """Let a client move a body that somebody at a keyboard moves already; tell the client that loses it.

    Raises ActionRefused.
    """
    if session.mode == "replay" or body not in _embodied(session.read_model):
        raise ActionRefused(f"Nobody at a keyboard moves {body} now.")
    if lost := session.controls.take_over(body, client):
        lost.send(ControlLostMessage(agent=body, why=f"{body} is moved from another page now.").model_dump_json())
    session.note_controls()


async def give_back_abandoned(session: RunSession) -> None:
    """Give back the bodies whose clients have been gone for long, until cancelled."""
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        if session.mode == "replay":
            continue
        for body in session.controls.abandoned(_embodied(session.read_model)):
            # If the run refuses it, as in the middle of a step, the next look tries again.
            with suppress(ActionRefused, RunFileError):
                await submit_command(session, ReleaseRequest(agent=body))


def _embodied(read_model: RunReadModel) -> frozenset[str]:
    return read_model.past.at(read_model.next_step).embodied


async def resume_live(session: RunSession, days: float | None, *, paused: bool = False) -> None:
    """Continue the session's run live, up to `days` from its start, at first `paused` if wanted.

    Raises ActionRefused, RunFileError, ModelError.
    """
    async with session.switching:
        if session.mode != "replay":
            raise ActionRefused("The run is being computed already.")
        path, read_model = session.read_model.path, session.read_model
        intended, length = RunView(path).intended_days, read_model.next_step / read_model.clock.steps_a_day
        if days is None:
            # Compared in whole steps: 0.355 days end within a step, so a run that long is a little shorter than that.
            unfinished = read_model.next_step < round(intended * read_model.clock.steps_a_day)
            days = intended if unfinished else length + EXTENSION_DAYS
        if days <= length:
            raise ActionRefused(
                f"The run is already {length:.4g} days long. Days are counted from its start, so ask for more."
            )
        live = LiveRun(lambda: session.resume(path), days, paused=paused)
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
        settings = replace_model(current_config(reader), session.options.model)
        async with open_unrecorded_gateway(reader, settings, session.options) as gateway:
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

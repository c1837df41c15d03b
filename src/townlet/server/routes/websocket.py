"""The WebSocket: sends new steps as they happen, and receives viewers' messages."""

from __future__ import annotations

import asyncio
import contextlib
import re

from fastapi import APIRouter
from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json
from starlette.websockets import WebSocket, WebSocketDisconnect

from townlet.runfile import RunFileError
from townlet.server import actions
from townlet.server.access import WATCHERS_MAY_NOT
from townlet.server.broadcast import BroadcastSubscriber
from townlet.server.errors import ActionRefused, describe_defect, encodable
from townlet.server.protocol.messages import (
    Acknowledgement,
    AdvanceMessage,
    ClientMessage,
    CommandMessage,
    ControlMessage,
    HoldMessage,
    SetPlaybackMessage,
)
from townlet.server.run_session import RunSession

router = APIRouter()

TOO_SLOW_CODE = 1013
"""Close code for a socket that cannot keep up: 'Try Again Later', of the IANA registry."""
MAX_MESSAGE_LENGTH = 20_000
"""The longest message of a client, in characters."""
MAX_ID_LENGTH = 200
"""The longest id of a message that is named in an error, in characters."""

_message: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
_id_in_broken_json = re.compile(r'"id"\s*:\s*"([^"\\]*)"')


@router.websocket("/ws")
async def serve_websocket(websocket: WebSocket) -> None:
    """Serve one viewer: send every broadcast from the hello on, and acknowledge each message that it sends."""
    session: RunSession = websocket.scope["session"]
    await websocket.accept()
    subscriber = session.subscribe(websocket.scope.get("may_direct", True))
    tasks = {asyncio.create_task(_send_messages(websocket, subscriber))}
    try:
        while True:
            message = _parse(await websocket.receive_text())
            if isinstance(message, AdvanceMessage):
                # This client's next message, such as a pause, does not wait for all of these steps.
                advancing = asyncio.create_task(_answer(session, message, subscriber))
                tasks.add(advancing)
                advancing.add_done_callback(tasks.discard)
            elif isinstance(message, Acknowledgement):
                subscriber.send(message.model_dump_json())
            else:
                await _answer(session, message, subscriber)
    except (WebSocketDisconnect, RuntimeError, KeyError):
        # The viewer is gone (WebSocketDisconnect), we closed the socket (RuntimeError), or it sent bytes (KeyError).
        pass
    finally:
        session.unsubscribe(subscriber)
        session.controls.disconnect(subscriber)
        if session.live_run and session.live_run.running:
            session.live_run.hold(id(subscriber), 0)
        for task in tuple(tasks):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await task


async def _send_messages(websocket: WebSocket, subscriber: BroadcastSubscriber) -> None:
    while (message := await subscriber.receive()) is not None:
        await websocket.send_text(message)
    await websocket.close(TOO_SLOW_CODE, "This connection is too slow; connect again.")


def _parse(text: str) -> ClientMessage | Acknowledgement:
    """Return the client's message, or the answer that says why it is none."""
    if len(text) > MAX_MESSAGE_LENGTH:
        return _invalid(text, f"A message may have {MAX_MESSAGE_LENGTH} characters at most.")
    try:
        return _message.validate_json(text)
    except ValidationError as error:
        return _invalid(text, f"This is not a valid message: {describe_defect(error.errors())}")


def _invalid(text: str, why: str) -> Acknowledgement:
    return Acknowledgement(id=_find_id(text), ok=False, why=why)


def _find_id(text: str) -> str:
    """Return the id of a message that is not valid; empty if it has none."""
    try:
        fields = from_json(text)
    except ValueError:
        found = _id_in_broken_json.search(text)
        return encodable(found[1][:MAX_ID_LENGTH]) if found else ""
    name = fields.get("id", "") if isinstance(fields, dict) else ""
    return encodable(str(name)[:MAX_ID_LENGTH]) if isinstance(name, str | int) else ""


async def _answer(session: RunSession, message: ClientMessage, subscriber: BroadcastSubscriber) -> None:
    """Carry out a message, and send its acknowledgement."""
    try:
        step = await _carry_out(session, message, subscriber)
        answer = Acknowledgement(id=message.id, ok=True, step=step)
    except (ActionRefused, RunFileError) as refusal:
        answer = Acknowledgement(id=message.id, ok=False, why=encodable(str(refusal)))
    subscriber.send(answer.model_dump_json())


async def _carry_out(session: RunSession, message: ClientMessage, who: BroadcastSubscriber) -> int:
    """Carry out a message and return the step that its acknowledgement names. Raises ActionRefused."""
    if not who.may_direct:
        raise ActionRefused(WATCHERS_MAY_NOT)
    if isinstance(message, CommandMessage):
        return await actions.submit_command(session, message.command, client=who)
    if isinstance(message, ControlMessage):
        actions.take_over(session, message.agent, who)
        return session.announced_until
    live = session.live_run
    if live is None or not live.running:
        raise ActionRefused("Only a live run can be played, paused or stepped; resume or fork this one.", fork=True)
    match message:
        case SetPlaybackMessage(playing=playing, speed=speed, skip_sleep=skip_sleep):
            live.set_playback(playing, speed, skip_sleep)
        case AdvanceMessage(steps=steps):
            await live.advance(steps)
            # The client has the events of these steps before the answer.
            await session.poll()
        case HoldMessage(seconds=seconds):
            live.hold(id(who), seconds)
    return session.announced_until

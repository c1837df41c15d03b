"""The WebSocket: sends new steps as they happen, and receives viewers' messages."""

from __future__ import annotations

import asyncio
import contextlib

from fastapi import APIRouter
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from townlet.server import actions
from townlet.server.broadcast import BroadcastSubscriber
from townlet.server.errors import ActionRefused
from townlet.server.protocol.messages import (
    Acknowledgement,
    ClientMessage,
    CommandMessage,
    HoldMessage,
    SetPlaybackMessage,
    StepOnceMessage,
)
from townlet.server.run_session import RunSession

router = APIRouter()

TOO_SLOW_CODE = 1013
"""Close code for a socket that cannot keep up: 'Try Again Later', of the IANA registry."""
MAX_MESSAGE_LENGTH = 20_000

_message: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


@router.websocket("/ws")
async def serve_websocket(websocket: WebSocket) -> None:
    """Serve one viewer: send every broadcast from the hello on, and acknowledge each message that it sends."""
    session: RunSession = websocket.app.state.session
    await websocket.accept()
    subscriber = session.subscribe()
    sending = asyncio.create_task(_send_messages(websocket, subscriber))
    try:
        while True:
            subscriber.send(
                (await _handle_text(session, await websocket.receive_text(), id(subscriber))).model_dump_json()
            )
    except (WebSocketDisconnect, RuntimeError, KeyError):
        # The viewer is gone (WebSocketDisconnect), we closed the socket (RuntimeError), or it sent bytes (KeyError).
        pass
    finally:
        session.hub.unsubscribe(subscriber)
        if session.live_run and session.live_run.running:
            session.live_run.hold(id(subscriber), 0)
        sending.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await sending


async def _send_messages(websocket: WebSocket, subscriber: BroadcastSubscriber) -> None:
    while (message := await subscriber.receive()) is not None:
        await websocket.send_text(message)
    await websocket.close(TOO_SLOW_CODE, "This connection is too slow; connect again.")


async def _handle_text(session: RunSession, text: str, who: int) -> Acknowledgement:
    """Parse and carry out a message, and return its acknowledgement."""
    if len(text) > MAX_MESSAGE_LENGTH:
        return Acknowledgement(id="", ok=False, why=f"A message may have {MAX_MESSAGE_LENGTH} characters at most.")
    try:
        message = _message.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        return Acknowledgement(
            id="", ok=False, why=f"This is not a valid message: {where}: {first['msg']}; see /api/schema."
        )
    try:
        return Acknowledgement(id=message.id, ok=True, step=await _carry_out(session, message, who))
    except ActionRefused as refusal:
        return Acknowledgement(id=message.id, ok=False, why=str(refusal))


async def _carry_out(session: RunSession, message: ClientMessage, who: int) -> int:
    """Carry out a message and return the step at which it takes effect. Raises ActionRefused."""
    if isinstance(message, CommandMessage):
        return await actions.submit_command(session, message.command)
    live = session.live_run
    if live is None or not live.running:
        raise ActionRefused("Only a live run can be played, paused or stepped; resume or fork this one.", fork=True)
    match message:
        case SetPlaybackMessage(playing=playing, speed=speed, skip_sleep=skip_sleep):
            live.set_playback(playing, speed, skip_sleep)
        case StepOnceMessage():
            live.step_once()
        case HoldMessage(seconds=seconds):
            live.hold(who, seconds)
    return session.announced_until

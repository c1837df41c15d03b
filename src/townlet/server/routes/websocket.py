"""The WebSocket: what happens, as it happens, and what watchers say to it."""

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
"""Close code for a socket that cannot keep up: try again."""
MAX_MESSAGE_LENGTH = 20_000

_message: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


@router.websocket("/ws")
async def serve_websocket(websocket: WebSocket) -> None:
    """Told everything from its hello on; each message of its own with an id is answered."""
    stage: RunSession = websocket.app.state.stage
    await websocket.accept()
    listener = stage.join()
    telling = asyncio.create_task(_tell(websocket, listener))
    try:
        while True:
            listener.tell((await _heard(stage, await websocket.receive_text(), id(listener))).model_dump_json())
    except (WebSocketDisconnect, RuntimeError, KeyError):
        # Gone, closed from our side, or sending what is no text.
        pass
    finally:
        stage.hub.leave(listener)
        if stage.live and stage.live.running:
            stage.live.hold(id(listener), 0)
        telling.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await telling


async def _tell(websocket: WebSocket, listener: BroadcastSubscriber) -> None:
    while (message := await listener.next()) is not None:
        await websocket.send_text(message)
    await websocket.close(TOO_SLOW_CODE, "Too slow: connect again.")


async def _heard(stage: RunSession, text: str, who: int) -> Acknowledgement:
    """What becomes of a message."""
    if len(text) > MAX_MESSAGE_LENGTH:
        return Acknowledgement(id="", ok=False, why=f"A message has {MAX_MESSAGE_LENGTH} characters at most.")
    try:
        message = _message.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        return Acknowledgement(id="", ok=False, why=f"This is no message: {where}: {first['msg']}; see /api/schema.")
    try:
        return Acknowledgement(id=message.id, ok=True, step=await _done(stage, message, who))
    except ActionRefused as refusal:
        return Acknowledgement(id=message.id, ok=False, why=str(refusal))


async def _done(stage: RunSession, message: ClientMessage, who: int) -> int:
    """Do what a message says; the step at which it takes effect. Raises Refused."""
    if isinstance(message, CommandMessage):
        return await actions.submit_command(stage, message.command)
    live = stage.live
    if live is None or not live.running:
        raise ActionRefused("Only a live run has a pace; resume this one, or fork it.", fork=True)
    match message:
        case SetPlaybackMessage(playing=playing, speed=speed, skip_sleep=skip_sleep):
            live.set_pace(playing, speed, skip_sleep)
        case StepOnceMessage():
            live.step_once()
        case HoldMessage(seconds=seconds):
            live.hold(who, seconds)
    return stage.told_until

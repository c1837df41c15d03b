"""The WebSocket: what happens, as it happens, and what watchers say to it."""

from __future__ import annotations

import asyncio
import contextlib

from fastapi import APIRouter
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from townlet.server import acting
from townlet.server.acting import Refused
from townlet.server.hub import Listener
from townlet.server.protocol.messages import Answered, FromClient, Hold, Order, SetPace, StepOnce
from townlet.server.stage import Stage

router = APIRouter()

TOO_SLOW = 1013
"""Close code for a socket that cannot keep up: try again."""
LONGEST_MESSAGE = 20_000

_message: TypeAdapter[FromClient] = TypeAdapter(FromClient)


@router.websocket("/ws")
async def socket(websocket: WebSocket) -> None:
    """Told everything from its hello on; each message of its own with an id is answered."""
    stage: Stage = websocket.app.state.stage
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


async def _tell(websocket: WebSocket, listener: Listener) -> None:
    while (message := await listener.next()) is not None:
        await websocket.send_text(message)
    await websocket.close(TOO_SLOW, "Too slow: connect again.")


async def _heard(stage: Stage, text: str, who: int) -> Answered:
    """What becomes of a message."""
    if len(text) > LONGEST_MESSAGE:
        return Answered(id="", ok=False, why=f"A message has {LONGEST_MESSAGE} characters at most.")
    try:
        message = _message.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        return Answered(id="", ok=False, why=f"This is no message: {where}: {first['msg']}; see /api/schema.")
    try:
        return Answered(id=message.id, ok=True, step=await _done(stage, message, who))
    except Refused as refusal:
        return Answered(id=message.id, ok=False, why=str(refusal))


async def _done(stage: Stage, message: FromClient, who: int) -> int:
    """Do what a message says; the step at which it takes effect. Raises Refused."""
    if isinstance(message, Order):
        return await acting.order(stage, message.command)
    live = stage.live
    if live is None or not live.running:
        raise Refused("Only a live run has a pace; resume this one, or fork it.", fork=True)
    match message:
        case SetPace(playing=playing, speed=speed, skip_sleep=skip_sleep):
            live.set_pace(playing, speed, skip_sleep)
        case StepOnce():
            live.step_once()
        case Hold(seconds=seconds):
            live.hold(who, seconds)
    return stage.told_until

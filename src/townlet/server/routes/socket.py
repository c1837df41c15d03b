"""The WebSocket: what happens, as it happens."""

from __future__ import annotations

import asyncio
import contextlib

from fastapi import APIRouter
from starlette.websockets import WebSocket, WebSocketDisconnect

from townlet.server.hub import Listener
from townlet.server.stage import Stage

router = APIRouter()

TOO_SLOW = 1013
"""Close code for a socket that cannot keep up: try again."""


@router.websocket("/ws")
async def socket(websocket: WebSocket) -> None:
    stage: Stage = websocket.app.state.stage
    await websocket.accept()
    listener = stage.hub.join()
    listener.tell(stage.hello().model_dump_json())
    telling = asyncio.create_task(_tell(websocket, listener))
    try:
        while True:
            await websocket.receive_text()
    except (WebSocketDisconnect, RuntimeError, KeyError):
        pass
    finally:
        stage.hub.leave(listener)
        telling.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await telling


async def _tell(websocket: WebSocket, listener: Listener) -> None:
    while (message := await listener.next()) is not None:
        await websocket.send_text(message)
    await websocket.close(TOO_SLOW, "Too slow: connect again.")

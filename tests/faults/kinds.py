"""The faults by name: what each does to a request, or to the answer that the upstream would have given to it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from itertools import cycle
from typing import Any

from .wire import Message, answer

Upstream = Callable[[], Awaitable[Message]]
"""Has the request answered as it would be without the fault."""
Fault = Callable[[Upstream, asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]

FOREIGN = (
    "heute den ganzen nachmittag im garten arbeiten und danach mit den nachbarn über das wetter und die ernte reden, "
    "weil es schon wieder so viel geregnet hat"
)
"""What a model says that has slipped into another language than the town's."""

DRIP_SECONDS = 0.02
_ABSURD = cycle(["86400", "-30", "nan", "Wed, 21 Oct 2015 07:28:00 GMT", "soon", "1e300"])


def _status(status: int, **headers: str) -> Fault:
    async def fault(upstream: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _send(writer, answer({"error": {"message": "too much at once"}}, status, **headers))

    return fault


async def _absurd_wait(upstream: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await _send(writer, answer({"error": "busy"}, 429, retry_after=next(_ABSURD)))


async def _reset(upstream: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    whole = (await upstream()).whole
    writer.write(whole[: -len(whole) // 4])
    await writer.drain()
    writer.transport.abort()


async def _hang(upstream: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()


async def _drip(upstream: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    for byte in (await upstream()).whole:
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(DRIP_SECONDS)


async def _truncated(upstream: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    given = await upstream()
    await _send(writer, Message(given.first, given.headers, given.body[: len(given.body) // 2]))


async def _endless(upstream: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await _send(writer, _with_choice(await upstream(), content='{"text": "' + "la " * 3_500_000 + '"}'))


def _content(change: Callable[[str], str], finish: str = "stop", **more: Any) -> Fault:
    async def fault(upstream: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        given = await upstream()
        await _send(writer, _with_choice(given, finish, content=change(_content_of(given)), **more))

    return fault


async def _refusal(upstream: Upstream, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await _send(writer, _with_choice(await upstream(), content=None, refusal="I cannot help with that."))


def _content_of(given: Message) -> str:
    choices = json.loads(given.body).get("choices")
    return str(choices[0]["message"]["content"]) if choices else ""


def _with_choice(given: Message, finish: str = "stop", **message: Any) -> Message:
    """The upstream's answer with another message in it, and all that it was billed. Embeddings stay as they are."""
    body = json.loads(given.body)
    if "choices" not in body:
        return given
    body["choices"][0] |= {"message": {"role": "assistant", **message}, "finish_reason": finish}
    return Message(given.first, given.headers, json.dumps(body).encode())


def _half(content: str) -> str:
    """The first half of an answer, which no reader can take for a whole one, whatever brackets the answer quotes."""
    return content.rstrip()[: len(content.rstrip()) // 2].replace("}", "").replace("]", "")


def _in_german(content: str) -> str:
    """The same answer with everything that is free to be worded said in German."""
    return json.dumps(_translated(json.loads(content))) if content else ""


def _translated(data: Any) -> Any:
    if isinstance(data, list):
        return [_translated(part) for part in data]
    if isinstance(data, dict):
        return {name: FOREIGN if name in _WORDED and part else _translated(part) for name, part in data.items()}
    return data


_WORDED = frozenset({"activity", "say", "memo", "reason", "topic", "text", "intention"})


async def _send(writer: asyncio.StreamWriter, message: Message) -> None:
    writer.write(message.whole)
    await writer.drain()


FAULTS: Mapping[str, Fault] = {
    "429": _status(429),
    "429 with a wait": _status(429, retry_after="1"),
    "429 with an absurd wait": _absurd_wait,
    "500": _status(500),
    "503": _status(503, retry_after="0.01"),
    "reset in mid-body": _reset,
    "hang": _hang,
    "drip": _drip,
    "truncated": _truncated,
    "invalid": _content(lambda content: f"Of course! Here it is: {_half(content)} and so on."),
    "wrong schema": _content(lambda content: '{"answer": 42, "choice": ["maybe"], "ratings": "high"}'),
    "empty": _content(lambda content: ""),
    "reasoning only": _content(lambda content: "", "length", reasoning_content="Let me think. " * 50),
    "refusal": _refusal,
    "cut off": _content(_half, "length"),
    "another language": _content(_in_german),
    "10 MB": _endless,
}

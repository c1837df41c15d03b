"""Minds from outside: programs that decide for a person of a town, called in Python or over HTTP.

Each exchange is a row of the call log, so a resumed run and a replay find the answer there and ask nobody.
"""

from __future__ import annotations

import asyncio
import json
import re
from base64 import b64encode
from collections.abc import Awaitable, Callable, Mapping
from inspect import isawaitable
from typing import TypeAlias
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from townlet.cognition.sanitisation import sanitised
from townlet.errors import BadInput, TownletError
from townlet.language.providers.endpoint import Endpoint
from townlet.language.providers.http import GuardedClient
from townlet.language.secrets import learn_secrets, redact
from townlet.state.encoding import canonical

OUTSIDE = "outside"
"""The name of these calls in the call log."""

SECONDS = 30.0
"""How long a person waits for a mind from outside."""

LONGEST_ANSWER = 20_000
"""The most characters of an answer; our choice."""

MOST_BYTES = 1 << 18
"""The most bytes of an answer over HTTP: enough for emojis, each of which may be written as 12 bytes of escapes."""

OutsideMind: TypeAlias = Callable[[Mapping[str, object]], Awaitable[object]]
"""A program that decides for a person: it gets a message and returns its move, both as JSON data (docs/own-mind.md)."""


def mind_at(address: str, seconds: float = SECONDS) -> OutsideMind:
    """Return the mind that answers POST requests at an address, such as 'http://127.0.0.1:9000'. Raises BadInput."""
    try:
        parts = urlsplit(address)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # 'http://[::1', 'http://127.0.0.1:none'
        is_address = False
    # Messages name the place alone: a run file keeps them, and an address may hold a password or a token.
    if not is_address:
        told = re.sub(r"//.*@", "//", address.partition("?")[0])
        raise BadInput(f"{told!r} is not the address of a mind; write it as http://127.0.0.1:9000")
    learn_secrets(_secrets_in(parts))
    place = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    access = "what its address says for access"
    endpoint = Endpoint("compatible", place, "", access, "docs/own-mind.md")
    client = GuardedClient(endpoint, seconds, MOST_BYTES)

    async def mind(message: Mapping[str, object]) -> object:
        body = await client.read_body(client.build_request("POST", address, json=message))
        try:
            return json.loads(body)
        except (ValueError, RecursionError):
            raise BadInput("the answer is no JSON object") from None

    return mind


def _secrets_in(address: SplitResult) -> dict[str, str | None]:
    """Return the password and the tokens of an address, also as a server sees them and may repeat them."""
    user, password = unquote(address.username or ""), unquote(address.password or "")
    header = b64encode(f"{user}:{password}".encode()).decode()
    as_sent = {"PASSWORD": password or user, "AUTHORIZATION": header}
    tokens = {f"{number}_TOKEN": given for number, (_, given) in enumerate(parse_qsl(address.query))}
    return {"URL_PASSWORD": address.password, **as_sent, **tokens}


async def ask_outside(mind: OutsideMind, message: Mapping[str, object], seconds: float = SECONDS) -> tuple[str, str]:
    """Return a mind's answer as JSON, and an empty text; or an empty answer, and why there is none, in one line."""
    try:
        asked = mind(message)
        if not isawaitable(asked):
            raise BadInput("it is no async function; begin it with `async def`")
        answer = canonical(await asyncio.wait_for(asked, seconds))
        answer.encode()
    except TimeoutError:
        why = f"it gave no answer in {seconds:g} s"
    except asyncio.CancelledError:
        if (own := asyncio.current_task()) and own.cancelling():
            raise
        why = "it was cancelled"
    except UnicodeEncodeError:
        why = "its answer holds half of a character (a lone surrogate), which no file can hold"
    except TownletError as error:
        why = str(error)
    except Exception as error:  # noqa: BLE001 - what a program of anybody's raises is its answer, and the town goes on
        why = f"it failed with {type(error).__name__}: {error}"
    else:
        if len(answer) <= LONGEST_ANSWER:
            return redact(answer), ""
        why = f"its answer has {len(answer):,} characters; it may have {LONGEST_ANSWER:,}"
    return "", sanitised(redact(why))[:300]

"""What an endpoint's refusals and breakdowns mean for a call."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from townlet.language.model import ModelError, ModelUnavailable, RequestRefused
from townlet.language.providers.endpoint import Endpoint
from townlet.language.secrets import redact

_WORTH_WAITING = frozenset({408, 409, 425, 429})
"""Statuses below 500 that may be over when the call is sent again."""

_NOT_TAKEN = frozenset({400, 413, 422, 501})
"""Statuses of requests that an endpoint understands and does not take."""

_NO_SUCH_MODEL = re.compile(r"model.*\b(not[ _]found|not exist|unknown)|unknown model|no such model", re.IGNORECASE)
_NO_KEY = re.compile(r"api[ _]?key", re.IGNORECASE)
"""Some endpoints say with a 400 what others say with 404 and 401: no other request would be taken either."""

_MOST_SHOWN = 200
"""Characters of a provider's own words that a message quotes."""


def fault_of(endpoint: Endpoint, status: int, headers: Mapping[str, str], body: bytes) -> ModelError:
    """The error for an answer whose status is not a success."""
    said, code = _said(body)
    told = f"{endpoint.where} answered {status}" + (f" ({said})" if said else "")
    if status == 402 or code == "insufficient_quota":
        return ModelError(f"{told}: the account has no money left there; add some, or use another model.")
    if status in _NOT_TAKEN:
        status = _meant(status, f"{code} {said}")
    line = f"{told}: {_what_to_do(endpoint, status)}; see {endpoint.page}."
    if status in _NOT_TAKEN:
        return RequestRefused(line, said)
    if status in _WORTH_WAITING or status >= 500:
        return ModelUnavailable(f"{told}.", retry_after(headers))
    return ModelError(line)


def _meant(status: int, words: str) -> int:
    if _NO_KEY.search(words):
        return 401
    return 404 if _NO_SUCH_MODEL.search(words) else status


def is_about_schemas(error: ModelError) -> bool:
    """Whether a request was refused for the JSON schema that came with it: not every server knows what that is."""
    words = ("response_format", "json_schema", "schema", "grammar", "output_format", "structured output")
    return isinstance(error, RequestRefused) and any(word in error.said.lower() for word in words)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds that an answer asks to wait, as it says them; None if it says nothing that can be read."""
    text = headers.get("retry-after", "").strip()
    try:
        return float(text)
    except ValueError:
        pass
    try:
        return (parsedate_to_datetime(text) - _date_of(headers)).total_seconds()
    except (TypeError, ValueError, OverflowError):
        return None


def _date_of(headers: Mapping[str, str]) -> datetime:
    """The server's own time, so that a wrong clock here does not matter."""
    try:
        return parsedate_to_datetime(headers.get("date", ""))
    except (TypeError, ValueError):
        return datetime.now(UTC)


def _what_to_do(endpoint: Endpoint, status: int) -> str:
    if status == 401:
        return f"set {endpoint.key_variable} to a valid key"
    if status == 403:
        return f"the key in {endpoint.key_variable} may not use this model; choose another model or key"
    if status == 404:
        return "there is no such model or address; check the model's name and the base URL"
    if 300 <= status < 400:
        return "it has moved; use the address that it moved to"
    return "it does not take this request; check that the model can follow a JSON schema and has room for the prompt"


def _said(body: bytes) -> tuple[str, str]:
    """The provider's own words, in one short line, and its code for the error."""
    text = redact(body.decode(errors="replace"))[:20_000]
    code = ""
    try:
        data = json.loads(text)
    except ValueError:
        data = None
    if isinstance(data, list) and data:
        data = data[0]
    if isinstance(data, dict):
        error = data.get("error", data)
        if isinstance(error, dict):
            text, code = str(error.get("message", "")), str(error.get("code", ""))
        else:
            text = str(error)
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return (line if len(line) <= _MOST_SHOWN else f"{line[:_MOST_SHOWN]}..."), code

"""Keys, tokens and passwords: known by the names they go under, and taken out of whatever is written or shown."""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

REDACTED = "[redacted]"

ENV_FILE = ".env"
"""Where people keep what they do not want in their shell; read from the current folder."""

_NAME = re.compile(r"(^|[_-])(api_?key|key|token|secret|password|authorization|credentials?)$", re.IGNORECASE)
"""Names under which secrets are kept."""

_SHAPES = re.compile(
    r"""(?ix) (?<=authorization) ["']? \s* [:=] \s* ["']? (?:(?:bearer|basic)\s+)? [^\s"',}]{8,}
    | (?<=api[_-]key) ["']? \s* [:=] \s* ["']? [^\s"',}]{8,}
    | \b (?:sk|rk|pk|gsk|hf|xai) [-_] [a-z0-9_-]{20,}
    | \b AIza [a-z0-9_-]{20,}
    """
)
"""What is a secret by its looks, whoever it belongs to."""

_SHORTEST = 8
_SHORTEST_WORD = 16
"""Shorter values, and words up to this length, are placeholders such as EMPTY: to hide them would spoil texts."""


class _Known:
    """The secrets of this process, in every form in which they may be echoed."""

    forms: tuple[str, ...] = ()


def learn_secrets(named: Mapping[str, str | None]) -> None:
    """Take in the values whose names say that they are secrets."""
    found = {value.strip() for name, value in named.items() if value and _NAME.search(name)}
    new = {form for value in found if _is_secret(value) for form in _forms(value)}
    if new - set(_Known.forms):
        _Known.forms = tuple(sorted(new.union(_Known.forms), key=lambda form: (-len(form), form)))


def learn_secrets_of_environment() -> None:
    """Take in the secrets of the environment and of `.env`."""
    learn_secrets(os.environ)
    if Path(ENV_FILE).is_file():
        from dotenv import dotenv_values

        learn_secrets(dotenv_values(ENV_FILE))


def redact(text: str) -> str:
    """The text without any secret that is known, or that shows by its looks."""
    for form in _Known.forms:
        if form in text:
            text = text.replace(form, REDACTED)
    return _SHAPES.sub(REDACTED, text)


def redact_error(error: Exception) -> None:
    """Take secrets out of what an error says."""
    error.args = tuple(redact(part) if isinstance(part, str) else part for part in error.args)


def redact_logs() -> None:
    """Keep secrets out of all logs of this process, whoever writes them and wherever to."""
    before = logging.getLogRecordFactory()

    def record(*arguments: object, **more: object) -> logging.LogRecord:
        made = before(*arguments, **more)
        made.msg, made.args = redact(made.getMessage()), ()
        if made.exc_info:
            made.exc_text = redact(logging.Formatter().formatException(made.exc_info))
        return made

    logging.setLogRecordFactory(record)


def _is_secret(value: str) -> bool:
    return len(value) >= (_SHORTEST_WORD if value.isalpha() else _SHORTEST)


def _forms(value: str) -> set[str]:
    return {value, json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1], quote(value), quote(value, "")}

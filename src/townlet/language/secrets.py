"""Redaction of secrets: keys, tokens and passwords are removed from everything that is written or shown."""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from io import StringIO
from pathlib import Path
from urllib.parse import quote

REDACTED = "[redacted]"

ENV_FILE = ".env"
"""A file in the current folder from which keys are read besides the environment."""

_NAME = re.compile(r"(^|[_-])(api_?key|key|token|secret|password|authorization|credentials?)$", re.IGNORECASE)
"""Names of variables that hold secrets: 'OPENAI_API_KEY', 'github-token', 'password'."""

_SHAPES = re.compile(
    r"""(?ix) (?<=authorization) ["']? \s* [:=] \s* ["']? (?:(?:bearer|basic)\s+)? [^\s"',}]{8,}
    | (?<=api[_-]key) ["']? \s* [:=] \s* ["']? [^\s"',}]{8,}
    | \b (?:sk|rk|pk|gsk|hf|xai) [-_] [a-z0-9_-]{20,}
    | \b AIza [a-z0-9_-]{20,}
    """
)
"""Texts that look like secrets: 'Authorization: Bearer abcd1234', 'api_key=abcd1234', 'sk-...', 'hf_...', 'AIza...'."""

_MIN_LENGTH = 8
_MIN_WORD_LENGTH = 16
"""A value of letters alone must be this long, other values `_MIN_LENGTH`. Shorter ones are placeholders such as EMPTY,
and hiding those would spoil ordinary text."""


class _KnownSecrets:
    """The secrets that this process knows, in every form in which a server may echo them."""

    forms: tuple[str, ...] = ()


def learn_secrets(named: Mapping[str, str | None]) -> None:
    """Remember the values whose names mark them as secrets, so that `redact` removes them."""
    found = {value.strip() for name, value in named.items() if value and _NAME.search(name)}
    new = {form for value in found if _is_secret(value) for form in _forms(value)}
    if new - set(_KnownSecrets.forms):
        _KnownSecrets.forms = tuple(sorted(new.union(_KnownSecrets.forms), key=lambda form: (-len(form), form)))


def learn_secrets_of_environment() -> None:
    """Remember the secrets in the environment and in `.env`.

    A `.env` that is not UTF-8 is read as far as it can be; `read_credentials` reports it when a key is needed.
    """
    learn_secrets(os.environ)
    with suppress(OSError):
        text = Path(ENV_FILE).read_text(encoding="utf-8", errors="replace")
        from dotenv import dotenv_values

        learn_secrets(dotenv_values(stream=StringIO(text)))


def redact(text: str) -> str:
    """Return the text with all known secrets, and everything that looks like one, replaced by `[redacted]`."""
    for form in _KnownSecrets.forms:
        if form in text:
            text = text.replace(form, REDACTED)
    return _SHAPES.sub(REDACTED, text)


def redact_error(error: Exception) -> None:
    """Remove secrets from an error's message, in place."""
    error.args = tuple(redact(part) if isinstance(part, str) else part for part in error.args)


def redact_logs() -> None:
    """Remove secrets from all log records of this process, whichever library writes them."""
    original = logging.getLogRecordFactory()

    def redacted_record(*arguments: object, **more: object) -> logging.LogRecord:
        made = original(*arguments, **more)
        made.msg, made.args = redact(made.getMessage()), ()
        if made.exc_info:
            made.exc_text = redact(logging.Formatter().formatException(made.exc_info))
        return made

    logging.setLogRecordFactory(redacted_record)


def _is_secret(value: str) -> bool:
    return len(value) >= (_MIN_WORD_LENGTH if value.isalpha() else _MIN_LENGTH)


def _forms(value: str) -> set[str]:
    return {value, json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1], quote(value), quote(value, "")}

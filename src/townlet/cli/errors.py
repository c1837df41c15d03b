"""Errors of the command line: one line on stderr and an exit status."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from townlet.errors import TownletError
from townlet.language.secrets import redact

DIFFERENT = 1
"""Exit status when a comparison found a difference."""

BAD_INPUT = 2
"""Exit status for wrong input and for files that cannot be used."""

MODEL_FAILED = 3
"""Exit status when a language model gave no usable answer, for example when a run paused because of it."""

INTERRUPTED = 130
"""Exit status after Ctrl-C or SIGTERM."""

_FULL = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""What the system answers when a disk is full, or the user's share of it."""

_USAGE_ERROR = typer.BadParameter.__mro__[1]
"""The base class of typer's usage errors. Its public name differs between versions of typer."""


@contextmanager
def report_in_one_line() -> Iterator[None]:
    """Report errors that the user can fix in one line, and exit with their status.

    Other exceptions are bugs in Townlet and pass through.
    """
    try:
        yield
    except (typer.Exit, typer.Abort):
        raise
    except KeyboardInterrupt:
        typer.echo("Stopped.", err=True)
        raise typer.Exit(INTERRUPTED) from None
    except Exception as error:
        message_and_status = _describe(error)
        if message_and_status is None:
            raise
        text, status = message_and_status
        typer.echo("\n".join(map(_shorten, redact(text).split("\n"))), err=True)
        raise typer.Exit(status) from None


_LONGEST_LINE = 1_000


def _shorten(line: str) -> str:
    """Leave out the middle of a line that quotes something of any length. What to do stands at the end."""
    return line if len(line) < _LONGEST_LINE else f"{line[:600]} ... {line[-300:]}"


def _describe(error: Exception) -> tuple[str, int] | None:
    """Return the message and exit status of an error that the user can fix; None for any other."""
    if isinstance(error, _USAGE_ERROR):
        return _describe_usage(error), BAD_INPUT
    return _describe_library_error(error)


def _describe_usage(error: Exception) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "townlet"
    message = getattr(error, "format_message", error.__str__)()
    return f"{message.rstrip('.')}. See `{command} --help`."


def _describe_library_error(error: Exception) -> tuple[str, int] | None:
    """Return the same for errors of lower layers, which are imported only when an error has occurred."""
    from jinja2 import TemplateError

    from townlet.language.model import ModelError

    if isinstance(error, TownletError):
        return str(error), MODEL_FAILED if isinstance(error, ModelError) else BAD_INPUT
    if isinstance(error, TemplateError):
        return (
            f"A prompt template of the town cannot be used: {error}. Compare it with the built-in template.",
            BAD_INPUT,
        )
    if isinstance(error, OSError) and error.errno in _FULL:
        where = f"{error.filename} cannot be written" if error.filename else "the output cannot be written"
        return f"The disk is full: {where}. Free some space, then give the command again.", BAD_INPUT
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename} cannot be used: {error.strerror}. Check the name and the permissions.", BAD_INPUT
    return None

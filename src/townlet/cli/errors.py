"""What goes wrong for the person at the keyboard, in one line on stderr and an exit status."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from townlet.language.secrets import redact

DIFFERENT = 1
"""Exit status of a comparison that found a difference."""

BAD_INPUT = 2
"""Exit status for what was asked wrongly, and for files that cannot be used."""

MODEL_FAILED = 3
"""Exit status of a run that paused because its language model gave no answer."""

INTERRUPTED = 130
"""Exit status after Ctrl-C."""

_USAGE_ERROR = typer.BadParameter.__mro__[1]
"""Its public name moves between the versions of typer."""


class BadInput(Exception):
    """Something that was typed cannot be done; the text says what, where and what to do."""


class RunPaused(Exception):
    """A run could not go on for now; the text says why and how to resume it."""


@contextmanager
def report_in_one_line() -> Iterator[None]:
    """Tell whatever a person can mend in one line, and leave with its exit status; let defects of ours through."""
    try:
        yield
    except KeyboardInterrupt:
        typer.echo("Stopped.", err=True)
        raise typer.Exit(INTERRUPTED) from None
    except Exception as error:
        told = _in_words(error)
        if told is None:
            raise
        text, status = told
        typer.echo(redact(text), err=True)
        raise typer.Exit(status) from None


def _in_words(error: Exception) -> tuple[str, int] | None:
    if isinstance(error, BadInput):
        return str(error), BAD_INPUT
    if isinstance(error, RunPaused):
        return str(error), MODEL_FAILED
    if isinstance(error, _USAGE_ERROR):
        return _usage(error), BAD_INPUT
    return _from_below(error)


def _usage(error: Exception) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "townlet"
    message = getattr(error, "format_message", error.__str__)()
    return f"{message.rstrip('.')}. See `{command} --help`."


def _from_below(error: Exception) -> tuple[str, int] | None:
    """Errors of the layers below, which are loaded only when there is one to tell."""
    from jinja2 import TemplateError

    from townlet.engine.commands import CommandRefused
    from townlet.language.model import ModelError
    from townlet.runfile import RunFileError
    from townlet.town import TownError

    if isinstance(error, RunFileError | TownError | CommandRefused):
        return str(error), BAD_INPUT
    if isinstance(error, ModelError):
        return str(error), MODEL_FAILED
    if isinstance(error, TemplateError):
        return f"A prompt template of the town cannot be used: {error}; compare it with the built-in one.", BAD_INPUT
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename} cannot be used: {error.strerror}; check the name and its permissions.", BAD_INPUT
    return None

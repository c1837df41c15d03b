"""Commands on their way from another process: to and from the JSON that is left in a run's inbox."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

from townlet.engine.codec import decode, encode
from townlet.engine.commands import Command
from townlet.engine.orders import CommandRefused
from townlet.engine.runfile import Letter, leave
from townlet.language.secrets import redact

_KINDS: dict[str, type] = {kind.__name__: kind for kind in get_args(Command)}


def send(run: Path, command: Command) -> None:
    """Leave a command for the process that owns the run."""
    fields = {name: redact(value) if isinstance(value, str) else value for name, value in encode(command).items()}
    leave(run, {"command": type(command).__name__, **fields})


def command_of(letter: Letter) -> Command:
    """The command that a letter holds. Raises CommandRefused for one that holds none."""
    if letter.fault:
        raise CommandRefused(f"The letter {letter.name} cannot be read: {letter.fault}")
    return command_from(letter.command)


def command_from(data: Mapping[str, Any]) -> Command:
    """The command written as JSON data: its kind under 'command', its fields beside it."""
    fields = dict(data)
    kind = _KINDS.get(str(fields.pop("command", "")))
    if kind is None:
        raise CommandRefused(f"Unknown command {data.get('command')!r}; expected one of {', '.join(_KINDS)}.")
    try:
        command: Command = decode(kind, fields)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CommandRefused(f"The command {kind.__name__} is not complete: {error}") from error
    return command

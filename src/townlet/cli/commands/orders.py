"""`townlet tell` and `townlet set`: commands left for a run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.errors import BadInput
from townlet.cli.options import JsonOption, PersonArgument, RunFileArgument
from townlet.runfile.view import RunView
from townlet.world.address import Address


def list_joined_people(run: Path) -> tuple[str, ...]:
    """Everybody who has joined the run."""
    return tuple(RunView(run).joined)


def list_objects(run: Path) -> tuple[Address, ...]:
    """Every object on the run's map."""
    return tuple(RunView(run).town.setting.objects)


if TYPE_CHECKING:
    from townlet.engine.commands import Command

WhisperTextArgument = Annotated[str, typer.Argument(metavar="TEXT", help="What the inner voice says.")]
ObjectAddressArgument = Annotated[
    str, typer.Argument(metavar="ADDRESS", help="The object, such as 'Mill House: kitchen: stove'.")
]
ObjectStateArgument = Annotated[str, typer.Argument(metavar="STATE", help="What follows 'is', such as 'burning'.")]


def tell_command(
    run: RunFileArgument, person: PersonArgument, text: WhisperTextArgument, as_json: JsonOption = False
) -> None:
    """Speak to a person as their inner voice.

    What the voice says becomes an intention of the person. A run in progress receives it within a game minute, another
    run when it is resumed.

    Example:

      townlet tell my.townlet "Ann Bo" "You are going to stand for mayor"
    """
    from townlet.cli.lookup import find_person
    from townlet.engine.commands import Whisper

    name = find_person(person, list_joined_people(run))
    said = _needed(text, "what the inner voice says")
    _send(run, Whisper(name, said), f"{name}'s inner voice will say: {said}", as_json)


def set_command(
    run: RunFileArgument, address: ObjectAddressArgument, state: ObjectStateArgument, as_json: JsonOption = False
) -> None:
    """Set the state of an object, in words.

    People nearby notice the change. A run in progress receives it within a game minute, another run when it is resumed.

    Example:

      townlet set my.townlet "Mill House: kitchen: stove" burning
    """
    from townlet.cli.lookup import find_object
    from townlet.engine.commands import SetState
    from townlet.world.tree import spoken

    found = find_object(address, list_objects(run))
    told = _needed(state, "the state").removeprefix("is ")
    _send(run, SetState(found, told), f"{spoken(found)} will be {told}", as_json)


def _needed(text: str, what: str) -> str:
    if not text.strip():
        raise BadInput(f"There is nothing in {what}; write it in quotes.")
    return " ".join(text.split())


def _send(run: Path, command: Command, told: str, as_json: bool) -> None:
    from townlet.cli.output import print_json, quote_for_shell
    from townlet.engine.commands import send_command
    from townlet.runfile import is_owned

    running = is_owned(run)
    send_command(run, command)
    if as_json:
        print_json({"run": str(run), "command": type(command).__name__, "taken": "now" if running else "at resume"})
        return
    when = "Within a game minute, as the town is running" if running else "When the run goes on"
    typer.echo(f"{when}, {told}" + ("" if told.endswith((".", "!", "?")) else "."))
    if not running:
        typer.echo(f"Go on with: townlet resume {quote_for_shell(str(run))}")

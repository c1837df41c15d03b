"""`townlet tell` and `townlet set`: commands to a run, which carries them out while it is simulated."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.options import JsonOption, PersonArgument, RunFileArgument
from townlet.cli.output import print_result
from townlet.errors import BadInput, quote_for_shell
from townlet.runfile.lookup import find_object, find_person
from townlet.runfile.view import RunView

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

    What the voice says becomes an intention of the person. A running town carries the command out within a game minute.
    A stopped run carries it out when it is resumed.

    Example:

      townlet tell my.townlet "Ann Bo" "You are going to stand for mayor"
    """
    from townlet.engine.commands import Whisper

    name = find_person(person, RunView(run).joined)
    message = _require_text(text, "text")
    _send_and_print(run, Whisper(name, message), f"{name}'s inner voice will say: {message}", as_json)


def set_command(
    run: RunFileArgument, address: ObjectAddressArgument, state: ObjectStateArgument, as_json: JsonOption = False
) -> None:
    """Set the state of an object, in words.

    People nearby notice the change. A running town carries the command out within a game minute. A stopped run carries
    it out when it is resumed.

    Example:

      townlet set my.townlet "Mill House: kitchen: stove" burning
    """
    from townlet.engine.commands import SetState
    from townlet.world.tree import spoken

    target = find_object(address, RunView(run).town.setting.objects)
    new_state = _require_text(state, "state").removeprefix("is ")
    _send_and_print(run, SetState(target, new_state), f"{spoken(target)} will be {new_state}", as_json)


def _require_text(text: str, what: str) -> str:
    if not text.strip():
        raise BadInput(f"The {what} is empty. Write it in quotes.")
    return " ".join(text.split())


def _send_and_print(run: Path, command: Command, effect: str, as_json: bool) -> None:
    from townlet.engine.commands import send_command
    from townlet.runfile import is_owned

    running, hosted = is_owned(run), RunView(run).town.hosted
    send_command(run, command)
    when = "Within a game minute, as the town is running" if running else "When the run is resumed"
    if hosted:
        when = "When the program of their world asks the resident next"
    text = f"{when}, {effect}" + ("" if effect.endswith((".", "!", "?")) else ".")
    if not running and not hosted:
        text += f"\nResume it with: townlet resume {quote_for_shell(str(run))}"
    taken = "now" if running else "at resume"
    print_result({"run": str(run), "command": type(command).__name__, "taken": taken}, as_json, text)

"""`townlet tell` and `townlet set`: commands left for a run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.failures import BadInput
from townlet.cli.options import AsJson, Person, RunFile

if TYPE_CHECKING:
    from townlet.engine.commands import Command

Text = Annotated[str, typer.Argument(metavar="TEXT", help="What the inner voice says.")]
Place = Annotated[str, typer.Argument(metavar="ADDRESS", help="The object, such as 'Mill House: kitchen: stove'.")]
State = Annotated[str, typer.Argument(metavar="STATE", help="What follows 'is', such as 'burning'.")]


def tell(run: RunFile, person: Person, text: Text, as_json: AsJson = False) -> None:
    """Be somebody's inner voice.

    What it says becomes an intention of theirs. A running town hears it within a game minute, another when it is
    resumed.

    Example:

      townlet tell my.townlet "Ann Bo" "You are going to stand for mayor"
    """
    from townlet.cli.letterbox import people_of
    from townlet.cli.people import find_person
    from townlet.engine.commands import Whisper

    name = find_person(person, people_of(run))
    said = _needed(text, "what the inner voice says")
    _send(run, Whisper(name, said), f"{name}'s inner voice will say: {said}", as_json)


def set_state(run: RunFile, address: Place, state: State, as_json: AsJson = False) -> None:
    """Put an object into a state, in words.

    Who is near notices. A running town changes within a game minute; another when it is resumed.

    Example:

      townlet set my.townlet "Mill House: kitchen: stove" burning
    """
    from townlet.cli.letterbox import objects_of
    from townlet.cli.objects import find_object
    from townlet.engine.commands import SetState
    from townlet.world.tree import spoken

    found = find_object(address, objects_of(run))
    told = _needed(state, "the state").removeprefix("is ")
    _send(run, SetState(found, told), f"{spoken(found)} will be {told}", as_json)


def _needed(text: str, what: str) -> str:
    if not text.strip():
        raise BadInput(f"There is nothing in {what}; write it in quotes.")
    return " ".join(text.split())


def _send(run: Path, command: Command, told: str, as_json: bool) -> None:
    from townlet.cli.commandline import in_shell
    from townlet.cli.printing import print_json
    from townlet.engine.letters import send
    from townlet.engine.runfile import is_owned

    running = is_owned(run)
    send(run, command)
    if as_json:
        print_json({"run": str(run), "command": type(command).__name__, "taken": "now" if running else "at resume"})
        return
    when = "Within a game minute, as the town is running" if running else "When the run goes on"
    typer.echo(f"{when}, {told}" + ("" if told.endswith((".", "!", "?")) else "."))
    if not running:
        typer.echo(f"Go on with: townlet resume {in_shell(str(run))}")

"""What people at the keyboard may do to a town. Commands are stamped with a step and change it in no other way."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from townlet.cognition.persona import Persona
from townlet.cognition.sanitisation import sanitised
from townlet.language.secrets import redact
from townlet.runfile import Letter, leave_letter
from townlet.runfile.encoding import decode, encode
from townlet.runfile.events import Embodied, Joined, RunEvent
from townlet.runfile.state import RunState
from townlet.town.look import parse_look
from townlet.world.actions import Action, Do, Move, Say
from townlet.world.address import Address
from townlet.world.advance import advance
from townlet.world.events import Appeared, Departed, StateChanged, TalkEnded, Told, Whispered
from townlet.world.setting import Tile


@dataclass(frozen=True)
class Whisper:
    """Be somebody's inner voice (Park et al. 2023, section 3.1.2)."""

    agent: str
    text: str


@dataclass(frozen=True)
class Tell:
    """Say something to somebody under a persona; they remember it."""

    agent: str
    persona: str
    text: str


@dataclass(frozen=True)
class SetState:
    """Put an object into a state, in words (section 3.2)."""

    address: Address
    state: str


@dataclass(frozen=True)
class Arrive:
    """Walk into the town as a visitor."""

    name: str
    at: Address
    """The place to appear in."""
    look: str = ""
    """In words, as 'hair=red style=bun' (`townlet.town.look`); what is left out is drawn from the name."""


@dataclass(frozen=True)
class Take:
    """Take over a resident."""

    agent: str


@dataclass(frozen=True)
class Release:
    """Hand a resident back, or leave the town as a visitor."""

    agent: str


@dataclass(frozen=True)
class Walk:
    """Walk somebody embodied to a tile."""

    agent: str
    to: Tile


@dataclass(frozen=True)
class Use:
    """Have somebody embodied do something at an object or a place."""

    agent: str
    at: Address
    doing: str
    minutes: int = 10


@dataclass(frozen=True)
class Speak:
    """Have somebody embodied say a line to a person in earshot."""

    agent: str
    to: str
    text: str
    leave: bool = False


Command = Whisper | Tell | SetState | Arrive | Take | Release | Walk | Use | Speak


_COMMAND_KINDS: dict[str, type] = {kind.__name__: kind for kind in get_args(Command)}


def send_command(run: Path, command: Command) -> None:
    """Leave a command for the process that owns the run."""
    fields = {name: redact(value) if isinstance(value, str) else value for name, value in encode(command).items()}
    leave_letter(run, {"command": type(command).__name__, **fields})


def command_in_letter(letter: Letter) -> Command:
    """The command that a letter holds. Raises CommandRefused for one that holds none."""
    if letter.fault:
        raise CommandRefused(f"The letter {letter.name} cannot be read: {letter.fault}")
    return command_from_json(letter.command)


def command_from_json(data: Mapping[str, Any]) -> Command:
    """The command written as JSON data: its kind under 'command', its fields beside it."""
    fields = dict(data)
    kind = _COMMAND_KINDS.get(str(fields.pop("command", "")))
    if kind is None:
        raise CommandRefused(f"Unknown command {data.get('command')!r}; expected one of {', '.join(_COMMAND_KINDS)}.")
    try:
        command: Command = decode(kind, fields)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CommandRefused(f"The command {kind.__name__} is not complete: {error}") from error
    return command


LONGEST_NAME = 60
"""Characters of the longest name that a visitor or a persona can have."""

_NAME = re.compile(r"[\w .,'’()-]+")


class CommandRefused(ValueError):
    """A command that the town does not allow, with the reason in one line."""


def events_of_command(command: Command, state: RunState, step: int) -> Sequence[RunEvent]:
    """The events that a command leads to. Raises CommandRefused."""
    match command:
        case Whisper(agent, text):
            return (Whispered(_person(agent, state), _words(text)),)
        case Tell(agent, persona, text):
            return (Told(_person(agent, state), _name(persona), _words(text)),)
        case SetState(address, text):
            return (StateChanged(_object(address, state), _words(text)),)
        case Arrive(name, at, look):
            return _arrival(_name(name), at, _look(look, name), state, step)
        case Take(agent):
            return (Embodied(_person(agent, state), True),)
        case Release(agent):
            return _release(_embodied(agent, state), state)
        case Walk(agent, to):
            return _act(_embodied(agent, state), Move(to), state, step)
        case Use(agent, at, doing, minutes):
            until = step + state.clock.steps(minutes)
            done = _act(_embodied(agent, state), Do(_words(doing), until, at), state, step)
            return _possible(done, f"{agent} is in a talk; end it first.")
        case Speak(agent, to, text, leave):
            said = _act(_embodied(agent, state), Say(_person(to, state), _words(text), leave), state, step)
            return _possible(said, f"{to} cannot be spoken to now: asleep, far away, in another talk or due to answer.")


def _person(name: str, state: RunState) -> str:
    if name in state.world.bodies:
        return name
    raise CommandRefused(f"Nobody here is called {name!r}; there are {', '.join(sorted(state.world.bodies))}.")


def _words(text: str) -> str:
    """The text on one line, harmless to prompts and screens, and without any key that was pasted into it."""
    if words := redact(sanitised(text)):
        return words
    raise CommandRefused("The text is empty; give some words.")


def _name(text: str) -> str:
    """A name that can stand in other people's prompts: nothing else can be said with it."""
    name = _words(text)
    if len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
        raise CommandRefused(
            f"{name[:LONGEST_NAME]!r} is no name; give up to {LONGEST_NAME} letters, digits, spaces, and .,'()-."
        )
    return name


def _look(text: str, name: str) -> str:
    """The whole look that a visitor's words ask for; nothing if there are none."""
    try:
        return str(parse_look(text, name)) if text.strip() else ""
    except ValueError as error:
        raise CommandRefused(sanitised(str(error))) from None


def _possible(events: Sequence[RunEvent], otherwise: str) -> Sequence[RunEvent]:
    if events:
        return events
    raise CommandRefused(otherwise)


def _embodied(name: str, state: RunState) -> str:
    if _person(name, state) in state.embodied:
        return name
    raise CommandRefused(f"{name} is not yours to move; take them over first.")


def _object(address: Address, state: RunState) -> Address:
    if address in state.town.setting.objects:
        return address
    raise CommandRefused(f"There is no object {str(address)!r} on the map; expected world:sector:arena:object.")


def _arrival(name: str, at: Address, look: str, state: RunState, step: int) -> Sequence[RunEvent]:
    if name in state.world.bodies:
        raise CommandRefused(f"Somebody here is called {name!r} already; choose another name.")
    floor = state.ground.floor_of(at)
    if not floor:
        raise CommandRefused(f"Nobody can stand in {str(at)!r}; give a place of the map.")
    if obstacle := _kept_out(floor[0], state, step):
        raise CommandRefused(f"{str(at)!r} is {obstacle} now; arrive somewhere else.")
    persona = Persona(name, 0, (), (), wakes=0, sleeps=0, bed=at, home=at)
    return (Joined(persona, visitor=True, look=look), Appeared(name, floor[0]), Embodied(name, True))


def _kept_out(tile: Tile, state: RunState, step: int) -> str | None:
    """What keeps a stranger who comes from the street out of a place, before anybody takes this step's walk."""
    street, nobody = (-1, -1), ""
    return state.ground.doors.obstacle(nobody, street, tile, state.clock.minute(step), state.world.bodies, step)


def _release(agent: str, state: RunState) -> Sequence[RunEvent]:
    if agent not in state.visitors:
        return (Embodied(agent, False),)
    talk = state.world.talks.get(state.world.bodies[agent].talk)
    ended = (TalkEnded(talk.id, talk.participants),) if talk else ()
    return (*ended, Embodied(agent, False), Departed(agent))


def _act(agent: str, action: Action, state: RunState, step: int) -> Sequence[RunEvent]:
    """What somebody does before the step begins, from where the step before left everybody."""
    return advance(state.ground, state.world, {agent: action}, step, stood=step - 1)

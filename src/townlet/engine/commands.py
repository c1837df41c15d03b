"""Commands: the only way in which people change a running town. Each takes effect at the start of a step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from townlet.cognition.persona import Persona
from townlet.cognition.sanitisation import MAX_NAME_LENGTH, NAME_RULE, is_name, sanitised
from townlet.errors import BadInput
from townlet.language.secrets import redact
from townlet.memory.record import MemoryId
from townlet.runfile import Letter, leave_letter
from townlet.runfile.files import RunFile, path_of
from townlet.state.encoding import decode, encode
from townlet.state.events import Embodied, Joined, MindChanged, RunEvent
from townlet.state.run_state import RunState
from townlet.town.look import parse_look
from townlet.world.actions import Action, Do, Move, Say
from townlet.world.address import Address
from townlet.world.advance import advance
from townlet.world.events import Appeared, Departed, StateChanged, TalkEnded, Told, Whispered
from townlet.world.setting import Tile
from townlet.world.tree import spoken


@dataclass(frozen=True)
class Whisper:
    """Speak to an agent as their inner voice (Park et al. 2023, section 3.1.2)."""

    agent: str
    text: str


@dataclass(frozen=True)
class Tell:
    """Say something to an agent under a persona; the agent remembers it (Park et al. 2023, section 3.1.2)."""

    agent: str
    persona: str
    text: str


@dataclass(frozen=True)
class Forget:
    """Take away every memory of an agent that contains some words, or one memory, for an experiment.

    The sentences of the agent's own story stay in its summary, and plans that are made stay as they are.
    """

    agent: str
    about: str = ""
    """The words; capitals do not matter."""
    memory: MemoryId | None = None
    """The one memory to take away, in place of all that contain some words."""


@dataclass(frozen=True)
class Unheard:
    """Keep an agent from taking in a line, for an experiment: it notices, remembers and is shown none of its words.

    Give it in the step after the line was spoken, before anybody has thought about the line. An agent who was spoken to
    knows that something was said; one who overheard it notices nothing.
    """

    agent: str
    talk: str
    """The id of the talk."""
    line: int
    """The position of the line in the talk, from 0."""


@dataclass(frozen=True)
class Unseen:
    """Keep an agent from taking in a sight from now on, for an experiment."""

    agent: str
    sight: str
    """What the agent would remember of it, word for word, such as 'Ann Bo is making tea.'."""


@dataclass(frozen=True)
class SetState:
    """Set the state of an object, in words (Park et al. 2023, section 3.2)."""

    address: Address
    state: str


@dataclass(frozen=True)
class Arrive:
    """Enter the town as a visitor."""

    name: str
    at: Address
    """The place to appear in."""
    look: str = ""
    """The visitor's look, such as 'hair=red style=bun' (`townlet.town.look`). Parts left out follow from the name."""


@dataclass(frozen=True)
class Take:
    """Take control of a resident's body."""

    agent: str


@dataclass(frozen=True)
class Release:
    """Give a resident's body back, or leave the town as a visitor."""

    agent: str


@dataclass(frozen=True)
class Walk:
    """Make a body that a person controls walk to a tile."""

    agent: str
    to: Tile


@dataclass(frozen=True)
class Use:
    """Make a body that a person controls do something at an object or a place."""

    agent: str
    at: Address
    doing: str
    minutes: int = 10


@dataclass(frozen=True)
class Speak:
    """Make a body that a person controls say a line to somebody in earshot."""

    agent: str
    to: str
    text: str
    leave: bool = False


Command = Whisper | Tell | Forget | Unheard | Unseen | SetState | Arrive | Take | Release | Walk | Use | Speak
"""Anything that a person at the keyboard may do."""


_COMMAND_KINDS: dict[str, type] = {kind.__name__: kind for kind in get_args(Command)}


MAX_CHARACTERS = {"text": 2_000, "state": 200}
"""The longest texts of users' commands, by the name of the field; the same for the command line and the API."""


def send_command(run: RunFile, command: Command) -> None:
    """Leave a command in the inbox of a run, for the process that owns it. Secrets are removed from its texts.

    Raises CommandRefused for a text that is longer than MAX_CHARACTERS.
    """
    fields = {name: redact(value) if isinstance(value, str) else value for name, value in encode(command).items()}
    for name, most in MAX_CHARACTERS.items():
        if (length := len(str(fields.get(name, "")))) > most:
            raise CommandRefused(f"The {name} has {length:,} characters; it may have {most:,}. Shorten it.")
    leave_letter(path_of(run), {"command": type(command).__name__, **fields})


def command_in_letter(letter: Letter) -> Command:
    """Return the command in a letter. Raises CommandRefused if there is none."""
    if letter.fault:
        raise CommandRefused(f"The letter {letter.name} cannot be read: {letter.fault}")
    return command_from_json(letter.command)


def command_from_json(data: Mapping[str, Any]) -> Command:
    """Return the command in JSON data: its kind under 'command', its fields beside it. Raises CommandRefused."""
    fields = dict(data)
    kind = _COMMAND_KINDS.get(str(fields.pop("command", "")))
    if kind is None:
        raise CommandRefused(f"Unknown command {data.get('command')!r}; expected one of {', '.join(_COMMAND_KINDS)}.")
    try:
        command: Command = decode(kind, fields)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CommandRefused(f"The command {kind.__name__} is not complete: {error}") from error
    return command


class CommandRefused(BadInput):
    """The town does not allow a command; the message gives the reason in one line."""


def events_of_command(command: Command, state: RunState, step: int) -> Sequence[RunEvent]:
    """Return the events that a command causes. Raises CommandRefused."""
    match command:
        case Whisper(agent, text):
            return (Whispered(_person(agent, state), _words(text)),)
        case Tell(agent, persona, text):
            return (Told(_person(agent, state), _name(persona), _words(text)),)
        case Forget(agent, about, memory):
            words = "" if memory else _words(about).casefold()
            return _forgetting(_person(agent, state), words, memory, state)
        case Unheard(agent) | Unseen(agent):
            return _missing(_person(agent, state), command, state)
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
            return _not_empty(done, f"{agent} is in a talk; end it first.")
        case Speak(agent, to, text, leave):
            said = _act(_embodied(agent, state), Say(_person(to, state), _words(text), leave), state, step)
            return _not_empty(
                said, f"{to} cannot be spoken to now: asleep, far away, in another talk or due to answer."
            )


def _forgetting(agent: str, about: str, only: MemoryId | None, state: RunState) -> Sequence[RunEvent]:
    """Return the change of an agent's mind that takes memories away; none if it remembers nothing about that."""
    gone = tuple(
        memory.id for memory in state.streams[agent] if (memory.id == only if only else about in memory.text.casefold())
    )
    return (MindChanged(agent, forgotten=(*state.agents[agent].forgotten, *gone)),) if gone else ()


def _missing(agent: str, command: Unheard | Unseen, state: RunState) -> Sequence[RunEvent]:
    what = _words(command.sight) if isinstance(command, Unseen) else _heard_line(command, state)
    return (MindChanged(agent, missed=(*state.agents[agent].missed, what)),)


def _heard_line(command: Unheard, state: RunState) -> str:
    """Return the id of the line that the agent is not to take in. Raises CommandRefused."""
    talks = (*state.world.talks.values(), *state.world.last_talk.values())
    lines = next((talk.lines for talk in talks if talk.id == command.talk), ())
    if not 0 <= command.line < len(lines):
        raise CommandRefused(f"No line {command.line} of a talk {command.talk!r} has been spoken; give its own step.")
    line = lines[command.line]
    if command.agent not in (heard := (line.to, *line.hearers)):
        raise CommandRefused(f"{command.agent} did not hear that line; it was heard by {', '.join(heard)}.")
    return f"{command.talk}#{command.line}"


def _person(name: str, state: RunState) -> str:
    if name in state.world.bodies:
        return name
    raise CommandRefused(f"Nobody here is called {name!r}; there are {', '.join(sorted(state.world.bodies))}.")


def _words(text: str) -> str:
    """Return the text on one line, safe for prompts and terminals, without secrets. Raises CommandRefused if empty."""
    if words := redact(sanitised(text)):
        return words
    raise CommandRefused("The text is empty; give some words.")


def _name(text: str) -> str:
    """Return a name that is safe in other agents' prompts, because it is too restricted to carry instructions."""
    name = _words(text)
    if not is_name(name):
        raise CommandRefused(f"{name[:MAX_NAME_LENGTH]!r} is not a valid name; {NAME_RULE}.")
    return name


def _look(text: str, name: str) -> str:
    """Return the complete look that a visitor's words describe; empty if there are no words."""
    try:
        return str(parse_look(text, name)) if text.strip() else ""
    except ValueError as error:
        raise CommandRefused(sanitised(str(error))) from None


def _not_empty(events: Sequence[RunEvent], refusal: str) -> Sequence[RunEvent]:
    if events:
        return events
    raise CommandRefused(refusal)


def _embodied(name: str, state: RunState) -> str:
    if _person(name, state) in state.embodied:
        return name
    raise CommandRefused(f"You do not control {name}; take control of them first.")


def _object(address: Address, state: RunState) -> Address:
    if address in state.town.setting.objects:
        return address
    raise CommandRefused(f"There is no object {str(address)!r} on the map; expected world:sector:arena:object.")


def _arrival(name: str, at: Address, look: str, state: RunState, step: int) -> Sequence[RunEvent]:
    if name in state.world.bodies:
        raise CommandRefused(f"Somebody here is called {name!r} already; choose another name.")
    if name in state.town.setting.keys.values():
        raise CommandRefused(f"{name!r} is the key of somebody here; choose another name.")
    floor = state.terrain.floor_of(at)
    if not floor:
        raise CommandRefused(f"Nobody can stand in {str(at)!r}; give a place of the map.")
    tile = next((tile for tile in _arrival_tiles(floor, state) if not _kept_out(tile, state, step)), None)
    if tile is None:
        obstacle = _kept_out(floor[0], state, step)
        raise CommandRefused(f"You cannot arrive in {spoken(at)} now: it is {obstacle}. Choose another place.")
    persona = Persona(name, 0, (), (), wakes=0, sleeps=0, bed=at, home=at)
    return (Joined(persona, visitor=True, look=look), Appeared(name, tile), Embodied(name, True))


def _arrival_tiles(floor: Sequence[Tile], state: RunState) -> Iterator[Tile]:
    """Return the tiles of a floor, the best for the next visitor first: free ones, away from earlier visitors."""
    taken = {body.path[-1] for body in state.world.bodies.values()}
    free = [tile for tile in floor if tile not in taken]
    # Multiples of the golden ratio, here 89/144, spread any number of visitors evenly.
    first = len(state.visitors) * 89 * len(free) // 144 % max(1, len(free))
    yield from (*free[first:], *free[:first], *floor)


def _kept_out(tile: Tile, state: RunState, step: int) -> str | None:
    """Return what keeps a stranger who comes from the street out of a place; None if nothing does."""
    street, nobody = (-1, -1), ""
    return state.terrain.doors.obstacle(nobody, street, tile, state.clock.minute(step), state.world.bodies, step)


def _release(agent: str, state: RunState) -> Sequence[RunEvent]:
    if agent not in state.visitors:
        return (Embodied(agent, False),)
    talk = state.world.talks.get(state.world.bodies[agent].talk)
    ended = (TalkEnded(talk.id, talk.participants),) if talk else ()
    return (*ended, Embodied(agent, False), Departed(agent))


def _act(agent: str, action: Action, state: RunState, step: int) -> Sequence[RunEvent]:
    """Return the events of an action before the step begins, from the positions at the end of the last step."""
    return advance(state.terrain, state.world, {agent: action}, step, stood=step - 1)

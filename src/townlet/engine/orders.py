"""What commands from people come to: each becomes events, or is refused with a reason."""

from __future__ import annotations

import re
from collections.abc import Sequence

from townlet.cognition.harmless import harmless
from townlet.cognition.persona import Persona
from townlet.engine.commands import (
    Arrive,
    Command,
    Release,
    SetState,
    Speak,
    Take,
    Tell,
    Use,
    Walk,
    Whisper,
)
from townlet.engine.events import Embodied, Joined, RunEvent
from townlet.engine.state import RunState
from townlet.language.secrets import redact
from townlet.town.look import parse_look
from townlet.world.actions import Action, Do, Move, Say
from townlet.world.address import Address
from townlet.world.advance import advance
from townlet.world.events import Appeared, Departed, StateChanged, TalkEnded, Told, Whispered
from townlet.world.setting import Tile

LONGEST_NAME = 60
"""Characters of the longest name that a visitor or a persona can have."""

_NAME = re.compile(r"[\w .,'’()-]+")


class CommandRefused(ValueError):
    """A command that the town does not allow, with the reason in one line."""


def events_of(command: Command, state: RunState, step: int) -> Sequence[RunEvent]:
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
    if words := redact(harmless(text)):
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
        raise CommandRefused(harmless(str(error))) from None


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

"""What commands from people come to: each becomes events, or is refused with a reason."""

from __future__ import annotations

from collections.abc import Sequence

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
from townlet.world.actions import Action, Do, Move, Say
from townlet.world.address import Address
from townlet.world.advance import advance
from townlet.world.events import Appeared, Departed, StateChanged, Told, Whispered


class CommandRefused(ValueError):
    """A command that the town does not allow, with the reason in one line."""


def events_of(command: Command, state: RunState, step: int) -> Sequence[RunEvent]:
    """The events that a command leads to. Raises CommandRefused."""
    match command:
        case Whisper(agent, text):
            return (Whispered(_person(agent, state), text),)
        case Tell(agent, persona, text):
            return (Told(_person(agent, state), persona, text),)
        case SetState(address, text):
            return (StateChanged(_object(address, state), text),)
        case Arrive(name, at):
            return _arrival(name, at, state)
        case Take(agent):
            return (Embodied(_person(agent, state), True),)
        case Release(agent):
            return _release(_embodied(agent, state), state)
        case Walk(agent, to):
            return _act(_embodied(agent, state), Move(to), state, step)
        case Use(agent, at, doing, minutes):
            until = step + state.clock.steps(minutes)
            return _act(_embodied(agent, state), Do(doing, until, at), state, step)
        case Speak(agent, to, text, leave):
            return _act(_embodied(agent, state), Say(_person(to, state), text, leave), state, step)


def _person(name: str, state: RunState) -> str:
    if name in state.agents:
        return name
    raise CommandRefused(f"Nobody here is called {name!r}; there are {', '.join(sorted(state.agents))}.")


def _embodied(name: str, state: RunState) -> str:
    if _person(name, state) in state.embodied:
        return name
    raise CommandRefused(f"{name} is not yours to move; take them over first.")


def _object(address: Address, state: RunState) -> Address:
    if address in state.town.setting.objects:
        return address
    raise CommandRefused(f"There is no object {str(address)!r} on the map; expected world:sector:arena:object.")


def _arrival(name: str, at: Address, state: RunState) -> Sequence[RunEvent]:
    if name in state.agents:
        raise CommandRefused(f"Somebody here is called {name!r} already; choose another name.")
    floor = state.ground.floor_of(at)
    if not floor:
        raise CommandRefused(f"Nobody can stand in {str(at)!r}; give a place of the map.")
    persona = Persona(name, 0, (), (), wakes=0, sleeps=0, bed=at, home=at)
    return (Joined(persona, visitor=True), Appeared(name, floor[0]), Embodied(name, True))


def _release(agent: str, state: RunState) -> Sequence[RunEvent]:
    if agent in state.visitors:
        return (Embodied(agent, False), Departed(agent))
    return (Embodied(agent, False),)


def _act(agent: str, action: Action, state: RunState, step: int) -> Sequence[RunEvent]:
    return advance(state.ground, state.world, {agent: action}, step)

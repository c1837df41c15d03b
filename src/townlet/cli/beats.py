"""What of a step a play tells: beats, each somewhere and somebody's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from townlet.engine.log import StepLog
from townlet.engine.state import RunState
from townlet.memory.record import Memory
from townlet.study.wording import capitalised, change_of_plan, goal, hindrance, insight, promise
from townlet.world.events import (
    Acted,
    Announced,
    Arrived,
    Blocked,
    Departed,
    Said,
    StateChanged,
    Told,
    Whispered,
    WorldEvent,
)
from townlet.world.tree import label, spoken

SETS_OUT = "sets out for"


@dataclass(frozen=True)
class Beat:
    """One line of a play."""

    step: int
    place: str
    """The heading that it belongs under."""
    kind: Literal["direction", "line", "thought"]
    who: str
    text: str
    talk: str = ""
    to: str = ""


def beats(log: StepLog, state: RunState) -> Iterator[Beat]:
    """The beats of a step, given the state after it."""
    for event in (*log.commands, *log.passing, *log.actions):
        yield from _of_event(event, log.step, state)  # type: ignore[arg-type]
    for memory in log.memories:
        yield from _of_memory(memory, log.step, state)


def _of_event(event: WorldEvent, step: int, state: RunState) -> Iterator[Beat]:
    match event:
        case Said(talk, speaker, to, text):
            yield Beat(step, _whereabouts(speaker, state, step), "line", speaker, text, talk, to)
        case Told(agent, persona, text):
            yield Beat(step, _whereabouts(agent, state, step), "line", persona, text, f"{step}-{persona}", agent)
        case StateChanged(address, told, by=""):
            heading = label(address.parent or address)
            yield Beat(step, heading, "direction", "", f"{capitalised(spoken(address))} is {told}.")
        case Announced(place, text):
            yield Beat(step, label(place), "direction", "", f"{capitalised(text.rstrip('.'))}.")
        case _:
            yield from _of_one(event, step, state)


def _of_one(event: WorldEvent, step: int, state: RunState) -> Iterator[Beat]:
    text = _direction(event, state)
    agent = getattr(event, "agent", "")
    if text:
        end = "" if text.endswith((".”", "!”", "?”")) else "."
        yield Beat(step, _whereabouts(agent, state, step), "direction", agent, f"{agent} {text}{end}")


def _direction(event: WorldEvent, state: RunState) -> str:
    match event:
        case Acted():
            there = goal(event, state.ground.doors)
            return f"{SETS_OUT} {there}" if there else ""
        case Arrived(agent):
            activity = state.world.bodies[agent].activity
            return "goes to sleep" if activity.asleep else f"is {activity.doing}"
        case Blocked():
            return hindrance(event)
        case Whispered(text=text):
            return f"hears an inner voice: “{text}”"
        case Departed():
            return "leaves the town"
        case _:
            return ""


def _whereabouts(agent: str, state: RunState, step: int) -> str:
    body = state.world.bodies.get(agent)
    place = state.ground.doors.place_at(body.tile(step)) if body else None
    return label(place) if place else "out of doors"


def _of_memory(memory: Memory, step: int, state: RunState) -> Iterator[Beat]:
    who = memory.id.agent
    place = _whereabouts(who, state, step)
    if thought := insight(memory):
        yield Beat(step, place, "thought", who, capitalised(thought))
    elif change := change_of_plan(memory):
        yield Beat(step, place, "direction", who, change)
    elif promised := promise(memory):
        yield Beat(step, place, "direction", who, f"{who} promises {promised}")

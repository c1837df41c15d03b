"""What happens in a town, in sentences for whoever watches."""

from __future__ import annotations

import re
from collections.abc import Iterator

from townlet.engine.events import RunEvent
from townlet.engine.log import StepLog
from townlet.memory.record import Memory
from townlet.world.address import Address
from townlet.world.events import Acted, Announced, Appeared, Blocked, Departed, Said, StateChanged, Told, Whispered
from townlet.world.tree import spoken

FAR_TILES = 14
"""A walk of so many tiles is worth telling."""

_VERBS = (
    (re.compile(r"\b(invit(e|ing|ed)|come (along )?to the|join us|hope you can make it|welcome at)\b", re.I), "invites"),
    (re.compile(r"\?\s*$"), "asks"),
    (re.compile(r"^(good (morning|afternoon|evening|day)|hello|hi|hey)\b", re.I), "greets"),
)
_THOUGHT = "I have come to think that "
_OBSTACLES = {"closed": "finds the door closed", "full": "has to wait outside", "no way": "finds no way"}


def news(log: StepLog) -> Iterator[str]:
    """The sentences worth telling of a step, in order."""
    for memory in log.memories:
        if sentence := _thought(memory):
            yield sentence
    for event in log.events():
        if sentence := happening(event):
            yield sentence


def happening(event: RunEvent) -> str:
    """An event as a sentence; empty for one that is not worth telling by itself."""
    match event:
        case Said(number=0):
            return f"{event.speaker} {verb_of(event.text)} {event.to}: “{event.text}”"
        case Acted(asleep=True):
            return f"{event.agent} goes to bed."
        case Acted() if len(event.path) > FAR_TILES and event.at:
            return f"{event.agent} sets out for {spoken(_building(event.at))}: {event.doing}."
        case Blocked(agent, at, obstacle):
            return f"{agent} {_OBSTACLES[obstacle]}{f' at {spoken(_building(at))}' if at else ''}."
        case StateChanged(address, state, by=""):
            return f"The {spoken(address).removeprefix('the ')} is {state}."
        case Announced(place, text):
            return f"At {spoken(place)}: {text.rstrip('.')}."
        case Whispered(agent, text):
            return f"{agent}'s inner voice says: “{text}”"
        case Told(agent, persona, text):
            return f"{persona} tells {agent}: “{text}”"
        case Departed(agent):
            return f"{agent} leaves the town."
        case Appeared() | _:
            return ""


def verb_of(line: str) -> str:
    """What somebody does by saying a line, told from its wording alone."""
    return next((verb for pattern, verb in _VERBS if pattern.search(line)), "tells")


def _building(address: Address) -> Address:
    return Address(address.parts[:2])


def _thought(memory: Memory) -> str:
    if memory.kind == "reflection" and memory.text.startswith(_THOUGHT):
        return f"{memory.id.agent} comes to think that {memory.text.removeprefix(_THOUGHT)}"
    if memory.kind == "plan" and " changed the plan and " in memory.text:
        return memory.text
    return ""

"""What happens in a town, in sentences for whoever watches."""

from __future__ import annotations

import re
from collections.abc import Iterator

from townlet.engine.events import RunEvent
from townlet.engine.log import StepLog
from townlet.memory.record import Memory
from townlet.study.wording import capitalised, change_of_plan, goal, hindrance, insight, promise
from townlet.world.actions import Do
from townlet.world.doors import Doors
from townlet.world.events import Acted, Announced, Blocked, Departed, Said, StateChanged, Told, Whispered
from townlet.world.tree import spoken

_VERBS = (
    (re.compile(r"\b(invit(e|ing|ed)|come (along )?to the|join us|hope you can|be welcome)\b", re.I), "invites"),
    (re.compile(r"\?\s*$"), "asks"),
    (re.compile(r"^(good (morning|afternoon|evening|day)|hello|hi|hey)\b", re.I), "greets"),
)


def news(log: StepLog, doors: Doors) -> Iterator[str]:
    """The sentences worth telling of a step, in order; of several thoughts of one person only the first."""
    thoughts: dict[str, str] = {}
    for memory in log.memories:
        if sentence := _thought(memory):
            thoughts.setdefault(memory.id.agent, sentence)
    yield from thoughts.values()
    for event in log.events():
        if sentence := happening(event, doors):
            yield sentence


def happening(event: RunEvent, doors: Doors) -> str:
    """An event as a sentence; empty for one that is not worth telling by itself."""
    match event:
        case Said(number=0):
            return f"{event.speaker} {verb_of(event.text)} {event.to}: “{event.text}”"
        case Acted(activity=Do(asleep=True)):
            return f"{event.agent} goes to bed."
        case Acted():
            there = goal(event, doors)
            return f"{event.agent} sets out for {there}: {event.activity.doing}." if there else ""
        case Blocked():
            return f"{event.agent} {hindrance(event)}."
        case StateChanged(address, state, by=""):
            return f"{capitalised(spoken(address))} is {state}."
        case Announced(place, text):
            return f"At {spoken(place)}: {text.rstrip('.')}."
        case Whispered(agent, text):
            return f"{agent}'s inner voice says: “{text}”"
        case Told(agent, persona, text):
            return f"{persona} tells {agent}: “{text}”"
        case Departed(agent):
            return f"{agent} leaves the town."
        case _:
            return ""


def verb_of(line: str) -> str:
    """What somebody does by saying a line, told from its wording alone."""
    return next((verb for pattern, verb in _VERBS if pattern.search(line)), "tells")


def _thought(memory: Memory) -> str:
    if thought := insight(memory):
        return f"{memory.id.agent} comes to think that {thought}"
    if promised := promise(memory):
        return f"{memory.id.agent} promises {promised}"
    return change_of_plan(memory)

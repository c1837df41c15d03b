"""The news of a running town: events and thoughts of a step as sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from townlet.measures.text.wording import (
    capitalise_first,
    describe_hindrance,
    insight_text,
    plan_change_text,
    promise_text,
    walk_destination,
)
from townlet.memory.record import Memory
from townlet.runfile.event_log import StepLog
from townlet.state.events import RunEvent
from townlet.world.actions import Do
from townlet.world.doors import Doors
from townlet.world.events import Acted, Announced, Blocked, Departed, Said, StateChanged, Told, Whispered
from townlet.world.tree import spoken

_VERBS = (
    # "I am inviting you to the picnic.", "Hope you can make it."
    (re.compile(r"\b(invit(e|ing|ed)|come (along )?to the|join us|hope you can|be welcome)\b", re.I), "invites"),
    (re.compile(r"\?\s*$"), "asks"),
    (re.compile(r"^(good (morning|afternoon|evening|day)|hello|hi|hey)\b", re.I), "greets"),
)


def narrate_step(log: StepLog, doors: Doors) -> Iterator[str]:
    """Yield sentences about the notable events and thoughts of a step, with at most one thought of each person."""
    thoughts: dict[str, str] = {}
    for memory in log.memories:
        if sentence := _narrate_thought(memory):
            thoughts.setdefault(memory.id.agent, sentence)
    yield from thoughts.values()
    for event in log.events():
        if sentence := narrate_event(event, doors):
            yield sentence


def narrate_event(event: RunEvent, doors: Doors) -> str:
    """Return an event as a sentence, or '' if it is not notable."""
    match event:
        case Said(number=0):
            return f"{event.speaker} {choose_speech_verb(event.text)} {event.to}: “{event.text}”"
        case Acted(activity=Do(asleep=True)):
            return f"{event.agent} goes to bed."
        case Acted():
            there = walk_destination(event, doors)
            return f"{event.agent} sets out for {there}: {event.activity.doing}." if there else ""
        case Blocked():
            return f"{event.agent} {describe_hindrance(event)}."
        case StateChanged(address, state, by=""):
            return f"{capitalise_first(spoken(address))} is {state}."
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


def choose_speech_verb(line: str) -> str:
    """Return the verb for a spoken line, judged by its wording alone: 'invites', 'asks', 'greets' or 'tells'."""
    return next((verb for pattern, verb in _VERBS if pattern.search(line)), "tells")


def _narrate_thought(memory: Memory) -> str:
    if thought := insight_text(memory):
        return f"{memory.id.agent} comes to think that {thought}"
    if promised := promise_text(memory):
        return f"{memory.id.agent} promises {promised}"
    return plan_change_text(memory)

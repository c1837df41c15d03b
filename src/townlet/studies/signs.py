"""Signs in a world that what was done to it has taken hold: what its people were told, made up their minds to, asked.

They are kept with the outcomes of each world, up to every moment at which an outcome is measured, so that the analysis
can say whether a factor had operated by then.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from townlet.cognition.profile import ABLATABLE
from townlet.runfile import Json
from townlet.runfile.event_log import COMMANDS, event_of
from townlet.runfile.view import RunView
from townlet.state.events import MindChanged
from townlet.world.events import Said, StateChanged


def acts_with_signs(view: RunView, acts: Sequence[Mapping[str, Any]]) -> list[dict[str, Json]]:
    """Return each act with the step at which it took hold, and whether it did so at all. Raises RunFileError."""
    found = []
    for act in acts:
        took = _took_hold(view, act)
        found.append({**act, "took": took, "delivered": took is not None})
    return found


def _took_hold(view: RunView, act: Mapping[str, Any]) -> int | None:
    """Return when an act changed what it is to change; None if it has not.

    What is told is in somebody's memory; what is to be forgotten was remembered; an object had another state before;
    a messenger found somebody to listen.
    """
    begin = act["step"]
    if begin > view.last:
        return None
    with view.reader() as reader:
        match act["kind"]:
            case "tell":
                wanted = "told" if act.get("persona") else "inner voice"
                memories = [*reader.memories(act["tell"], view.last, from_step=begin)]
                return next((memory.id.step for memory in memories if memory.source == wanted), None)
            case "forget":
                rows = reader.events(begin, begin, kinds=(MindChanged.__name__,), phase=COMMANDS)
                gone = [event_of(row) for row in rows]
                return begin if any(getattr(event, "agent", "") == act["forget"] for event in gone) else None
            case "set":
                return begin if _was_changed(view, begin) else None
            case kind:
                rows = reader.events(begin, view.last, kinds=(Said.__name__,), phase=COMMANDS)
                said = [(row.step, event_of(row)) for row in rows]
                return next((step for step, event in said if getattr(event, "speaker", "") == act[kind]), None)


def _was_changed(view: RunView, step: int) -> bool:
    """Whether a command of a step gave an object a state that it did not have."""
    world, objects = view.state_at(step).world, view.town.setting.objects
    with view.reader() as reader:
        events = [event_of(row) for row in reader.events(step, step, kinds=(StateChanged.__name__,), phase=COMMANDS)]
    return any(
        isinstance(event, StateChanged) and world.state_of(objects[event.address]) != event.state for event in events
    )


def signs_in(view: RunView, moments: Iterable[int]) -> dict[str, Json]:
    """Return by moment how many memories each faculty had made, and hashes of what each person was asked and planned.

    Raises RunFileError.
    """
    ends = sorted({min(moment, view.until) for moment in moments})
    made, asked, planned = Counter[str](), _Hashes(), _Hashes()
    memories = sorted(view.memories_by_step(), key=lambda memory: memory.id.step)
    calls = sorted((call for call in view.calls() if call.agent), key=lambda call: call.step)
    found: dict[str, Json] = {}
    remembered = answered = 0
    for end in ends:
        while remembered < len(memories) and memories[remembered].id.step < end:
            memory = memories[remembered]
            remembered += 1
            made[memory.kind] += 1
            if memory.kind == "plan":
                planned.add(memory.id.agent, memory.text)
        while answered < len(calls) and calls[answered].step < end:
            call = calls[answered]
            answered += 1
            asked.add(call.agent, call.step, call.path, call.prompt_sha, call.reply)
        found[str(end)] = {
            "made": {faculty: made[kind] for faculty, kind in ABLATABLE.items()},
            "asked": asked.short(),
            "planned": planned.short(),
        }
    return found


class _Hashes:
    """A hash for each person over what is added."""

    def __init__(self) -> None:
        self._of: dict[str, Any] = defaultdict(hashlib.sha256)

    def add(self, person: str, *values: object) -> None:
        self._of[person].update(repr(values).encode())

    def short(self) -> dict[str, Json]:
        return {person: total.hexdigest()[:12] for person, total in sorted(self._of.items())}

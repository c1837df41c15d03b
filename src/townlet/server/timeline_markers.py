"""The moments of a run worth jumping to."""

from __future__ import annotations

import json
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

from townlet.analysis.history import TimedEvent, WorldHistory
from townlet.analysis.text.wording import capitalise_first, insight_text
from townlet.memory.record import Memory
from townlet.runfile import EventRow
from townlet.runfile.event_log import COMMANDS
from townlet.runfile.events import Embodied
from townlet.server.protocol.base import Step, encode_memory_id
from townlet.server.protocol.event_feed import TimelineMarker
from townlet.world.events import Appeared, Departed, Said, StateChanged, TalkEnded, Told, Whispered
from townlet.world.tree import spoken

_step = attrgetter("s")


class MarkerIndex:
    """All marks of a run as far as it is known, in order of steps."""

    def __init__(self) -> None:
        self._marks: list[TimelineMarker] = []
        self._going_on: dict[str, TimelineMarker] = {}
        self._plans: dict[str, tuple[int, int]] = {}

    def between(self, from_step: Step, to_step: Step, who: str = "") -> list[TimelineMarker]:
        """Marks from one step to another (not included), of everybody or of one person."""
        return [mark for mark in tuple(self._marks) if from_step <= mark.s < to_step and (not who or who in mark.who)]

    def note(
        self, events: Iterable[TimedEvent], minds: Iterable[EventRow], thoughts: Iterable[Memory]
    ) -> list[TimelineMarker]:
        """Take in what happened since the last time: the marks that are new, and those of talks that have ended now."""
        found: dict[tuple[Step, str, str], TimelineMarker] = {}
        for mark in (*self._of_world(events), *self._of_plans(minds), *self._kept(_of_thoughts(thoughts))):
            found[(mark.s, mark.kind, mark.id or mark.text)] = mark
        return sorted(found.values(), key=_step)

    def _of_world(self, events: Iterable[TimedEvent]) -> Iterator[TimelineMarker]:
        for each in events:
            match each.event:
                case Said(number=0) as said:
                    who = [said.speaker, said.to]
                    mark = TimelineMarker(s=each.step, kind="talk", who=who, text=said.text, id=said.talk)
                    self._going_on[said.talk] = mark
                    insort(self._marks, mark, key=_step)
                    yield mark
                case TalkEnded(talk) if talk in self._going_on:
                    yield self._ended(self._going_on.pop(talk), each.step)
                case _:
                    yield from self._kept(_of_change(each))

    def _ended(self, mark: TimelineMarker, step: Step) -> TimelineMarker:
        whole = mark.model_copy(update={"to": step})
        place = bisect_left(self._marks, mark.s, key=_step)
        while self._marks[place] is not mark:
            place += 1
        self._marks[place] = whole
        return whole

    def _of_plans(self, rows: Iterable[EventRow]) -> Iterator[TimelineMarker]:
        for row in rows:
            # Most rows change no plan, and reading one as JSON takes longer than all the rest.
            if row.kind != "MindChanged" or '"reason":' not in row.data:
                continue
            plan = json.loads(row.data).get("plan") or {}
            version = (plan.get("made", 0), plan.get("revision", 0))
            if plan.get("reason") and self._plans.get(row.agent) != version:
                self._plans[row.agent] = version
                text = capitalise_first(plan["reason"])
                yield from self._kept([TimelineMarker(s=row.step, kind="reaction", who=[row.agent], text=text)])

    def _kept(self, marks: Iterable[TimelineMarker]) -> Iterator[TimelineMarker]:
        for mark in marks:
            insort(self._marks, mark, key=_step)
            yield mark


def _of_thoughts(thoughts: Iterable[Memory]) -> Iterator[TimelineMarker]:
    for memory in thoughts:
        if text := insight_text(memory):
            who, name = [memory.id.agent], encode_memory_id(memory.id)
            yield TimelineMarker(s=memory.id.step, kind="reflection", who=who, text=capitalise_first(text), id=name)


def _of_change(happened: TimedEvent) -> Iterator[TimelineMarker]:
    """The mark of what somebody at a keyboard did, and of an object that was put into another state."""
    step, ordered = happened.step, happened.phase == COMMANDS and happened.step > 0
    match happened.event:
        case Whispered(agent, text):
            yield TimelineMarker(s=step, kind="command", who=[agent], text=f"An inner voice: {text}")
        case Told(agent, persona, text):
            yield TimelineMarker(s=step, kind="command", who=[agent], text=f"{persona}: {text}")
        case StateChanged(address, state, by):
            text = f"{capitalise_first(spoken(address))} is {state}."
            yield TimelineMarker(s=step, kind="state" if by else "command", who=[by] if by else [], text=text)
        case Appeared(agent) if ordered:
            yield TimelineMarker(s=step, kind="command", who=[agent], text=f"{agent} comes to town.")
        case Departed(agent):
            yield TimelineMarker(s=step, kind="command", who=[agent], text=f"{agent} leaves the town.")
        case Embodied(agent, by_person):
            change = "is taken over" if by_person else "is handed back"
            yield TimelineMarker(s=step, kind="command", who=[agent], text=f"{agent} {change}.")


MINUTES_BEFORE = 3
"""How long before the first talk a replay opens."""
LIVELY_TALKS, LIVELY_MINUTES = 3, 40
"""So many talks begin within so many game minutes where a replay had best open."""


def find_opening_step(past: WorldHistory, marks: MarkerIndex) -> int:
    """The step: before several talks when most people are up, else before one, else when most are up, else 0."""
    talks = [mark for mark in marks.between(0, past.until) if mark.kind == "talk"]
    near = past.clock.steps(LIVELY_MINUTES)
    later = talks[LIVELY_TALKS - 1 :]
    lively = [mark for mark, other in zip(talks, later, strict=False) if other.s - mark.s <= near]
    first = _first_awake(lively, past) or _first_awake(talks, past)
    return max(0, first.s - past.clock.steps(MINUTES_BEFORE)) if first else _most_are_up(past)


def _first_awake(talks: Sequence[TimelineMarker], past: WorldHistory) -> TimelineMarker | None:
    return next((mark for mark in talks if _awake(past, mark.s)), None)


def _most_are_up(past: WorldHistory) -> int:
    quarter = past.clock.steps(15)
    return next((step for step in range(quarter, past.until, quarter) if _awake(past, step)), 0)


def _awake(past: WorldHistory, step: int) -> bool:
    bodies = past.at(step).world.bodies.values()
    return 2 * sum(not body.asleep for body in bodies) > len(bodies)

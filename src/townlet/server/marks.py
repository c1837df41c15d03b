"""The moments of a run worth jumping to."""

from __future__ import annotations

import json
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from operator import attrgetter

from townlet.engine.events import Embodied
from townlet.engine.log import COMMANDS
from townlet.engine.runfile import EventRow
from townlet.memory.record import Memory
from townlet.server.names import memory_name
from townlet.server.protocol.film import Mark
from townlet.server.protocol.part import Step
from townlet.study.past import Happened
from townlet.study.wording import capitalised, insight
from townlet.world.events import Appeared, Departed, Said, StateChanged, TalkEnded, Told, Whispered
from townlet.world.tree import spoken

_step = attrgetter("s")


class Marks:
    """All marks of a run as far as it is known, in order of steps."""

    def __init__(self) -> None:
        self._marks: list[Mark] = []
        self._going_on: dict[str, Mark] = {}
        self._plans: dict[str, tuple[int, int]] = {}

    def between(self, from_step: Step, to_step: Step, who: str = "") -> list[Mark]:
        """Marks from one step to another (not included), of everybody or of one person."""
        return [mark for mark in tuple(self._marks) if from_step <= mark.s < to_step and (not who or who in mark.who)]

    def note(self, events: Iterable[Happened], minds: Iterable[EventRow], thoughts: Iterable[Memory]) -> list[Mark]:
        """Take in what happened since the last time: the marks that are new, and those of talks that have ended now."""
        found: dict[tuple[Step, str, str], Mark] = {}
        for mark in (*self._of_world(events), *self._of_plans(minds), *self._kept(_of_thoughts(thoughts))):
            found[(mark.s, mark.kind, mark.id or mark.text)] = mark
        return sorted(found.values(), key=_step)

    def _of_world(self, events: Iterable[Happened]) -> Iterator[Mark]:
        for each in events:
            match each.event:
                case Said(number=0) as said:
                    who = [said.speaker, said.to]
                    mark = Mark(s=each.step, kind="talk", who=who, text=said.text, id=said.talk)
                    self._going_on[said.talk] = mark
                    insort(self._marks, mark, key=_step)
                    yield mark
                case TalkEnded(talk) if talk in self._going_on:
                    yield self._ended(self._going_on.pop(talk), each.step)
                case _:
                    yield from self._kept(_of_change(each))

    def _ended(self, mark: Mark, step: Step) -> Mark:
        whole = mark.model_copy(update={"to": step})
        place = bisect_left(self._marks, mark.s, key=_step)
        while self._marks[place] is not mark:
            place += 1
        self._marks[place] = whole
        return whole

    def _of_plans(self, rows: Iterable[EventRow]) -> Iterator[Mark]:
        for row in rows:
            # Most rows change no plan, and reading one as JSON takes longer than all the rest.
            if row.kind != "MindChanged" or '"reason":' not in row.data:
                continue
            plan = json.loads(row.data).get("plan") or {}
            version = (plan.get("made", 0), plan.get("revision", 0))
            if plan.get("reason") and self._plans.get(row.agent) != version:
                self._plans[row.agent] = version
                text = capitalised(plan["reason"])
                yield from self._kept([Mark(s=row.step, kind="reaction", who=[row.agent], text=text)])

    def _kept(self, marks: Iterable[Mark]) -> Iterator[Mark]:
        for mark in marks:
            insort(self._marks, mark, key=_step)
            yield mark


def _of_thoughts(thoughts: Iterable[Memory]) -> Iterator[Mark]:
    for memory in thoughts:
        if text := insight(memory):
            who, name = [memory.id.agent], memory_name(memory.id)
            yield Mark(s=memory.id.step, kind="reflection", who=who, text=capitalised(text), id=name)


def _of_change(happened: Happened) -> Iterator[Mark]:
    """The mark of what somebody at a keyboard did, and of an object that was put into another state."""
    step, ordered = happened.step, happened.phase == COMMANDS and happened.step > 0
    match happened.event:
        case Whispered(agent, text):
            yield Mark(s=step, kind="command", who=[agent], text=f"An inner voice: {text}")
        case Told(agent, persona, text):
            yield Mark(s=step, kind="command", who=[agent], text=f"{persona}: {text}")
        case StateChanged(address, state, by):
            text = f"{capitalised(spoken(address))} is {state}."
            yield Mark(s=step, kind="state" if by else "command", who=[by] if by else [], text=text)
        case Appeared(agent) if ordered:
            yield Mark(s=step, kind="command", who=[agent], text=f"{agent} comes to town.")
        case Departed(agent):
            yield Mark(s=step, kind="command", who=[agent], text=f"{agent} leaves the town.")
        case Embodied(agent, by_person):
            change = "is taken over" if by_person else "is handed back"
            yield Mark(s=step, kind="command", who=[agent], text=f"{agent} {change}.")

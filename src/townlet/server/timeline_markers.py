"""Timeline markers: the moments of a run worth jumping to, and the step at which a replay opens."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

from townlet.measures.text.wording import capitalise_first, insight_text
from townlet.memory.record import Memory
from townlet.runfile.event_log import COMMANDS
from townlet.runfile.history import TimedEvent, WorldHistory
from townlet.runfile.view import format_memory_id
from townlet.server.protocol.base import Step
from townlet.server.protocol.event_feed import TimelineMarker
from townlet.state.events import Embodied, HandedOver, Joined, MindChanged, MoveAsked, Shown, TookIn
from townlet.world.events import (
    Acted,
    Announced,
    Appeared,
    Arrived,
    Blocked,
    Departed,
    Halted,
    Left,
    Said,
    StateChanged,
    SteppedAside,
    TalkEnded,
    Told,
    Whispered,
)
from townlet.world.tree import spoken

_step = attrgetter("s")


PlanReason = tuple[Step, str, tuple[int, int], str]
"""A plan with a reason, as `RunReader.plan_reasons` yields it."""
MARKED = ("Said", "TalkEnded", "StateChanged", "Embodied", "Appeared", "Departed", "Told", "Whispered")
"""The kinds of world events of which markers are made."""


class MarkerIndex:
    """All markers of a run as far as it has been read, ordered by step."""

    def __init__(self) -> None:
        self._markers: list[TimelineMarker] = []
        self._open_talks: dict[str, TimelineMarker] = {}
        self._plans: dict[str, tuple[int, int]] = {}

    def between(self, from_step: Step, to_step: Step, who: str = "") -> list[TimelineMarker]:
        """Return the markers from `from_step` until before `to_step`, of everybody or of one person."""
        return [
            marker
            for marker in tuple(self._markers)
            if from_step <= marker.s < to_step and (not who or who in marker.who)
        ]

    def add(
        self, events: Iterable[TimedEvent], plans: Iterable[PlanReason], reflections: Iterable[Memory]
    ) -> list[TimelineMarker]:
        """Add what has happened since the last call.

        Returns the new markers, and the updated markers of talks that have ended since then.
        """
        found: dict[tuple[Step, str, str], TimelineMarker] = {}
        for marker in (
            *self._from_world(events),
            *self._from_plans(plans),
            *self._keep(_from_reflections(reflections)),
        ):
            found[(marker.s, marker.kind, marker.id or marker.text)] = marker
        return sorted(found.values(), key=_step)

    def _from_world(self, events: Iterable[TimedEvent]) -> Iterator[TimelineMarker]:
        for each in events:
            match each.event:
                case Said(number=0) as said:
                    who = [said.speaker, said.to]
                    marker = TimelineMarker(s=each.step, kind="talk", who=who, text=said.text, id=said.talk)
                    self._open_talks[said.talk] = marker
                    insort(self._markers, marker, key=_step)
                    yield marker
                case TalkEnded(talk) if talk in self._open_talks:
                    yield self._end_talk(self._open_talks.pop(talk), each.step)
                case _:
                    yield from self._keep(_from_change(each))

    def _end_talk(self, marker: TimelineMarker, step: Step) -> TimelineMarker:
        whole = marker.model_copy(update={"to": step})
        place = bisect_left(self._markers, marker.s, key=_step)
        while self._markers[place] is not marker:
            place += 1
        self._markers[place] = whole
        return whole

    def _from_plans(self, plans: Iterable[PlanReason]) -> Iterator[TimelineMarker]:
        for step, agent, version, reason in plans:
            if self._plans.get(agent) != version:
                self._plans[agent] = version
                text = capitalise_first(reason)
                yield from self._keep([TimelineMarker(s=step, kind="reaction", who=[agent], text=text)])

    def _keep(self, markers: Iterable[TimelineMarker]) -> Iterator[TimelineMarker]:
        for marker in markers:
            insort(self._markers, marker, key=_step)
            yield marker


def _from_reflections(reflections: Iterable[Memory]) -> Iterator[TimelineMarker]:
    for memory in reflections:
        if text := insight_text(memory):
            who, name = [memory.id.agent], format_memory_id(memory.id)
            yield TimelineMarker(s=memory.id.step, kind="reflection", who=who, text=capitalise_first(text), id=name)


def _from_change(happened: TimedEvent) -> Iterator[TimelineMarker]:
    """Yield the marker of a command, or of an object whose state has changed."""
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
        case HandedOver(agent, outside):
            change = "gets a mind from outside" if outside else "thinks alone again"
            yield TimelineMarker(s=step, kind="command", who=[agent], text=f"{agent} {change}.")
        case Appeared() | Joined() | Acted() | Arrived() | Halted() | Blocked() | SteppedAside():
            pass
        case MoveAsked() | Announced() | Said() | Left() | TalkEnded() | MindChanged() | Shown() | TookIn():
            pass


MINUTES_BEFORE = 3
"""A replay opens this many game minutes before a talk."""
LIVELY_TALKS, LIVELY_MINUTES = 3, 40
"""A replay opens best where this many talks begin within this many game minutes."""


def find_opening_step(past: WorldHistory, markers: MarkerIndex) -> int:
    """Return the step at which a replay opens.

    That is shortly before several talks while most people are awake; else before a single such talk; else when most
    people are awake for the first time; else 0.
    """
    talks = [marker for marker in markers.between(0, past.until) if marker.kind == "talk"]
    near = past.clock.steps(LIVELY_MINUTES)
    later = talks[LIVELY_TALKS - 1 :]
    lively = [marker for marker, other in zip(talks, later, strict=False) if other.s - marker.s <= near]
    first = _first_awake(lively, past) or _first_awake(talks, past)
    return max(0, first.s - past.clock.steps(MINUTES_BEFORE)) if first else _first_step_awake(past)


def _first_awake(talks: Sequence[TimelineMarker], past: WorldHistory) -> TimelineMarker | None:
    return next((marker for marker in talks if _awake(past, marker.s)), None)


def _first_step_awake(past: WorldHistory) -> int:
    quarter = past.clock.steps(15)
    return next((step for step in range(quarter, past.until, quarter) if _awake(past, step)), 0)


def _awake(past: WorldHistory, step: int) -> bool:
    bodies = past.at(step).world.bodies.values()
    return 2 * sum(not body.asleep for body in bodies) > len(bodies)

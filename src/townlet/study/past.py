"""The world of a run at any moment: its events read once, with a frame every game hour to go on from."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from townlet.engine.events import Embodied, Joined, RunEvent
from townlet.engine.log import event_of
from townlet.engine.runfile import EventRow, RunReader
from townlet.town import Town
from townlet.world.clock import Clock
from townlet.world.events import Said
from townlet.world.evolve import Draft
from townlet.world.state import World

_step = attrgetter("step")
_MOMENTS_HELD = 8


class Happened(NamedTuple):
    """An event that is no mind's alone, with the step and the phase of the step that it came in."""

    step: int
    phase: int
    event: RunEvent


@dataclass(frozen=True)
class Standing:
    """How things stand when a step begins."""

    world: World
    embodied: frozenset[str]
    """Whose bodies somebody at a keyboard moves."""


class Past:
    """All that has happened in the world of a run before step `until`. It grows while the run goes on.

    One thread may let it grow while others read what came before.
    """

    def __init__(self, town: Town, clock: Clock) -> None:
        self.town, self.clock = town, clock
        self.until = 0
        self.joined: dict[str, Joined] = {}
        """Everybody who was ever in the run, in the order in which they came."""
        self.lines: dict[str, Said] = {}
        """Every spoken line by its utterance."""
        self._draft = Draft(World())
        self._embodied: dict[str, None] = {}
        self._happened: list[Happened] = []
        self._frames = [self._standing()]
        self._frame_steps = clock.steps(60)
        self.at = lru_cache(_MOMENTS_HELD)(self._at)
        """How things stood when a step began, 0 to `until`: many look at the same few moments."""

    @property
    def world(self) -> World:
        """The world after the latest event; only for whoever lets it grow, between two events."""
        return self._draft.world()

    def add(self, row: EventRow) -> Happened:
        """Let the next event happen."""
        happened = Happened(row.step, row.phase, event_of(row))
        self._keep_frames(row.step)
        self._apply(happened)
        self._happened.append(happened)
        return happened

    def reach(self, until: int) -> None:
        """All that happened before step `until` has been added."""
        self._keep_frames(until)
        self.until = until

    def between(self, from_step: int, to_step: int) -> Sequence[Happened]:
        """What happened from one step to another, which is not included."""
        first = bisect_left(self._happened, from_step, key=_step)
        return self._happened[first : bisect_left(self._happened, min(to_step, self.until), first, key=_step)]

    def worlds(self) -> Iterator[tuple[int, World]]:
        """Each step from 1 on, and the world as it stood when it began; good until the next is asked for."""
        draft, events = Draft(World()), iter(self.between(0, self.until))
        coming = next(events, None)
        for step in range(self.until):
            while coming and coming.step == step:
                _happen(coming, draft, {})
                coming = next(events, None)
            yield step + 1, draft.world()

    def _at(self, step: int) -> Standing:
        if not 0 <= step <= self.until:
            raise ValueError(f"Step {step} is outside of what is known; expected 0 to {self.until}.")
        number = step // self._frame_steps
        frame = self._frames[number]
        draft, embodied = Draft(frame.world), dict.fromkeys(frame.embodied)
        for happened in self.between(number * self._frame_steps, step):
            _happen(happened, draft, embodied)
        return Standing(draft.world(), frozenset(embodied))

    def _apply(self, happened: Happened) -> None:
        match happened.event:
            case Joined() as joined:
                self.joined[joined.persona.name] = joined
            case Said() as said:
                self.lines[said.utterance] = said
        _happen(happened, self._draft, self._embodied)

    def _keep_frames(self, step: int) -> None:
        """Keep how things stand for every whole hour that has begun by a step."""
        while len(self._frames) * self._frame_steps <= step:
            self._frames.append(self._standing())

    def _standing(self) -> Standing:
        return Standing(Draft(self._draft.world()).world(), frozenset(self._embodied))


def past_of(reader: RunReader, town: Town, until: int) -> Past:
    """What happened in a run before a step."""
    header = reader.header
    past = Past(town, Clock(header.start, header.step_seconds))
    for row in world_rows(reader, 0, until):
        past.add(row)
    past.reach(until)
    return past


def world_rows(reader: RunReader, from_step: int, to_step: int) -> Iterable[EventRow]:
    """The rows of all events but those of single minds, from one step to another (not included)."""
    return reader.events(from_step, to_step - 1, agent="")


def _happen(happened: Happened, draft: Draft, embodied: dict[str, None]) -> None:
    match happened.event:
        case Joined():
            pass
        case Embodied(agent, True):
            embodied[agent] = None
        case Embodied(agent, False):
            embodied.pop(agent, None)
        case event:
            draft.apply(event, happened.step)  # type: ignore[arg-type]

"""Snapshots: once a game day, the run file keeps what folding its event log gives, so that nobody reads all of it.

A snapshot holds the state of a run after the first step of a game day: the world, everybody's mind and who is due when.
It holds no memories, because their tables are read by person. It is canonical JSON, so equal states are equal bytes.
A snapshot is a cache: without it, readers fold the event log from its start.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from townlet.cognition.state import AgentState
from townlet.runfile.encoding import decode, load_json, to_json
from townlet.runfile.errors import decoding
from townlet.runfile.event_log import ACTIONS, COMMANDS, MINDS, PASSING, event_of
from townlet.runfile.events import EVENT_KINDS, Joined, MindChanged, RunEvent, Shown
from townlet.runfile.minds import merge_changes, mind_after, mind_change
from townlet.runfile.reader import RunReader
from townlet.runfile.scheduler import Scheduler, SchedulerState
from townlet.runfile.state import RunState
from townlet.town import town_from_files
from townlet.world.address import Address
from townlet.world.clock import Clock
from townlet.world.known import known_from
from townlet.world.register import Register
from townlet.world.state import Body, ObjectCondition, Talk, World

VERSION = 2
"""The version of a snapshot's content. Readers do not use a snapshot of another version."""


@dataclass(frozen=True)
class _Content:
    """What a snapshot holds. Order counts where a run depends on it, so these maps are lists of pairs."""

    version: int
    bodies: tuple[Body, ...]
    objects: tuple[tuple[Address, ObjectCondition], ...]
    users: tuple[tuple[Address, tuple[str, ...]], ...]
    talks: tuple[Talk, ...]
    last_talks: tuple[tuple[str, Talk], ...]
    pronouns: Mapping[str, str]
    people: tuple[Joined, ...]
    """Everybody who was ever in the run."""
    minds: tuple[MindChanged, ...]
    """For each of them, the difference from the mind with which they joined."""
    notices: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """For each agent, the kinds and the JSON of the events that they have not taken in yet."""
    embodied: tuple[str, ...]
    scheduler: SchedulerState


class KeptState(NamedTuple):
    """The state of a run after step `step`, as its snapshot holds it."""

    step: int
    content: _Content

    def restore(self, state: RunState, scheduler: Scheduler | None = None) -> None:
        """Give a new state, and a new scheduler, everything that the snapshot holds; memory streams stay empty."""
        content = self.content
        for joined in content.people:
            state.join(joined)
        for change in content.minds:
            state.agents[change.agent] = mind_after(state.agents[change.agent], change)
        state.world = self.world
        state.embodied = dict.fromkeys(content.embodied)
        state.notices = {
            agent: tuple(decode(EVENT_KINDS[kind], load_json(data)) for kind, data in events)
            for agent, events in content.notices
        }
        if scheduler:
            scheduler.restore(content.scheduler)

    @property
    def world(self) -> World:
        content = self.content
        return World(
            bodies={body.name: body for body in content.bodies},
            objects=dict(content.objects),
            users=dict(content.users),
            talks={talk.id: talk for talk in content.talks},
            last_talk=dict(content.last_talks),
            register=Register(content.pronouns),
        )


def is_snapshot_due(clock: Clock, step: int) -> bool:
    """Return whether the run keeps a snapshot after a step: the first step of a game day, except the run's first."""
    return step > 0 and clock.at(step).date() != clock.at(step - 1).date()


def pack_snapshot(state: RunState, scheduler: Scheduler) -> bytes:
    """Return the snapshot of a run after a complete step."""
    world = state.world
    content = _Content(
        version=VERSION,
        bodies=tuple(world.bodies.values()),
        objects=tuple(world.objects.items()),
        users=tuple(world.users.items()),
        talks=tuple(world.talks.values()),
        last_talks=tuple(world.last_talk.items()),
        pronouns=dict(world.register),
        people=tuple(state.joined.values()),
        minds=tuple(_mind_change(state, name) for name in state.agents),
        notices=tuple(
            (agent, tuple((type(event).__name__, to_json(event)) for event in events))
            for agent, events in state.notices.items()
        ),
        embodied=tuple(state.embodied),
        scheduler=scheduler.state,
    )
    return to_json(content).encode()


def _mind_change(state: RunState, name: str) -> MindChanged:
    joined, mind = state.joined[name], state.agents[name]
    before = AgentState(joined.persona, known_from(state.town.setting, joined.knows))
    return mind_change(before, mind) or MindChanged(name)


def catch_up(reader: RunReader, state: RunState, until: int, scheduler: Scheduler | None = None) -> None:
    """Bring a new state to the moment when step `until` begins, except for its memory streams, which stay empty.

    Starts from the nearest snapshot before. A new scheduler, if one is passed, comes to the same moment. Raises
    RunDamaged.
    """
    first = 0
    if kept := nearest_snapshot(reader, until):
        kept.restore(state, scheduler)
        first = kept.step + 1
    fold(reader, state, first, until, scheduler)


def fold(reader: RunReader, state: RunState, first: int, until: int, scheduler: Scheduler | None = None) -> None:
    """Apply the events of the steps from `first` to before `until`; memories and recalls are left out.

    Raises RunDamaged.
    """
    changes: dict[str, dict[str, Any]] = {}
    following = first
    with decoding(reader.path):
        for step, rows in groupby(reader.events(first, until - 1), attrgetter("step")):
            phases: list[list[RunEvent]] = [[], [], [], []]
            for row in rows:
                if row.kind == MindChanged.__name__:
                    # Decoding a plan takes longest, and only the last one counts.
                    merge_changes(changes.setdefault(row.agent, {}), load_json(row.data))
                elif row.kind != Shown.__name__:
                    phases[row.phase].append(event_of(row))
            if scheduler:
                _pass_idle_steps(scheduler, state, following, step)
            following = step + 1
            for phase in (COMMANDS, PASSING, MINDS, ACTIONS):
                if phase == MINDS and scheduler:
                    scheduler.due(state, step)
                if phases[phase]:
                    state.apply(phases[phase], step)
                    if scheduler:
                        scheduler.observe(phases[phase])
        if scheduler:
            _pass_idle_steps(scheduler, state, following, until)
        for agent, change in changes.items():
            state.agents[agent] = mind_after(state.agents[agent], decode(MindChanged, change))


def _pass_idle_steps(scheduler: Scheduler, state: RunState, first: int, until: int) -> None:
    for step in range(first, until):
        scheduler.due(state, step)


def nearest_snapshot(reader: RunReader, until: int) -> KeptState | None:
    """Return the latest snapshot of a step before `until` that this version can read; None if there is none.

    Raises RunDamaged.
    """
    while kept := reader.snapshot(until - 1):
        if _version(kept.data) in (VERSION, None):
            with decoding(reader.path):
                return KeptState(kept.step, decode(_Content, load_json(kept.data)))
        until = kept.step
    return None


def snapshot_problems(reader: RunReader) -> Iterator[str]:
    """Yield what is wrong with the snapshots of a run file, by folding its event log. Raises RunDamaged."""
    last, fold_until = reader.last_step(), None
    for kept in reader.snapshots():
        version = _version(kept.data)
        if last is None or kept.step > last:
            yield f"there is a snapshot of step {kept.step}, which the run has not reached"
        elif version is None:
            yield f"the snapshot of step {kept.step} cannot be read"
        elif version == VERSION:
            fold_until = fold_until or _Fold(reader)
            if found := _difference(kept.data, fold_until.snapshot(kept.step)):
                yield f"the snapshot of step {kept.step} is not what the event log gives: {found} differs"


def _version(data: bytes) -> int | None:
    """Return the version of a snapshot; None for data that cannot be a snapshot."""
    try:
        return int(load_json(data)["version"])
    except (ValueError, TypeError, LookupError, RecursionError):
        return None


class _Fold:
    """The fold of a run's event log, from its first step on."""

    def __init__(self, reader: RunReader) -> None:
        town, header = town_from_files(reader.town_files(), str(reader.path)), reader.header
        self._reader, self._next_step = reader, 0
        self._state, self._scheduler = RunState(town, Clock(header.start, header.step_seconds), 1), Scheduler()

    def snapshot(self, step: int) -> bytes:
        """Return the snapshot of a step, which is later than that of the last call."""
        fold(self._reader, self._state, self._next_step, step + 1, self._scheduler)
        self._next_step = step + 1
        return pack_snapshot(self._state, self._scheduler)


def _difference(stored: bytes, folded: bytes) -> str:
    """Return the parts in which a snapshot differs from what the event log gives; empty if there are none."""
    if stored == folded:
        return ""
    found, expected = load_json(stored), load_json(folded)
    return ", ".join(part for part in expected if found.get(part) != expected[part]) or "its form"

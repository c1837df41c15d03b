"""Snapshots: once a game day, the run file keeps what folding its event log gives, so that nobody reads all of it.

A snapshot holds the state of a run after the first step of a game day: the world, everybody's mind and who is due when.
It holds no memories, because their tables are read by person. It is canonical JSON, so equal states are equal bytes.
A snapshot is a cache: without it, readers fold the event log from its start.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from townlet.cognition.state import AgentState
from townlet.state.encoding import decode, load_json, to_json
from townlet.state.events import EVENT_KINDS, Joined, MindChanged
from townlet.state.minds import mind_after, mind_change
from townlet.state.run_state import RunState
from townlet.state.scheduler import Scheduler, SchedulerState
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
    outside: tuple[str, ...] = ()


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
        state.embodied, state.outside = dict.fromkeys(content.embodied), dict.fromkeys(content.outside)
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
        outside=tuple(state.outside),
    )
    return to_json(content).encode()


def _mind_change(state: RunState, name: str) -> MindChanged:
    joined, mind = state.joined[name], state.agents[name]
    before = AgentState(joined.persona, known_from(state.town.setting, joined.knows))
    return mind_change(before, mind) or MindChanged(name)


def unpack_snapshot(step: int, data: bytes) -> KeptState:
    """Return the state that `pack_snapshot` packed after step `step`.

    Raises KeyError, TypeError or ValueError for other data.
    """
    return KeptState(step, decode(_Content, load_json(data)))


def snapshot_version(data: bytes) -> int | None:
    """Return the version of a snapshot; None for data that cannot be a snapshot."""
    try:
        return int(load_json(data)["version"])
    except (ValueError, TypeError, LookupError, RecursionError):
        return None


def compare_snapshots(stored: bytes, folded: bytes) -> str:
    """Return the parts in which a snapshot differs from what the event log gives; empty if there are none."""
    if stored == folded:
        return ""
    found, expected = load_json(stored), load_json(folded)
    return ", ".join(part for part in expected if found.get(part) != expected[part]) or "its form"

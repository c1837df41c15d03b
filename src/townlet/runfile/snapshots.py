"""The state of a run at any step: its nearest snapshot, and the events since."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from typing import Any

from townlet.runfile.errors import decoding
from townlet.runfile.event_log import ACTIONS, COMMANDS, MINDS, PASSING, event_of
from townlet.runfile.reader import RunReader
from townlet.state.encoding import decode, load_json
from townlet.state.events import MindChanged, RunEvent, Shown
from townlet.state.minds import merge_changes, mind_after
from townlet.state.run_state import RunState
from townlet.state.scheduler import Scheduler
from townlet.state.snapshots import (
    VERSION,
    KeptState,
    compare_snapshots,
    pack_snapshot,
    snapshot_version,
    unpack_snapshot,
)
from townlet.town import town_from_files


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
        if snapshot_version(kept.data) in (VERSION, None):
            with decoding(reader.path):
                return unpack_snapshot(kept.step, kept.data)
        until = kept.step
    return None


def snapshot_problems(reader: RunReader) -> Iterator[str]:
    """Yield what is wrong with the snapshots of a run file, by folding its event log. Raises RunDamaged."""
    last, fold_until = reader.last_step(), None
    for kept in reader.snapshots():
        version = snapshot_version(kept.data)
        if last is None or kept.step > last:
            yield f"there is a snapshot of step {kept.step}, which the run has not reached"
        elif version is None:
            yield f"the snapshot of step {kept.step} cannot be read"
        elif version == VERSION:
            fold_until = fold_until or _Fold(reader)
            if found := compare_snapshots(kept.data, fold_until.snapshot(kept.step)):
                yield f"the snapshot of step {kept.step} is not what the event log gives: {found} differs"


class _Fold:
    """The fold of a run's event log, from its first step on."""

    def __init__(self, reader: RunReader) -> None:
        town, header = town_from_files(reader.town_files(), str(reader.path)), reader.header
        self._reader, self._next_step = reader, 0
        self._state, self._scheduler = RunState(town, header.clock, 1), Scheduler()

    def snapshot(self, step: int) -> bytes:
        """Return the snapshot of a step, which is later than that of the last call."""
        fold(self._reader, self._state, self._next_step, step + 1, self._scheduler)
        self._next_step = step + 1
        return pack_snapshot(self._state, self._scheduler)

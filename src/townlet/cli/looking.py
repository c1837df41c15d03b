"""Opening a run to look at it: the moment meant, the state then, and who is meant."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from townlet.cli.failures import BadInput
from townlet.cli.people import find_person
from townlet.cli.times import Timeline
from townlet.engine.look import state_at
from townlet.engine.runfile import RunHeader
from townlet.engine.simulation import opened
from townlet.engine.state import RunState


@dataclass(frozen=True)
class Sight:
    """A run as it stood when a step began."""

    header: RunHeader
    state: RunState
    step: int
    run: Path | None = None
    """The run file that is looked into."""

    @property
    def now(self) -> datetime:
        return self.state.clock.at(self.step)

    def person(self, text: str) -> str:
        """The full name of whoever is meant. Raises BadInput."""
        return find_person(text, self.state.agents)


def look(run: Path, at: str) -> Sight:
    """The run at a moment written as people write it. Raises BadInput, RunFileError."""
    with opened(run) as reader:
        header, timeline = reader.header, Timeline.of(reader)
    if not timeline.steps:
        raise BadInput(f"Nothing has happened in {run} yet; go on with it by `townlet resume` first.")
    # In the very first step people only move in, so the earliest sight is after it.
    step = max(1, timeline.step(at))
    return Sight(header, state_at(run, step), step, run)

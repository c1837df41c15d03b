"""Opening a run to look at it: the moment meant, the state then, and who is meant."""

from __future__ import annotations

from pathlib import Path

from townlet.cli.people import find_person
from townlet.cli.times import moment_in
from townlet.engine.look import state_at
from townlet.engine.simulation import opened
from townlet.study.portrait import Sight


def look(run: Path, at: str) -> Sight:
    """The run at a moment written as people write it. Raises BadInput, RunFileError."""
    step = moment_in(run, at)
    with opened(run) as reader:
        header = reader.header
    return Sight(header, state_at(run, step), step, run)


def person_in(sight: Sight, text: str) -> str:
    """The full name of whoever is meant. Raises BadInput."""
    return find_person(text, sight.state.agents)

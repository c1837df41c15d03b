"""What a run's file says of whom and what commands may name, and whether somebody is there to take them."""

from __future__ import annotations

import json
from pathlib import Path

from townlet.engine.runfile import RunLocked
from townlet.engine.runfile.lock import RunLock
from townlet.engine.simulation import opened
from townlet.town import town_from_files
from townlet.world.address import Address


def people_of(run: Path) -> tuple[str, ...]:
    """Everybody who has joined the run."""
    with opened(run) as reader:
        joined = [json.loads(row.data) for row in reader.events() if row.kind == "Joined"]
    return tuple(data["persona"]["name"] for data in joined)


def objects_of(run: Path) -> tuple[Address, ...]:
    """Every object on the run's map."""
    with opened(run) as reader:
        return tuple(town_from_files(reader.town_files(), str(run)).setting.objects)


def is_running(run: Path) -> bool:
    """Whether a process owns the run at this moment."""
    try:
        RunLock(run).release()
    except RunLocked:
        return True
    return False

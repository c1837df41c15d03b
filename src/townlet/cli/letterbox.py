"""What a run's file says of whom and what commands may name."""

from __future__ import annotations

import json
from pathlib import Path

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

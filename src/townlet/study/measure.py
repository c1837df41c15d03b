"""`townlet measure`: what a run file shows of coherence, liveliness and the spread of facts."""

from __future__ import annotations

from pathlib import Path

from townlet.engine.runfile import Json
from townlet.study.coherence import coherence
from townlet.study.diffusion import diffusion
from townlet.study.liveliness import liveliness
from townlet.study.measures import Measures
from townlet.study.reading import read_record
from townlet.study.record import RunRecord

OFFLINE_NOTE = "Spoken and thought up by the offline model: rules and patterns, not a language model."


def measure(path: Path) -> Measures:
    """Measure a run file; it may still be growing. Raises RunFileError."""
    return measures_of(read_record(path))


def measures_of(record: RunRecord) -> Measures:
    """Measure what was read of a run."""
    spreading, facts = diffusion(record)
    sections = (coherence(record), liveliness(record), spreading)
    return Measures(_about(record), sections, {"facts": facts})


def _about(record: RunRecord) -> dict[str, Json]:
    model = str(record.header.settings.get("model", "offline"))
    return {
        "run": record.header.id,
        "town": record.town.name,
        "seed": record.header.seed,
        "model": model,
        "agents": len(record.people),
        "game_days": round((record.last_step + 1) / record.clock.steps_a_day, 2),
        "note": OFFLINE_NOTE if model == "offline" else f"Spoken and thought up by {model}.",
    }

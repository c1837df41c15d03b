"""`townlet measure`: what a run file shows of coherence, liveliness, the spread of facts and what else emerges."""

from __future__ import annotations

from pathlib import Path

from townlet.engine.runfile import Json
from townlet.study.coherence import coherence
from townlet.study.diffusion import diffusion
from townlet.study.emergence.beside import beside_paper
from townlet.study.emergence.finding import At, Emergence, asked_too, emergence
from townlet.study.emergence.section import data_of, said_yes, section_of
from townlet.study.liveliness import liveliness
from townlet.study.manifest import OTHERWISE
from townlet.study.measures import Measures
from townlet.study.reading import read_record
from townlet.study.record import RunRecord


def measure(path: Path) -> Measures:
    """Measure a run file; it may still be growing. Nobody is asked anything. Raises RunFileError."""
    return measures_of(read_of(path))


def read_of(path: Path) -> Emergence:
    """What is measured, read from a run file. Raises RunFileError."""
    return emergence(read_record(path))


async def asked_of(path: Path, at: At) -> Emergence:
    """The same, with what people say they know at the start and at the end. Raises RunFileError, ModelError."""
    return await asked_too(read_of(path), at)


def measures_of(emerged: Emergence) -> Measures:
    """Measure what was read of a run."""
    record = emerged.record
    spreading, facts = diffusion(record, emerged.spreads)
    sections = (coherence(record), liveliness(record), spreading, section_of(emerged))
    told = [{**fact, **said_yes(emerged, str(fact["name"]))} for fact in facts]
    return Measures(_about(record), sections, {"facts": told, **data_of(emerged)}, beside_paper(emerged))


def _about(record: RunRecord) -> dict[str, Json]:
    manifest = record.manifest
    return {
        "run": manifest.run,
        "town": manifest.town,
        "seed": manifest.seed,
        "model": manifest.models[OTHERWISE],
        "agents": len(record.people),
        "game_days": round(manifest.game_days, 2),
        "note": manifest.note,
        "manifest": manifest.as_json(),
    }

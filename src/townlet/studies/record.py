"""The record of a study: what it was before it ran (frozen), and everything that its results rest on (manifest)."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from difflib import unified_diff
from importlib.metadata import version
from pathlib import Path
from typing import Any

from townlet.runfile import Json
from townlet.runfile.study_files import StudyError, append_json_lines, read_json_lines, write_atomically
from townlet.studies.paired_tests import LEVEL
from townlet.studies.plan import code_digest
from townlet.studies.study import StudySpec
from townlet.studies.tables import StudyResults

FROZEN = "frozen.json"
DEVIATIONS = "deviations.jsonl"
MANIFEST = "study.manifest.json"


@dataclass(frozen=True)
class FrozenStudy:
    """A study file as it was when it was frozen."""

    digest: str
    """The SHA-256 hash of the file, in hexadecimal."""
    frozen: str
    """When, in UTC."""
    text: str
    cells_done: int
    """How many cells were done by then: none for a study that was registered before it ran."""


def freeze_study(study: StudySpec, cells_done: int) -> FrozenStudy:
    """Keep a study file as it is. Raises StudyError if another one is frozen already."""
    before = read_frozen(study)
    if before is not None:
        if before.digest != study.digest:
            raise StudyError(
                f"{study.path} was frozen on {before.frozen} and has changed since; its results name the deviations. "
                f"Freeze a changed study under another name."
            )
        return before
    now = datetime.now(UTC).isoformat(timespec="seconds")
    frozen = FrozenStudy(study.digest, now, _text_of(study), cells_done)
    study.folder.mkdir(parents=True, exist_ok=True)
    write_atomically(study.folder / FROZEN, [json.dumps(asdict(frozen), ensure_ascii=False, indent=1), "\n"])
    return frozen


def _text_of(study: StudySpec) -> str:
    """Return the text of a study file with its line ends, so that its hash is that of the file."""
    return study.path.read_bytes().decode()


def read_frozen(study: StudySpec) -> FrozenStudy | None:
    """Return the study file as it was frozen; None if it was not. Raises StudyError if that was changed."""
    path = study.folder / FROZEN
    if not path.exists():
        return None
    try:
        found = FrozenStudy(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise StudyError(f"{path} cannot be read ({error}); restore it from a copy.") from None
    if hashlib.sha256(found.text.encode()).hexdigest() != found.digest:
        raise StudyError(f"{path} has another text than its hash says; restore it from a copy.")
    return found


def note_deviation(study: StudySpec, cells_done: int) -> None:
    """Note that a frozen study file is another one now: when this was seen, after how many cells, and what changed."""
    frozen = read_frozen(study)
    if frozen is None:
        return
    noted = _noted(study)
    before = noted[-1]["text"] if noted else frozen.text
    text = _text_of(study)
    if text == before:
        return
    changes = unified_diff(before.splitlines(), text.splitlines(), lineterm="", n=0)
    lines = [line for line in changes if line[:1] in "+-" and not line.startswith(("+++", "---"))]
    now = datetime.now(UTC).isoformat(timespec="seconds")
    entry = {"at": now, "cells_done": cells_done, "lines": lines, "text": text}
    append_json_lines([json.dumps(entry, ensure_ascii=False)], study.folder / DEVIATIONS)


def _noted(study: StudySpec) -> list[dict[str, Any]]:
    path = study.folder / DEVIATIONS
    return [json.loads(line) for _, line in read_json_lines(path)] if path.is_file() else []


def list_deviations(study: StudySpec) -> list[str]:
    """Return what changed in a study file since it was frozen: each change with its time, and the lines of it."""
    found = []
    for each in _noted(study):
        cells = f"{each['cells_done']} cells" if each["cells_done"] else "no cell"
        found += [f"On {each['at']}, when {cells} had been seen:", *each["lines"]]
    return found


def describe_registration(study: StudySpec) -> Iterator[str]:
    """Say whether a study was frozen before it ran, and what has changed since."""
    frozen = read_frozen(study)
    if frozen is None:
        yield "Not frozen: nothing says that this comparison was chosen before its results were seen."
        return
    when = "before any cell was lived" if not frozen.cells_done else f"when {frozen.cells_done} cells were done"
    changed = len(_noted(study))
    since = f" It has been changed {changed} times since." if changed > 1 else " It has been changed since." * changed
    yield f"Frozen on {frozen.frozen}, {when}.{since}"
    if changed:
        yield "DEVIATIONS from the frozen file:"
        yield from (f"  {line}" for line in list_deviations(study))


def study_manifest(results: StudyResults) -> dict[str, Json]:
    """Return everything that the results of a study rest on, as JSON data."""
    study = results.study
    frozen = read_frozen(study)
    return {
        "study": study.name,
        "hypothesis": study.hypothesis,
        "file": study.path.name,
        "file_sha256": study.digest,
        "frozen": None if frozen is None else {"at": frozen.frozen, "sha256": frozen.digest},
        "deviations": list(list_deviations(study)),
        "townlet": version("townlet"),
        "code": code_digest(),
        "python": platform.python_version(),
        "town": study.town.name,
        "town_digest": study.town.digest,
        "settings": study.config.as_json(),
        "seeds": list(study.seeds),
        "until": study.clock.at(study.until).isoformat(),
        "paraphrases": {name: list(texts) for name, texts in study.paraphrases.items()},
        "cells": len(results.plan.cells),
        "done": len(results.lived),
        "worlds": [
            {
                "seed": each.cell.seed,
                "labels": dict(each.cell.labels),
                "world": each.cell.segment,
                "run": each.row["run"],
                "state_hash": each.row["state_hash"],
                "cast": each.row["cast"],
                "acts": [{**act, "time": study.clock.at(act["step"]).isoformat()} for act in each.row["acts"]],
                "note": each.row["note"],
            }
            for each in results.lived
        ],
    }


def methods_paragraph(results: StudyResults) -> str:
    """Return what was done, as a paragraph for a paper."""
    study = results.study
    factors = "; ".join(f"{name} ({', '.join(factor.levels)})" for name, factor in study.factors.items())
    branches = sorted({factor.at for factor in study.factors.values() if factor.at is not None})
    times = " and ".join(f"{study.clock.at(step):%H:%M}" for step in branches)
    shared = f" Worlds of a seed share everything before {times}, by forks of one run." if branches else ""
    wordings = "".join(
        f" {name} had {len(texts)} wordings." for name, texts in study.paraphrases.items() if len(texts) > 1
    )
    notes = " ".join(results.notes())
    compared = f" The primary comparison was {study.primary}." if study.primary else ""
    start, end = (f"{time:%Y-%m-%d %H:%M}" for time in (study.town.start, study.clock.at(study.until)))
    return (
        f"We simulated {study.town.name} ({len(study.town.people)} people) with Townlet {version('townlet')} from "
        f"{start} to {end} with {len(study.seeds)} seeds. Factors: {factors}.{shared}{wordings} {notes} "
        f"{len(results.lived)} of {len(results.plan.cells)} cells were done.{compared} "
        f"Differences were averaged within seeds; intervals ({1 - LEVEL:.0%}) and p values are by "
        "flips of signs, and those of secondary comparisons are adjusted by Holm's method."
    )


def citation_of(results: StudyResults) -> str:
    """Return a CITATION.cff for the data of a study, with the software and the method it rests on.

    Whoever publishes the data puts their own names in place of the author.
    """
    study = results.study

    def quoted(text: str) -> str:
        return json.dumps(text, ensure_ascii=False)

    return f"""cff-version: 1.2.0
message: Please cite these data, and the software and the paper that they rest on.
type: dataset
title: {quoted(f"{study.name}: an experiment in {study.town.name}")}
abstract: {quoted(methods_paragraph(results))}
authors:
  - name: "your name here"
identifiers:
  - type: other
    value: "sha256:{study.digest}"
    description: The study file
references:
  - type: software
    title: Townlet
    version: {quoted(version("townlet"))}
    authors:
      - name: The Townlet developers
  - type: conference-paper
    title: "Generative Agents: Interactive Simulacra of Human Behavior"
    doi: 10.1145/3586183.3606763
    year: 2023
    authors:
      - family-names: Park
        given-names: Joon Sung
      - name: et al.
"""


def write_manifest(results: StudyResults, folder: Path) -> Path:
    """Write the manifest of a study and return its path. Raises OSError."""
    path = folder / MANIFEST
    write_atomically(path, [json.dumps(study_manifest(results), ensure_ascii=False, indent=1), "\n"])
    return path

"""What was tested of what led to a chapter, in forks of the run. `townlet causes` notes it beside the run."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from townlet.runfile.files import study_path
from townlet.runfile.study_files import write_atomically
from townlet.runfile.view import RunView


def note_tested(run: RunView, question: str, found: Mapping[str, Sequence[str]]) -> None:
    """Note what came of a question's tests, by the id of the evidence, in place of earlier ones. Raises OSError."""
    path = _folder(run.path) / f"{hashlib.sha256(question.casefold().encode()).hexdigest()[:20]}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    earlier = _notes(path, run)["found"] if path.exists() else {}
    noted = {"run": run.header.id, "question": question, "found": {**earlier, **found}}
    write_atomically(path, [json.dumps(noted, ensure_ascii=False, indent=1), "\n"])


def read_tested(run: RunView) -> dict[str, list[str]]:
    """Return a sentence for each question with which a piece of evidence was tested, by the evidence's id."""
    tested: dict[str, list[str]] = {}
    for path in sorted(_folder(run.path).glob("*.json")):
        noted = _notes(path, run)
        for evidence, sentences in noted["found"].items():
            tested.setdefault(evidence, []).extend(f"{each} ({noted['question']})" for each in sentences)
    return tested


def _notes(path: Path, run: RunView) -> dict[str, Any]:
    """Return the notes of a question. None are found of another run, which may have been at this path before."""
    noted: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return noted if noted["run"] == run.header.id else noted | {"found": {}}


def _folder(run: Path) -> Path:
    return study_path(run) / "tested"

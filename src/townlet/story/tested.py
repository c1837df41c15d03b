"""What was tested of what led to a chapter, in forks of the run. `townlet causes` notes it beside the run."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from townlet.runfile.files import study_path
from townlet.runfile.study_files import write_atomically
from townlet.runfile.view import RunView


def note_tested(run: RunView, question: str, found: Mapping[str, Sequence[str]]) -> None:
    """Note what came of a question's tests, by the id of the evidence, in place of earlier notes. Raises OSError."""
    folder = _folder(run.path)
    folder.mkdir(parents=True, exist_ok=True)
    name = hashlib.sha256(question.casefold().encode()).hexdigest()[:20]
    noted = {"run": run.header.id, "question": question, "found": dict(found)}
    write_atomically(folder / f"{name}.json", [json.dumps(noted, ensure_ascii=False, indent=1), "\n"])


def read_tested(run: RunView) -> dict[str, list[str]]:
    """Return a sentence for each question with which a piece of evidence was tested, by the evidence's id."""
    tested: dict[str, list[str]] = {}
    for path in sorted(_folder(run.path).glob("*.json")):
        noted = json.loads(path.read_text(encoding="utf-8"))
        # Another run may have been written to this path since.
        if noted["run"] == run.header.id:
            for evidence, sentences in noted["found"].items():
                tested.setdefault(evidence, []).extend(f"{each} ({noted['question']})" for each in sentences)
    return tested


def _folder(run: Path) -> Path:
    return study_path(run) / "tested"

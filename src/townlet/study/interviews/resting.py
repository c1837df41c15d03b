"""What answers rest on: the run as far as it had come when they were given, and who gave them."""

from __future__ import annotations

from townlet.engine.runfile import Json, RunReader
from townlet.study.manifest import manifest_of, note_of


def manifest_of_answers(reader: RunReader, step: int, model: str) -> dict[str, Json]:
    """The manifest of answers that a model gave when a step began, as plain data. Raises RunFileError."""
    manifest = manifest_of(reader, step - 1)
    note = f"The run: {manifest.note} The answers: {note_of([model])}"
    return {**manifest.as_json(), "answered_by": model, "note": note}

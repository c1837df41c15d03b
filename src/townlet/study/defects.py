"""What is wrong with a file that a study was given: gathered while it is read, told all at once."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from townlet.engine.runfile import RunFileError


class StudyFault(RunFileError):
    """Something that a study was asked for cannot be done; the text says what, where and what to do."""


class FileFaults(StudyFault):
    """A file with defects, each in a line of its own."""

    def __init__(self, file: Path | str, defects: Iterable[str]) -> None:
        self.defects = tuple(defects)
        count = "1 defect" if len(self.defects) == 1 else f"{len(self.defects)} defects"
        super().__init__("\n".join([f"{file} has {count}:", *(f"  {defect}" for defect in self.defects)]))

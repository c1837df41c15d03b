"""What somebody with a link has done, in a file of their own: a line is on the disk before the next task is shown."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from townlet.study.defects import FileFaults
from townlet.study.jsonlines import add_lines, lines_in
from townlet.study.rating.tasks import Task
from townlet.town.toml_file import Written


class Began(Written):
    """They agreed, and were given this to do."""

    event: Literal["began"] = "began"
    at: str
    """Real time, ISO 8601, here and below."""
    person: str
    """Whom they watch."""
    consent: str
    """SHA-256 of the text that they agreed to."""
    tasks: tuple[Task, ...]
    turn: int = -1
    """Of a rater: which of the drawn turns they took, from 0; below 0 for the turn of their own number."""


class Watched(Written):
    """They went on from watching to the tasks."""

    event: Literal["watched"] = "watched"
    at: str


class Did(Written):
    """They did a task: by its kind, the option's place, the places of the texts in their order, or a text."""

    event: Literal["did"] = "did"
    at: str
    place: int
    """Of the task, from 0."""
    choice: int = -1
    order: tuple[int, ...] = ()
    text: str = ""


class Judged(Written):
    """The researcher has judged what an author wrote."""

    event: Literal["judged"] = "judged"
    at: str
    accepted: bool


Entry = Annotated[Began | Watched | Did | Judged, Field(discriminator="event")]
_entry: TypeAdapter[Entry] = TypeAdapter(Entry)


def append(entry: Entry, to: Path) -> None:
    """Add an entry. It is on the disk when this returns."""
    add_lines([entry.model_dump_json()], to)


def read(path: Path) -> list[Entry]:
    """All entries; none where there is no file. Raises FileFaults with every line that is no entry."""
    if not path.is_file():
        return []
    entries, faults = [], []
    for number, line in lines_in(path):
        try:
            entries.append(_entry.validate_json(line))
        except ValidationError as error:
            fault = error.errors()[0]
            faults.append(f"line {number}: {'.'.join(map(str, fault['loc']))}: {fault['msg'].lower()}")
    if faults:
        raise FileFaults(path, faults)
    return entries

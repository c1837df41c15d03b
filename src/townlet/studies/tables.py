"""The tidy tables of a study, made anew from the rows of its cells: the same cells always give the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

from townlet.measures.table import Table
from townlet.runfile.study_files import write_atomically
from townlet.studies.asking import counts, question_of
from townlet.studies.plan import StudyCell, StudyPlan
from townlet.studies.rows import read_row
from townlet.studies.schema import AskEntry, ProbeEntry
from townlet.studies.study import ContrastTerm
from townlet.studies.worker import row_path, run_path


@dataclass(frozen=True)
class LivedCell:
    """A cell that is done: its place in the study, and its row."""

    cell: StudyCell
    row: Mapping[str, Any]

    @property
    def outcomes(self) -> Mapping[str, float | None]:
        """The outcomes by name; None where the world has no data."""
        found: Mapping[str, float | None] = self.row["outcomes"]
        return found


class StudyResults:
    """What the cells of a study came to, as far as they are done."""

    def __init__(self, plan: StudyPlan) -> None:
        self.plan, self.study = plan, plan.study

    @cached_property
    def lived(self) -> tuple[LivedCell, ...]:
        """The cells that are done, in the order of the plan. Raises StudyError for a row that cannot be relied on."""
        return tuple(self._lived())

    def _lived(self) -> Iterator[LivedCell]:
        for cell in self.plan.cells:
            path, run = row_path(self.study.folder, cell.row), run_path(self.study.folder, cell.segment)
            if path.exists():
                yield LivedCell(cell, read_row(path, run, cell.measured.until))

    def pairs(self, term: ContrastTerm) -> Iterator[tuple[LivedCell, LivedCell]]:
        """Yield the cells at the one level of a term, each with the cell that differs from it in that alone."""
        cells = {(each.cell.seed, *each.cell.labels.items()): each for each in self.lived}
        for each in self.lived:
            labels = {**each.cell.labels, term.factor: term.minus}
            if each.cell.labels[term.factor] == term.plus and (other := cells.get((each.cell.seed, *labels.items()))):
                yield each, other

    def notes(self) -> list[str]:
        """Return who thought and spoke in the worlds; what a longer note says is not said twice."""
        notes = dict.fromkeys(str(each.row["note"]) for each in self.lived)
        return [note for note in notes if not any(note in other for other in notes if other != note)]

    def outcomes(self) -> Table:
        """Return one row for each cell and outcome."""
        names = self.study.label_names
        rows = [
            (each.cell.seed, *map(each.cell.labels.get, names), outcome, each.outcomes[outcome], each.cell.segment)
            for each in self.lived
            for outcome in self.study.outcomes
        ]
        return Table.of("cells", "", ("seed", *names, "outcome", "value", "world"), rows)

    def worlds(self) -> Table:
        """Return one row for each cell: its run file, state hash and cast, and what happened to it on purpose."""
        names, roles = self.study.label_names, tuple(self.study.roles)
        rows = [
            (
                each.cell.seed,
                *(each.cell.labels[name] for name in names),
                each.cell.segment,
                run_path(Path(), each.cell.segment).as_posix(),
                each.row["run"],
                each.row["state_hash"],
                *(each.row["cast"].get(role) for role in roles),
                sum(act["delivered"] for act in each.row["acts"]),
                sum(not act["delivered"] for act in each.row["acts"]),
            )
            for each in self.lived
        ]
        columns = ("seed", *names, "world", "file", "run", "state_hash", *roles, "acts", "acts_undelivered")
        return Table.of("worlds", "", columns, rows)

    def knowledge(self) -> Table:
        """Return one row for each cell, fact and person who came to know it."""
        names, clock = self.study.label_names, self.study.clock
        rows = [
            (
                each.cell.seed,
                *(each.cell.labels[name] for name in names),
                fact,
                person,
                step,
                clock.at(step).isoformat(),
                way,
                heard_from or None,
            )
            for each in self.lived
            for fact, known in each.row["knowledge"].items()
            for person, step, way, heard_from in known
        ]
        return Table.of("knowledge", "", ("seed", *names, "fact", "person", "step", "time", "way", "heard_from"), rows)

    def answers(self) -> Table:
        """Return one row for each cell, question and person who was asked it."""
        names = self.study.label_names
        rows = [
            (
                each.cell.seed,
                *(each.cell.labels[name] for name in names),
                outcome,
                person,
                question_of(entry)[0],
                answer,
                counts(entry, answer),
            )
            for each in self.lived
            for outcome, given in each.row.get("answers", {}).items()
            if isinstance(entry := self.study.outcomes[outcome].entry, AskEntry | ProbeEntry)
            for person, answer in given.items()
        ]
        columns = ("seed", *names, "outcome", "person", "question", "answer", "counted")
        return Table.of("answers", "", columns, rows)

    def tables(self) -> tuple[Table, ...]:
        """Return all tables."""
        asked = any(isinstance(outcome.entry, AskEntry | ProbeEntry) for outcome in self.study.outcomes.values())
        return self.outcomes(), self.worlds(), self.knowledge(), *((self.answers(),) if asked else ())


def has_parquet() -> bool:
    """Whether Parquet files can be written: the extra `study` is installed."""
    return find_spec("pyarrow") is not None


def write_tables(tables: Sequence[Table], folder: Path, parquet: bool) -> list[Path]:
    """Write tables as CSV, and as Parquet too if asked. Return the files. Raises MissingExtra, OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for table in tables:
        files: list[tuple[str, str | bytes]] = [(".csv", table.as_csv())]
        if parquet:
            file = BytesIO()
            table.write_parquet(file)
            files.append((".parquet", file.getvalue()))
        for suffix, content in files:
            path = folder / f"{table.key}{suffix}"
            write_atomically(path, [content])
            written.append(path)
    return written

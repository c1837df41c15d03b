"""A run's tables as data frames."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Template

from townlet.errors import UnknownName
from townlet.measures.extras import import_extra
from townlet.measures.run_measures import RunMeasures, measure_run
from townlet.measures.table import Column, Table
from townlet.reporting.tables.catalogue import TABLES, describe_columns
from townlet.reporting.tables.people import RELATIONS, list_relations
from townlet.reporting.tables.schema import RunTable
from townlet.runfile import OutsideRun
from townlet.runfile.manifest import Manifest
from townlet.runfile.view import RunView
from townlet.story import CHAPTERS, Story, tell_story

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


_HTML = Template(
    "<p><b>{{ title }}</b><br>{{ note }}</p><table><tr><th>table</th><th>a row is</th></tr>"
    "{% for name, about in tables.items() %}"
    "<tr><td><code>{{ name }}</code></td><td style='text-align:left'>{{ about }}</td></tr>{% endfor %}</table>",
    autoescape=True,
)


class RunTables:
    """The tables of a run as data frames, which are attributes: `run.memories`, `run.lines`.

    They show the run as it stood when it was opened. Each access gives a frame of its own, which you may change.
    Nothing is written, and the file is open only while it is read. Attributes and methods raise RunFileError, and
    MissingExtra where pandas or pyarrow is not installed.
    """

    def __init__(self, path: Path | str) -> None:
        """Raises RunFileError for a file that is no run, or one of another version."""
        self.path = Path(path)
        self.view = RunView(self.path)
        """The run as `RunView`: events, memory streams, and the world and minds at any step."""
        self._read: dict[str, pd.DataFrame] = {}

    @property
    def manifest(self) -> Manifest:
        """The run's manifest: what it is, and everything that its results depend on."""
        return self.view.manifest

    def measure(self) -> RunMeasures:
        """Measure the run: coherence, liveliness, how each tracked fact spread, and what else emerged.

        Needs no pandas and asks nobody. Raises RunFileError, also for a run without a complete step.
        """
        return measure_run(self.view)

    def story(self, chapters: int = CHAPTERS, *, person: str = "") -> Story:
        """Tell the run's story in at most so many chapters; with `person`, only chapters with that person.

        Rules find what is worth telling; nobody is asked. `as_json()` of the result gives each chapter's evidence.
        Raises RunFileError.
        """
        return tell_story(self.view, chapters, person=person)

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of all tables."""
        return tuple(TABLES)

    def columns(self, table: str) -> pd.DataFrame:
        """Return the meaning, type and unit of each column of a table. Raises UnknownName for an unknown table."""
        meanings: pd.DataFrame = import_extra("pandas", "A data frame").DataFrame(describe_columns(_table_named(table)))
        return meanings.set_index("column")

    def __getattr__(self, name: str) -> pd.DataFrame:
        if name not in TABLES:
            raise AttributeError(f"A run has no table {name!r}; it has {', '.join(TABLES)}.")
        if name not in self._read:
            self._read[name] = TABLES[name].of(self.view).as_frame()
        return self._read[name].copy(deep=False)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(name for name in TABLES if name != RELATIONS.name)]

    def arrow(self, table: str) -> pa.Table:
        """Return a whole table as a `pyarrow.Table`, for polars, DuckDB and others. Raises UnknownName."""
        return _table_named(table).of(self.view).as_arrow()

    def chunks(self, table: str) -> Iterator[pd.DataFrame]:
        """Yield a table in frames of 8,192 rows, for runs that are larger than memory. Raises UnknownName."""
        found = _table_named(table).of(self.view)
        for batch in found.batches():
            yield found.as_frame(batch)

    def relations(self, at: datetime | str | None = None) -> pd.DataFrame:
        """Return who knew of whom at a game time (None for the end), and how much they had talked by then.

        `at` is a datetime or a text in ISO 8601. Raises ValueError for any other text and for a time with a time zone,
        and OutsideRun for a time before the start or after the end of the run.
        """
        moment = datetime.fromisoformat(at) if isinstance(at, str) else at
        if moment is not None and moment.tzinfo:
            raise ValueError(f"{at} has a time zone, but game time has none; give {moment:%Y-%m-%dT%H:%M}.")
        until = self.view.last + 1 if moment is None else self._until(moment)
        return Table(RELATIONS.columns, list_relations(self.view, until)).as_frame()

    def _until(self, moment: datetime) -> int:
        """Return the step that begins at or just before a game time. Raises OutsideRun."""
        header, end = self.view.header, self.view.last + 1
        if (step := header.step_at(moment)) > end:
            ended = header.time_of(end)
            raise OutsideRun(
                f"{moment:%Y-%m-%d %H:%M} is after the end of {self.path}; give a time up to {ended:%Y-%m-%d %H:%M}."
            )
        return step

    def __repr__(self) -> str:
        rows = [(name, table.about) for name, table in TABLES.items()]
        tables = Table((Column("table"), Column("a row is")), rows).as_text(indent=2, headings=False)
        return f"{self._title()}\n{self.manifest.note}\n\nTables, a row of each being\n{tables.rstrip()}"

    def _repr_html_(self) -> str:
        tables = {_attribute(name): table.about for name, table in TABLES.items()}
        return str(_HTML.render(title=self._title(), note=self.manifest.note, tables=tables))

    def _title(self) -> str:
        manifest, people = self.manifest, len(self.view.residents)
        days = f"{manifest.game_days:g} game day{'' if manifest.game_days == 1 else 's'}"
        return f"{manifest.town}, seed {manifest.seed}: {people} people, {days}"


def open_run(path: Path | str) -> RunTables:
    """Open a run file for study: its tables as data frames, its measures, and `view` for all else.

    The run may still be growing. Raises RunFileError for a file that is no run, or one of another format.
    """
    return RunTables(path)


def _attribute(table: str) -> str:
    return f"run.{table}()" if table == RELATIONS.name else f"run.{table}"


def _table_named(table: str) -> RunTable:
    if table not in TABLES:
        raise UnknownName(f"A run has no table {table!r}; it has {', '.join(TABLES)}.")
    return TABLES[table]

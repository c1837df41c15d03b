"""`townlet.open_run`: a run's tables as data frames."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import townlet
from measures.made import ADA, BRAM, CLEO, starter
from reporting.tables.lived import LATER, NOON, lived
from townlet.measures import extras
from townlet.measures.extras import MissingExtra
from townlet.measures.table import Table
from townlet.reporting.tables.catalogue import TABLES
from townlet.runfile import NoSuchRun, NotARunFile, OutsideRun, RunHeader, UnknownFormat, create_run


def test_every_table_is_a_frame_with_its_columns(run_file: Path) -> None:
    run = townlet.open_run(run_file)
    for name, table in TABLES.items():
        frame = run.relations() if name == "relations" else getattr(run, name)
        assert tuple(frame.columns) == table.names
        assert len(frame) == sum(1 for _ in table.rows(run.view))


def test_values_have_their_types(run_file: Path) -> None:
    run = townlet.open_run(run_file)
    lines, talks, memories = run.lines, run.talks, run.memories
    assert lines["time"].dtype == "datetime64[us]"
    assert lines["speaker"].tolist() == [ADA, BRAM, CLEO]
    assert lines["shown"].tolist() == [[f"{ADA}/0/0"], [], []]
    assert talks["end_step"].dtype == pd.Int64Dtype()
    assert talks["end"].isna().tolist() == [False, True]
    assert memories["kind"].dtype == "category"
    assert memories["hearsay"].dtype == bool
    assert (lines["speaker"] != lines["to"]).all()


def test_a_frame_may_be_changed_and_the_next_is_as_it_was(run_file: Path) -> None:
    run = townlet.open_run(run_file)
    lines = run.lines
    lines.loc[:, "text"] = "changed"
    lines["new"] = 1
    assert run.lines["text"].tolist()[0] == "I row in the regatta."
    assert "new" not in run.lines


def test_relations_are_of_a_moment(run_file: Path) -> None:
    run = townlet.open_run(run_file)
    assert len(run.relations()) == 1
    assert run.relations(run.lines["time"][0]).empty
    after = starter().start.replace(hour=12, minute=2)
    assert run.relations(after).equals(run.relations(after.isoformat()))
    assert run.relations(after)[["person", "other", "lines"]].values.tolist() == [[BRAM, ADA, 2]]
    with pytest.raises(OutsideRun, match="before the run's start"):
        run.relations("2001-01-01")
    with pytest.raises(OutsideRun, match="after the end"):
        run.relations("2101-01-01")
    with pytest.raises(ValueError, match=r"has a time zone.*give 2025-05-05T12:00\."):
        run.relations("2025-05-05T12:00:00Z")


def test_chunks_are_the_frame_in_pieces(run_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table.batches, "__defaults__", (2,))
    run = townlet.open_run(run_file)
    pieces = list(run.chunks("lines"))
    assert [len(piece) for piece in pieces] == [2, 1]
    assert pd.concat(pieces, ignore_index=True)["text"].equals(run.lines["text"])


def test_a_run_that_is_being_written_reads_as_it_stood(tmp_path: Path) -> None:
    made, town = lived(), starter()
    header = RunHeader("0.1.0", town.name, town.digest, 1, town.start, 10)
    logs = [made.log(step) for step in sorted(made.logs)]
    with create_run(tmp_path / "open.townlet", header, town.files) as writer:
        for log in logs[:-1]:
            writer.commit_step(log.step, log.rows(), log.memories, log.recall_rows())
        run = townlet.open_run(tmp_path / "open.townlet")
        writer.commit_step(logs[-1].step, logs[-1].rows(), logs[-1].memories, logs[-1].recall_rows())
        assert len(run.lines) == 2
        assert run.manifest.state_hash is None
        assert len(townlet.open_run(run.path).lines) == 3
    assert logs[-1].step == LATER + 5 > NOON


def test_it_tells_what_it_is_and_what_its_columns_mean(run_file: Path) -> None:
    run = townlet.open_run(run_file)
    assert "3 people, 1 game day\n" in repr(run)
    assert "not a language model" in repr(run)
    assert all(f"  {name}" in repr(run) for name in TABLES)
    assert "<code>run.memories</code>" in run._repr_html_()
    assert run.columns("memories").loc["importance", "meaning"] == "From 1 (mundane) to 10 (poignant)"
    assert "memories" in dir(run)


def test_what_is_not_there_is_told(run_file: Path) -> None:
    run = townlet.open_run(run_file)
    with pytest.raises(AttributeError, match="has no table 'dreams'; it has people, memories"):
        _ = run.dreams
    with pytest.raises(KeyError, match="has no table 'dreams'"):
        run.arrow("dreams")


def test_what_is_no_run_is_refused(run_file: Path, tmp_path: Path) -> None:
    with pytest.raises(NoSuchRun):
        townlet.open_run(tmp_path / "none.townlet")
    (tmp_path / "text.townlet").write_text("no run", encoding="utf-8")
    with pytest.raises(NotARunFile):
        townlet.open_run(tmp_path / "text.townlet")
    other = shutil.copy(run_file, tmp_path / "other.townlet")
    with sqlite3.connect(other) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(UnknownFormat, match="format 99"):
        townlet.open_run(other)


def test_without_the_extra_one_line_says_how_to_install_it(run_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str, *_: Any) -> Any:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    run = townlet.open_run(run_file)
    monkeypatch.setattr(extras, "import_module", missing)
    with pytest.raises(
        MissingExtra, match=r"needs pyarrow, which is not installed; run `pip install 'townlet\[study\]'`"
    ):
        _ = run.lines

"""Exports hold what `open_run` shows, as a whole or not at all."""

from __future__ import annotations

import csv
import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import networkx as nx
import pandas as pd
import pyarrow.parquet as pq
import pytest

import townlet
from measures.made import ADA, BRAM, CLEO, DAY
from reporting.tables.lived import HEARD, NOON, SEED, THOUGHT, lived, written
from townlet.errors import BadInput
from townlet.measures.table import Column, Table, TableRow
from townlet.reporting.tables import export
from townlet.reporting.tables.catalogue import TABLES
from townlet.reporting.tables.export import (
    DICTIONARY_NAME,
    MANIFEST_NAME,
    TABLE_FORMATS,
    TableFormat,
    export_run,
    write_table,
)
from townlet.reporting.tables.graphs import name_fact_files
from townlet.reporting.tables.schema import RunTable
from townlet.runfile.study_files import StudyError
from townlet.runfile.view import RunView, format_memory_id


def exported(run_file: Path, folder: Path, form: Any) -> Path:
    export_run(RunView(run_file), folder, form)
    return folder


def shown(run_file: Path, name: str) -> pd.DataFrame:
    run = townlet.open_run(run_file)
    return run.relations() if name == "relations" else getattr(run, name)


def test_parquet_is_what_the_frames_show(run_file: Path, tmp_path: Path) -> None:
    folder = exported(run_file, tmp_path / "out", "parquet")
    for name, table in TABLES.items():
        kept = pq.read_table(folder / f"{name}.parquet")
        pd.testing.assert_frame_equal(
            Table(table.columns, ()).as_frame(kept), shown(run_file, name), check_categorical=False
        )
        assert kept.schema.field(0).metadata[b"about"].decode() == table.columns[0].about


def as_cells(table: RunTable, frame: pd.DataFrame) -> Iterator[list[str]]:
    """A frame as CSV has it."""
    types = [column.type for column in table.columns]
    for row in frame.itertuples(index=False):
        cells = []
        for kind, value in zip(types, row, strict=True):
            if kind == "texts":
                cells.append("; ".join(value))
            elif pd.isna(value):
                cells.append("")
            elif kind == "time":
                cells.append(value.isoformat())
            else:
                cells.append(str(value).lower() if kind == "boolean" else str(value))
        yield cells


def test_csv_is_what_the_frames_show(run_file: Path, tmp_path: Path) -> None:
    folder = exported(run_file, tmp_path / "out", "csv")
    for name, table in TABLES.items():
        with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            heading, *rows = csv.reader(file)
        assert tuple(heading) == table.names
        assert rows == list(as_cells(table, shown(run_file, name)))


def test_json_lines_are_the_rows(run_file: Path, tmp_path: Path) -> None:
    folder, source = exported(run_file, tmp_path / "out", "jsonl"), RunView(run_file)
    for name, table in TABLES.items():
        lines = (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        rows = [json.loads(json.dumps(row, default=lambda time: time.isoformat())) for row in table.rows(source)]
        assert [list(json.loads(line).values()) for line in lines] == rows


def test_line_breaks_quotes_and_other_scripts_survive(tmp_path: Path) -> None:
    made, said = lived(), 'She said "no;\r\nno", and 不 — =1+1\n'
    made.says(NOON + 500, ADA, CLEO, said)
    source = RunView(made.write(tmp_path / "odd.townlet", DAY - 1))
    for form in TABLE_FORMATS:
        export_run(source, tmp_path / form, form, ["lines"])
    with (tmp_path / "csv" / "lines.csv").open(encoding="utf-8", newline="") as file:
        assert said in [row["text"] for row in csv.DictReader(file)]
    lines = (tmp_path / "jsonl" / "lines.jsonl").read_bytes().decode().splitlines()
    assert said in [json.loads(line)["text"] for line in lines]
    assert said in pq.read_table(tmp_path / "parquet" / "lines.parquet")["text"].to_pylist()


def test_an_export_tells_what_it_is_of(run_file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    files = export_run(RunView(run_file), folder, "csv", ["talks", "lines"])
    assert [(file.name, file.rows) for file in files] == [("talks.csv", 2), ("lines.csv", 3)]
    assert sorted(path.name for path in folder.iterdir()) == [DICTIONARY_NAME, "lines.csv", MANIFEST_NAME, "talks.csv"]
    assert json.loads((folder / MANIFEST_NAME).read_text(encoding="utf-8")) == RunView(run_file).manifest.as_json()
    dictionary = (folder / DICTIONARY_NAME).read_text(encoding="utf-8")
    assert "not a language model" in dictionary
    assert "`overheard_by`" in dictionary
    assert "## memories" not in dictionary


def test_networks_read_with_their_edges(run_file: Path, tmp_path: Path) -> None:
    folder = exported(run_file, tmp_path / "out", "graphml")
    relations = nx.read_graphml(folder / "relations.graphml")
    assert list(relations.edges(data="weight")) == [(BRAM, ADA, 1)]
    assert set(relations) == {ADA, BRAM, CLEO}
    news = nx.read_graphml(folder / "news-regatta.graphml")
    [(teller, hearer, told)] = news.edges(data=True)
    assert (teller, hearer, told["step"], told["text"]) == (ADA, BRAM, NOON, "I row in the regatta.")
    assert dict(news.nodes(data="way")) == {ADA: "seed", BRAM: "heard"}
    evidence = nx.read_graphml(folder / "evidence.graphml")
    assert list(evidence.edges) == [(format_memory_id(THOUGHT), format_memory_id(HEARD))]
    assert evidence.nodes[format_memory_id(HEARD)]["person"] == BRAM
    assert format_memory_id(SEED) not in evidence


def test_what_xml_cannot_say_is_left_out(tmp_path: Path) -> None:
    made = lived()
    made.remembers(NOON + 900, CLEO, 'A <b> & "\x07\x00bell"', evidence=[made.remembers(NOON + 800, CLEO, "x")])
    folder = exported(made.write(tmp_path / "odd.townlet", DAY - 1), tmp_path / "out", "graphml")
    graph = nx.read_graphml(folder / "evidence.graphml")
    assert graph.nodes[f"{CLEO}/{NOON + 900}/0"]["text"] == 'A <b> & "bell"'


def test_nothing_is_overwritten_but_an_export_that_may_be(run_file: Path, tmp_path: Path) -> None:
    source, mine = RunView(run_file), tmp_path / "mine"
    mine.mkdir()
    (mine / "thesis.txt").write_text("mine", encoding="utf-8")
    for force in (False, True):
        with pytest.raises(StudyError, match="is not an export"):
            export_run(source, mine, "csv", force=force)
    assert [path.name for path in mine.iterdir()] == ["thesis.txt"]
    out = exported(run_file, tmp_path / "out", "csv")
    with pytest.raises(StudyError, match="give --force"):
        export_run(source, out, "jsonl")
    export_run(source, out, "jsonl", ["talks"], force=True)
    assert sorted(path.name for path in out.iterdir()) == [DICTIONARY_NAME, MANIFEST_NAME, "talks.jsonl"]


def test_an_empty_folder_is_filled_wherever_one_stands(
    run_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    export_run(RunView(run_file), Path("."), "csv", ["talks"])
    assert {path.name for path in (tmp_path / "here").iterdir()} == {DICTIONARY_NAME, MANIFEST_NAME, "talks.csv"}
    with pytest.raises(BadInput, match="already exists"):
        export_run(RunView(run_file), tmp_path / "here" / "talks.csv", "csv")


def test_an_export_that_breaks_off_leaves_what_was_there(
    run_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = exported(run_file, tmp_path / "out", "csv")
    before = {path.name: path.read_bytes() for path in out.iterdir()}

    def full(*_: Any, **__: Any) -> int:
        raise OSError(28, "No space left on device", "lines.csv")

    monkeypatch.setattr(export, "write_table", full)
    with pytest.raises(OSError, match="No space"):
        export_run(RunView(run_file), out, "csv", force=True)
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_equal_runs_give_equal_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        for form in (*TABLE_FORMATS, "graphml"):
            exported(written(tmp_path / name) if form == "parquet" else tmp_path / name / "lived.townlet",
                     tmp_path / name / form, form)  # fmt: skip
    for path in (tmp_path / "one").rglob("*"):
        if path.is_file() and path.suffix != ".townlet":
            assert path.read_bytes() == (tmp_path / "two" / path.relative_to(tmp_path / "one")).read_bytes()


@pytest.mark.parametrize("form", TABLE_FORMATS)
def test_a_table_of_any_length_takes_the_same_memory(run_file: Path, tmp_path: Path, form: TableFormat) -> None:
    """As objects of Python; what Arrow holds of a batch it holds elsewhere."""

    def peak(rows: int) -> int:
        def made(_: RunView) -> Iterator[TableRow]:
            return ((number, f"line {number}") for number in range(rows))

        table = RunTable(
            "long",
            "a number",
            ("number",),
            (Column("number", "integer", "It"), Column("text", "text", "In words")),
            made,
        )
        tracemalloc.start()
        assert write_table(table, source, tmp_path / f"{rows}.{form}", form) == rows
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    source = RunView(run_file)
    peak(10)
    assert peak(40_000) < 1.3 * peak(20_000)


def test_facts_that_would_share_a_file_have_one_each() -> None:
    facts = ["the mill", "the-mill", "The mill", "the mill-2", "a boat"]
    files = name_fact_files(facts)
    assert [*files] == ["news-the-mill", "news-the-mill-2", "news-The-mill-3", "news-the-mill-2-2", "news-a-boat"]
    assert [*files.values()] == facts

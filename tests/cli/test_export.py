from __future__ import annotations

from pathlib import Path

import pytest

from .typed import done, refused


def test_a_run_is_exported_as_tables_and_as_networks(made: Path, tmp_path: Path) -> None:
    told = done("export", str(made), "--format", "csv", str(tmp_path / "tables"))
    assert "  lines.csv" in told.stdout
    assert "rules and patterns, not a language model" in told.stdout
    result = done("export", str(made), "--format", "graphml", str(tmp_path / "networks"), "--json").json
    assert {file["name"] for file in result["files"]} >= {"relations.graphml", "evidence.graphml"}
    assert result["manifest"]["town"] == "Applegarth"


def test_some_tables_are_exported(made: Path, tmp_path: Path) -> None:
    done("export", str(made), str(tmp_path / "out"), "--format", "parquet", "--table", "lines", "--table", "lines")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"lines.parquet", "dictionary.md", "manifest.json"}


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("{out}",), "Give either `--format F DIR`, `--replay FILE.html` or `--site FOLDER`"),
        (("--format", "csv"), "Give either"),
        (("{out}", "--format", "csv", "--replay", "x.html"), "Give either"),
        (("--site", "{out}", "--replay", "x.html"), "Give either"),
        (("--site", "{out}", "--chapters", "9999"), "there is no chapter 9999"),
        (("{out}", "--format", "xls"), "There is no format 'xls'. Choose from parquet, csv, jsonl, graphml."),
        (("{out}", "--format", "csv", "--table", "dreams"), "There is no table 'dreams'. Choose from people, memories"),
        (("{out}", "--format", "graphml", "--table", "lines"), "--table does not go with --format graphml"),
    ],
)
def test_what_cannot_be_exported_is_refused(made: Path, tmp_path: Path, words: tuple[str, ...], why: str) -> None:
    assert why in refused("export", str(made), *(word.format(out=tmp_path / "out") for word in words))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_not_overwritten(made: Path, tmp_path: Path) -> None:
    words = ("export", str(made), str(tmp_path / "out"), "--format", "jsonl", "--table", "talks")
    done(*words)
    assert "give --force to replace it" in refused(*words)
    done(*words, "--force")


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    assert "There is no run file" in refused("export", str(tmp_path / "none"), str(tmp_path / "out"), "--format", "csv")

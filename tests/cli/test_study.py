from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from .typed import done, refused, typed


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """The study that `new` writes, shortened to one seed and a quarter of an hour."""
    path = tmp_path / "rumour.toml"
    done("study", "new", str(path))
    text = path.read_text(encoding="utf-8")
    for old, new in (("day 1 13:00", "06:30"), ('at = "08:00"', 'at = "06:15"'), ('"1..6"', "[1]")):
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_new_study_has_no_defects_and_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "rumour.toml"
    assert f"townlet study check {path}" in done("study", "new", str(path)).stdout
    assert done("study", "check", str(path)).stdout == f"{path} has no defects: 12 cells.\n"
    assert "exists already" in refused("study", "new", str(path))
    assert "Did you mean 'applegarth'?" in typed("study", "new", str(tmp_path / "b.toml"), "--town", "applegart").stderr


def test_a_new_study_of_a_folder_names_it_from_where_it_is(tmp_path: Path) -> None:
    done("new", str(tmp_path / "mine"))
    path = tmp_path / "rumour.toml"
    done("study", "new", str(path), "--town", str(tmp_path / "mine"))
    assert 'town = "mine"' in path.read_text(encoding="utf-8")
    assert done("study", "check", str(path), "--json").json["cells"] == 12


def test_the_group_has_an_older_name_that_no_help_shows(study: Path) -> None:
    assert done("experiment", "check", str(study)).stdout == done("study", "check", str(study)).stdout
    listed = done("--help").stdout
    assert "  study " in listed
    assert "experiment" not in listed


def test_defects_have_a_line_each(study: Path) -> None:
    text = study.read_text(encoding="utf-8").replace('tell = "popular"', 'tell = "popula"')
    study.write_text(text.replace("count =", "cuont ="), encoding="utf-8")
    outcome = typed("study", "check", str(study))
    assert (outcome.status, outcome.stdout) == (2, "")
    assert len(outcome.stderr.splitlines()) == 3
    assert len(typed("study", "check", str(study), "--json").json["defects"]) == 2
    assert typed("study", "run", str(study)).status == 2


def test_a_plan_says_what_a_study_takes(study: Path) -> None:
    stdout = done("study", "plan", str(study)).stdout
    assert "2 cells in 2 worlds, and 1 common past" in stdout
    assert "Seed 1: popular is " in stdout
    assert "Money: none" in stdout
    assert "give 6 seeds at least" in stdout
    data = done("study", "plan", str(study), "--json").json
    assert (len(data["cells"]), len(data["segments"]), data["forecast"]["least_p"]) == (2, 3, 1)


def test_a_plan_for_a_language_model_counts_its_calls(study: Path) -> None:
    text = study.read_text(encoding="utf-8").replace("seeds =", 'model = "openai:gpt-5-mini"\nseeds =')
    study.write_text(text, encoding="utf-8")
    assert "Calls to openai:gpt-5-mini: " in done("study", "plan", str(study)).stdout
    first = done("study", "plan", str(study), "--json").json["forecast"]["models"]
    assert first["openai:gpt-5-mini"]["calls"] > 0


def test_a_study_is_run_and_tells_how_far_it_is(study: Path) -> None:
    assert done("study", "status", str(study)).stdout.startswith("0 of 2 cells done")
    assert "townlet study run" in refused("study", "analyse", str(study))
    outcome = done("study", "run", str(study), "--workers", "1")
    folder = study.with_suffix(".study")
    assert outcome.stdout == f"2 of 2 cells done; the tables are in {folder}.\n"
    with (folder / "cells.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["outcome"] for row in rows] == ["knew", "speed", "share"] * 2
    data = done("study", "analyse", str(study), "--json").json
    assert [each["kind"] for each in data["comparisons"]] == ["primary", "secondary", "secondary"]
    assert len(data["partings"]) == 1
    page = done("study", "analyse", str(study)).stdout
    assert all(heading in page for heading in ("PRIMARY", "MEANS", "WHERE WORLDS PART", "VALIDITY", "Not frozen"))
    files = {path.name for path in folder.iterdir()}
    assert {"contrasts.csv", "means.csv", "curves.csv", "survival.csv", "partings.csv", "study.manifest.json"} <= files
    out = folder.parent / "data"
    assert "methods.txt" in done("study", "export", str(study), "--out", str(out)).stdout
    manifest = json.loads((out / "study.manifest.json").read_text(encoding="utf-8"))
    assert [world["acts"][0]["kind"] for world in manifest["worlds"]] == ["tell", "tell"]
    assert (out / study.name).read_bytes() == study.read_bytes()
    assert "is not an empty folder" in refused("study", "export", str(study), "--out", str(out))
    status = done("study", "status", str(study), "--json").json
    assert (status["done"], status["running"], status["errors"]) == (2, False, {})


def test_a_study_whose_model_cannot_be_asked_says_so_for_each_past(
    study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    text = study.read_text(encoding="utf-8").replace("seeds =", 'model = "openai:gpt-5-mini"\nseeds =')
    study.write_text(text, encoding="utf-8")
    outcome = typed("study", "run", str(study))
    assert outcome.status == 2
    assert "OPENAI_API_KEY" in outcome.stderr
    assert "0 of 2 cells done" in outcome.stdout


def test_what_changes_after_freezing_is_told(study: Path) -> None:
    assert "before any cell was lived" in done("study", "freeze", str(study)).stdout
    assert done("study", "freeze", str(study), "--json").json["cells_done"] == 0
    text = study.read_text(encoding="utf-8")
    study.write_text(text.replace('take = "lowest"', 'take = "highest"'), encoding="utf-8")
    assert "has changed since" in refused("study", "freeze", str(study))
    done("study", "run", str(study), "--workers", "1")
    page = done("study", "analyse", str(study)).stdout
    assert "DEVIATIONS from the frozen file:" in page
    assert "when no cell had been seen:" in page
    assert 'take = "highest", apart_from' in page

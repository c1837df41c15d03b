"""`townlet ablate`: what the run file knows, asked of people, and told with intervals."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest

from evaluation.ablation.day import EVENING, FACTS, lived
from townlet.runfile import study_path

from .typed import done, refused


@pytest.fixture
def known(tmp_path: Path) -> Path:
    """A run made by hand until five in the afternoon."""
    return lived().write(tmp_path / "known.townlet", EVENING - 1, FACTS)


def test_who_has_the_memory_knows_and_who_has_not_does_not(known: Path) -> None:
    told = done("ablate", str(known), "--condition", "full", "--condition", "no-memory", "--json").json
    verdicts = {(each["person"], each["question"], each["condition"]): each["verdict"] for each in told["answers"]}
    for question in (("Bram Oake", "told-regatta"), ("Ada Finch", "said-1")):
        assert verdicts[*question, "full"] == "right"
        assert verdicts[*question, "no-memory"] == "none"
    assert {each["category"] for each in told["answers"]} == {"memory", "synthesis"}
    assert "Rules answered" in told["note"]
    assert told["runs"][0]["manifest"]["steps"] == EVENING


def test_the_result_is_kept_and_written(known: Path, tmp_path: Path) -> None:
    before, out = known.read_bytes(), tmp_path / "out"
    first = done("ablate", str(known), "--out", str(out))
    assert "blind guessing" in first.stdout
    assert "cannot be told apart here" in first.stdout
    assert (out / "ablation.txt").read_text(encoding="utf-8") == first.stdout
    result = json.loads((out / "ablation.json").read_text(encoding="utf-8"))
    with (out / "answers.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == len(result["answers"])
    assert json.loads((study_path(known) / "truth.json").read_text(encoding="utf-8")) == result
    kept = (study_path(known) / "interviews.jsonl").read_text(encoding="utf-8")
    assert done("ablate", str(known)).stdout == first.stdout
    assert (study_path(known) / "interviews.jsonl").read_text(encoding="utf-8") == kept
    assert known.read_bytes() == before


def test_what_cannot_be_asked_is_refused_in_one_line(known: Path, tmp_path: Path) -> None:
    copy = shutil.copy(known, tmp_path / "copy.townlet")
    assert "Give each run once" in refused("ablate", str(known), str(copy))
    assert "There is no condition 'half'" in refused("ablate", str(known), "--condition", "half")
    assert "There is no person called 'Zoltan'" in refused("ablate", str(known), "--person", "Zoltan")
    assert "too little has happened" in refused("ablate", str(known), "--at", "day 1 0:01")


def test_a_town_lives_anew_and_what_is_there_is_not_lived_again(tmp_path: Path) -> None:
    words = ("ablate", "applegarth", "--resimulate", "--seeds", "1", "--condition", "no-planning")
    out = ("--out", str(tmp_path / "anew"))
    short = done(*words, *out, "--days", "0.28", "--json")
    longer = done(*words, *out, "--days", "0.3", "--json")
    again = done(*words, *out, "--days", "0.3", "--json")
    assert short.json["runs"][0]["manifest"]["game_days"] == 0.28
    assert longer.json["runs"][0]["manifest"]["game_days"] == 0.3
    assert again.json == longer.json
    assert again.stderr.count("is already complete") == 2
    assert [run["manifest"]["without"] for run in again.json["runs"]] == [[], ["planning", "reflection"]]
    assert set(again.json["figures"]["truth.all"]["means"]) == {"full", "no-planning"}
    assert "has already completed more" in refused(*words, *out, "--days", "0.2")


def test_what_nobody_can_live_under_is_refused(tmp_path: Path) -> None:
    words = ("ablate", "applegarth", "--resimulate", "--out", str(tmp_path / "anew"))
    assert "--condition 'no-memory' does not go with --resimulate" in refused(*words, "--condition", "no-memory")
    assert "one town" in refused(*words, "ternholm")
    assert "--seeds 0" in refused(*words, "--seeds", "0")

"""`townlet rate score`: what people read, what programs read, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evaluation.ranking.made import sessions
from townlet.evaluation.ranking.sessions import append_session, rankings_path

from .typed import done, refused, typed


@pytest.fixture(scope="module")
def rankings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of six people and, three times, of a model; one of the people was not attentive."""
    file = tmp_path_factory.mktemp("rankings") / "my.jsonl"
    skills = {"full": 28.0, "no-reflection": 25.0, "no-memory": 20.0}
    for session in [*sessions(7, 1, skills, failed=(2,)), *sessions(3, 2, skills, "offline")]:
        append_session(session, file)
    return file


def test_it_tells_people_and_models_apart_and_stands_beside_the_paper(rankings: Path) -> None:
    told = done("rate", "score", str(rankings)).stdout
    assert "1 of 10 sessions left out for a failed attention check:  r2." in told
    assert "People: 18 rankings by 6 raters" in told
    assert "Judged by rules, not by a language model: 9 rankings of the answers of 3 people" in told
    assert "Not computed: Friedman and Nemenyi: 3 people; at least 5 are needed." in told
    assert "full over no-memory" in told
    assert "our formula gives 12.22; 8.16 does not follow" in told
    assert "29.89  0.72" in told


def test_the_same_as_data_and_in_a_file(rankings: Path, tmp_path: Path) -> None:
    out = tmp_path / "scores.json"
    result = done("rate", "score", str(rankings), "--json", "--seed", "5", "--out", str(out)).json
    assert json.loads(out.read_text(encoding="utf-8")) == result
    assert [each["condition"] for each in result["people"]["conditions"]] == ["full", "no-reflection", "no-memory"]
    assert result["people"]["friedman"]["p"] < 1
    assert result["models"]["offline"]["friedman"] is None
    assert result["left_out"] == [{"rater": " r2", "failed": ["told"]}]
    assert (result["seed"], result["manifest"]) == (5, None)


def test_a_run_has_its_rankings_beside_it_and_its_manifest_goes_with_them(own: Path, rankings: Path) -> None:
    assert "has no rankings yet" in refused("rate", "score", str(own))
    rankings_path(own).parent.mkdir()
    rankings_path(own).write_bytes(rankings.read_bytes())
    by_run, by_file = (done("rate", "score", str(file), "--json").json for file in (own, rankings_path(own)))
    assert by_run == by_file
    assert by_run["manifest"]["town"]
    assert "not a language model" in by_run["note"]


def test_what_cannot_be_scored_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "my.jsonl"
    assert "my.jsonl cannot be used: No such file" in refused("rate", "score", str(file))
    file.write_text("")
    assert "no sessions; at least 1 is needed" in refused("rate", "score", str(file))
    file.write_text('{"version": 1}\nnonsense\n')
    outcome = typed("rate", "score", str(file))
    assert outcome.status == 2
    assert [line.split(":")[0] for line in outcome.stderr.splitlines()[1:]] == ["  line 1"] * 3 + ["  line 2"]

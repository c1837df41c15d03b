"""`townlet rate judge`: the answers beside a run are ordered, kept, and not ordered again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from study.ranking.made import sessions
from study.rating.made import rows
from townlet.engine.simulation import opened
from townlet.study.interviews.battery import PAPER, battery_named
from townlet.study.interviews.table import append, interviews_path
from townlet.study.ranking.file import append_session, rankings_path, read_sessions

from .typed import done, refused


@pytest.fixture
def answered(own: Path) -> Path:
    """A run whose two people have answered nine questions under all conditions, and nowhere alike."""
    people = [each["name"] for each in done("show", str(own), "--json").json["people"]][:2]
    with opened(own) as reader:
        run = reader.header.id
    append([replace(row, battery=battery_named(PAPER).name) for row in rows(people, run)], interviews_path(own))
    return own


def test_a_rule_judges_and_says_that_it_is_one(answered: Path) -> None:
    told = done("rate", "judge", str(answered), "--all").stdout
    assert "Rules, no language model, gave 36 orders of the answers of 2 people to 9 questions." in told
    assert "agrees with itself by tau 1.00" in told
    judged = read_sessions(rankings_path(answered))
    assert len(judged) == 36
    assert {(session.kind, session.model) for session in judged} == {("model", "offline")}
    scores = done("rate", "score", str(answered), "--json").json
    assert scores["people"] is None
    assert scores["models"]["offline"]["rankings"] == 36


def test_what_was_judged_is_not_judged_again(answered: Path) -> None:
    few = done("rate", "judge", str(answered), "--raters", "2", "--json").json
    assert (few["judgements"], few["from_before"], few["model"]) == (2 * 3 * 2, 0, "offline")
    assert few["note"] == "Rules judged, no language model."
    again = done("rate", "judge", str(answered), "--raters", "3", "--json").json
    assert (again["judgements"], again["from_before"]) == (3 * 3 * 2, 12)
    assert len(read_sessions(rankings_path(answered))) == 18


def test_what_cannot_be_judged_is_refused(answered: Path) -> None:
    assert "Nobody here is called 'zzz'" in refused("rate", "judge", str(answered), "--person", "zzz")
    for session in sessions(1, skills={"full": 1.0, "people": 2.0}):
        append_session(session, rankings_path(answered))
    line = refused("rate", "judge", str(answered))
    assert "holds rankings of full, people, but what can be ranked now is full, no-reflection" in line


def test_without_answers_there_is_nothing_to_judge(own: Path) -> None:
    line = refused("rate", "judge", str(own))
    assert f"first do: townlet interview {own} --condition all" in line

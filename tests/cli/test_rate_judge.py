"""`townlet rate judge`: the answers beside a run are ordered, kept, and not ordered again."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from billing.server import BillingServer
from evaluation.ranking.made import sessions
from evaluation.rating.made import rows
from townlet.evaluation import judge as judging
from townlet.evaluation.interviews.answers import append_answers, interviews_path, read_answers
from townlet.evaluation.interviews.battery import PAPER_BATTERY, load_battery
from townlet.evaluation.ranking.sessions import append_session, rankings_path, read_sessions
from townlet.runfile.files import open_reader

from .typed import done, refused, typed

PROMPT = hashlib.sha256(Path(judging.__file__).with_name("judge.md").read_bytes()).hexdigest()


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Lifts the ban that holds for other tests: the server is on this machine."""


@pytest.fixture
def answered(own: Path) -> Path:
    """A run whose two people have answered nine questions under all conditions, and nowhere alike."""
    people = [each["name"] for each in done("show", str(own), "--json").json["people"]][:2]
    with open_reader(own) as reader:
        run = reader.header.id
    append_answers(
        [replace(row, battery=load_battery(PAPER_BATTERY).name) for row in rows(people, run)], interviews_path(own)
    )
    return own


def test_a_rule_judges_and_says_that_it_is_one(answered: Path) -> None:
    told = done("rate", "judge", str(answered), "--all").stdout
    assert "Rules, not a language model, gave 36 rankings of the answers of 2 people to 9 questions." in told
    assert "agrees with itself by tau 1.00" in told
    judged = read_sessions(rankings_path(answered))
    assert len(judged) == 36
    assert {(session.kind, session.model) for session in judged} == {("model", "offline")}
    scores = done("rate", "score", str(answered), "--json").json
    assert scores["people"] is None
    assert scores["models"]["offline"]["rankings"] == 36
    assert scores["models"]["offline"]["prompts"] == [PROMPT] == scores["manifest"]["judged_with"]["offline"]
    assert scores["interviews"] == [{"battery": load_battery(PAPER_BATTERY).name, "step": 100, "model": "offline"}]
    assert (scores["manifest"]["steps"], scores["manifest"]["answered_by"]) == (100, "offline")


def test_what_was_judged_is_not_judged_again(answered: Path) -> None:
    few = done("rate", "judge", str(answered), "--raters", "2", "--json").json
    assert (few["judgements"], few["from_before"], few["model"]) == (2 * 3 * 2, 0, "offline")
    assert few["note"] == "Rules judged, no language model."
    assert few["manifest"]["judged_with"]["judge"]["sha256"] == PROMPT
    assert (few["manifest"]["judged_by"], few["manifest"]["answered_by"]) == ("offline", "offline")
    again = done("rate", "judge", str(answered), "--raters", "3", "--json").json
    assert (again["judgements"], again["from_before"]) == (3 * 3 * 2, 12)
    assert len(read_sessions(rankings_path(answered))) == 18
    other = done("rate", "judge", str(answered), "--raters", "2", "--seed", "99", "--json").json
    assert other["from_before"] < other["judgements"] == 12


def test_what_cannot_be_judged_is_refused(answered: Path) -> None:
    assert "There is no person called 'zzz'" in refused("rate", "judge", str(answered), "--person", "zzz")
    for session in sessions(1, skills={"full": 1.0, "people": 2.0}):
        append_session(session, rankings_path(answered))
    line = refused("rate", "judge", str(answered))
    assert "holds rankings of full, people, but the conditions to rank now are full, no-reflection" in line
    assert refused("rate", "serve", str(answered), "--no-open") == line


def test_the_judge_of_the_settings_judges_unless_another_is_named(answered: Path, tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text('[models]\ndefault = "offline"\njudge = "nobody:at-all"\n', encoding="utf-8", newline="\n")
    assert "nobody:at-all" in refused("rate", "judge", str(answered), "--config", str(settings))
    done("rate", "judge", str(answered), "--raters", "1", "--config", str(settings), "--model", "offline")


def test_answers_of_another_interview_are_not_ranked_beside(answered: Path) -> None:
    done("rate", "judge", str(answered), "--raters", "1")
    later = [replace(row, step=row.step + 1) for row in read_answers(interviews_path(answered))]
    append_answers(later, interviews_path(answered))
    line = refused("rate", "judge", str(answered), "--raters", "1")
    assert "at step 100 by offline, but the answers to rank now are to" in line
    assert "at step 101 by offline; move the file away" in line


def test_without_answers_there_is_nothing_to_judge(own: Path) -> None:
    line = refused("rate", "judge", str(own))
    assert f"run this first: townlet interview {own} --condition all" in line


def test_junk_is_left_out_and_asked_for_again(answered: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forms: list[Any] = []

    def mostly_junk(schema: Any, chance: Random) -> dict[str, list[str]]:
        forms.append(schema["properties"]["order"])
        return {"order": chance.sample("ABCD", 4) if chance.random() < 0.2 else ["B"] * 4}

    monkeypatch.setattr("billing.server.answer", mostly_junk)
    with BillingServer() as server:
        judge = ("rate", "judge", str(answered), "--raters", "2", "--model", server.url, "--json")
        first = typed(*judge)
        came, unfit = first.json["judgements"], first.json["unfit"]
        assert (first.status, came + unfit, len(read_sessions(rankings_path(answered)))) == (3, 12, came)
        assert 0 < came < 12
        assert f"{unfit} answers were not in the required form and left out" in first.stderr
        assert all(form["items"]["enum"] == ["A", "B", "C", "D"] for form in forms)
        assert all((form["minItems"], form["maxItems"]) == (4, 4) for form in forms)
        monkeypatch.setattr("billing.server.answer", lambda schema, chance: {"order": chance.sample("ABCD", 4)})
        again = done(*judge).json
        assert (again["judgements"], again["from_before"], again["unfit"]) == (12, came, 0)


def test_a_budget_holds_and_what_it_bought_is_kept(answered: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("billing.server.answer", lambda schema, chance: {"order": chance.sample("ABCD", 4)})
    monkeypatch.chdir(answered.parent)
    with BillingServer() as server:
        prices = f'[prices."{server.url}"]\ninput = 1\noutput = 2\n'
        (answered.parent / "townlet.toml").write_text(prices, encoding="utf-8")
        judge = ("rate", "judge", str(answered), "--all", "--model", server.url, "--budget")
        paused = typed(*judge, "0.02usd")
        kept = read_sessions(rankings_path(answered))
        assert (paused.status, len(kept)) == (3, server.requests)
        assert 0 < len(kept) < 36
        assert f"{len(kept)} of 36 answers are in" in paused.stderr
        assert "the budget of 0.02 US dollars allows no further call" in paused.stderr
        ended = done(*judge, "1usd")
        assert server.requests == 36
        assert (
            f"{server.url} gave 36 rankings of the answers of 2 people to 9 questions ({len(kept)} of them"
            in ended.stdout
        )
        assert "by chance it would be" in ended.stdout
        assert f"The judge used {36 - len(kept)} calls" in ended.stderr

"""A rehearsal tells what the town's own files lead to, and keeps nothing."""

from pathlib import Path

import pytest

from cli.typed import done
from townlet.evaluation.rehearsal import Rehearsal, rehearse_town


@pytest.fixture(scope="module")
def applegarth() -> Rehearsal:
    return rehearse_town("applegarth", days=0.6, seed=3)


def test_it_tells_of_every_tracked_fact_and_every_need(applegarth: Rehearsal) -> None:
    assert applegarth.people == 4
    assert applegarth.days == pytest.approx(0.6)
    assert applegarth.news
    assert all(news.knew for news in applegarth.news)
    assert all(len({*news.knew, *news.learnt}) <= applegarth.people for news in applegarth.news)
    assert {need.person for need in applegarth.needs}
    assert all(need.asked for need in applegarth.needs if need.state in ("asked", "promised"))


def test_an_event_after_the_days_is_told_as_not_yet_over(applegarth: Rehearsal) -> None:
    assert applegarth.events
    assert not any(event.over for event in applegarth.events)


def test_an_event_that_the_town_follows_is_told_with_its_name_and_host(applegarth: Rehearsal) -> None:
    assert [(event.host, event.name) for event in applegarth.events if event.host] == [("Nell Hart", "picnic")]


def test_the_command_prints_it_and_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done("new", "shire")
    told = done("check", "shire", "--rehearse").stdout
    assert "Rehearsal: " in told
    assert "  News: " in told
    assert [path.name for path in tmp_path.iterdir()] == ["shire"]
    data = done("check", "shire", "--rehearse", "--json").json["rehearsal"]
    assert data["seed"] == 1
    assert {news["name"] for news in data["news"]}

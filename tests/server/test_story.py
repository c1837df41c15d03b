"""The story of a served run: that of the run file, and of a live run as far as it has come."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from townlet.runfile.view import RunView
from townlet.server.story_teller import StoryTeller
from townlet.story import tell_story


def told(client: TestClient) -> dict[str, Any]:
    answer = client.get("/api/story")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_the_page_gets_the_chapters_of_the_run_with_where_to_look(client: TestClient, run: Path) -> None:
    story, expected = told(client), tell_story(RunView(run))
    assert story["title"] == expected.title
    assert [each["id"] for each in story["chapters"]] == [each.id for each in expected.chapters]
    assert story["chapters"]
    people = {person["name"] for person in client.get("/api/town").json()["people"]}
    for each in story["chapters"]:
        assert each["from_step"] <= each["step"] <= each["to_step"] < story["until"]
        assert set(each["people"]) <= people
        assert each["tile"] is None or len(each["tile"]) == 2


def test_a_quote_is_a_line_of_the_talk_that_the_chapter_names(client: TestClient) -> None:
    for each in told(client)["chapters"]:
        if each["quote"] and each["talk"]:
            lines = client.get(f"/api/talks/{each['talk']}", params={"at": told(client)["until"]}).json()["lines"]
            said = [line["text"] for line in lines if line["who"] == each["quote"]["who"]]
            assert any(each["quote"]["text"] in line for line in said)


def test_the_page_gets_who_told_whom_of_each_thread(client: TestClient, run: Path) -> None:
    threads, expected = told(client)["threads"], tell_story(RunView(run)).threads
    assert [thread["id"] for thread in threads] == [thread.id for thread in expected]
    assert any(thread["spreads"] for thread in threads)
    for thread in threads:
        steps = [beat["step"] for beat in thread["beats"]]
        assert steps == sorted(steps)
        reached = set(thread["knew"])
        for beat in thread["beats"] if thread["spreads"] else ():
            teller, *hearers = beat["people"]
            assert not hearers or teller in reached
            reached.update(beat["people"])


def test_a_growing_run_is_told_as_far_as_it_has_come_and_each_step_is_read_once(run: Path) -> None:
    teller, until = StoryTeller(run), RunView(run).until
    early = teller.story(until // 2, live=True)
    assert early.until == until // 2
    assert all(each.step < until // 2 for each in early.found)
    whole = teller.story(until, live=False)
    assert whole.chapters == tell_story(RunView(run)).chapters
    assert teller.story(until, live=False) is whole

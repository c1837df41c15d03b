"""From a link to a stored ranking, over the real server: nothing is lost, revealed or counted twice."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from evaluation.rating.made import NAMES, QUESTIONS
from forgery import forged
from townlet.evaluation.interviews.answers import append_answers, interviews_path, read_answers
from townlet.evaluation.ranking.sessions import rankings_path, read_sessions
from townlet.evaluation.rating.authors import check_author_acceptable, judge_author, list_author_rows, read_authors
from townlet.evaluation.rating.journal import BeganEntry, RaterStanding, append_entry, read_journal
from townlet.evaluation.rating.plan import journal_path
from townlet.evaluation.rating.tasks import ChooseTask, OrderTask
from townlet.server.access import CONTENT_SECURITY_POLICY, AccessPolicy
from townlet.server.rating.service import RatingService

from .conftest import PEOPLE, Server, link, lived_on

NOW = "2030-01-01T12:00:00+00:00"


def shown(client: TestClient, base: str) -> Any:
    return client.get(f"{base}api/rating").json()


def post(client: TestClient, base: str, what: str, **body: object) -> Any:
    answer = client.post(f"{base}api/rating/{what}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def answered(client: TestClient, base: str, page: Any, *, attentive: bool = True) -> Any:
    """Answer the task of a page and return the next page: letters in reverse, or as a check demands."""
    task, place = page["task"], page["place"]
    if task["kind"] == "choose":
        return post(client, base, "done", place=place, choice=len(task["options"]) - 1)
    if task["kind"] == "write":
        return post(client, base, "done", place=place, text=f"I would say {place}.")
    letters = [each["letter"] for each in task["answers"]]
    if attentive and "says where it belongs" in task["asked"]:
        places = ["first.", "second.", "third.", "last."]
        by_place = {each["text"].split()[-1]: each["letter"] for each in task["answers"]}
        return post(client, base, "done", place=place, order=[by_place[each] for each in places])
    return post(client, base, "done", place=place, order=letters[::-1])


def entered(client: TestClient, base: str) -> Any:
    post(client, base, "consent")
    return post(client, base, "watched")


def finished(client: TestClient, base: str) -> Any:
    page = entered(client, base)
    while page["stage"] == "task":
        page = answered(client, base, page)
    return page


def tasks(service: RatingService, who: str) -> tuple[object, ...]:
    began = read_journal(journal_path(service.run, who))[0]
    assert isinstance(began, BeganEntry)
    return began.tasks


def test_a_rater_goes_from_consent_to_a_stored_session(start: Server) -> None:
    client, service = start()
    base = link(service, "r001")
    page = shown(client, base)
    assert (page["stage"], page["consent"], page["task"]) == ("consent", ["For raters.", "Be kind."], None)
    assert post(client, base, "consent")["stage"] == "watch"
    page = post(client, base, "watched")
    assert page["task"]["kind"] == "choose"
    seen = []
    while page["stage"] == "task":
        seen.append(page["task"])
        page = answered(client, base, page)
    assert page["code"] == service.completion_code(service.links[base.split("/")[2]])
    [session] = read_sessions(rankings_path(service.run))
    assert (session.rater, session.code, session.person) == ("r001", page["code"], page["person"])
    by_text = {row.answer: row for row in read_answers(interviews_path(service.run))}
    ranked = [task for task in seen if task["kind"] == "order" and "says where" not in task["asked"]]
    for task, kept in zip(ranked, session.rankings, strict=True):
        assert [by_text[each["text"]].condition for each in task["answers"]] == list(kept.shown)
        assert kept.order == kept.shown[::-1]
        assert {by_text[each["text"]].question for each in task["answers"]} == {kept.question}
    assert {check.id: check.passed for check in session.attention}["read"]


def test_the_right_answer_of_the_watching_check_is_true_of_the_run(start: Server) -> None:
    client, service = start()
    for who in ("r001", "r002"):
        post(client, link(service, who), "consent")
        check = tasks(service, who)[0]
        assert isinstance(check, ChooseTask)
        person, right = (
            service.sitting(service.links[link(service, who).split("/")[2]]).began,
            check.options[check.right],
        )
        assert person is not None
        reel = client.get(f"{link(service, who)}api/people/{person.person}", params={"at": _step(service, check.asked)})
        assert right in reel.json()["place"]


def _step(service: RatingService, asked: str) -> int:
    """Return the step that a watching check asks about, such as 'at 9:15 am on Monday'."""
    words = asked.partition(" at ")[2].split()
    hour, minute = map(int, words[0].split(":"))
    hour = hour % 12 + (12 if words[1] == "pm" else 0)
    clock = service.past.clock
    return clock.steps(60 * hour + minute) - clock.steps(60 * clock.at(0).hour + clock.at(0).minute)


def test_no_response_names_a_condition(start: Server) -> None:
    client, service = start()
    base, told = link(service, "r002"), []
    client.event_hooks["response"] = [lambda answer: told.append((str(answer.url), answer.read().decode()))]
    finished(client, base)
    for path in ("session", "town", "reel?from_step=0", f"people/{shown(client, base)['person']}/memories"):
        client.get(f"{base}api/{path}")
    assert len(told) > 8
    for url, text in told:
        assert not [name for name in NAMES if name in url]
        assert not [name for name in NAMES[1:] if name in text]
        if "api/rating" in url:
            assert not {"conditions", "condition", "right", "shown", *NAMES} & set(_words(json.loads(text)))


def _words(value: Any) -> list[str]:
    """Return all keys and strings of a JSON value."""
    if isinstance(value, dict):
        return [each for key, inner in value.items() for each in (key, *_words(inner))]
    if isinstance(value, list):
        return [each for inner in value for each in _words(inner)]
    return [value] if isinstance(value, str) else []


def test_a_link_continues_where_it_was_after_a_restart(start: Server) -> None:
    client, service = start()
    base = link(service, "r001")
    before = answered(client, base, answered(client, base, entered(client, base)))
    again, _ = start()
    assert shown(again, base) == before
    last = before
    while last["stage"] == "task":
        last = answered(again, base, last)
    assert last["stage"] == "done"


def test_a_finished_link_cannot_be_used_twice(start: Server) -> None:
    client, service = start()
    base = link(service, "r001")
    code = finished(client, base)["code"]
    for place in range(8):
        assert client.post(f"{base}api/rating/done", json={"place": place, "choice": 0}).status_code == 409
    assert post(client, base, "consent")["code"] == code
    start()
    assert len(read_sessions(rankings_path(service.run))) == 1


def test_a_restart_stores_finished_sessions_that_are_missing_in_the_rankings(start: Server) -> None:
    client, service = start()
    finished(client, link(service, "r001"))
    kept = rankings_path(service.run).read_bytes()
    rankings_path(service.run).unlink()
    start()
    assert rankings_path(service.run).read_bytes() == kept


def test_a_failed_attention_check_is_stored_as_such(start: Server) -> None:
    client, service = start()
    base = link(service, "r003")
    page = entered(client, base)
    check = tasks(service, "r003")[0]
    assert isinstance(check, ChooseTask)
    page = post(client, base, "done", place=0, choice=(check.right + 1) % len(check.options))
    while page["stage"] == "task":
        page = answered(client, base, page, attentive=False)
    read_backwards = next(task for task in tasks(service, "r003") if isinstance(task, OrderTask) and task.right)
    [session] = read_sessions(rankings_path(service.run))
    passed = {check.id: check.passed for check in session.attention}
    assert passed == {"watched": False, "read": read_backwards.right == tuple(range(len(NAMES)))[::-1]}


@pytest.mark.parametrize(
    "body",
    [
        {"place": 1, "choice": 0},
        {"place": 0, "choice": 99},
        {"place": 0, "order": ["A", "B", "C", "D"]},
        {"place": 0, "text": "there"},
        {"place": 0},
    ],
)
def test_a_submission_that_does_not_fit_is_refused_and_not_stored(start: Server, body: dict[str, object]) -> None:
    client, service = start()
    base = link(service, "r001")
    before = entered(client, base)
    assert client.post(f"{base}api/rating/done", json=body).status_code == 409
    assert shown(client, base) == before


def test_an_order_contains_every_answer_once(start: Server) -> None:
    client, service = start()
    base = link(service, "r001")
    page = answered(client, base, entered(client, base))
    for order in ("AAAA", "ABC", "ABCE", "ABCDA"):
        body = {"place": page["place"], "order": list(order)}
        assert client.post(f"{base}api/rating/done", json=body).status_code == 409


class TestWhatALinkOpens:
    """A rater's link serves the replay and one person's memory, and nothing else."""

    def test_nothing_is_served_without_a_link(self, start: Server) -> None:
        client, service = start()
        token = link(service, "r001")[3:-1]
        for path in ("/", "/api/session", "/api/rating", "/r/", "/r/wrong/", f"/r/{token[:-1]}/api/rating", "/assets/"):
            answer = client.get(path)
            assert answer.status_code == 404
            assert "Applegarth" not in answer.text

    def test_nothing_is_served_before_consent(self, start: Server) -> None:
        client, service = start()
        assert client.get(f"{link(service, 'r001')}api/session").status_code == 403

    def test_only_the_mind_of_the_rated_person_is_served(self, start: Server) -> None:
        client, service = start()
        base = link(service, "r001")
        person = post(client, base, "consent")["person"]
        other = next(name for name in PEOPLE if name != person)
        for path in ("", "/memories", "/plans", "/reflections", "/ties", "/talks", "/retrieval?query=breakfast"):
            assert client.get(f"{base}api/people/{person}{path}").status_code == 200
            assert client.get(f"{base}api/people/{other}{path}").status_code == 404
        assert client.get(f"{base}api/marks?who={person}").status_code == 200
        for query in ("", f"?who={other}", f"?who={person}&who={other}"):
            assert client.get(f"{base}api/marks{query}").status_code == 404
        memory = client.get(f"{base}api/people/{person}/memories?limit=1").json()[0]["id"]
        assert client.get(f"{base}api/memories/{memory}/origin").status_code == 200

    @pytest.mark.parametrize(
        "path", ["ties", "schema", "people/{person}/calls", "calls/{person}/0/x/0", "../openapi.json"]
    )
    def test_prompts_and_other_minds_are_not_served(self, start: Server, path: str) -> None:
        client, service = start()
        base = link(service, "r001")
        person = post(client, base, "consent")["person"]
        assert client.get(f"{base}api/{path.format(person=person)}").status_code == 404

    @pytest.mark.parametrize("path", ["ask", "orders", "fork", "resume"])
    def test_interviews_and_commands_are_refused(self, start: Server, path: str) -> None:
        client, service = start()
        base = link(service, "r001")
        post(client, base, "consent")
        assert client.post(f"{base}api/{path}", json={}).status_code in (404, 405)

    def test_there_is_no_websocket(self, start: Server) -> None:
        client, service = start()
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"{link(service, 'r001')}ws") as socket:
            socket.receive_text()

    def test_the_page_has_the_policy_and_a_foreign_page_may_post_nothing(self, start: Server) -> None:
        client, service = start()
        base = link(service, "r001")
        assert client.get(base).headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
        foreign = {"Origin": "https://elsewhere.example"}
        assert client.post(f"{base}api/rating/consent", headers=foreign).status_code == 403

    def test_other_host_names_and_proxies_are_accepted(self, start: Server) -> None:
        client, service = start(
            AccessPolicy("0.0.0.0", 8010, per_person_links=True, public_address="https://study.example")
        )
        base = link(service, "r001")
        for host in ("192.0.2.7:8010", "study.example"):
            assert client.get(f"{base}api/rating", headers={"Host": host}).status_code == 200
        assert client.get(f"{base}api/rating", headers={"Host": "192.0.2.7"}).status_code == 421
        proxied = {"Host": "study.example", "Origin": "https://study.example"}
        assert client.post(f"{base}api/rating/consent", headers=proxied).status_code == 200
        assert client.post(f"{base}api/rating/consent", headers={**proxied, "Origin": ""}).status_code == 403


class TestAuthors:
    """Authors: people who write answers that are compared with those of the programs."""

    def test_authors_get_all_questions_the_judged_one_first(self, start: Server) -> None:
        client, service = start(authors=(PEOPLE[0],))
        base = link(service, "a01")
        page = entered(client, base)
        asked = []
        while page["stage"] == "task":
            asked.append(page["task"]["asked"])
            page = answered(client, base, page)
        assert asked[0] == f"What of {QUESTIONS[4]}, {PEOPLE[0]}?"
        assert len(set(asked)) == len(QUESTIONS)
        assert page["code"]
        assert not rankings_path(service.run).exists()

    def test_accepted_answers_are_added_to_the_programs_answers(self, start: Server) -> None:
        client, service = start(authors=(PEOPLE[0],))
        finished(client, link(service, "a01"))
        [author] = read_authors(service.run, service.plan)
        assert author.first == (f"What of {QUESTIONS[4]}, {PEOPLE[0]}?", "I would say 0.")
        new = list_author_rows(author, service.answer_rows, service.plan)
        assert {row.question for row in new} == set(QUESTIONS)
        assert {(row.condition, row.model, row.person, row.step) for row in new} == {
            ("people", "people", PEOPLE[0], service.plan.step)
        }

    def test_a_refused_set_closes_its_link_and_makes_room_for_another(self, start: Server) -> None:
        client, service = start(authors=(PEOPLE[0],))
        base = link(service, "a01")
        answered(client, base, entered(client, base))
        judge_author(service.run, read_authors(service.run, service.plan)[0], False, NOW)
        assert shown(client, base)["stage"] == "closed"
        assert client.post(f"{base}api/rating/done", json={"place": 1, "text": "More."}).status_code == 409
        _, after = start(authors=(PEOPLE[0],))
        assert after.plan.authors == (PEOPLE[0], PEOPLE[0])

    def test_an_unfinished_set_cannot_be_accepted(self, start: Server) -> None:
        client, service = start(authors=(PEOPLE[0],))
        answered(client, link(service, "a01"), entered(client, link(service, "a01")))
        [author] = read_authors(service.run, service.plan)
        with pytest.raises(
            Exception, match="a01 has written 1 of 9; their answers can be accepted once all are written"
        ):
            check_author_acceptable(author, [author])


def test_once_raters_have_begun_only_links_are_added(start: Server) -> None:
    client, service = start(raters=2)
    entered(client, link(service, "r001"))
    with pytest.raises(Exception, match="Raters have begun"):
        start(questions_per_category=2)
    _, after = start(raters=6)
    assert len(list(after.plan.seats())) == 6
    _, fewer = start(raters=1)
    assert fewer.plan.raters == 6


def test_a_drop_outs_turn_goes_to_the_next_rater_and_they_can_still_finish(start: Server) -> None:
    client, service = start(raters=4)
    assert shown(client, link(service, "r001"))["person"] == ""
    first = entered(client, link(service, "r003"))["person"]
    assert entered(client, link(service, "r001"))["person"] != first
    back_date(service, "r003", days=2)
    assert service.standings() == {RaterStanding.UNDER_WAY: 1, RaterStanding.IDLE: 1}
    page = finished(client, link(service, "r002"))
    assert (page["stage"], page["person"]) == ("done", first)
    assert tasks(service, "r002") == tasks(service, "r003")
    page = shown(client, link(service, "r003"))
    while page["stage"] == "task":
        page = answered(client, link(service, "r003"), page)
    assert {session.rater for session in read_sessions(rankings_path(service.run))} == {"r002", "r003"}
    assert tasks(start(raters=4)[1], "r002") == tasks(service, "r003")


def back_date(service: RatingService, who: str, days: int) -> None:
    """Shift the times in a rater's journal into the past."""
    path = journal_path(service.run, who)
    entries = [each.model_copy(update={"at": _earlier(each.at, days)}) for each in read_journal(path)]
    path.unlink()
    for entry in entries:
        append_entry(entry, path)


def _earlier(at: str, days: int) -> str:
    return (datetime.fromisoformat(at) - timedelta(days=days)).isoformat()


def test_a_run_that_has_grown_is_replayed_as_far_as_the_first_rater_saw_it(start: Server, asked: Path) -> None:
    client, service = start()
    entered(client, link(service, "r001"))
    before = client.get(f"{link(service, 'r001')}api/session").json()["next_step"]
    assert before == service.plan.until
    asyncio.run(lived_on(asked))
    client, service = start(anew=True)
    assert service.past.until == before
    base = link(service, "r002")
    post(client, base, "consent")
    assert client.get(f"{base}api/session").json()["next_step"] == before
    assert client.get(f"{base}api/reel", params={"from_step": before + 1}).status_code == 404


def test_another_run_under_the_same_name_is_noticed(start: Server, asked: Path) -> None:
    client, service = start()
    assert service.plan.manifest["town"] == "Applegarth"
    assert service.plan.manifest["prompts"]["interview"]["sha256"]
    entered(client, link(service, "r001"))
    with forged(asked) as run:
        run.execute("UPDATE event SET data = data || ' ' WHERE step = (SELECT min(step) FROM event)")
    with pytest.raises(Exception, match="is not the run that raters began with"):
        start()


def test_answers_that_have_changed_are_noticed_once_raters_have_begun(start: Server, asked: Path) -> None:
    def change() -> None:
        kept = [replace(row, answer=f"{row.answer} Or so.") for row in read_answers(interviews_path(asked))]
        interviews_path(asked).unlink()
        append_answers(kept, interviews_path(asked))

    start()
    change()
    client, service = start()
    entered(client, link(service, "r001"))
    change()
    with pytest.raises(Exception, match="have changed since raters began; restore that file"):
        start()


def test_a_preview_never_counts(start: Server) -> None:
    client, service = start()
    assert finished(client, link(service, "preview"))["stage"] == "done"
    assert not rankings_path(service.run).exists()


def test_the_run_is_not_changed(start: Server, asked: Path) -> None:
    before = asked.read_bytes()
    client, service = start()
    finished(client, link(service, "r001"))
    assert asked.read_bytes() == before

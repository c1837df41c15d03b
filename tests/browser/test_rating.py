"""The blind rating page from consent to a saved ranking, and an author's answers from first to accepted."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from townlet.runfile import study_path
from townlet.town import load_town

from .conftest import Opener
from .recorded import typed
from .seen import memories, opened, side
from .served import serving

Shot = Callable[..., None]
Links = dict[str, dict[str, str]]

BATTERY = """
name = "Six questions"
first = "weekday"

[[questions]]
id = "introduction"
category = "oneself"
ask = "Give an introduction of yourself."

[[questions]]
id = "weekday"
category = "oneself"
ask = "Describe your typical weekday schedule in broad strokes."

[[questions]]
id = "closest"
category = "memory"
ask = "Who is [closest]?"

[[questions]]
id = "later"
category = "plans"
ask = "What will you be doing at 3 pm today?"

[[questions]]
id = "fire"
category = "reactions"
ask = "Your breakfast is burning! What would you do?"

[[questions]]
id = "liked"
category = "reflections"
ask = "What do you like most about your life here?"
"""
AUTHORED = load_town("ternholm").people[0].name
SCREEN = {"width": 900, "height": 720}


@pytest.fixture(scope="module")
def asked(half_day: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run whose people have answered under every condition."""
    folder = tmp_path_factory.mktemp("rated")
    run = Path(shutil.copy(half_day, folder / "rated.townlet"))
    (folder / "six.toml").write_text(BATTERY, encoding="utf-8")
    typed("interview", run, "--battery", "six.toml", "--condition", "all", folder=folder)
    return run


@pytest.fixture(scope="module")
def links(asked: Path) -> Iterator[Links]:
    words = (asked, "--battery", "six.toml", "--raters", "3", "--author", AUTHORED, "--port", "0")
    with serving(*words, folder=asked.parent, by=("rate", "serve")):
        table = (study_path(asked) / "links.csv").read_text(encoding="utf-8").splitlines()
        yield {row["id"]: row for row in csv.DictReader(table)}


def test_from_consent_to_a_saved_ranking(asked: Path, links: Links, open_page: Opener, shot: Shot) -> None:
    told: list[tuple[str, str]] = []
    page = open_page(links["r001"]["link"], **SCREEN)
    page.route(_readable, lambda route: _overhear(route, told))
    page.reload()
    _agree(page, shot)
    person = page.get_by_role("heading", name="The days of ").inner_text().removeprefix("The days of ")
    _watch(page, person, shot)
    _choose(page, shot)
    ways = iter([_drag_to_top, _key_to_top, _press_to_top, _drag_to_top, _key_to_top])
    asked_at = datetime.fromisoformat(_rows(asked)[0]["time"])
    wanted: list[list[str]] = []
    for number in range(_count(page) - 1):
        expect(page.get_by_role("heading", name=f"Question {number + 2} of")).to_be_visible()
        if page.get_by_role("heading", name="only to see that instructions are read").count():
            _as_told(page)
        else:
            expect(page.get_by_text("was asked on")).to_contain_text(
                f"{person} was asked on {asked_at:%a} {asked_at.day}"
            )
            next(ways)(page)
            wanted.append(_texts(page))
            if len(wanted) == 1:
                shot(page, "ranking")
        if number == 2:
            before = _texts(page)
            _look_back(page, person)
            assert _texts(page) == before
            page.reload()
            expect(page.get_by_role("heading", name=f"Question {number + 2} of")).to_be_visible()
            assert _texts(page) == before
        _save(page)
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    expect(page.get_by_text(links["r001"]["code"])).to_be_visible()
    shot(page, "thanks")
    session = _session(asked, "r001")
    assert (session["person"], session["code"]) == (person, links["r001"]["code"])
    assert _answers(asked, session) == wanted
    assert {check["id"]: check["passed"] for check in session["attention"]}["read"]
    _assert_blind(told, session)
    page.unroute_all(behavior="wait")
    page.reload()
    expect(page.get_by_text(links["r001"]["code"])).to_be_visible()


def test_a_telephone_and_touch_are_enough(asked: Path, links: Links, open_page: Opener, shot: Shot) -> None:
    page = open_page(links["r002"]["link"], width=390, height=844, has_touch=True)
    _agree(page)
    expect(page.get_by_role("button", name="Continue to the questions")).to_be_in_viewport()
    shot(page, "replay")
    page.get_by_role("button", name="Continue to the questions").click()
    page.get_by_role("radio").last.check()
    _save(page)
    for number in range(2, _count(page) + 1):
        expect(page.get_by_role("heading", name=f"Question {number} of")).to_be_visible()
        if number == 3:
            shot(page, "ranking")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        _save(page)
        # Nothing was moved, so the page asks whether that is meant.
        page.get_by_role("button", name="Yes, save it").click()
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    session = _session(asked, "r002")
    shown = [ranked["shown"] for ranked in session["rankings"]]
    assert [ranked["order"] for ranked in session["rankings"]] == shown
    assert len(session["attention"]) == 2


def test_an_author_writes_and_is_accepted(asked: Path, links: Links, open_page: Opener, shot: Shot) -> None:
    page = open_page(links["a01"]["link"], **SCREEN)
    _agree(page)
    page.get_by_role("button", name="Continue to the questions").click()
    first = "Describe your typical weekday schedule in broad strokes."
    questions = _count(page)
    for number in range(questions):
        expect(page.get_by_role("heading", name=f"Question {number + 1} of")).to_be_visible()
        if number == 0:
            expect(page.get_by_role("heading", name=first)).to_be_visible()
        page.get_by_role("textbox").fill(f"I would say so, for reason {number}.")
        if number == 1:
            page.reload()
            expect(page.get_by_role("textbox")).to_have_value("I would say so, for reason 1.")
            shot(page)
        _save(page)
    expect(page.get_by_text(links["a01"]["code"])).to_be_visible()
    told = typed("rate", "authors", asked, folder=asked.parent)
    assert f"a01  {AUTHORED}: has written all, to be judged" in told
    assert first in told
    assert "for reason 0." in told
    typed("rate", "authors", asked, "--accept", "a01", folder=asked.parent)
    rows = [row for row in _rows(asked) if row["condition"] == "people"]
    assert len(rows) == questions
    assert {row["person"] for row in rows} == {AUTHORED}
    assert next(row for row in rows if row["question"] == "weekday")["answer"] == "I would say so, for reason 0."


def _agree(page: Page, shot: Shot | None = None) -> None:
    expect(page.get_by_role("heading", name="Before you begin")).to_be_visible()
    expect(page.get_by_role("button", name="Begin")).to_be_disabled()
    page.get_by_role("checkbox").check()
    if shot:
        shot(page, "consent")
    page.get_by_role("button", name="Begin").click()


def _watch(page: Page, person: str, shot: Shot | None = None) -> None:
    opened(page)
    expect(side(page).get_by_role("heading", name=person)).to_be_visible()
    town = page.get_by_role("application", name="Map of the town")
    town.focus()
    page.keyboard.press("Tab")
    expect(town).not_to_be_focused()
    found = memories(page, person.split()[0]).first
    expect(found).to_contain_text(person)
    if shot:
        shot(page, "replay")
    page.get_by_role("button", name="Continue to the questions").click()


def _count(page: Page) -> int:
    """How many questions there are for whoever is watched: who has met nobody is not asked about them."""
    return int(page.get_by_role("heading", level=1).filter(has_text="Question").inner_text().rpartition(" of ")[2])


def _look_back(page: Page, person: str) -> None:
    page.get_by_role("button", name="Replay").click()
    opened(page)
    expect(side(page).get_by_role("heading", name=person)).to_be_visible()
    page.get_by_role("button", name="Question", exact=True).click()


def _choose(page: Page, shot: Shot) -> None:
    expect(page.get_by_role("heading", name="You may look it up in the replay")).to_be_visible()
    expect(page.get_by_role("button", name="Save and continue")).to_be_disabled()
    page.get_by_role("radio").first.check()
    shot(page, "watched")
    _save(page)


def _cards(page: Page) -> Locator:
    return page.get_by_role("list", name="Answers").get_by_role("listitem")


def _texts(page: Page) -> list[str]:
    """The answers as they stand, from the top."""
    return [card.get_by_role("paragraph").inner_text() for card in _cards(page).all()]


def _drag_to_top(page: Page) -> None:
    """The last card, by the mouse."""
    last, first = _cards(page).last.bounding_box(), _cards(page).first.bounding_box()
    assert last is not None
    assert first is not None
    before = _texts(page)
    page.mouse.move(last["x"] + last["width"] / 2, last["y"] + last["height"] / 2)
    page.mouse.down()
    page.mouse.move(first["x"] + first["width"] / 2, (first["y"] + last["y"]) / 2, steps=4)
    page.mouse.move(first["x"] + first["width"] / 2, first["y"] - 4, steps=4)
    page.mouse.up()
    expect(_cards(page).first.get_by_role("paragraph")).to_have_text(before[-1])
    assert _texts(page) == [before[-1], *before[:-1]]


def _key_to_top(page: Page) -> None:
    """The last card, by its arrow keys."""
    before = _texts(page)
    _cards(page).last.get_by_role("button").first.focus()
    for _ in before[1:]:
        page.keyboard.press("ArrowUp")
    expect(_cards(page).first.get_by_role("paragraph")).to_have_text(before[-1])
    assert _texts(page) == [before[-1], *before[:-1]]


def _press_to_top(page: Page) -> None:
    """The second card, by its button."""
    before = _texts(page)
    _cards(page).nth(1).get_by_role("button", name="up").click()
    expect(_cards(page).first.get_by_role("paragraph")).to_have_text(before[1])


def _as_told(page: Page) -> None:
    expect(page.get_by_text("There is nothing to judge here.")).to_be_visible()
    expect(page.get_by_text("Most believable")).to_have_count(0)
    for place, name in enumerate(("first", "second", "third")):
        while f"answer {name}." not in _texts(page)[place]:
            _cards(page).filter(has_text=f"answer {name}.").get_by_role("button", name="up").click()


def _save(page: Page) -> None:
    page.get_by_role("button", name="Save and continue").click()


def _session(run: Path, rater: str) -> Any:
    lines = (study_path(run) / "rankings.jsonl").read_text(encoding="utf-8").splitlines()
    [found] = [session for session in map(json.loads, lines) if session["rater"] == rater]
    return found


def _rows(run: Path) -> list[Any]:
    return [json.loads(line) for line in (study_path(run) / "interviews.jsonl").read_text("utf-8").splitlines()]


def _answers(run: Path, session: Any) -> list[list[str]]:
    """The texts of a session's rankings, in the order in which it has the conditions."""
    found = {(row["person"], row["question"], row["condition"]): row["answer"] for row in _rows(run)}
    return [
        [found[session["person"], ranked["question"], name] for name in ranked["order"]]
        for ranked in session["rankings"]
    ]


def _readable(url: str) -> bool:
    """Whether what is at an address may have words in it."""
    return not url.endswith((".png", ".woff", ".woff2"))


def _overhear(route: Route, told: list[tuple[str, str]]) -> None:
    answer = route.fetch()
    told.append((route.request.url, answer.text()))
    route.fulfill(response=answer)


def _assert_blind(told: list[tuple[str, str]], session: Any) -> None:
    """Nothing that the page was sent names a condition, neither an answer of the server nor the page's own script."""
    names = set(session["rankings"][0]["order"]) - {"full"}
    assert len(names) == 3
    assert sum("api/rating" in url for url, _ in told) > len(session["rankings"])
    assert any(url.endswith(".js") for url, _ in told)
    for url, text in told:
        assert not [name for name in names if name in url or name in text], url
        if "api/rating" in url:
            assert not {"full", "condition", "conditions"} & set(text.split('"')), url

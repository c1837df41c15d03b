"""What the map shows of people: every face, and everybody whom a chapter is about."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import Opener
from .seen import SHOWN, covered, is_inside, opened, side, wait_until
from .served import asked

_SIGN_WIDTH = 34
"""A bubble without words is not wider, in CSS pixels."""

_WITHOUT_WEBGL = """
const given = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
    return kind.includes("webgl") ? null : given.call(this, kind, ...more);
};
"""


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_names_and_bubbles_cover_no_face_and_not_each_other(
    address: str, open_paused: Opener, size: tuple[int, int]
) -> None:
    page = open_paused(address, *size)
    talks = [mark for mark in asked(address, "marks") if mark["kind"] == "talk"]
    for talk in talks[:: max(1, len(talks) // 6)]:
        at, who = _time(address, (talk["s"] + talk["to"]) // 2), talk["who"][0].replace(" ", "+")
        page.evaluate("hash => { location.hash = hash }", f"at={at}&follow={who}&paused")
        wait_until(page, lambda talk=talk: _reads(page, set(talk["who"])))  # type: ignore[misc]
        assert not covered(_shown(page)["drawn"])


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_a_chapter_shows_all_who_talk_in_it(address: str, open_page: Opener, size: tuple[int, int]) -> None:
    chapters = [each for each in asked(address, "story")["chapters"] if each["talk"] and each["quote"]]
    page = open_page(address, *size)
    opened(page)
    for chapter in chapters[:4]:
        page.evaluate(f"location.hash = 'at={_time(address, chapter['step'])}&chapter={chapter['id']}&paused'")
        who = {chapter["quote"]["who"], *chapter["people"]}
        wait_until(page, lambda who=who: who <= _in_sight(page))  # type: ignore[misc]
        assert not covered(_shown(page)["drawn"])


def test_the_towns_pictures_are_asked_for_before_what_the_first_picture_does_without(
    address: str, open_page: Opener
) -> None:
    page = open_page(address)
    opened(page)
    wait_until(page, lambda: page.evaluate("customElements.get('wa-dialog') !== undefined"))
    asked_for = page.evaluate(
        "performance.getEntriesByType('resource').map(({ name, startTime, responseEnd }) => "
        "({ name, from: startTime, to: responseEnd }))"
    )
    pictures = [each for each in asked_for if "/town/files/" in each["name"] and each["name"].endswith(".png")]
    [story] = [each for each in asked_for if each["name"].endswith("/api/story")]
    [components] = [each for each in asked_for if "/components-" in each["name"]]
    assert pictures
    assert all(each["from"] <= story["from"] and each["to"] <= components["from"] for each in pictures)


def test_a_link_to_somebody_goes_to_them_though_the_town_stands_still(address: str, open_page: Opener) -> None:
    who = asked(address, "town")["people"][0]["name"]
    page = open_page(f"{address}/#person={who.replace(' ', '+')}&paused", 390, 844)
    opened(page)
    wait_until(page, lambda: who in _in_sight(page) and _shown(page)["zoom"] > 0.5)


def test_a_link_to_the_whole_town_is_followed_in_an_open_page(address: str, open_paused: Opener) -> None:
    page = open_paused(f"{address}/#view=10,10,1.5")
    wait_until(page, lambda: _shown(page)["zoom"] == 1.5)
    page.evaluate("location.hash = 'view=all&paused'")
    wait_until(page, lambda: _shown(page)["zoom"] < 0.5 and "view=all" in page.evaluate("location.hash"))


def test_a_link_to_nobody_says_so_and_the_rest_works(address: str, open_page: Opener) -> None:
    page = open_page(f"{address}/#person=No+Body&paused")
    opened(page)
    expect(side(page)).to_contain_text("Nobody here is called No Body.")
    expect(side(page).get_by_role("button", name="Follow")).to_have_count(0)
    side(page).get_by_role("button", name="Close").click()
    wait_until(page, lambda: bool(_shown(page)["drawn"]))


def test_a_browser_without_webgl_draws_the_town_all_the_same(address: str, open_page: Opener) -> None:
    page = open_page(f"{address}/#paused", script=_WITHOUT_WEBGL)
    opened(page)
    # The story is offered once it is told, which may be after the first look: its card may lie over the only face.
    page.get_by_role("button", name="Just look around").click()
    wait_until(page, lambda: bool(_in_sight(page)))


def _time(address: str, step: int) -> str:
    told = asked(address, "session")
    return (datetime.fromisoformat(told["start"]) + timedelta(seconds=told["step_seconds"] * step)).isoformat()


def _shown(page: Page) -> dict[str, Any]:
    return page.evaluate(SHOWN) or {"drawn": [], "free": {}, "zoom": 0}


def _reads(page: Page, talking: set[str]) -> bool:
    """Whether the words of a talk and the faces of all who take part are in the uncovered part of the window."""
    shown = _shown(page)
    lines = [each["box"] for each in shown["drawn"] if each["kind"] == "line" and each["who"] in talking]
    words = any(box["width"] > _SIGN_WIDTH and is_inside(box, shown["free"]) for box in lines)
    return words and talking <= _in_sight(page)


def _in_sight(page: Page) -> set[str]:
    """Those whose faces are in the uncovered part of the window."""
    shown = _shown(page)
    faces = [each for each in shown["drawn"] if each["kind"] == "face"]
    return {each["who"] for each in faces if is_inside(each["box"], shown["free"])}

"""The page opens on the run's story: it is offered, watched, turned and left."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote_plus, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from townlet.runfile.view import RunView
from townlet.story import tell_story
from townlet.story.tested import note_tested

from .conftest import Opener
from .seen import (
    memories,
    opened,
    pause,
    select,
    step,
    time_steps,
    timed_steps,
    timeline,
    wait_until,
)
from .served import asked, serving


@pytest.fixture(scope="module")
def address(half_day: Path) -> Iterator[str]:
    causes = [each.id for chapter in tell_story(half_day).chapters for each in chapter.because]
    note_tested(RunView(half_day), "who came", {key: ["had nobody heard it: no difference"] for key in causes})
    with serving(half_day, folder=half_day.parent) as address:
        yield address


def card(page: Page) -> Locator:
    return page.get_by_role("region", name="The story of this run").or_(page.get_by_role("region", name="Chapter"))


def chapter(page: Page, number: int, count: int) -> Locator:
    return page.get_by_role("region", name=f"Chapter {number} of {count}")


def entry(page: Page, chapters: Sequence[dict[str, Any]], number: int) -> Locator:
    """A chapter's button in the menu. Chapters of one title are told apart by their order."""
    title = chapters[number - 1]["title"]
    return page.get_by_role("button", name=title).nth(sum(each["title"] == title for each in chapters[: number - 1]))


def test_one_click_plays_the_first_chapter_and_keys_turn_to_the_others(
    address: str, open_page: Opener, shot: Callable[..., None]
) -> None:
    chapters = asked(address, "story")["chapters"]
    assert len(chapters) > 2
    page = open_page(address)
    opened(page)
    shot(page, "offer")
    page.get_by_role("button", name="Watch the story").click()
    first = chapter(page, 1, len(chapters))
    expect(first.get_by_role("heading")).to_have_text(chapters[0]["title"])
    wait_until(page, lambda: chapters[0]["from_step"] <= step(page) <= chapters[0]["to_step"])
    assert chapters[0]["sentences"][0] in first.inner_text()
    page.keyboard.press("]")
    second = chapter(page, 2, len(chapters))
    expect(second.get_by_role("heading")).to_have_text(chapters[1]["title"])
    wait_until(page, lambda: chapters[1]["from_step"] <= step(page) <= chapters[1]["to_step"])
    shot(page, "chapter")
    page.keyboard.press("[")
    expect(first).to_be_visible()
    page.keyboard.press("Escape")
    expect(card(page)).to_have_count(0)


def test_chapter_follows_chapter_while_it_is_watched_and_stays_when_asked_to(address: str, open_page: Opener) -> None:
    count = len(asked(address, "story")["chapters"])
    page = open_page(address)
    opened(page)
    page.get_by_role("button", name="Watch the story").click()
    wait_until(page, lambda: chapter(page, 2, count).is_visible(), lambda: step(page))
    page.get_by_role("button", name="Stay here").click()
    page.wait_for_timeout(6000)
    expect(chapter(page, 2, count)).to_be_visible()


def test_the_menu_lists_the_chapters_for_keys_too_and_a_closed_offer_stays_closed(
    address: str, open_page: Opener
) -> None:
    chapters = asked(address, "story")["chapters"]
    page = open_page(address)
    opened(page)
    page.get_by_role("button", name="Just look around").click()
    expect(card(page)).to_have_count(0)
    page.reload()
    opened(page)
    page.wait_for_timeout(1500)
    expect(card(page)).to_have_count(0)
    menu = page.get_by_role("button", name="The story of this run")
    menu.focus()
    page.keyboard.press("Enter")
    last = entry(page, chapters, len(chapters))
    expect(last).to_be_visible()
    last.focus()
    page.keyboard.press("Enter")
    expect(chapter(page, len(chapters), len(chapters))).to_be_visible()
    expect(page.get_by_role("button", name="Next chapter")).to_be_disabled()


def test_what_led_to_a_chapter_is_a_click_away(address: str, open_page: Opener) -> None:
    chapters = asked(address, "story")["chapters"]
    number, told = next((n, each) for n, each in enumerate(chapters, 1) if each["because"])
    page = open_page(address)
    opened(page)
    page.get_by_role("button", name="The story of this run").click()
    entry(page, chapters, number).click()
    shown = chapter(page, number, len(chapters))
    shown.get_by_text("What led here").click()
    expect(shown.get_by_text("had nobody heard it: no difference (who came)").first).to_be_visible()
    shown.get_by_role("listitem").first.get_by_role("button").first.click()
    reason = told["because"][0]["step"]
    wait_until(page, lambda: reason <= step(page) < reason + 60)


def _open_and_copy(page: Page, chapters: Sequence[dict[str, Any]], number: int) -> str:
    """Opens a chapter from the menu and copies its link."""
    count = len(chapters)
    page.get_by_role("button", name="The story of this run").click()
    entry(page, chapters, number).click()
    chapter(page, number, count).get_by_role("button", name="Copy a link to this chapter").click()
    expect(chapter(page, number, count).get_by_text("Copied")).to_be_visible()
    return str(page.evaluate("navigator.clipboard.readText()"))


def _view(page: Page) -> tuple[float, float]:
    """Where the camera looks, in tiles, as the page's address says it."""
    x, y, _ = parse_qs(urlsplit(page.url).fragment)["view"][0].split(",")
    return float(x), float(y)


def _shows(page: Page, told: dict[str, Any], number: int, count: int) -> None:
    """The page shows a chapter: its text, its moment, and its protagonist followed by the camera."""
    expect(chapter(page, number, count).get_by_role("heading")).to_have_text(told["title"])
    wait_until(page, lambda: told["from_step"] <= step(page) <= told["to_step"])
    wait_until(page, lambda: f"chapter={quote_plus(told['id'])}" in page.url)
    assert "view=" not in page.url, "the chapter itself says whom the camera shows"


def test_the_link_to_a_chapter_opens_it_with_its_camera_and_people(address: str, open_page: Opener) -> None:
    chapters = asked(address, "story")["chapters"]
    number, told = len(chapters) - 1, chapters[-2]
    page = open_page(address, permissions=["clipboard-read", "clipboard-write"])
    opened(page)
    link = _open_and_copy(page, chapters, number)
    assert f"chapter={told['id']}" in link

    # Paused: a chapter that plays may be over before a busy machine has looked.
    other = open_page(f"{link}&paused")
    opened(other)
    _shows(other, told, number, len(chapters))
    # The address goes on naming the chapter while it plays, and stops when it is closed.
    other.reload()
    opened(other)
    expect(chapter(other, number, len(chapters))).to_be_visible()
    other.get_by_role("button", name="Close the story").click()
    wait_until(other, lambda: "chapter=" not in other.url)


def test_a_chapter_alone_is_a_link_and_an_unknown_one_leaves_the_moment(address: str, open_page: Opener) -> None:
    chapters = asked(address, "story")["chapters"]
    page = open_page(f"{address}/#chapter={chapters[1]['id']}&paused")
    opened(page)
    _shows(page, chapters[1], 2, len(chapters))
    unknown = open_page(f"{address}/#at=2030-01-01T10:00:00&chapter=nothing-5")
    opened(unknown)
    wait_until(unknown, lambda: "chapter=" not in unknown.url)
    expect(card(unknown)).to_have_count(0)


def test_a_link_to_a_chapter_works_in_an_exported_file(half_day: Path, tmp_path: Path, open_page: Opener) -> None:
    file = tmp_path / "story.html"
    subprocess.run([sys.executable, "-m", "townlet", "export", half_day, "--replay", file], check=True)
    page = open_page(file.as_uri(), offline=True)
    opened(page)
    page.get_by_role("button", name="Watch the story").click()
    first = page.get_by_role("region", name="Chapter 1 of")
    expect(first).to_be_visible()
    page.keyboard.press("]")
    second = page.get_by_role("region", name="Chapter 2 of")
    title = second.get_by_role("heading").inner_text()
    wait_until(page, lambda: "chapter=" in page.url)
    identity = parse_qs(urlsplit(page.url).fragment)["chapter"][0]
    linked = open_page(f"{file.as_uri()}#chapter={identity}", offline=True)
    opened(linked)
    expect(linked.get_by_role("region", name="Chapter 2 of").get_by_role("heading")).to_have_text(title)


def test_a_page_of_some_chapters_plays_them_in_order_and_nothing_between(
    address: str, half_day: Path, tmp_path: Path, open_page: Opener, shot: Callable[..., None]
) -> None:
    chapters = asked(address, "story")["chapters"]
    chosen = [chapters[0], chapters[-1]]
    file = tmp_path / "two.html"
    command = [
        sys.executable,
        "-m",
        "townlet",
        "export",
        half_day,
        "--replay",
        file,
        "--chapters",
        f"1,{len(chapters)}",
    ]
    subprocess.run(list(map(str, command)), check=True)
    page = open_page(file.as_uri(), offline=True)
    opened(page)
    expect(chapter(page, 1, 2).get_by_role("heading")).to_have_text(chosen[0]["title"])
    time_steps(page)
    wait_until(page, lambda: chapter(page, 2, 2).count() > 0, lambda: step(page))
    expect(chapter(page, 2, 2).get_by_role("heading")).to_have_text(chosen[1]["title"])
    wait_until(page, lambda: step(page) >= chosen[1]["from_step"])
    steps = [shown for _, shown in timed_steps(page)]
    shot(page)
    # The first chapter was played to its end; nothing between the two was shown, and nothing can be.
    assert max(each for each in steps if each < chosen[1]["from_step"]) >= chosen[0]["to_step"] - 1
    lead = 30
    gap = range(chosen[0]["to_step"] + lead, chosen[1]["from_step"] - lead)
    assert len(gap) > 360
    assert not set(steps) & set(gap)
    page.get_by_role("button", name="Close the story").click()
    pause(page)
    timeline(page).focus()
    page.keyboard.press("Home")
    for _ in range(12):
        page.keyboard.press("PageUp")
        assert step(page) not in gap
    assert step(page) >= chosen[1]["from_step"] - lead
    select(page, chosen[1]["people"][0])
    expect(memories(page).first).to_be_visible()

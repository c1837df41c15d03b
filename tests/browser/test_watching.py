"""A run that has ended, watched and looked into."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from playwright.sync_api import Page, expect

from .conftest import Opener
from .seen import (
    HOUR,
    count_drawing,
    drawn,
    everybody,
    expect_paused,
    memories,
    next_talk,
    open_tab,
    opened,
    pause,
    seek,
    select,
    set_speed,
    side,
    stand_still,
    step,
    time_steps,
    timed_steps,
    timeline,
    wait_until,
)
from .served import asked

Shot = Callable[..., None]


def test_two_hours_are_watched(address: str, open_page: Opener, shot: Shot) -> None:
    page = open_page(address)
    opened(page)
    begun, before, clock = step(page), everybody(page), page.get_by_role("time").inner_text()
    set_speed(page, "5 minutes a second")
    next_talk(page)
    shot(page, "talk")
    assert side(page).get_by_role("paragraph").all_inner_texts()
    side(page).get_by_role("button", name="Close").click()
    set_speed(page, "30 minutes a second")
    wait_until(page, lambda: step(page) >= begun + 2 * HOUR)
    pause(page)
    after = everybody(page)
    assert page.get_by_role("time").inner_text() != clock
    assert after.keys() == before.keys()
    assert sum(after[who].tile != before[who].tile for who in after) > len(after) / 2
    assert sum(after[who].doing != before[who].doing for who in after) > len(after) / 2
    shot(page)


def test_the_first_minute_untouched_shows_three_conversations(address: str, open_page: Opener) -> None:
    page = open_page(address)
    opened(page)
    expect(page.get_by_role("combobox", name="Speed")).to_have_value("60")
    time_steps(page)
    wait_until(page, lambda: len(timed_steps(page)) > 24, lambda: step(page))
    (since, began), *_, (until, ended) = timed_steps(page)
    rate = 1000 * (ended - began) / (until - since)
    # Six steps a second; a browser that draws in software on a busy machine leaves some out.
    assert 0.5 < rate < 7
    opening = asked(address, "session")["opening"]
    assert opening <= began < opening + 60
    shown = asked(address, f"marks?from_step={opening}&to_step={opening + 60 * 6}")
    assert sum(mark["kind"] == "talk" for mark in shown) >= 3


def test_a_town_that_stands_still_is_not_drawn(address: str, open_paused: Opener) -> None:
    page = open_paused(address)
    count_drawing(page)
    stand_still(page)
    assert drawn(page) == 0
    timeline(page).press("ArrowRight")
    wait_until(page, lambda: page.evaluate("window.drawn") > 0)
    stand_still(page)
    assert drawn(page) == 0


def test_scrubbing_back_shows_the_earlier_memories_and_not_the_later(
    address: str, open_paused: Opener, shot: Shot
) -> None:
    page = open_paused(address)
    name = _talker(address)
    select(page, name)
    late = asked(address, "session")["next_step"] - 1
    seek(page, late)
    stream = memories(page)
    expect(stream.first).to_be_visible()
    texts = stream.get_by_role("paragraph").all_inner_texts()
    latest = next(text for text in texts if not _remembered(address, name, text, 8 * HOUR + 1))
    shot(page, "late")
    early = seek(page, 8 * HOUR)
    expect(stream.filter(has_text=latest)).to_have_count(0)
    then = asked(address, f"people/{_quoted(name)}/memories?at={early + 1}&limit=1")[0]
    expect(stream.first).to_contain_text(then["text"])
    shot(page, "early")
    now = open_tab(page, "Now")
    told = asked(address, f"people/{_quoted(name)}?at={early + 1}")
    expect(now).to_contain_text(told["doing"], ignore_case=True)
    plan = open_tab(page, "Plan")
    expect(plan.get_by_role("heading", name="Hour by hour")).to_be_visible()
    shot(page, "plan")
    seek(page, late)
    expect(memories(page, latest).first).to_contain_text(latest)


def test_a_link_comes_back_to_the_moment_and_the_person(address: str, open_paused: Opener) -> None:
    page = open_paused(address)
    name = _talker(address)
    select(page, name)
    at = seek(page, 9 * HOUR + 66)
    link = page.evaluate("location.href")
    page.keyboard.press("Escape")
    assert seek(page, 10 * HOUR) != at
    page.goto(link)
    expect(timeline(page)).to_have_attribute("aria-valuenow", str(at))
    expect(side(page).get_by_role("heading", name=name)).to_be_visible()
    page.reload()
    opened(page)
    expect(side(page).get_by_role("heading", name=name)).to_be_visible()
    assert step(page) == at
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_link_that_says_so_stops_the_open_page(address: str, open_page: Opener) -> None:
    page = open_page(address)
    opened(page)
    expect(page.get_by_role("toolbar", name="Clock")).to_have_attribute("data-clock", "playing")
    page.evaluate("location.hash = 'paused'")
    expect_paused(page)


def test_keys_alone_find_a_person_and_a_moment(address: str, open_page: Opener) -> None:
    page = open_page(address)
    opened(page)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    _tab_to(page, "Map of the town")
    page.keyboard.press("Tab")
    heading = side(page).get_by_role("heading", level=2)
    names = sorted(everybody(page))
    expect(heading).to_have_text(names[0])
    town = page.get_by_role("application", name="Map of the town")
    town.focus()
    page.keyboard.press("Enter")
    expect(side(page)).to_be_focused()
    page.keyboard.press("Escape")
    expect(side(page)).to_have_count(0)
    expect(town).to_be_focused()
    select(page, names[-1])
    expect(side(page)).to_be_focused()
    _tab_to(page, "Moment of the run")
    before = step(page)
    page.keyboard.press("PageUp")
    expect(timeline(page)).to_have_attribute("aria-valuenow", str(before + HOUR))
    page.keyboard.press("Escape")
    expect(side(page)).to_have_count(0)


def test_a_menu_takes_clicks_on_its_words_and_gives_the_focus_back(address: str, open_page: Opener) -> None:
    page = open_page(address)
    opened(page)
    button = page.get_by_role("button", name="Marks")
    button.click()
    talks = page.get_by_role("checkbox", name="Conversations")
    expect(talks).to_be_checked()
    page.get_by_text("Conversations", exact=True).click()
    expect(talks).not_to_be_checked()
    page.keyboard.press("Escape")
    expect(talks).to_have_count(0)
    expect(button).to_be_focused()


def test_a_telephone_is_wide_enough(address: str, open_page: Opener, shot: Shot) -> None:
    page = open_page(address, width=390, height=844, has_touch=True)
    opened(page)
    shot(page, "town")
    pause(page)
    name = _talker(address)
    select(page, name)
    seek(page, 10 * HOUR)
    expect(side(page).get_by_role("tab", name="Now")).to_be_in_viewport()
    shot(page, "person")
    expect(memories(page).first).to_be_visible()
    shot(page, "memories")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for button in page.get_by_role("toolbar", name="Clock").get_by_role("button").all():
        expect(button).to_be_in_viewport()


def _tab_to(page: Page, name: str) -> None:
    """Goes on with the Tab key, backwards, until something of this name has the focus."""
    for _ in range(60):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.getAttribute('aria-label')") == name:
            return
    raise AssertionError(f"The Tab key never comes to {name!r}.")


def _talker(address: str) -> str:
    """Somebody with something to remember."""
    marks = asked(address, "marks")
    return str(next(mark["who"][0] for mark in marks if mark["kind"] == "talk"))


def _remembered(address: str, name: str, text: str, at: int) -> list[object]:
    """Somebody's memories of a moment that hold a text."""
    return list(asked(address, f"people/{_quoted(name)}/memories?at={at}&search={_quoted(text)}"))


def _quoted(name: str) -> str:
    return quote(name)

"""The page as people use it: found by what things are called, moved by keys and clicks."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from playwright.sync_api import Error, Locator, Page, expect

HOUR = 360
"""Steps."""
_KEYS = (("PageUp", HOUR), ("ArrowUp", 60), ("ArrowRight", 6))


_COUNT_DRAWING = """() => {
    window.drawn = 0;
    for (const name of ["drawElements", "drawArrays"]) {
        const draw = WebGLRenderingContext.prototype[name];
        WebGLRenderingContext.prototype[name] = function (...given) {
            window.drawn++;
            return draw.apply(this, given);
        };
    }
}"""


@dataclass(frozen=True)
class Somebody:
    """A row of the list of everybody."""

    doing: str
    tile: str


def opened(page: Page) -> None:
    """Waits until the town is on the screen."""
    expect(timeline(page)).to_be_visible(timeout=30_000)
    wait_until(page, lambda: page.evaluate("performance.getEntriesByName('townlet: people on the map').length > 0"))


def wait_until(page: Page, holds: Callable[[], bool], seconds: float = 120) -> None:
    """Waits for something; not by `wait_for_function`, which evaluates, and that the page's policy forbids."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"It did not come about in {seconds} s."
        page.wait_for_timeout(50)


def timeline(page: Page) -> Locator:
    return page.get_by_role("slider", name="Moment of the run")


def step(page: Page) -> int:
    """The step that is shown."""
    return int(timeline(page).get_attribute("aria-valuenow") or -1)


def pause(page: Page) -> None:
    button = page.get_by_role("toolbar", name="Clock").get_by_role("button", name="Pause")
    if button.count():
        button.click()


def seek(page: Page, to: int) -> int:
    """Scrubs to a moment with the timeline's keys, to the minute. Returns the step that is shown then."""
    timeline(page).focus()
    page.keyboard.press("Home")
    left = to
    for key, steps in _KEYS:
        for _ in range(left // steps):
            page.keyboard.press(key)
        left %= steps
    expect(timeline(page)).to_have_attribute("aria-valuenow", str(to - left))
    return to - left


def set_speed(page: Page, name: str) -> None:
    page.get_by_role("combobox", name="Speed").select_option(label=name)


def everybody(page: Page) -> dict[str, Somebody]:
    """Who is in town, what they do, and on which tile they are, from the list of everybody."""
    button = page.get_by_role("button", name="awake: everybody")
    button.click()
    rows = button.locator("xpath=..").get_by_role("listitem")
    found: list[list[str]] = []
    while not found:  # A town that lives on draws its list anew at any moment.
        expect(rows.first).to_be_visible()
        found = rows.evaluate_all(
            "rows => rows.map(row => [row.querySelector('span').firstChild.textContent.trim(),"
            " row.querySelector('small').textContent, row.dataset.tile])"
        )
    page.keyboard.press("Escape")
    return {name: Somebody(doing, tile) for name, doing, tile in found}


def next_talk(page: Page) -> None:
    """Jumps from moment to moment until one is a talk, and opens it."""
    talk = side(page).get_by_role("listitem").first
    for _ in range(40):
        page.get_by_role("button", name="Next moment").click()
        with suppress(Error):
            talk.wait_for(timeout=500)
            return
    raise AssertionError("None of 40 moments is a talk.")


def select(page: Page, name: str) -> Locator:
    """Opens somebody's panel from the list of everybody."""
    page.get_by_role("button", name="awake: everybody").click()
    page.get_by_role("listitem").get_by_role("button", name=name).click()
    expect(side(page).get_by_role("heading", name=name)).to_be_visible()
    return side(page)


def side(page: Page) -> Locator:
    return page.get_by_role("complementary", name="What is selected")


def window(page: Page, title: str) -> Locator:
    """The dialog of a title, once it is open; what is in it is slotted, and so no child of its role's element."""
    expect(page.get_by_role("dialog", name=title)).to_be_visible()
    return page.locator(f'wa-dialog[label="{title}"]')


def open_tab(page: Page, name: str) -> Locator:
    side(page).get_by_role("tab", name=name).click()
    panel = side(page).get_by_role("tabpanel", name=name)
    expect(panel).to_be_visible()
    return panel


def memories(page: Page, words: str = "") -> Locator:
    """The memories in the panel of whoever is selected, of those that hold some words."""
    panel = open_tab(page, "Memories")
    panel.get_by_role("searchbox", name="Find words in memories").fill(words)
    return panel.get_by_role("article")


def count_drawing(page: Page) -> None:
    """Counts from now on how often the map is drawn."""
    page.evaluate(_COUNT_DRAWING)


def drawn(page: Page, milliseconds: int = 500) -> int:
    """How many things the map draws in some time."""
    page.evaluate("window.drawn = 0")
    page.wait_for_timeout(milliseconds)
    return int(page.evaluate("window.drawn"))

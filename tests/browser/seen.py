"""The page as people use it: found by what things are called, moved by keys and clicks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from waiting import Patience

from .chromium import missing

HOUR = 360
"""Steps."""
_KEYS = (("PageUp", HOUR), ("ArrowUp", 60), ("ArrowRight", 6))


SHOWN = "document.querySelector('.map-overlay')?.shown()"
"""The uncovered part of the window, the zoom, and the box of each face, name and bubble that is drawn."""


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


_TIME_STEPS = """() => {
    const slider = document.querySelector("[role=slider][aria-label='Moment of the run']");
    const told = () => window.timed.push([performance.now(), Number(slider.getAttribute("aria-valuenow"))]);
    window.timed = [];
    new MutationObserver(told).observe(slider, { attributes: true, attributeFilter: ["aria-valuenow"] });
}"""
"""Notes from now on when the slider comes to which step, by the page's own clock."""


@dataclass(frozen=True)
class Somebody:
    """A row of the list of everybody."""

    doing: str
    tile: str


def opened(page: Page) -> None:
    """Waits until the town is on the screen."""
    expect(timeline(page)).to_be_visible()
    wait_until(page, lambda: page.evaluate("performance.getEntriesByName('townlet: people on the map').length > 0"))


def wait_until(page: Page, holds: Callable[[], bool], progress: Callable[[], object] = lambda: None) -> None:
    """Waits for something; not by `wait_for_function`, which evaluates, and that the page's policy forbids.

    What takes time in proportion to the machine may do so as long as its `progress` changes.
    """
    patience = Patience(progress)
    while not holds():
        assert not patience.is_over(), "It did not come about, and nothing has moved for a minute."
        page.wait_for_timeout(50)


def stand_still(page: Page) -> None:
    """Waits until a paused map is drawn no more: its camera has arrived, and everybody is shown."""
    expect(page.locator(".town-map")).to_have_attribute("data-map", "still")


def timeline(page: Page) -> Locator:
    return page.get_by_role("slider", name="Moment of the run")


def step(page: Page) -> int:
    """The step that is shown."""
    return int(timeline(page).get_attribute("aria-valuenow") or -1)


def pause(page: Page) -> None:
    """Presses Pause where the clock says that it runs, and waits until it says that it does not."""
    clock = page.get_by_role("toolbar", name="Clock")
    if clock.get_attribute("data-clock") == "playing":
        clock.get_by_role("button", name="Pause").click()
    expect_paused(page)


def expect_paused(page: Page) -> None:
    expect(page.get_by_role("toolbar", name="Clock")).to_have_attribute("data-clock", "paused")


def seek(page: Page, to: int) -> int:
    """Scrubs a paused page to a moment with the timeline's keys, to the minute. Returns the step that is shown then."""
    expect_paused(page)
    timeline(page).focus()
    page.keyboard.press("Home")
    left = to
    for key, steps in _KEYS:
        for _ in range(left // steps):
            page.keyboard.press(key)
        left %= steps
    expect(timeline(page)).to_have_attribute("aria-valuenow", str(to - left))
    return to - left


def time_steps(page: Page) -> None:
    """Notes from now on each step that is shown."""
    page.evaluate(_TIME_STEPS)


def timed_steps(page: Page) -> list[tuple[float, int]]:
    """The page's own clock in milliseconds at each step that was shown since, and the step."""
    return [(at, shown) for at, shown in page.evaluate("window.timed")]


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
    """Jumps from moment to moment until one is a talk, which opens it."""
    for _ in range(40):
        before = step(page)
        page.get_by_role("button", name="Next moment").click()
        wait_until(page, lambda before=before: step(page) != before)  # type: ignore[misc]
        if page.get_by_role("complementary", name="What is selected: A conversation").count():
            expect(side(page).get_by_role("listitem").first).to_be_visible()
            return
    raise AssertionError("None of 40 moments is a talk.")


def select(page: Page, name: str) -> Locator:
    """Opens somebody's panel from the list of everybody."""
    page.get_by_role("button", name="awake: everybody").click()
    # Others may be busy with that person, and say so in their rows.
    page.get_by_role("listitem").get_by_role("button", name=re.compile(f"^{re.escape(name)}")).click()
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


def covered(drawn: list[dict[str, Any]]) -> Counter[str]:
    """How many names and bubbles cover a face or one another. Faces may overlap: people stand before each other."""
    found: Counter[str] = Counter()
    for index, one in enumerate(drawn):
        for other in drawn[index + 1 :]:
            if not one["kind"] == other["kind"] == "face" and _overlap(one["box"], other["box"]):
                found[f"{one['kind']} over {other['kind']}"] += 1
    return found


def _overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    across = one["left"] < other["left"] + other["width"] and other["left"] < one["left"] + one["width"]
    return across and one["top"] < other["top"] + other["height"] and other["top"] < one["top"] + one["height"]


def is_inside(box: dict[str, float], free: dict[str, float]) -> bool:
    across = box["left"] >= free["left"] and box["left"] + box["width"] <= free["left"] + free["width"]
    return across and box["top"] >= free["top"] and box["top"] + box["height"] <= free["top"] + free["height"]


_AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

_RUN_AXE = """async () => {
    const { violations } = await axe.run({ resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}"""


def axe(page: Page) -> list[str]:
    """What axe, which checks pages for accessibility, has against a page: each rule that is broken, and where."""
    if not _AXE.is_file():
        missing("axe-core is not installed; `npm ci --ignore-scripts` in web/ does it.")
    page.evaluate(f"() => {{ {_AXE.read_text(encoding='utf-8')} }}")
    return list(page.evaluate(_RUN_AXE))

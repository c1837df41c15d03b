"""Bars, panels and windows at the sizes of telephones, tablets and desktops, and what a newcomer finds first."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Opener
from .seen import (
    HOUR,
    memories,
    next_talk,
    open_tab,
    opened,
    pause,
    seek,
    select,
    side,
    stand_still,
    step,
    timeline,
    wait_until,
    window,
)
from .served import asked, serving

Shot = Callable[..., None]

SIZES = [(390, 844), (844, 390), (720, 450), (768, 1024), (900, 700), (1280, 720), (1440, 900), (1920, 1080)]
"""Widths and heights; 720 by 450 is a page of 1440 by 900 at a zoom of 200 %."""

CLIPBOARD = ["clipboard-read", "clipboard-write"]

_WORDS = """(select) => {
    const style = getComputedStyle(select);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    const around = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
    const arrow = 20;
    return [pen.measureText(select.selectedOptions[0].text).width, select.clientWidth - around - arrow];
}"""
"""The width of the chosen words of a menu, and the width that there is for them beside its arrow."""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_at_every_size_the_map_keeps_its_part_and_every_button_is_there(
    address: str, open_paused: Opener, shot: Shot, width: int, height: int
) -> None:
    page = open_paused(address, width, height)
    assert _map_seen(page) >= 0.55
    clock = page.get_by_role("toolbar", name="Clock")
    for button in page.get_by_role("banner").get_by_role("button").all() + clock.locator(">*").all():
        expect(button).to_be_in_viewport(ratio=1)
    link, start = page.get_by_role("button", name="Copy a link"), page.get_by_role("button", name="Start here")
    assert abs(_middle(link) - _middle(start)) < 3, "the help button is in a row of its own"
    assert page.locator(".top-bar h1").evaluate("name => name.scrollWidth <= name.clientWidth"), "the name is cut"
    expect(page.get_by_text("The people of this town are programs")).to_be_in_viewport(ratio=1)
    select(page, asked(address, "town")["people"][0]["name"])
    shot(page, f"{width}x{height}")
    assert _map_seen(page) >= 0.25
    assert _overlaps(page) == []
    details = side(page).get_by_role("button", name="Details")
    details.click()
    expect(details).to_have_attribute("aria-expanded", "false")
    expect(side(page).get_by_role("tab", name="Now")).to_be_hidden()
    assert _map_seen(page) >= 0.45
    details.click()
    expect(side(page).get_by_role("tab", name="Now")).to_be_visible()
    side(page).get_by_role("button", name="Close").click()
    expect(side(page)).to_have_count(0)
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        width,
        height,
    ]


def test_a_newcomer_finds_what_to_try_and_what_the_marks_mean(address: str, open_paused: Opener, shot: Shot) -> None:
    page = open_paused(address)
    page.get_by_role("button", name="Start here").click()
    help_window = window(page, "Start here")
    shot(page)
    for mark in ("Conversation", "Reflection", "Reaction", "State", "Command"):
        expect(help_window.get_by_text(f"{mark}:", exact=True)).to_be_attached()
    help_window.get_by_text("Keys", exact=True).click()
    expect(help_window.get_by_text("play or pause")).to_be_visible()
    help_window.get_by_role("button", name="Whisper to").click()
    expect(page.get_by_role("textbox", name="Inner voice")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Start here").click()
    help_window.get_by_role("button", name="memories").click()
    expect(side(page).get_by_role("button", name="How do they know?").first).to_be_visible()
    page.get_by_role("button", name="Start here").click()
    help_window.get_by_role("button", name="Next talk").click()
    expect(side(page).get_by_role("listitem").first).to_be_visible()


def test_little_detail_quarters_the_pixels_of_the_map_and_is_remembered(
    address: str, open_paused: Opener, shot: Shot
) -> None:
    page = open_paused(address, detail=True)
    for little, wanted in ((True, 440), (False, 880)):
        page.get_by_role("button", name="Start here").click()
        window(page, "Start here").get_by_label("Little detail").set_checked(little)
        page.keyboard.press("Escape")
        wait_until(page, lambda wanted=wanted: _pixels(page) == [wanted, 880])
        page.reload()
        opened(page)
        assert _pixels(page) == [wanted, 880]
        shot(page, f"{wanted}")


def test_the_first_tab_key_offers_to_skip_the_people_on_the_map(address: str, open_page: Opener) -> None:
    page = open_page(address)
    opened(page)
    page.keyboard.press("Tab")
    skip = page.get_by_role("button", name="Skip the map")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    expect(page.get_by_role("toolbar", name="Clock").get_by_role("button").first).to_be_focused()


def test_a_link_to_a_talk_opens_the_same_view_of_the_map(address: str, open_page: Opener, open_paused: Opener) -> None:
    page = open_paused(address, permissions=CLIPBOARD)
    assert "view=all" in page.evaluate("location.href"), "the whole town has no view of its own"
    next_talk(page)
    link, at = _link_at_rest(page), step(page)
    assert "&view=" in link
    heading = side(page).get_by_role("heading", level=2).inner_text()
    other = open_page(link, permissions=CLIPBOARD)
    opened(other)
    expect(side(other).get_by_role("heading", name=heading)).to_be_visible()
    stand_still(other)
    assert step(other) == at
    assert _link_at_rest(other) == link
    # Scrubbed to before the talk, the link and the panel still say the same.
    seek(other, at - HOUR // 2)
    begins = side(other).get_by_text("this conversation begins at")
    expect(begins).to_be_visible()
    third = open_page(other.evaluate("location.href"))
    opened(third)
    expect(side(third).get_by_text("this conversation begins at")).to_be_visible()
    side(third).get_by_role("paragraph").get_by_role("button").click()
    expect(side(third).get_by_role("listitem").first).to_be_visible()
    assert step(third) == at


def test_a_link_without_a_view_shows_the_people_of_its_talk(address: str, open_page: Opener) -> None:
    talk = next(mark for mark in asked(address, "marks") if mark["kind"] == "talk")
    start = asked(address, "session")["start"][:10]
    seconds = (talk["s"] + 1) * 10
    at = f"{start}T{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    page = open_page(f"{address}#at={at}&talk={talk['id']}", permissions=CLIPBOARD)
    opened(page)
    _link_at_rest(page)
    view = page.evaluate("new URLSearchParams(location.hash.slice(1)).get('view')")
    assert float(view.split(",")[2]) >= 0.75
    assert step(page) == talk["s"] + 1


def test_a_link_keeps_following_the_person_whom_the_camera_followed(address: str, open_paused: Opener) -> None:
    page = open_paused(address, permissions=CLIPBOARD)
    name = asked(address, "town")["people"][1]["name"]
    select(page, name).get_by_role("button", name="Follow").click()
    page.keyboard.press("Escape")
    link = _link_at_rest(page)
    other = open_paused(link)
    view = _view(other)
    seek(other, _elsewhere(address, name, step(other)))
    wait_until(other, lambda: _view(other)[:2] != view[:2])
    assert _view(other)[2] == view[2]
    expect(select(other, name).get_by_role("button", name="Follow")).to_have_attribute("aria-pressed", "true")
    # Moved by hand, the camera lets the person go, and so does the link.
    other.locator(".town-map").press("f")
    wait_until(other, lambda: "follow=" not in other.evaluate("location.href"))


def test_the_speeds_of_a_telephone_are_not_cut(live: str, open_page: Opener, shot: Shot) -> None:
    page = open_page(live, 390, 844)
    opened(page)
    pause(page)
    speed = page.get_by_role("combobox", name="Speed")
    for name in speed.locator("option").all_inner_texts():
        speed.select_option(label=name)
        needed, there = speed.evaluate(_WORDS)
        assert needed <= there, name
    shot(page)


def test_memories_say_in_plain_words_what_they_rest_on(address: str, open_paused: Opener) -> None:
    talk = next(mark for mark in asked(address, "marks") if mark["kind"] == "talk" and mark["to"])
    thinker = next(mark["who"][0] for mark in asked(address, "marks") if mark["kind"] == "reflection")
    page = open_paused(address)
    seek(page, asked(address, "session")["next_step"] - 1)
    select(page, talk["who"][0])
    talks = memories(page, f"talked {talk['who'][1]}")
    expect(talks.filter(has_text="partly from others' words").first).to_be_visible()
    expect(talks.filter(has_text="hearsay")).to_have_count(0)
    select(page, thinker)
    grounds = open_tab(page, "Thoughts").get_by_role("button", name="it rests on").first
    expect(grounds).to_have_text(re.compile(r"Show (the memory|the \d+ memories) it rests on"))
    grounds.click()
    expect(grounds).to_have_text(re.compile(r"Hide (the memory|the \d+ memories) it rests on"))


def test_the_names_of_the_graph_can_all_be_read(address: str, open_paused: Opener, shot: Shot) -> None:
    for width, height in ((390, 844), (1440, 900)):
        page = open_paused(address, width, height)
        name = select(page, asked(address, "marks")[-1]["who"][0]).get_by_role("heading", level=2).inner_text()
        seek(page, asked(address, "session")["next_step"] - 1)
        graph = open_tab(page, "People").get_by_role("group", name="Who has talked with whom")
        expect(graph.get_by_role("link", name=name)).to_be_attached()
        shot(page, f"{width}")
        assert len(graph.locator("text").all()) >= 5
        assert _covering(graph.locator("text")) == []
        assert min(box["height"] for box in _boxes(graph.locator("text"))) >= 11


def test_the_dates_of_earlier_plans_stand_beside_their_texts(
    second_morning: Path, open_paused: Opener, shot: Shot
) -> None:
    with serving(second_morning, folder=second_morning.parent) as address:
        page = open_paused(address, 1280, 720)
        seek(page, asked(address, "session")["next_step"] - 1)
        select(page, asked(address, "town")["people"][0]["name"])
        changes = open_tab(page, "Plan").locator(".revisions li")
        expect(changes.filter(has_text=", ").first).to_be_visible()
        shot(page)
        for change in changes.all():
            assert _covering(change.locator("button")) == []
        expect(timeline(page)).to_be_visible()
        # Before the server ends, or the page would complain that it is gone.
        page.close()


def _link_at_rest(page: Page) -> str:
    """The page's address, once the camera has arrived and the address has caught up with it."""
    stand_still(page)
    page.get_by_role("button", name="Copy a link").click()
    wait_until(page, lambda: page.evaluate("navigator.clipboard.readText()") == page.evaluate("location.href"))
    return str(page.evaluate("location.href"))


def _pixels(page: Page) -> list[int]:
    """The widths in pixels of the map's own canvas, and of the canvas with names and bubbles."""
    widths: list[int] = page.evaluate("[...document.querySelectorAll('.town-map > canvas')].map(({ width }) => width)")
    return widths


def _elsewhere(address: str, name: str, since: int) -> int:
    """The next minute at which somebody is elsewhere and talks with nobody: a talk is shown from further away."""

    def person(at: int) -> dict[str, str]:
        found: dict[str, str] = asked(address, f"people/{quote(name)}?at={at}")
        return found

    end, here = asked(address, "session")["next_step"], person(since)["place"]
    later = ((at, person(at)) for at in range(since + 60, end, 60))
    return next(at for at, seen in later if seen["place"] != here and not seen.get("talk"))


def _view(page: Page) -> list[float]:
    """The view of the map in the page's address."""
    view = page.evaluate("new URLSearchParams(location.hash.slice(1)).get('view')")
    return [float(part) for part in view.split(",")]


def _map_seen(page: Page) -> float:
    """The share of the window in which the map is on top, from a grid of points."""
    return float(
        page.evaluate("""() => {
            const seen = [];
            for (let row = 0.5; row < 40; row++)
                for (let column = 0.5; column < 40; column++) {
                    const at = document.elementFromPoint((innerWidth * column) / 40, (innerHeight * row) / 40);
                    seen.push(at?.closest(".town-map") ? 1 : 0);
                }
            return seen.reduce((sum, each) => sum + each, 0) / seen.length;
        }""")
    )


def _overlaps(page: Page) -> list[str]:
    """The pairs of bars and panels that cover each other."""
    return _covering(page.locator(".top-bar, .side, .pad, .bottom-bar"))


def _covering(found: Locator) -> list[str]:
    """The pairs among elements whose boxes have more than a pixel in common."""
    boxes = _boxes(found)
    return [
        f"{one} covers {other}"
        for place, one in enumerate(boxes)
        for other in boxes[:place]
        if one["x"] + 1 < other["x"] + other["width"]
        and other["x"] + 1 < one["x"] + one["width"]
        and one["y"] + 1 < other["y"] + other["height"]
        and other["y"] + 1 < one["y"] + one["height"]
    ]


def _boxes(found: Locator) -> list[dict[str, float]]:
    return [dict(box) for each in found.all() if (box := each.bounding_box())]  # type: ignore[arg-type]


def _middle(found: Locator) -> float:
    box = found.bounding_box()
    assert box
    return box["y"] + box["height"] / 2

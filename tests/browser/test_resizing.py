"""The map in windows of other sizes and pixel ratios, and in windows whose size changes."""

from __future__ import annotations

import base64
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from .conftest import Opener
from .seen import HOUR, everybody, opened, pause, seek, select, side, stand_still, wait_until

Shot = Callable[..., None]

SIZES = [
    (1440, 900, 1),
    (390, 844, 1),
    (1920, 1080, 1),
    (768, 1024, 2),
    (720, 450, 2),
    (1440, 900, 1),
]
"""Width and height in CSS pixels, and device pixels per CSS pixel; 720 x 450 at 2 is a zoom of 200 % in 1440 x 900."""

_CANVASES = """([width, ratio]) => {
    if (innerWidth !== width || devicePixelRatio !== ratio) return [];
    const frame = document.querySelector(".town-map").getBoundingClientRect();
    const close = (one, other) => Math.abs(one - other) < 1;
    return [...document.querySelectorAll(".town-map > canvas")].map((canvas) => {
        const box = canvas.getBoundingClientRect();
        const fills = ["left", "top", "width", "height"].every((side) => close(box[side], frame[side]));
        return fills && ["width", "height"].every((side) => close(canvas[side], frame[side] * devicePixelRatio));
    });
}"""
"""For each canvas of the map: whether it has its frame's size, and a pixel for each pixel of the screen."""


_COUNT_COLOURS = """async (picture) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return new Set(new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer)).size;
}"""


def test_a_map_fits_its_frame_and_a_click_finds_its_person_after_each_resize(
    address: str, open_page: Opener, shot: Shot
) -> None:
    page = open_page(f"{address}#view=all&paused", no_viewport=True, detail=True)
    window = page.context.new_cdp_session(page)
    _resize(window, *SIZES[0])
    opened(page)
    # The camera keeps clear of the card that offers the story.
    page.get_by_role("button", name="Just look around").click()
    pause(page)
    seek(page, 10 * HOUR)
    name = _somebody_apart(page)
    select(page, name).get_by_role("button", name="Follow").click()
    page.keyboard.press("Escape")
    for width, height, ratio in SIZES:
        _resize(window, width, height, ratio)
        _wait_for_canvases(page, width, ratio)
        stand_still(page)
        shot(page, f"{width}x{height}@{ratio}")
        _click_middle(page)
        expect(side(page).get_by_role("heading", name=name)).to_be_visible()
        page.keyboard.press("Escape")
        expect(side(page)).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (768, 1024)])
def test_around_a_map_its_ground_and_its_roads_go_on(
    address: str, open_paused: Opener, browser: Browser, shot: Shot, width: int, height: int
) -> None:
    page = open_paused(address, width, height, detail=True)
    page.locator(".town-map").press("f")
    stand_still(page)
    shot(page, f"{width}")
    top, bottom = _between_bars(page)
    # Strips beside the map, or above and below it, where a flat background has one colour.
    high = bottom - top
    beside = [{"x": x, "y": top + 20, "width": 12, "height": high - 40} for x in (0, width - 12)]
    above = [{"x": 0, "y": y, "width": width, "height": 12} for y in (top + 20, bottom - 32)]
    for clip in beside if width > high else above:
        assert _colours(browser, page.screenshot(clip=clip)) > 100  # type: ignore[arg-type]


def _colours(browser: Browser, picture: bytes) -> int:
    """The number of colours in a picture."""
    counting = browser.new_page()
    try:
        return int(counting.evaluate(_COUNT_COLOURS, base64.b64encode(picture).decode()))
    finally:
        counting.close()


def _resize(window: CDPSession, width: int, height: int, ratio: float) -> None:
    """Changes a window's size and ratio; they stay for as long as the session is attached to the page."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": ratio, "mobile": False}
    window.send("Emulation.setDeviceMetricsOverride", metrics)


def _wait_for_canvases(page: Page, width: int, ratio: float) -> None:
    wait_until(page, lambda: page.evaluate(_CANVASES, [width, ratio]) == [True, True])


def _somebody_apart(page: Page) -> str:
    """The person who is farthest from the next one, so that nobody stands in front of them."""
    tiles = {name: [int(at) for at in row.tile.split(",")] for name, row in everybody(page).items()}

    def room(name: str) -> int:
        (x, y), others = tiles[name], [at for other, at in tiles.items() if other != name]
        return min(max(abs(x - across), abs(y - down)) for across, down in others)

    return max(sorted(tiles), key=room)


def _click_middle(page: Page) -> None:
    """Clicks the middle of the map between the bars, which is where the camera keeps the head of a followed person."""
    page.mouse.click(page.evaluate("innerWidth") / 2, sum(_between_bars(page)) / 2)


def _between_bars(page: Page) -> tuple[float, float]:
    """Where the part of the map between the bars begins and ends, from the top of the window."""
    top = page.locator(".top-bar").bounding_box()
    bottom = page.locator(".bottom-bar").bounding_box()
    assert top
    assert bottom
    return top["y"] + top["height"], bottom["y"]

"""A town that somebody drew themselves, as its author drew it."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from browser import own_town

from .conftest import Opener, Server
from .own_town import BED, BETWEEN, FLOOR, MEADOW, WALL, Colour
from .recorded import lived
from .seen import seek, stand_still

COUNT = """async ([picture, colours, off]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const counts = colours.map(() => 0);
    for (let at = 0; at < data.length; at += 4) {
        colours.forEach((colour, index) => {
            if (colour.every((value, channel) => Math.abs(value - data[at + channel]) <= off)) counts[index]++;
        });
    }
    return counts.map((count) => count / (image.width * image.height));
}"""
"""The share of a picture's pixels that have each colour, up to a difference in each channel."""


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """Some minutes of its noon."""
    return lived(own_town.write(tmp_path / "town"), 0.01, tmp_path / "noon.townlet")


def test_a_town_is_shown_with_its_own_pictures(
    run: Path, serve: Server, open_paused: Opener, browser: Browser, shot: Callable[..., None]
) -> None:
    page = open_paused(serve(run, folder=run.parent), detail=True)
    seek(page, 60)
    stand_still(page)
    shot(page)
    meadow, floor, wall, bed, between = _shares(browser, page, [MEADOW, FLOOR, WALL, BED, BETWEEN])
    assert meadow > 0.1
    assert floor > 0.02
    assert wall > 0.01
    assert bed > 0.001
    assert between == 0


def _shares(browser: Browser, page: Page, colours: list[Colour]) -> list[float]:
    """How much of what the map shows has each colour, about."""
    picture = base64.b64encode(page.get_by_role("application", name="Map of the town").screenshot()).decode()
    counting = browser.new_page()
    try:
        return counting.evaluate(COUNT, [picture, colours, 32])  # type: ignore[no-any-return]
    finally:
        counting.close()

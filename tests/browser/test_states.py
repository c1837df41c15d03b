"""States of things on the map: a table that burns, and one with a sign."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from browser import own_town

from .conftest import Opener, Server
from .own_town import Colour
from .recorded import lived, typed
from .seen import seek, stand_still, step, wait_until
from .test_own_town import COUNT

Shot = Callable[..., None]
Box = dict[str, float]

BEFORE, AFTER = 60, 96
"""Steps before and after the table is set on fire."""

FLAMES: list[Colour] = [(217, 96, 79), (240, 160, 80)]
PAPER: list[Colour] = [(255, 243, 214)]
"""The colour of signs."""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some minutes of a noon in which the table of a hut begins to burn."""
    return _with_table("burning", tmp_path_factory.mktemp("fire"))


def _with_table(state: str, folder: Path) -> Path:
    """A run in which the table of a hut gets into a state, while whoever lives there is still at the bed."""
    run = lived(own_town.write(folder / "town"), 0.01, folder / "hut.townlet")
    typed("set", run, "table", state, folder=folder)
    typed("resume", run, "--days", "0.012", folder=folder)
    return run


def test_a_burning_thing_has_flames_at_its_place_in_a_replay_and_on_an_exported_page(
    run: Path, serve: Server, open_paused: Opener, browser: Browser, shot: Shot
) -> None:
    exported = run.with_suffix(".html")
    typed("export", run, "--replay", exported, folder=run.parent)
    for name, address in (("replay", serve(run, folder=run.parent)), ("exported", exported.as_uri())):
        page = open_paused(address, detail=True)
        seek(page, BEFORE)
        assert _share(browser, page, _table(page), FLAMES) == 0
        seek(page, AFTER)
        assert _share(browser, page, _table(page), FLAMES) > 0.03
        assert _share(browser, page, _around(page, -1), FLAMES) == 0
        shot(page, name)


def test_a_state_without_a_picture_has_a_sign_at_close_zoom(
    tmp_path: Path, serve: Server, open_paused: Opener, browser: Browser, shot: Shot
) -> None:
    run = _with_table("singing quietly", tmp_path)
    page = open_paused(serve(run, folder=run.parent), width=1200, height=1000, detail=True)
    seek(page, BEFORE)
    before = _share(browser, page, _around(page, 3), PAPER)
    seek(page, AFTER)
    assert _share(browser, page, _around(page, 3), PAPER) > before + 0.008
    shot(page)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_flames_move_unless_the_user_prefers_reduced_motion(
    motion: str, run: Path, serve: Server, open_paused: Opener
) -> None:
    page = open_paused(f"{serve(run, folder=run.parent)}", reduced_motion=motion, detail=True)
    seek(page, AFTER)
    page.get_by_role("combobox", name="Speed").select_option(index=0)
    stand_still(page)
    pictures = {_pixels(page)}
    page.get_by_role("button", name="Play", exact=True).click()

    def over() -> bool:
        pictures.add(_pixels(page))
        return len(pictures) > 1 or step(page) >= AFTER + 4

    wait_until(page, over, lambda: step(page))
    assert (len(pictures) > 1) == (motion == "no-preference")


def _pixels(page: Page) -> bytes:
    """A picture of the middle of the flames."""
    return page.screenshot(clip=_core(_table(page)))


def _table(page: Page) -> Box:
    """Where the flames of the table are on the screen: its tile and the one above."""
    _, top, right, _ = own_town.HUT
    return _on_screen(page, right - 1, top, 1, 2)


def _around(page: Page, across: int) -> Box:
    """Where a part of the hut is on the screen, so many tiles from its left: 3 for the table's, -1 for the bed's."""
    left, top, _, _ = own_town.HUT
    return _on_screen(page, left + across, top - 1, 5, 3)


def _core(box: Box) -> Box:
    """The lower middle of a box, in which there is nothing but flames."""
    return {
        "x": box["x"] + box["width"] * 0.3,
        "y": box["y"] + box["height"] * 0.55,
        "width": box["width"] * 0.4,
        "height": box["height"] * 0.3,
    }


def _on_screen(page: Page, x: int, y: int, width: int, height: int) -> Box:
    """A box of tiles, on a page that shows the whole map between its bars."""
    above, below = page.locator(".top-bar").bounding_box(), page.locator(".bottom-bar").bounding_box()
    assert above
    assert below
    wide, top = page.evaluate("innerWidth"), above["y"] + above["height"]
    side = 0.98 * min(wide / own_town.WIDE, (below["y"] - top) / own_town.HIGH)
    across, down = wide / 2 - own_town.WIDE * side / 2, (top + below["y"]) / 2 - own_town.HIGH * side / 2
    return {"x": across + x * side, "y": down + y * side, "width": width * side, "height": height * side}


def _share(browser: Browser, page: Page, box: Box, colours: list[Colour]) -> float:
    """How much of a box on the screen has one of the colours, about."""
    stand_still(page)
    picture = base64.b64encode(page.screenshot(clip=box)).decode()  # type: ignore[arg-type]
    counting = browser.new_page()
    try:
        return float(sum(counting.evaluate(COUNT, [picture, colours, 24])))
    finally:
        counting.close()

"""Whether everybody can use the pages: axe finds nothing, in light and dark colours."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import Opener
from .seen import axe, open_tab, select, side, stand_still, window
from .served import asked


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_axe_finds_nothing_on_the_page_of_a_town(address: str, open_paused: Opener, colours: str) -> None:
    page = open_paused(address, color_scheme=colours)
    stand_still(page)
    assert axe(page) == []
    select(page, asked(address, "town")["people"][0]["name"])
    for tab in ("Now", "Plan", "Memories", "Thoughts", "People", "Talks"):
        open_tab(page, tab)
        assert (tab, axe(page)) == (tab, [])
    side(page).get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Start here").click()
    window(page, "Start here")
    assert axe(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Watch the story").click()
    expect(page.get_by_role("region", name=re.compile("^Chapter 1 of"))).to_be_visible()
    assert axe(page) == []

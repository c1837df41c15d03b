"""A thread of the story is drawn on the map, and who comes back is told what has happened since."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Opener, Server
from .seen import opened, seek
from .served import asked


def drawn(page: Page) -> Locator:
    return page.get_by_role("region", name="Drawn on the map")


def choose(page: Page, title: str) -> None:
    page.get_by_role("button", name="The story of this run").click()
    page.get_by_text("Follow on the map").click()
    page.get_by_role("button", name=title).click()


def test_a_thread_follows_the_clock_on_the_map(address: str, open_paused: Opener, shot: Callable[..., None]) -> None:
    news = next(thread for thread in asked(address, "story")["threads"] if thread["spreads"])
    everybody = {*news["knew"], *(name for beat in news["beats"] for name in beat["people"])}
    assert len(everybody) > len(news["knew"])
    page = open_paused(address)
    choose(page, news["title"])
    count = drawn(page).get_by_role("status")
    seek(page, news["beats"][-1]["step"] + 12)
    expect(count).to_contain_text(f"{len(everybody)} of ")
    shot(page)
    seek(page, news["beats"][0]["step"] - 6)
    expect(count).to_contain_text(f"{len(news['knew'])} of ")
    page.get_by_role("button", name="Take it off the map").click()
    expect(drawn(page)).to_have_count(0)
    choose(page, news["title"])
    expect(drawn(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(drawn(page)).to_have_count(0)


@pytest.mark.parametrize("keeps", [True, False], ids=["remembers", "forgets"])
def test_who_comes_back_is_told_what_has_happened_since(
    half_day: Path, tmp_path: Path, serve: Server, open_page: Opener, keeps: bool
) -> None:
    run = tmp_path / "run.townlet"
    shutil.copy(half_day, run)
    address = serve(run, folder=tmp_path)
    session, told = asked(address, "session"), asked(address, "story")["chapters"]
    left = told[-2]["step"] - 1
    page = open_page(address)
    opened(page)
    back = page.get_by_role("region", name="Since you left")
    expect(back).to_have_count(0)
    if not keeps:
        page.add_init_script(
            "Object.defineProperty(window, 'localStorage', { get() { throw new Error('kept from it'); } });"
        )
    page.evaluate(f"() => localStorage.setItem('townlet: lived {session['run']}', '{left}')")
    page.reload()
    opened(page)
    if not keeps:
        page.get_by_role("button", name="The story of this run").click()
        expect(page.get_by_role("button", name=told[-1]["title"]).last).to_be_visible()
        expect(back).to_have_count(0)
        return
    expect(back.get_by_role("listitem")).to_have_count(2)
    back.get_by_role("button", name=told[-1]["title"]).last.click()
    expect(page.get_by_role("region", name=f"Chapter {len(told)} of {len(told)}")).to_be_visible()
    expect(back).to_have_count(0)
    page.reload()
    opened(page)
    expect(back).to_have_count(0)

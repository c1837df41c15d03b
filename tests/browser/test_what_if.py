"""From a memory to what would be otherwise without it, and into that other world."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import Opener, Server
from .recorded import lived, typed
from .seen import HOUR, axe, memories, opened, pause, seek, select, wait_until, window

NEWS = "picnic on the Village Green"
TITLE = "What if this had not been taken in?"


@pytest.fixture(scope="module")
def early(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of a town of four until a little after Owen was told of the picnic: worlds of it are lived in seconds."""
    return lived("applegarth", 0.285, tmp_path_factory.mktemp("early") / "early.townlet")


def ask(page: Page, words: str) -> None:
    """Opens the question at the last memory with some words that came from others."""
    button = page.get_by_role("button", name="What if not?")
    memories(page, words).filter(has=button, has_text=words).first.get_by_role("button", name="What if not?").click()


def test_three_clicks_lead_from_a_memory_into_the_world_without_it(
    early: Path, serve: Server, open_paused: Opener, shot: Callable[..., None]
) -> None:
    page = open_paused(f"{serve(early, folder=early.parent)}#at=2025-05-05T06:49:00")
    select(page, "Owen Hart")
    ask(page, NEWS)
    asked = window(page, TITLE)
    expect(asked.get_by_role("combobox")).to_have_value("who knows of the picnic")
    expect(asked.get_by_text("The run itself is not changed.")).to_be_visible()
    shot(page, "planned")
    assert axe(page) == []
    asked.get_by_role("button", name="Try it").click()
    expect(asked.get_by_role("progressbar")).to_be_visible()
    shot(page, "running")
    status = asked.get_by_role("status")
    wait_until(page, lambda: asked.get_by_role("link").count() > 0, status.text_content)
    expect(asked.get_by_text("Owen Hart would not have known.")).to_be_visible()
    expect(asked.get_by_text("To see what any change does")).to_be_visible()
    shot(page, "answered")
    asked.get_by_role("link", name="Watch the other world").click()
    opened(page)
    select(page, "Owen Hart")
    expect(memories(page, NEWS)).to_have_count(0)
    shot(page, "world")

    # Back in the run, the same question is answered at once, and another one is planned.
    page.get_by_role("link", name="Another world: back to the run").click()
    opened(page)
    pause(page)
    seek(page, HOUR * 7 - 60)
    select(page, "Owen Hart")
    ask(page, NEWS)
    asked = window(page, TITLE)
    expect(asked.get_by_role("link", name="Watch the other world")).to_be_visible()
    expect(asked.get_by_role("button", name="Try it")).to_have_count(0)
    asked.get_by_role("combobox").select_option(index=1)
    expect(asked.get_by_role("button", name="Try it")).to_be_visible()


def test_an_exported_page_cannot_live_the_town_again_and_does_not_offer_it(
    early: Path, tmp_path: Path, open_page: Opener
) -> None:
    typed("export", early, "--replay", tmp_path / "page.html", folder=tmp_path)
    page = open_page(f"{(tmp_path / 'page.html').as_uri()}#at=2025-05-05T06:49:00&paused", offline=True)
    opened(page)
    select(page, "Owen Hart")
    expect(memories(page, NEWS).first.get_by_role("button", name="How do they know?")).to_be_visible()
    expect(page.get_by_role("button", name="What if not?")).to_have_count(0)

"""From a memory to what would be otherwise without it, and into that other world."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Page, expect

from .conftest import Opener, Server
from .recorded import typed
from .seen import axe, memories, opened, select, wait_until, window
from .served import asked

END = "#at=2040-01-01T00:00:00"
"""The link to the end of a run."""
TITLE = "What if this had not been taken in?"


def heard(address: str, person: str) -> list[dict[str, Any]]:
    """The memories of what somebody heard, newest first."""
    found = asked(address, f"people/{quote(person)}/memories?limit=500")
    return [memory for memory in found if memory["source"] == "heard"]


def last_heard(address: str) -> tuple[str, dict[str, Any]]:
    """The last person of a run who heard something, and their memory of it: without it, worlds are lived in seconds."""
    names = [person["name"] for person in asked(address, "town")["people"]]
    found = [(memories[0]["step"], name, memories[0]) for name in names if (memories := heard(address, name))]
    _, name, memory = max(found, key=lambda each: each[:2])
    return name, memory


def ask(page: Page, words: str) -> None:
    """Opens the question at the last memory with some words that came from others."""
    button = page.get_by_role("button", name="What if not?")
    memories(page, words).filter(has=button, has_text=words).first.get_by_role("button", name="What if not?").click()


def test_three_clicks_lead_from_a_memory_into_the_world_without_it(
    morning: Path, tmp_path: Path, serve: Server, open_paused: Opener, shot: Callable[..., None]
) -> None:
    run = Path(shutil.copy(morning, tmp_path / "morning.townlet"))
    address = serve(run, folder=tmp_path)
    name, memory = last_heard(address)
    page = open_paused(f"{address}/{END}")
    select(page, name)
    ask(page, memory["text"])
    question = window(page, TITLE)
    expect(question.get_by_text("The run itself is not changed.")).to_be_visible()
    shot(page, "planned")
    assert axe(page) == []
    question.get_by_role("button", name="Try it").click()
    expect(question.get_by_role("progressbar")).to_be_visible()
    shot(page, "running")
    link, status = question.get_by_role("link", name="Watch the other world"), question.get_by_role("status")
    wait_until(page, lambda: link.count() > 0, status.text_content)
    expect(question.get_by_text(f"Had {name} not heard ")).to_be_visible()
    shot(page, "answered")
    link.click()
    opened(page)
    world = page.url.partition("#")[0].rstrip("/")
    assert memory["utterance"] not in [each["utterance"] for each in heard(world, name)]
    assert memory["utterance"] in [each["utterance"] for each in heard(address, name)]
    shot(page, "world")

    # Back in the run, the same question is answered at once.
    page.get_by_role("link", name="Another world: back to the run").click()
    opened(page)
    page.goto(f"{address}/{END}&paused")
    opened(page)
    select(page, name)
    ask(page, memory["text"])
    expect(link).to_be_visible()
    expect(question.get_by_role("button", name="Try it")).to_have_count(0)


def test_an_exported_page_cannot_live_the_town_again_and_does_not_offer_it(
    morning: Path, tmp_path: Path, serve: Server, open_page: Opener
) -> None:
    name, memory = last_heard(serve(morning, folder=tmp_path))
    typed("export", morning, "--replay", tmp_path / "page.html", folder=tmp_path)
    page = open_page(f"{(tmp_path / 'page.html').as_uri()}{END}&paused", offline=True)
    opened(page)
    select(page, name)
    expect(memories(page, memory["text"]).first.get_by_role("button", name="How do they know?")).to_be_visible()
    expect(page.get_by_role("button", name="What if not?")).to_have_count(0)

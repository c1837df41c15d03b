"""A browser, pages that must not complain, and runs for them to show."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from .chromium import running
from .recorded import half_a_day

SHOTS = Path(__file__).parents[2] / "shots"
"""Where the tests leave pictures of what they saw, for people to look at."""

Opener = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with running() as browser:
        yield browser


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Opener]:
    """Opens addresses in pages of their own; in the end none may have complained or asked anybody else for anything."""
    complaints: list[str] = []
    contexts = []

    def opened(address: str, width: int = 1280, height: int = 800, **settings: object) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **settings)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("request", lambda asked: complaints.extend(_foreign(asked.url, address)))
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def shot(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Leaves a picture of a page, named by the test."""
    SHOTS.mkdir(exist_ok=True)

    def taken(page: Page, name: str = "") -> None:
        page.screenshot(path=SHOTS / f"{request.node.name}{f'-{name}' if name else ''}.png")

    return taken


@pytest.fixture(scope="session")
def half_day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of a made-up town until the afternoon of its first day."""
    return half_a_day(tmp_path_factory.mktemp("half_day"))


def _foreign(url: str, address: str) -> list[str]:
    own = re.match(r"\w+://[^/]*", address)
    inside = url.startswith((own.group() if own else address, "data:", "blob:", "file:"))
    return [] if inside else [f"asked for {url}"]

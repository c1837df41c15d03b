"""A browser, pages that must not complain, and runs for them to show."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from townlet.server.client_files import CLIENT_FOLDER
from waiting import PATIENCE_SECONDS

from .chromium import missing, running
from .recorded import half_a_day, two_mornings, until_morning
from .seen import expect_paused, opened
from .served import serving

expect.set_options(timeout=PATIENCE_SECONDS * 1000)

SHOTS = Path(__file__).parents[2] / "shots"
"""Where the tests leave pictures of what they saw, for people to look at."""

_LITTLE_DETAIL = "try { localStorage.setItem('townlet: little detail', 'true'); } catch { }"

Opener = Callable[..., Page]
Server = Callable[..., str]
HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """These are a lane of their own, and one process runs them, so that no two browsers are up at a time."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session", autouse=True)
def built() -> None:
    """The pages have to be there, built from what is in `web/`."""
    if not all((CLIENT_FOLDER / page).is_file() for page in ("index.html", "rate.html")):
        missing("The pages have not been built; `npm ci --ignore-scripts` and `npm run build` in web/ do it.")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Closed with each module: while Playwright runs, no other test of this process can have an event loop."""
    with running() as browser:
        yield browser


@pytest.fixture
def serve() -> Iterator[Server]:
    """Serves runs and towns, `serve(WORDS, folder=FOLDER)`, until the test is over."""
    with ExitStack() as stack:
        yield lambda *words, folder: stack.enter_context(serving(*words, folder=folder))


@pytest.fixture
def open_page(browser: Browser, serve: Server) -> Iterator[Opener]:
    """Opens addresses in pages of their own, which are small and have little detail, as they are drawn in software.

    With `detail=True` the map has all of it. A `script` runs before those of the page. With `no_viewport=True` the page
    has the size of its window, or that of `Emulation.setDeviceMetricsOverride`.
    In the end none may have complained, or asked anybody else for anything.
    """
    complaints: list[str] = []
    contexts = []

    def opened(
        address: str, width: int = 880, height: int = 560, detail: bool = False, script: str = "", **settings: object
    ) -> Page:
        if not settings.get("no_viewport"):
            settings["viewport"] = {"width": width, "height": height}
        context = browser.new_context(**settings)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE_SECONDS * 1000)
        if not detail:
            context.add_init_script(_LITTLE_DETAIL)
        if script:
            context.add_init_script(script)
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
def open_paused(open_page: Opener) -> Opener:
    """Opens pages in which the town stands still and is whole, unless a link says more, and waits until it is shown."""

    def paused(address: str, *size: int, **settings: object) -> Page:
        page = open_page(f"{address}{'&' if '#' in address else '#view=all&'}paused", *size, **settings)
        opened(page)
        expect_paused(page)
        return page

    return paused


@pytest.fixture
def shot(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Leaves a picture of a page, named by the test."""
    SHOTS.mkdir(exist_ok=True)

    def taken(page: Page, name: str = "") -> None:
        page.screenshot(path=SHOTS / f"{request.node.originalname}{f'-{name}' if name else ''}.png")

    return taken


@pytest.fixture(scope="session")
def half_day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of a made-up town until the afternoon of its first day."""
    return half_a_day(tmp_path_factory.mktemp("half_day"))


@pytest.fixture(scope="session")
def address(half_day: Path) -> Iterator[str]:
    """Where that run is served, for all tests that change nothing of it."""
    with serving(half_day, folder=half_day.parent) as address:
        yield address


@pytest.fixture(scope="session")
def morning(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of a town of four until all are up, for tests to let go on; each takes a copy."""
    return until_morning(tmp_path_factory.mktemp("morning"))


@pytest.fixture(scope="session")
def second_morning(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of a town of four until the second morning."""
    return two_mornings(tmp_path_factory.mktemp("second_morning"))


def _foreign(url: str, address: str) -> list[str]:
    """A complaint if something is asked for that is not the page's own: of its server, or a file's very self."""
    own = re.match(r"https?://[^/#?]*", address)
    inside = url.startswith(own.group()) if own else url.partition("#")[0] == address.partition("#")[0]
    return [] if inside or url.startswith(("data:", "blob:")) else [f"asked for {url}"]


@pytest.fixture
def live(morning: Path, tmp_path: Path, serve: Server) -> str:
    """The address of a town that lives on from its morning."""
    run = tmp_path / "live.townlet"
    shutil.copy(morning, run)
    return serve(run, "--days", "2", folder=tmp_path)

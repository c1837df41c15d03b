"""A run as one page, opened from disk with the network off."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import expect

from .conftest import Opener
from .seen import HOUR, everybody, memories, open_tab, opened, pause, seek, select, side, step, wait_until


@pytest.fixture(scope="module")
def file(half_day: Path) -> Path:
    page = half_day.with_suffix(".html")
    subprocess.run([sys.executable, "-m", "townlet", "export", half_day, "--replay", page], check=True)
    return page


def test_an_exported_run_opens_from_disk(file: Path, open_page: Opener, shot: Callable[..., None]) -> None:
    page = open_page(file.as_uri(), offline=True)
    opened(page)
    begun = step(page)
    wait_until(page, lambda: step(page) > begun)
    pause(page)
    late = seek(page, 13 * HOUR)
    there = everybody(page)
    name = sorted(there)[0]
    select(page, name)
    latest = memories(page).first.get_by_role("paragraph").first.inner_text()
    shot(page)
    seek(page, 9 * HOUR)
    expect(memories(page).first.get_by_role("paragraph").first).not_to_have_text(latest)
    assert everybody(page) != there
    for tab in ("Now", "Plan", "Thoughts", "People", "Talks"):
        assert open_tab(page, tab).inner_text().strip()
        expect(side(page).get_by_role("alert")).to_have_count(0)
    shot(page, "early")
    seek(page, late)
    assert everybody(page) == there
    expect(page.get_by_role("button", name="Step in")).to_have_count(0)


def test_a_link_into_an_exported_run(file: Path, open_page: Opener, open_paused: Opener) -> None:
    page = open_paused(file.as_uri(), offline=True)
    name = sorted(everybody(page))[-1]
    select(page, name)
    at = seek(page, 10 * HOUR)
    again = open_page(page.url, offline=True)
    opened(again)
    expect(side(again).get_by_role("heading", name=name)).to_be_visible()
    assert step(again) == at


@pytest.fixture(scope="module")
def site(half_day: Path) -> Path:
    folder = half_day.with_suffix(".site")
    subprocess.run([sys.executable, "-m", "townlet", "export", half_day, "--site", folder], check=True)
    return folder


@contextmanager
def a_file_server(folder: Path) -> Iterator[str]:
    """The address at which a plain web server has the files of a folder."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=folder)) as server:
        Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_a_site_moves_and_is_searched_from_disk_and_from_a_file_server(
    site: Path, open_page: Opener, shot: Callable[..., None]
) -> None:
    with a_file_server(site) as address:
        for place, settings in (((site / "index.html").as_uri(), {"offline": True}), (address, {})):
            page = open_page(place, **settings)
            opened(page)
            chapter = page.get_by_role("region", name="Chapter 1 of")
            said = chapter.get_by_role("blockquote").inner_text()
            begun = step(page)
            wait_until(page, lambda page=page, begun=begun: step(page) > begun)
            pause(page)
            page.keyboard.press("/")
            page.keyboard.type(said.strip("“")[:20])
            found = page.get_by_role("listbox", name="Results").get_by_role("group", name="Said").get_by_role("option")
            expect(found.first).to_contain_text(said.strip("“")[:20])
        shot(page)

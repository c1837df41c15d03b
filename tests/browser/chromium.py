"""The browser that the tests drive: Chromium or Chrome as the machine has it, with nothing fetched."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, sync_playwright

REQUIRED_VARIABLE = "TOWNLET_BROWSER"
"""Set to 'required', tests fail where there is no browser; otherwise they are skipped."""

_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
)
_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
_QUIET = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--disable-gpu",
    "--enable-unsafe-swiftshader",
]
"""Draws in software and looks nothing up of its own accord, so that what the page asks for is all there is."""


def find() -> str:
    """The browser's program. Skips the test if there is none, or fails it where one is required."""
    found = next(filter(None, map(shutil.which, _NAMES)), None)
    found = found or next((place for place in _PLACES if Path(place).is_file()), None)
    return found or missing("There is no Chromium or Chrome on this machine; install one to run the tests of the page.")


def missing(told: str) -> NoReturn:
    """Skips the test for want of something, or fails it where the tests of the page are required."""
    if os.environ.get(REQUIRED_VARIABLE) == "required":
        pytest.fail(told)
    pytest.skip(told)


@contextmanager
def running() -> Iterator[Browser]:
    """The browser, started and closed again."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=_QUIET)
        try:
            yield browser
        finally:
            browser.close()

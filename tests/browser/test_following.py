"""A run that another process writes, while it does so."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import Opener, Server
from .seen import everybody, memories, opened, pause, seek, select, step, wait_until


@pytest.fixture
def written(morning: Path, tmp_path: Path) -> Iterator[Path]:
    """A run that another process lets go on."""
    run = tmp_path / "written.townlet"
    shutil.copy(morning, run)
    command = [sys.executable, "-m", "townlet", "resume", str(run), "--days", "40"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield run
        finally:
            process.send_signal(signal.SIGINT if os.name != "nt" else signal.SIGTERM)
            process.wait(30)


def test_a_run_of_another_process_is_followed(
    written: Path, serve: Server, open_page: Opener, shot: Callable[..., None]
) -> None:
    page = open_page(serve(written, folder=written.parent))
    opened(page)
    expect(page.get_by_text("Following")).to_be_visible()
    begun, before = step(page), everybody(page)
    wait_until(page, lambda: step(page) > begun + 120)
    wait_until(page, lambda: everybody(page) != before)
    shot(page)
    pause(page)
    early = seek(page, begun - 60)
    select(page, sorted(before)[0])
    expect(memories(page).first).to_be_visible()
    page.wait_for_timeout(1000)
    assert step(page) == early
    expect(page.get_by_text("looking back")).to_be_visible()
    page.get_by_role("button", name="Live").click()
    wait_until(page, lambda: step(page) > begun + 120)

"""Files that appear whole or not at all, whenever the process that writes them is killed."""

from __future__ import annotations

import os
import time
from itertools import cycle
from multiprocessing import Process
from pathlib import Path
from random import Random

import pytest

from thorough import times
from townlet.runfile.study_files import write_atomically
from waiting import wait_until

KILLS = times(25, 100)
VERSIONS, PIECES = 8, 200


def write_for_ever(page: Path) -> None:
    for number in cycle(range(VERSIONS)):
        write_atomically(page, (str(number) * 5000 for _ in range(PIECES)))


def test_a_page_is_never_half_written_however_often_its_writer_is_killed(tmp_path: Path) -> None:
    page, chance, cut_short = tmp_path / "page.html", Random(7), 0
    draft = tmp_path / ".page.html.part"
    for _ in range(KILLS):
        begun = time.time_ns()
        process = Process(target=write_for_ever, args=(page,))
        process.start()
        wait_until(lambda begun=begun: page.exists() and page.stat().st_mtime_ns > begun, process, every_seconds=0.002)
        process.join(chance.uniform(0, 0.01))
        process.kill()
        process.join()
        cut_short += draft.exists()
        text = page.read_text()
        assert len(text) == 5000 * PIECES
        assert len(set(text)) == 1
    assert cut_short, "no writer was killed while it wrote"
    write_atomically(page, ["done"])
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_a_page_is_on_disk_before_it_takes_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A power cut keeps what was flushed: without that, the new name could stand for an empty file."""
    page, flushed = tmp_path / "page.html", []
    page.write_text("old")

    def fsync(file: int) -> None:
        flushed.append((os.fstat(file).st_size, page.read_text()))

    monkeypatch.setattr(os, "fsync", fsync)
    write_atomically(page, ["new", b" page"])
    assert flushed == [(8, "old")]
    assert page.read_text() == "new page"


def test_a_page_whose_pieces_fail_stays_as_it_was(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("old")
    with pytest.raises(ZeroDivisionError):
        write_atomically(page, (str(1 // number) for number in (1, 0)))
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("page.html", "old")]

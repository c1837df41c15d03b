"""Files from before the seal can be read, and the user hears that they have none."""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from .typed import done, typed

OLD = Path(__file__).parents[1] / "runfile" / "unsealed.townlet.gz"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "old.townlet"
    path.write_bytes(gzip.decompress(OLD.read_bytes()))
    with closing(sqlite3.connect(path)) as connection, connection:
        # Its made-up settings are none that a command knows, and without them it has another state hash.
        connection.execute("UPDATE run SET settings = '{}'")
        connection.execute("UPDATE progress SET state_hash = NULL")
    return path


def test_a_reader_says_once_that_there_is_no_seal(old: Path) -> None:
    outcome = done("calls", str(old))
    assert outcome.stderr.count("carries no seal") == 1
    assert "carries no seal" not in outcome.stdout


def test_verify_says_so_in_its_own_words(old: Path) -> None:
    outcome = done("verify", str(old))
    assert "It carries no seal" in outcome.stdout
    assert outcome.stderr == ""


def test_a_repaired_copy_has_a_seal(old: Path, tmp_path: Path) -> None:
    copy = tmp_path / "old.repaired.townlet"
    assert "with a seal" in done("repair", str(old)).stdout
    assert done("calls", str(copy)).stderr == ""
    assert "It was sealed later" in done("verify", str(copy)).stdout
    assert "nothing to repair" in done("repair", str(copy), "--out", str(tmp_path / "b.townlet")).stdout


def test_it_is_not_continued(old: Path) -> None:
    outcome = typed("fork", str(old), "--at", "0:00", "--out", f"{old}.fork")
    assert outcome.status == 2
    assert "was written before runs were sealed" in outcome.stderr

"""What a release consists of: a source distribution, and a wheel that needs neither Node nor the source tree."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from runpy import run_path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
RELEASE = run_path(str(ROOT / ".ci" / "release.py"))
HOOK = run_path(str(ROOT / "hatch_build.py"))


@pytest.mark.slow
def test_the_source_distribution_builds_the_same_wheel_without_node_and_that_runs(tmp_path: Path) -> None:
    _, wheel = RELEASE["build"](tmp_path / "dist")
    with ZipFile(wheel) as archive:
        names = archive.namelist()
        archive.extractall(tmp_path / "installed")
    assert set(RELEASE["CLIENT"]) <= set(names)
    assert [*RELEASE["unfit_for_windows"](names)] == []
    # The wheel stands before the source tree, which is there for the packages that Townlet requires.
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed"), "PYTHONSAFEPATH": "1"}
    for words in (
        ("-c", "import townlet; print(townlet.__file__)"),
        ("-m", "townlet", "run", "applegarth", "--days", "0.3", "--out", "a.townlet"),
        ("-m", "townlet", "export", "a.townlet", "--site", "site"),
    ):
        command = [sys.executable, *words]
        told = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout
        assert str(tmp_path / "installed") in told or "import" not in words[1]
    assert (tmp_path / "site" / "index.html").stat().st_size > 500_000


def test_node_is_asked_for_only_where_the_client_is_not_built_from_these_sources(tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "index.html").write_text("<p>one</p>")
    assert HOOK["needs_building"](tmp_path)
    built = tmp_path / HOOK["OUTPUT"] / HOOK["DIGEST"]
    built.parent.mkdir(parents=True)
    built.write_text(HOOK["_digest"](tmp_path / "web"))
    assert not HOOK["needs_building"](tmp_path)
    (tmp_path / "web" / "index.html").write_text("<p>two</p>")
    assert HOOK["needs_building"](tmp_path)
    shutil.rmtree(tmp_path / "web")
    assert not HOOK["needs_building"](tmp_path)


@pytest.mark.parametrize("name", ["a/aux.py", "a/b.", "a/b:c", "a/CON", "a/" + "b" * 200])
def test_a_name_that_windows_cannot_hold_is_found(name: str) -> None:
    assert [*RELEASE["unfit_for_windows"](["a/b.py", "a/console.py", name])] == [name]


def test_names_that_differ_in_case_alone_are_found() -> None:
    assert [*RELEASE["unfit_for_windows"](["a/B.py", "a/b.py"])] == ["a/b.py"]

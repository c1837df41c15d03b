"""The file that starts everything on a machine with nothing but Python and pip."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

START = run_path(str(Path(__file__).parent.parent / "start.py"))
MAIN: Callable[[list[str]], int] = START["main"]
LEAVES: dict[str, Any] = MAIN.__globals__


class Calls:
    """Records what would have been run, and answers with one exit status."""

    def __init__(self, status: int) -> None:
        self.status = status
        self.lines: list[list[str]] = []
        self.environments: list[dict[str, str]] = []

    def __call__(self, line: list[str], env: dict[str, str]) -> int:
        self.lines.append(line)
        self.environments.append(env)
        return self.status


@pytest.fixture(autouse=True)
def _interruptions_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("signal.signal", lambda *_: None)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    calls = Calls(status=0)
    monkeypatch.setattr(subprocess, "call", calls)
    return calls


def with_uv(monkeypatch: pytest.MonkeyPatch, *found: str | None) -> None:
    """Let each search for uv find what is given, in turn."""
    searches = iter(found)
    monkeypatch.setitem(LEAVES, "find_uv", lambda: next(searches))


def test_without_arguments_the_built_in_town_runs_without_the_tools_of_development(
    calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_uv(monkeypatch, "uv")
    assert MAIN([]) == 0
    assert calls.lines[0][-5:] == ["--no-dev", "--group", "build", "townlet", "run"]


def test_other_commands_have_the_tools_of_development(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    with_uv(monkeypatch, "uv")
    MAIN(["pytest", "-x"])
    assert calls.lines[0][-2:] == ["pytest", "-x"]
    assert "--no-dev" not in calls.lines[0]


def test_status_of_the_command_is_handed_on(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    with_uv(monkeypatch, "uv")
    calls.status = 7
    assert MAIN(["pytest"]) == 7


def test_versions_are_those_of_the_lock_file_and_python_is_the_one_at_hand(
    calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_uv(monkeypatch, "uv")
    monkeypatch.delenv("UV_PYTHON", raising=False)
    MAIN([])
    assert "--locked" in calls.lines[0]
    assert calls.environments[0]["UV_PYTHON"] == sys.executable
    assert calls.environments[0]["UV_PYTHON_DOWNLOADS"] == "never"


def test_uv_is_fetched_where_there_is_none_into_the_folder_of_the_project(
    calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_uv(monkeypatch, None, "fetched-uv")
    MAIN([])
    fetching, running = calls.lines
    assert fetching[:4] == [sys.executable, "-m", "pip", "install"]
    assert fetching[fetching.index("--target") + 1] == str(START["PROJECT"] / ".uv")
    assert running[0] == "fetched-uv"


def test_a_machine_on_which_pip_fails_is_told_so(
    calls: Calls, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with_uv(monkeypatch, None)
    calls.status = 1
    assert MAIN([]) == 2
    assert "pip could not fetch uv" in capsys.readouterr().err


def test_an_old_python_is_refused_in_one_line(
    calls: Calls, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(LEAVES, "OLDEST_PYTHON", (99, 0))
    assert MAIN([]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert calls.lines == []


PROJECT = Path(__file__).parent.parent


def test_uv_is_fetched_in_one_version_with_its_hashes(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    with_uv(monkeypatch, None, "uv")
    MAIN([])
    pip = calls.lines[0]
    assert "--require-hashes" in pip
    requirements = Path(pip[pip.index("--requirement") + 1]).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in requirements.splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"uv==[\d.]+( +--hash=sha256:[0-9a-f]{64})+", line) for line in lines), lines


def test_what_builds_the_package_is_in_the_lock_with_hashes() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = tomllib.loads((PROJECT / "uv.lock").read_text(encoding="utf-8"))["package"]
    locked = {each["name"]: each for each in packages}
    assert "townlet" in project["tool"]["uv"]["no-build-isolation-package"]
    requires = {*project["build-system"]["requires"], run_path(str(PROJECT / "hatch_build.py"))["NODE"]}
    assert requires <= set(project["dependency-groups"]["build"])
    for requirement in requires:
        name, version = requirement.split("==")
        assert locked[name]["version"] == version
        assert all(wheel["hash"].startswith("sha256:") for wheel in locked[name]["wheels"])


def test_all_that_is_installed_is_known_by_its_hash() -> None:
    packages = tomllib.loads((PROJECT / "uv.lock").read_text(encoding="utf-8"))["package"]
    fetched = [each for each in packages if "registry" in each["source"]]
    files = [file for each in fetched for file in (*each.get("wheels", ()), *filter(None, [each.get("sdist")]))]
    assert len(packages) - len(fetched) == 1, "all but Townlet itself"
    assert [file["url"] for file in files if not file.get("hash", "").startswith("sha256:")] == []
    client = json.loads((PROJECT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert [name for name, each in client.items() if name and not each.get("integrity", "").startswith("sha512-")] == []
    assert "--hash=sha256:" in (PROJECT / "tests/real_server/requirements.txt").read_text(encoding="utf-8")


def test_npm_runs_no_scripts_of_the_packages_that_it_installs() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=PROJECT, capture_output=True, text=True, check=True).stdout.split()
    installs = [
        f"{name}: {line.strip()}"
        for name in listed
        if Path(name).suffix in (".py", ".md", ".sh", "") and name != "tests/test_start.py"
        for line in (PROJECT / name).read_text(encoding="utf-8", errors="replace").splitlines()
        if re.search(r"npm\"?,? (--prefix web )?\"?(ci|install)\b", line) and "--ignore-scripts" not in line
    ]
    assert installs == []

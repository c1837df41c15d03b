"""`just quick` runs the tests that belong to what has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from changed import ROOT, selected

TREE = {
    "src/townlet/__init__.py": "from townlet.runs import open_run\n",
    "src/townlet/runs/__init__.py": "from .files import open_run as open_run\nfrom . import clock\n",
    "src/townlet/runs/files.py": "def open_run(): ...\n",
    "src/townlet/runs/clock.py": "def at(): ...\n",
    "src/townlet/runs/deep/seal.py": "def seal(): ...\n",
    "tests/runs/test_files.py": "",
    "tests/runs/deep/test_seal.py": "from townlet.runs.deep import seal\n",
    "tests/people/made.py": "from townlet import open_run\n",
    "tests/people/conftest.py": "import townlet.runs.clock\n",
    "tests/people/test_people.py": "from .made import open_run\n",
    "tests/test_whole.py": "def test() -> None:\n    from townlet.runs import clock\n",
    "tests/test_other.py": "from people import made\n",
    "tests/test_docs.py": "",
}
"""A source tree with its tests, by path."""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for path, text in TREE.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        # What is imported under the package's own name, by a helper of the tests, and by what imports the helper.
        ("src/townlet/runs/files.py", ["tests/people/test_people.py", "tests/runs", "tests/test_other.py"]),
        # Imported whole within a function, and by the fixtures of a folder.
        ("src/townlet/runs/clock.py", ["tests/people/test_people.py", "tests/runs", "tests/test_whole.py"]),
        ("src/townlet/runs/deep/seal.py", ["tests/runs"]),
        # What is gone selects the tests of the folder that it was in.
        ("src/townlet/runs/gone.py", ["tests/runs"]),
        ("tests/people/test_people.py", ["tests/people/test_people.py"]),
        ("tests/people/made.py", ["tests/people"]),
        ("tests/people/test_gone.py", []),
    ],
)
def test_a_change_selects_the_tests_at_its_place_and_all_that_import_it(
    tree: Path, changed: str, tests: list[str]
) -> None:
    assert selected([changed], tree) == tests


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        (["src/townlet/towns/ternholm/town.toml"], ["tests/test_towns_are_data.py", "tests/town"]),
        (["README.md", "docs/measures.md", "examples/first_run.py"], ["tests/test_docs.py"]),
        (["tests/test_start.py"], ["tests/test_start.py"]),
        (["tests/conftest.py", "web/src/main.ts", "uv.lock"], []),
    ],
)
def test_other_files_select_what_reads_them(changed: list[str], tests: list[str]) -> None:
    assert selected(changed) == tests


def test_a_module_whose_tests_lie_elsewhere_is_found_by_what_imports_it() -> None:
    found = selected(["src/townlet/engine/simulation.py"])
    assert {"tests/engine", "tests/test_golden.py", "tests/server/test_live.py"} <= set(found)


def test_every_package_has_tests_to_select() -> None:
    packages = {path.parent.name for path in (ROOT / "src" / "townlet").glob("*/__init__.py")}
    assert packages
    missing = [name for name in sorted(packages) if not (ROOT / "tests" / name).is_dir()]
    assert missing == []

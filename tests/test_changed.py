"""`just quick` runs the tests that belong to what has changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from changed import ROOT, selected


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        (["src/townlet/world/clock.py"], ["tests/world"]),
        (["src/townlet/engine/engine.py", "src/townlet/engine/calls/call.py"], ["tests/engine"]),
        (["tests/world/test_clock.py"], ["tests/world/test_clock.py"]),
        (["tests/world/test_clock.py", "src/townlet/world/clock.py"], ["tests/world"]),
        (["tests/world/sketch.py"], ["tests/world"]),
        (["src/townlet/towns/ternholm/town.toml"], ["tests/test_towns_are_data.py", "tests/town"]),
        (["src/townlet/__init__.py", "README.md", "docs/measures.md", "examples/first_run.py"], ["tests/test_docs.py"]),
        (["tests/test_start.py"], ["tests/test_start.py"]),
        (["tests/conftest.py", "web/src/main.ts", "uv.lock"], []),
    ],
)
def test_a_change_selects_the_tests_that_mirror_it(changed: list[str], tests: list[str]) -> None:
    assert selected(changed) == tests


def test_every_package_has_tests_to_select() -> None:
    packages = {path.parent.name for path in (ROOT / "src" / "townlet").glob("*/__init__.py")}
    assert packages
    assert [name for name in sorted(packages) if not selected([f"src/townlet/{name}/some.py"])] == []


def test_what_is_gone_selects_nothing(tmp_path: Path) -> None:
    assert selected(["tests/world/test_gone.py", "src/townlet/gone/some.py"], tmp_path) == []

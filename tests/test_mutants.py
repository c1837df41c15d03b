"""benchmarks/mutants.py: it runs the tests of this repository, with its settings and its plugins."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "mutants.py"
mutants: dict[str, Any] = runpy.run_path(str(SCRIPT))
TESTS = "tests/state/test_encoding.py"


def test_a_change_is_tried_on_the_tests_that_run_it(tmp_path: Path) -> None:
    package = mutants["PACKAGES"]["state"]
    copy = mutants["Copy"](tmp_path)
    reach = copy.measured(package, [TESTS])[TESTS]
    assert reach.seconds
    changes = [change for file in package.files() for change in mutants["changes_of"](file) if reach.tests(change)]
    told = {copy.tried(change, reach.tests(change), 1.0).outcome for change in changes[:: len(changes) // 3]}
    assert "killed" in told

"""Names are no seeds: a town whose people have other names and the same keys lives the same run, names apart.

benchmarks/renamed.py asks the same of three towns, more seeds, longer days and more ways of naming.
"""

import runpy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from townlet.town import load_town

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "renamed.py"
renamed: dict[str, Any] = runpy.run_path(str(SCRIPT))
HALF_A_DAY, SEED = 0.5, 1


@cache
def first_run() -> list[Any]:
    found: list[Any] = renamed["lived"](load_town("applegarth"), SEED, HALF_A_DAY, keyed=True)
    return found


@pytest.mark.parametrize("what", ["chinese", "files"])
def test_a_town_with_other_names_and_the_same_keys_lives_the_same_run(what: str) -> None:
    copy = dict(renamed["copies"](load_town("applegarth"), SEED))[what]
    assert renamed["lived"](copy, SEED, HALF_A_DAY, keyed=True) == first_run()
    assert sum(kind == "Said" for _, kind, _ in first_run()) > 10

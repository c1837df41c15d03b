"""Runs with and without a faculty are compared seed by seed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from scipy import stats

from measures.made import ADA, MadeRun
from townlet.evaluation.resimulation import ArchitectureRun, RunFigure, compare_architectures, render_resimulation
from townlet.runfile.files import open_reader
from townlet.runfile.manifest import Manifest, build_manifest


@cache
def manifest() -> Manifest:
    """That of any run; only its seed is looked at."""
    with (
        TemporaryDirectory() as folder,
        open_reader(MadeRun(ADA).write(Path(folder) / "made.townlet", 5)) as reader,
    ):
        return build_manifest(reader)


def run(architecture: str, seed: int, **values: float) -> ArchitectureRun:
    figures = {key: RunFigure("Days", key, "number", value) for key, value in values.items()}
    return ArchitectureRun(architecture, seed, replace(manifest(), seed=seed), figures)


RUNS = [
    run("full", 1, walks=4, naps=1, songs=2),
    run("full", 2, walks=6, naps=1, songs=2),
    run("full", 3, walks=9, naps=1),
    run("no-planning", 1, walks=3, naps=1, songs=2),
    run("no-planning", 2, walks=4.5, naps=1),
    run("no-planning", 3, walks=8, naps=1, songs=7),
]


def test_differences_are_paired_by_seed() -> None:
    rows = {row.key: row for row in compare_architectures(RUNS)}
    walks = rows["walks"]
    assert walks.means == {"full": pytest.approx(19 / 3), "no-planning": pytest.approx(15.5 / 3)}
    found = walks.differences["no-planning"]
    expected = stats.t.interval(0.95, 2, loc=-3.5 / 3, scale=stats.sem([-1, -1.5, -1]))
    assert (found.low, found.high) == pytest.approx(expected)
    assert found.apart
    assert not rows["naps"].changed
    assert rows["songs"].differences["no-planning"].low is None, "one seed has it in both"


def test_the_page_marks_what_can_be_told_apart() -> None:
    told = render_resimulation("Nowhere", RUNS, "A note.")
    assert "5.17*" in told
    assert "naps" not in told
    assert "(1 of 3)" in told

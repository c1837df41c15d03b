"""How often a study finds what is not there, and how often its intervals hold what is.

    uv run python benchmarks/placebos.py [--studies 200] [--seeds 6] [--workers 2] [--keep differences.jsonl]

In each A/A study a visitor has news in the morning, in half of the worlds for one person, in the others for another;
both are drawn by seed. Who knows of it for how long differs in nearly every pair of worlds, but not because of the arm.
A verdict of a difference is a false alarm. Every study has seeds of its own; with --keep, what was lived is not lived
again.

The coverage is that of studies with a known effect: a normal, a skewed and a counted one, made up, around which the
interval should lie in 95 % of them.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from townlet.studies.paired_tests import LEVEL, PairedEstimate
from townlet.studies.plan import plan_study
from townlet.studies.reading import read_study
from townlet.studies.runner import LocalProcesses, run_study
from townlet.studies.tables import StudyResults

PLACEBO = """\
[study]
name = "placebo"
town = "applegarth"
until = "07:00"
seeds = "{first}..{last}"

[[facts]]
name = "river"
question = "Do you know about the river?"
match = [["river"]]

[roles]
one = {{ draw = "uniform" }}
other = {{ draw = "uniform", apart_from = ["one"] }}

[factors.hearer]
at = "06:00"
[factors.hearer.levels]
one = [{{ visitor = "Tam Brook", to = "one", text = "You have heard that the river is quiet today." }}]
other = [{{ visitor = "Tam Brook", to = "other", text = "You have heard that the river is quiet today." }}]

[outcomes]
share = {{ fact = "river", area = "knew" }}

[analysis]
primary = {{ outcome = "share", contrast = "hearer: one - other" }}
"""
AT_A_TIME = 60
"""How many seeds are lived before their run files are deleted."""


def live(first: int, last: int, workers: int) -> Iterator[float]:
    """Yield the difference in the outcome for each seed."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch, "placebo.toml")
        path.write_text(PLACEBO.format(first=first, last=last), encoding="utf-8", newline="\n")
        plan = plan_study(read_study(path))
        progress = run_study(plan, LocalProcesses(workers))
        assert progress.done == progress.cells, progress.problems
        shares = {
            (each.cell.seed, each.cell.labels["hearer"]): each.outcomes["share"] for each in StudyResults(plan).lived
        }
        for seed in plan.study.seeds:
            yield float(shares[seed, "one"] or 0) - float(shares[seed, "other"] or 0)


def report(name: str, studies: list[tuple[PairedEstimate, float]]) -> None:
    """Print how often studies find a difference from their true mean, and how their intervals fare."""
    alarms = sum(p_of(estimate, truth) <= LEVEL for estimate, truth in studies)
    spans = [(estimate.interval, truth) for estimate, truth in studies if estimate.interval]
    held = sum(low <= truth <= high for (low, high), truth in spans)
    flat = sum(low >= high for (low, high), _ in spans)
    print(
        f"{name}: {alarms / len(studies):.1%} false alarms in {len(studies)} studies; of {len(spans)} intervals "
        f"{held / max(1, len(spans)):.1%} hold the truth and {flat} have no width",
        flush=True,
    )


def p_of(estimate: PairedEstimate, truth: float) -> float:
    """Return the p of the truth."""
    p = PairedEstimate(tuple(value - truth for value in estimate.differences)).p_sign_flips
    assert p is not None
    return p


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--studies", type=int, default=200)
    parser.add_argument("--seeds", type=int, default=6)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    kept = options.keep.read_text().splitlines() if options.keep and options.keep.exists() else []
    found: list[float] = [json.loads(line) for line in kept]
    needed = options.studies * options.seeds
    while len(found) < needed:
        more = [*live(len(found) + 1, min(needed, len(found) + AT_A_TIME), options.workers)]
        found += more
        print(f"{len(found)} of {needed} seeds are lived", flush=True)
        if options.keep:
            with options.keep.open("a") as file:
                file.writelines(f"{json.dumps(value)}\n" for value in more)
    lived = np.reshape(found[:needed], (options.studies, options.seeds))
    report("A/A", [(PairedEstimate(tuple(row)), 0.0) for row in lived])
    rng, shape = np.random.default_rng(1), (2000, options.seeds)
    for name, differences in {
        "normal, effect 1": rng.normal(1, 1, shape),
        "counted, effect 2": rng.poisson(6, shape) - rng.poisson(4, shape),
        "skewed, effect 1": rng.exponential(2, shape) - rng.exponential(1, shape),
    }.items():
        truth = 2.0 if name.startswith("counted") else 1.0
        report(name, [(PairedEstimate(tuple(map(float, row))), truth) for row in differences])


if __name__ == "__main__":
    main()

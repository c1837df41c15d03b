"""What each saving of the default profile is worth, and what it changes in the town: switched off one at a time.

    uv run python benchmarks/savings.py [--days 2] [--seed 1] [--only economical paper] [--town smallville]

Runs the built-in town offline with all prompts rendered. Calls and tokens are a person and game day; tokens are bytes
of prompt and answer over four. `paid A` and `paid D` are what the prompts cost with two kinds of prompt caches, in
thousands of tokens at the full price (`prefix.py` explains them). Beside them stand figures of `townlet measure`.

Each configuration is a process of its own. Rows that begin with '-' are the default profile without that saving, rows
that begin with '+' with one that is off by default.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from prefix import table_of

from townlet.cognition.profile import ECONOMICAL, PAPER, SAVINGS
from townlet.engine.simulation import Simulation
from townlet.measures.bill import read_bill
from townlet.measures.run_measures import measure_run
from townlet.runfile.config import RunConfig
from townlet.runfile.view import RunView
from townlet.town import load_town

FIGURES = {
    "talks": "talks",
    "substance": "detail",
    "retold_share": "retold",
    "repeats_in_a_day": "repeats",
    "reactions_considered": "asked",
    "plans_kept": "plans",
    "reflections_a_day": "reflect",
}
"""Figures of `townlet measure` that are shown, with the heads of their columns."""

Row = dict[str, float]


async def live(profile: str, town: str, days: float, seed: int, path: Path) -> None:
    with Simulation.start(load_town(town), path, seed=seed, config=RunConfig(profile=profile)) as simulation:
        async for _ in simulation.run(days):
            pass
        simulation.finish()


def cost_of(view: RunView) -> Row:
    """Calls and tokens a person and day, and what the prompts cost under two price lists of `prefix.py`."""
    bill, sent = read_bill(view), table_of(view)["all"]
    return {
        "calls": sent["calls"],
        "tokens": bill.per_person_day(bill.tokens),
        "paid A": sent["paid A"],
        "paid D": sent["paid D"],
    }


def result_of(profile: str, town: str, days: float, seed: int) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.townlet"
        asyncio.run(live(profile, town, days, seed, path))
        view = RunView(path)
        measured = measure_run(view)
        row = cost_of(view)
    return row | {head: measured.figure(key) or 0.0 for key, head in FIGURES.items()}


def configurations() -> list[str]:
    """The default, each saving left out, each that it leaves out put in, and the paper's way."""
    taken = [choice for choice in SAVINGS if getattr(ECONOMICAL, choice) != getattr(PAPER, choice)]
    left = [choice for choice in SAVINGS if choice not in taken and not getattr(PAPER, choice)]
    changed = [f"{ECONOMICAL.name}-{choice}" for choice in taken] + [f"{ECONOMICAL.name}+{choice}" for choice in left]
    return [ECONOMICAL.name, *changed, PAPER.name]


def main(arguments: argparse.Namespace) -> None:
    heads = ["calls", "tokens", "paid A", "paid D", *FIGURES.values()]
    print(f"{'':28}" + "".join(f"{head:>9}" for head in heads))
    for profile in arguments.only or configurations():
        command = [sys.executable, __file__, "--one", profile, "--town", arguments.town]
        command += ["--days", str(arguments.days), "--seed", str(arguments.seed)]
        row: Row = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
        name = profile.removeprefix(ECONOMICAL.name) or profile
        print(f"{name:28}" + "".join(f"{_written(head, row[head]):>9}" for head in heads), flush=True)


def _written(head: str, value: float) -> str:
    if head in ("detail", "retold", "plans"):
        return f"{value:.1%}"
    return f"{value:,.0f}" if head not in ("calls", "paid A", "paid D", "reflect") else f"{value:.1f}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--days", type=float, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--town", default="smallville")
    parser.add_argument("--only", nargs="+", help="profiles such as economical, paper or economical-ratings_kept")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(result_of(given.one, given.town, given.days, given.seed)))
    else:
        main(given)

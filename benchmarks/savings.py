"""What each saving of the default profile is worth, and what it changes in the town: switched off one at a time.

    uv run python benchmarks/savings.py [--days 2] [--seed 1] [--only economical paper] [--town smallville]

Runs the built-in town offline with all prompts rendered. Calls and tokens are a person and game day; tokens are bytes
of prompt and answer over four. `prefix` is the share of a prompt that begins like the prompt of its kind that was asked
last (`all`: by anybody; `own`: by the same person): what a provider's prefix cache can serve. Beside them stand figures
of `townlet measure`. Each configuration is a process of its own. Rows that begin with '-' are the default profile
without that saving, rows that begin with '+' with one that is off by default.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from itertools import takewhile
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from townlet.analysis.measures import measure_run
from townlet.cognition.profile import ECONOMICAL, PAPER, SAVINGS
from townlet.engine.simulation import Simulation
from townlet.runfile import RunReader
from townlet.runfile.config import RunConfig
from townlet.runfile.files import open_reader
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


def cost_of(reader: RunReader, person_days: float) -> Row:
    """Calls and tokens a person and day, and the shares of prompts that begin like the one before."""
    calls = sorted(reader.calls(), key=lambda call: call.step)
    asked = [(call.name, call.agent, reader.prompt(call.prompt_sha).text) for call in calls]
    return {
        "calls": len(calls) / person_days,
        "tokens": sum(call.prompt_tokens + call.answer_tokens for call in calls) / person_days,
        "all": shared_prefix((name, text) for name, _, text in asked),
        "own": shared_prefix(((name, agent), text) for name, agent, text in asked),
    }


def shared_prefix(texts: Iterable[tuple[object, str]]) -> float:
    """The share of all text that repeats the beginning of the text before it of the same key."""
    last: dict[object, str] = {}
    shared = whole = 0
    for key, text in texts:
        shared += _same_start(last.get(key, ""), text)
        whole += len(text)
        last[key] = text
    return shared / max(whole, 1)


def _same_start(one: str, other: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def result_of(profile: str, town: str, days: float, seed: int) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.townlet"
        asyncio.run(live(profile, town, days, seed, path))
        with open_reader(path) as reader:
            row = cost_of(reader, len(load_town(town).people) * days)
        measured = measure_run(RunView(path))
    return row | {head: measured.figure(key) or 0.0 for key, head in FIGURES.items()}


def configurations() -> list[str]:
    """The default, each saving left out, each that it leaves out put in, and the paper's way."""
    taken = [choice for choice in SAVINGS if getattr(ECONOMICAL, choice) != getattr(PAPER, choice)]
    left = [choice for choice in SAVINGS if choice not in taken and not getattr(PAPER, choice)]
    changed = [f"{ECONOMICAL.name}-{choice}" for choice in taken] + [f"{ECONOMICAL.name}+{choice}" for choice in left]
    return [ECONOMICAL.name, *changed, PAPER.name]


def main(arguments: argparse.Namespace) -> None:
    heads = ["calls", "tokens", "all", "own", *FIGURES.values()]
    print(f"{'':28}" + "".join(f"{head:>9}" for head in heads))
    for profile in arguments.only or configurations():
        command = [sys.executable, __file__, "--one", profile, "--town", arguments.town]
        command += ["--days", str(arguments.days), "--seed", str(arguments.seed)]
        row: Row = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
        name = profile.removeprefix(ECONOMICAL.name) or profile
        print(f"{name:28}" + "".join(f"{_written(head, row[head]):>9}" for head in heads), flush=True)


def _written(head: str, value: float) -> str:
    if head in ("all", "own", "detail", "retold", "plans"):
        return f"{value:.1%}"
    return f"{value:,.0f}" if head not in ("calls", "reflect") else f"{value:.1f}"


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

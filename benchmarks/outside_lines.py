"""How often `townlet causes` calls something a cause that has nothing to do with the outcome.

    uv run python benchmarks/outside_lines.py [--questions 100] [--town ternholm] [--days 0.5] [--workers 2]

Each question is about one line that is in no chain of provenance of the outcome: 'what if this had not been heard?' It
is asked as in the browser, beside 19 placebos. A line that is called a cause is a false alarm. Runs of one seed after
another are lived until there are enough questions; in each, every tracked fact is asked about with up to `--a-fact`
lines, which are drawn by seed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from random import Random

from townlet.errors import BadInput
from townlet.measures.diffusion.facts import read_tracked_facts
from townlet.runfile.view import RunView
from townlet.studies.causes.cone import Candidate, Cone
from townlet.studies.causes.find import find_causes
from townlet.studies.causes.question import read_question
from townlet.studies.causes.result import FEWEST_PLACEBOS, Causes


def asked_of(run: Path, a_fact: int, seed: int) -> Iterator[tuple[str, Candidate]]:
    """Yield questions about a run, each with a line outside of the cone of its outcome."""
    view = RunView(run)
    for fact in read_tracked_facts(view.town):
        try:
            question, outcome = read_question(f"who knows {fact.name}", view)
        except BadInput:
            continue
        cone = Cone(view, question, outcome)
        lines = [each for each in cone.lines_outside() if 0 < each.begin < question.until]
        if len(lines) > FEWEST_PLACEBOS:
            for line in Random(f"{seed} {fact.name}").sample(lines, min(a_fact, len(lines))):
                yield question.text, line


def questions(scratch: Path, options: argparse.Namespace) -> Iterator[tuple[Path, str, Candidate]]:
    """Live one run after another, and yield the questions about each."""
    for seed in count(1):
        run = scratch / f"{seed}.townlet"
        words = ["run", options.town, "--days", str(options.days), "--seed", str(seed), "--out", str(run)]
        subprocess.run([sys.executable, "-m", "townlet", *words], check=True, capture_output=True)
        yield from ((run, *asked) for asked in asked_of(run, options.a_fact, seed))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--town", default="ternholm")
    parser.add_argument("--days", type=float, default=0.5)
    parser.add_argument("--a-fact", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    found: list[Causes] = []
    with tempfile.TemporaryDirectory() as scratch:
        for run, question, line in islice(questions(Path(scratch), options), options.questions):
            found.append(find_causes(run, question, without=line.utterance, workers=options.workers))
            print(f"{len(found)}: {question}, {run.stem}: effect {found[-1].tried[0].effect:g}", flush=True)
        report(found)


def report(found: list[Causes]) -> None:
    """Print how many questions were false alarms."""
    alarms = [each for each in found if each.causes]
    moved = sum(each.tried[0].effect > 0 for each in found)
    placebos = [each.effect > 0 for answer in found for each in answer.placebos]
    print(
        f"{len(found)} questions about lines outside of the cone: {moved} lines changed something, as did "
        f"{sum(placebos) / len(placebos):.1%} of the placebos; {len(alarms)} ({len(alarms) / len(found):.1%}) were "
        f"called a cause"
    )
    for each in alarms:
        print(f"  {each.question.text}: {each.sentence}")


if __name__ == "__main__":
    main()

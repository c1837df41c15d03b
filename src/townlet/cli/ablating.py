"""`townlet ablate` behind its options: each run is asked, and what was answered before is not asked again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from townlet.cli.choosing import Choice
from townlet.cli.failures import BadInput
from townlet.cli.holding import asked_and_kept, whom
from townlet.cli.interviewing import interviewing
from townlet.cli.money import spent_told
from townlet.cli.progress import counting
from townlet.cli.times import moment_in
from townlet.engine.simulation import opened
from townlet.study.interviews.conditions import Condition, conditions_named
from townlet.study.interviews.table import Study
from townlet.study.manifest import manifest_of
from townlet.study.reading import read_record
from townlet.study.truth.asking import BATTERY, asks_of, items_of, judged, scene_of, usual_moment
from townlet.study.truth.scoring import scores
from townlet.study.truth.telling import Ablation, Asked, data, page, truth_path, write_answers, write_shares
from townlet.study.whole import write_whole


@dataclass(frozen=True)
class Wanted:
    """What was asked for on the command line."""

    conditions: tuple[str, ...]
    people: tuple[str, ...]
    at: str
    """Empty for the usual moment."""
    seed: int
    choice: Choice
    budget: str | None
    """Of each run."""
    concurrency: int


def ablation_of(runs: Sequence[Path], wanted: Wanted) -> tuple[Ablation, list[str]]:
    """The result, and what it took, a line a run. Raises BadInput, RunFileError, ModelError."""
    conditions = conditions_named(wanted.conditions or ("all",))
    found: list[Asked] = []
    took: list[str] = []
    with counting("answers") as heard:
        for run in runs:
            asked, cost = asyncio.run(asked_in(run, conditions, wanted, heard))
            if asked.manifest.run in {each.manifest.run for each in found}:
                raise BadInput(f"{run} is the same run as one before it; give each run once.")
            found.append(asked)
            took += [f"{run}: {cost}, which are not on the run's bill."] if asked.model != "offline" else []
            _keep(run, Ablation((asked,), scores({asked.manifest.run: asked.judged}, wanted.seed)))
    together = {each.manifest.run: each.judged for each in found}
    return Ablation(tuple(found), scores(together, wanted.seed)), took


async def asked_in(
    run: Path, conditions: Sequence[Condition], wanted: Wanted, heard: Callable[[], None]
) -> tuple[Asked, str]:
    """The answers of one run's people, and what they took. Raises BadInput, RunFileError, ModelError."""
    record = read_record(run)
    step = moment_in(run, wanted.at) if wanted.at else usual_moment(record)
    async with interviewing(run, wanted.choice, wanted.budget, wanted.concurrency, heard) as room:
        interviewer = room.at(step)
        scene = scene_of(record, interviewer, whom(room, step, wanted.people))
        items = items_of(scene)
        study = Study(
            record.header.id,
            record.header.town,
            record.header.seed,
            room.settings.model,
            record.time(step).isoformat(),
            step,
            BATTERY,
        )
        _, rows = await asked_and_kept(run, interviewer, study, asks_of(items, conditions))
        answers = judged(items, conditions, [row.answer if row else "" for row in rows])
    with opened(run) as reader:
        manifest = manifest_of(reader, step - 1)
    asked = Asked(manifest, record.when(step), step, room.settings.model, tuple(answers), rows.count(None))
    return asked, spent_told(room.tally)


def _keep(run: Path, found: Ablation) -> None:
    """What a run's own answers came to, for reports."""
    write_whole(truth_path(run), [json.dumps(data(found), ensure_ascii=False), "\n"])


def write_into(folder: Path, found: Ablation) -> None:
    """The result as files: the page, the data and two tables."""
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / "ablation.txt", [page(found), "\n"])
    write_whole(folder / "ablation.json", [json.dumps(data(found), ensure_ascii=False, indent=1), "\n"])
    with (folder / "answers.csv").open("w", encoding="utf-8", newline="") as file:
        write_answers(found.runs, file)
    with (folder / "shares.csv").open("w", encoding="utf-8", newline="") as file:
        write_shares(found.scores, file)

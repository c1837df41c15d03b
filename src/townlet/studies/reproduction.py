"""Whether a study is what it says: its rows beside its runs, and its tables and page made again from nothing."""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from townlet.engine.calls.budget import Budget
from townlet.engine.model_options import ModelOptions
from townlet.runfile import Json, RunFileError
from townlet.runfile.study_files import StudyError
from townlet.runfile.verification import verify_run
from townlet.runfile.view import RunView
from townlet.studies.analysed import KEPT, analyse_study
from townlet.studies.outcomes import WorldMeasures
from townlet.studies.page import REPLAYS
from townlet.studies.plan import StudyCell, StudyPlan, plan_study
from townlet.studies.reading import read_study
from townlet.studies.record import MANIFEST
from townlet.studies.rows import BadRow, read_row
from townlet.studies.runner import Executor, prepare_folder, run_study
from townlet.studies.worker import REPLIES, row_path, run_path

NOTHING = Budget(tokens=0)
"""The budget of a reproduction: a reply that was not recorded is not bought."""


VERSIONS = {"townlet": "Townlet", "code": "Townlet's code", "python": "Python"}
"""What a manifest names of the machine that wrote it. Other versions are told where a file differs."""


@dataclass(frozen=True)
class CheckedStudy:
    """What a check of a study found."""

    checked: int
    """How many worlds or files were looked at."""
    problems: tuple[str, ...]
    """What is not as it should be, as sentences."""


def verify_study(plan: StudyPlan) -> CheckedStudy:
    """Check each row against its hash, its run and what the run gives when it is measured again."""
    done = [cell for cell in plan.cells if row_path(plan.study.folder, cell.row).exists()]
    found = dict.fromkeys(line for cell in done for line in _problems_of(plan, cell))
    for segment in dict.fromkeys(name for name in plan.segments if run_path(plan.study.folder, name).exists()):
        run = run_path(plan.study.folder, segment)
        try:
            found |= dict.fromkeys(f"{run}: {problem}" for problem in verify_run(run).problems)
        except RunFileError as error:
            found[str(error)] = None
    return CheckedStudy(len(done), tuple(found))


def _problems_of(plan: StudyPlan, cell: StudyCell) -> Iterator[str]:
    path, run = row_path(plan.study.folder, cell.row), run_path(plan.study.folder, cell.segment)
    try:
        row = read_row(path, run, cell.measured.until)
        if not run.exists():
            yield f"{run} is not there, so {path} cannot be checked."
            return
        measures = WorldMeasures(RunView(run, before_step=cell.measured.until), cell.measured, row["answers"])
        for name, value in measures.outcomes().items():
            if row["outcomes"].get(name) != value:
                yield f"{path} says that {name} is {row['outcomes'].get(name)}; its run gives {value}."
    except (BadRow, RunFileError) as error:
        yield str(error)


def reproduce_study(
    folder: Path, new_executor: Callable[[], Executor], options: ModelOptions | None = None
) -> CheckedStudy:
    """Live an exported study again in a folder of its own, and compare what comes of it byte by byte.

    Models are not asked: their recorded replies are in the folder, and the budget is nothing. The versions in the
    manifest may differ, and the replays of runs are not written again. Raises StudyError.
    """
    with TemporaryDirectory(prefix="townlet-") as scratch:
        source = _study_file(folder)
        path = Path(scratch, "study", source.name)
        path.parent.mkdir()
        shutil.copy(source, path)
        for town in folder.iterdir():
            if town.is_dir() and (town / "town.toml").is_file():
                shutil.copytree(town, path.parent / town.name)
        study = replace(read_study(path), budget=NOTHING)
        prepare_folder(study.folder)
        for name in KEPT:
            if (folder / name).is_dir():
                shutil.copytree(folder / name, study.folder / name, dirs_exist_ok=True)
            elif (folder / name).is_file():
                shutil.copy(folder / name, study.folder / name)
        if not study.config.offline and not (folder / REPLIES).is_dir():
            raise StudyError(f"{folder} has no folder {REPLIES!r} with the replies of {study.config.model}.")
        plan = plan_study(study)
        progress = run_study(plan, new_executor(), options=options)
        if progress.done < progress.cells:
            why = progress.problems[0].message if progress.problems else "it was stopped"
            raise StudyError(f"{progress.cells - progress.done} worlds of {source} cannot be lived again: {why}")
        made = Path(scratch, "made")
        has_replays = (folder / REPLAYS).is_dir()
        written = analyse_study(plan).export(made, (lambda run, page: None) if has_replays else None)
        names = [name for name in written if Path(name).parts[0] != REPLAYS]
        problems = [line for name in names if (line := _difference(folder / name, made / name))]
        if problems:
            problems += _other_versions(folder / MANIFEST, made / MANIFEST)
        return CheckedStudy(len(names), tuple(problems))


def _study_file(folder: Path) -> Path:
    """Return the study file of an exported folder. Raises StudyError."""
    for path in sorted(folder.glob("*.toml")) if folder.is_dir() else ():
        try:
            if {"study", "experiment"} & {*tomllib.loads(path.read_text(encoding="utf-8"))}:
                return path
        except (OSError, ValueError):
            continue
    raise StudyError(f"{folder} is no folder that `townlet study export` wrote: it holds no study file.")


def _read_manifest(path: Path) -> dict[str, Json]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _without_versions(path: Path) -> dict[str, Json]:
    return {name: value for name, value in _read_manifest(path).items() if name not in VERSIONS}


def _other_versions(written: Path, made: Path) -> Iterator[str]:
    """Yield what an export was made with that is another version here."""
    one, other = _read_manifest(written), _read_manifest(made)
    for name, called in VERSIONS.items():
        if (before := one.get(name)) != (now := other.get(name)):
            yield f"It was written with {called} {before}; this is {called} {now}, which may be why."


def _difference(written: Path, made: Path) -> str:
    """Return where two files differ; empty if they do not."""
    if not written.is_file():
        return f"{written} is missing."
    one, other = written.read_bytes(), made.read_bytes()
    if one == other or (written.name == MANIFEST and _without_versions(written) == _without_versions(made)):
        return ""
    end = min(len(one), len(other))
    place = next((place for place in range(end) if one[place] != other[place]), end)
    return f"{written} differs from what its study gives, from byte {place} on."

"""Lives one segment of a world in a process of its own, and measures it. All that comes of it lies in files."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import Any, Literal

from townlet.engine.build import build_resources
from townlet.engine.calls.recorded import RecordedModel
from townlet.engine.model_options import ModelOptions
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.errors import TownletError
from townlet.language.model import ModelError
from townlet.language.providers.spec import endpoint_name
from townlet.language.secrets import redact
from townlet.runfile import Json, NotARunFile, RunDamaged, as_data, close_for_killed_owner, fork_run, is_owned
from townlet.runfile.files import open_unchecked, take_later_vectors
from townlet.runfile.study_files import StudyError, write_atomically
from townlet.runfile.view import RunView
from townlet.studies.acts import Errand, PlannedAct, Repetition, order_acts
from townlet.studies.asking import Answers, KeptAnswers, ask_people
from townlet.studies.casting import RankedPeople, cast_roles
from townlet.studies.forecast import note_timing
from townlet.studies.leases import LeaseAddress, with_leases
from townlet.studies.outcomes import Measured, WorldMeasures
from townlet.studies.plan import Segment, with_cast
from townlet.studies.rows import BadRow, content_of, read_row, write_row
from townlet.studies.schema import AskEntry, ProbeEntry
from townlet.studies.signs import acts_with_signs, signs_in
from townlet.studies.variants import changed_town
from townlet.town import load_town

REPLIES = "replies"
"""The folder of the reply cache in a study's folder. Worlds share replies until they part, so that they part by what
differs and not by chance."""


@dataclass(frozen=True)
class Job:
    """One segment to live, with all that a process needs to know."""

    segment: Segment
    end: int
    """The step up to which it lives."""
    rows: tuple[tuple[str, Measured], ...]
    """What is to be measured in it, each with the name of its file."""
    folder: Path
    town: str
    group: int
    options: ModelOptions
    """How the models are asked; which they are is part of the segment."""
    lease: LeaseAddress | None = None

    @property
    def run(self) -> Path:
        return run_path(self.folder, self.segment.id)


def run_path(folder: Path, segment: str) -> Path:
    """Return the run file of a segment."""
    return folder / "runs" / f"{segment}.townlet"


def story_path(folder: Path, segment: str) -> Path:
    """Return the file that tells who plays which role in a segment, and what happened on purpose up to its start."""
    return folder / "runs" / f"{segment}.json"


def row_path(folder: Path, row: str) -> Path:
    """Return the file with the outcomes of a cell."""
    return folder / "rows" / f"{row}.json"


def is_measured(folder: Path, row: str, segment: str, until: int) -> bool:
    """Whether a cell has a row that can be relied on."""
    path = row_path(folder, row)
    try:
        return path.exists() and bool(read_row(path, run_path(folder, segment), until))
    except BadRow:
        return False


def answers_path(folder: Path, row: str) -> Path:
    """Return the file with what people of a cell were asked and answered, as far as they were."""
    return folder / "answers" / f"{row}.json"


def error_path(folder: Path, segment: str) -> Path:
    """Return the file that says why a segment could not be lived."""
    return folder / "errors" / f"{segment}.json"


def printed_path(folder: Path, segment: str) -> Path:
    """Return the file with what the process that lives a segment prints on stderr."""
    return folder / "errors" / f"{segment}.txt"


class Stopped(Exception):
    """The user wants to stop; everything lived so far is in the run file."""


async def live_segment(job: Job, is_stopped: Callable[[], bool]) -> None:
    """Live a segment to its end and measure it, from wherever an earlier process came.

    Raises RunFileError, TownError, ModelError, and Stopped.
    """
    began = time.process_time()
    if not job.run.exists():
        await _begin(job)
    try:
        lived = RunView(job.run).until
    except (RunDamaged, NotARunFile) as error:
        raise StudyError(f"{error} Delete {job.run} and run the study again, to live it anew.") from None
    if lived < job.end:
        reached = await _live(job, is_stopped)
    else:
        # Whoever came to the end may have been killed before it gave up the file.
        close_for_killed_owner(job.run)
        reached = lived
    if reached < job.end:
        raise Stopped
    for row, measured in job.rows:
        if not is_measured(job.folder, row, job.segment.id, measured.until):
            write_row(row_path(job.folder, row), _measure(job, measured, await _ask(job, row, measured)))
    note_timing(job.folder, job.segment.id, reached - lived, time.process_time() - began)


def _resources(job: Job) -> RunResources:
    config = job.segment.config
    cache = None if config.offline else str(job.folder / REPLIES)
    resources = build_resources(config, job.segment.seed, replace(job.options, cache=cache))
    if config.offline:
        return resources
    endpoints = endpoint_name(config.model), endpoint_name(config.embedder)
    leased = with_leases(resources, job.lease, job.group, endpoints) if job.lease else resources
    if not job.segment.repeats or leased.model is None:
        return leased
    with open_unchecked(run_path(job.folder, job.segment.parent)) as past:
        # In another future everybody is answered anew.
        if past.header.seed != job.segment.seed:
            return leased
        return replace(leased, model=RecordedModel(leased.model, past, job.segment.begin))


async def _begin(job: Job) -> None:
    """Write the run file under another name first, so that it appears with all that happens at its beginning."""
    draft = job.run.with_suffix(".draft")
    for left in draft.parent.glob(f"{draft.name}*"):
        left.unlink(missing_ok=True)
    if job.segment.parent:
        await _fork(job, draft)
    else:
        await _start(job, draft)
    os.replace(draft, job.run)


async def _start(job: Job, draft: Path) -> None:
    segment = job.segment
    town = changed_town(load_town(job.town), segment.changes)
    if town.digest != segment.town_digest:
        raise StudyError(f"The town {job.town} was changed after this study began to run; give the command again.")
    resources = _resources(job)
    try:
        await resources.prepare()
        _write_story(job, dict(segment.cast), [])
        Simulation.start(town, draft, seed=segment.seed, config=segment.config, resources=resources).close()
    finally:
        await resources.aclose()


async def _fork(job: Job, draft: Path) -> None:
    segment, past = job.segment, run_path(job.folder, job.segment.parent)
    story = read_story(job.folder, segment.parent)
    view = RunView(past, before_step=segment.begin)
    earlier = {**story["cast"], **segment.cast}
    ranks = {role.at: RankedPeople(view, role.at) for role in segment.casting}
    cast = earlier
    for role in segment.casting:
        cast = cast_roles([role], view.town.setting.keys, segment.seed, ranks[role.at], cast)
    acts = [with_cast(act, cast) for act in segment.acts]
    fork_run(past, segment.begin, draft, label=segment.id)
    if segment.repeats:
        take_later_vectors(past, draft, segment.config.embedder)
    simulation = await Simulation.resume(draft)
    try:
        if segment.repeats:
            Repetition(simulation, past, segment.begin, acts).act()
        order_acts(simulation, acts)
    finally:
        simulation.close()
    told = [{"step": segment.begin, "kind": act.kind, **dict(act.fields)} for act in acts]
    _write_story(job, cast, [*story["acts"], *told])


def _write_story(job: Job, cast: Mapping[str, str], acts: list[dict[str, Any]]) -> None:
    told = {"segment": job.segment.id, "cast": dict(cast), "acts": acts}
    write_atomically(story_path(job.folder, job.segment.id), [json.dumps(told, ensure_ascii=False, indent=1), "\n"])


def read_story(folder: Path, segment: str) -> dict[str, Any]:
    """Return who plays which role in a segment, and its acts so far. Raises StudyError."""
    path = story_path(folder, segment)
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise StudyError(
            f"{path} cannot be read ({error}). Delete {run_path(folder, segment)} and run the study again."
        ) from None
    return found


async def _live(job: Job, is_stopped: Callable[[], bool]) -> int:
    """Live on to the end, or until the user stops it. Return the step that was reached."""
    resources = _resources(job)
    try:
        await resources.prepare()
        async with await Simulation.resume(job.run, resources=resources) as simulation:
            simulation.end_at(job.end)
            errands: list[Errand | Repetition] = [*_errands(job, simulation), *_repetitions(job, simulation)]
            while simulation.next_step < job.end and not is_stopped():
                for errand in errands:
                    errand.act()
                await simulation.step()
            simulation.finish()
            return simulation.next_step
    finally:
        await resources.aclose()


def _errands(job: Job, simulation: Simulation) -> list[Errand]:
    told = read_story(job.folder, job.segment.id)["acts"]
    acts = [_act_of(each) for each in told if each["step"] == job.segment.begin] if job.segment.parent else []
    sent = [act for act in acts if act.is_errand]
    errands = [Errand(simulation, act, job.segment.begin, turn, len(sent)) for turn, act in enumerate(sent)]
    for errand in errands:
        errand.catch_up(job.run)
    return errands


def _repetitions(job: Job, simulation: Simulation) -> list[Repetition]:
    """Return what gives the commands of the forked run again; those of the first step were given with the fork."""
    segment = job.segment
    if not segment.repeats:
        return []
    past = run_path(job.folder, segment.parent)
    repetition = Repetition(simulation, past, segment.begin + 1, segment.acts)
    repetition.catch_up(job.run)
    return [repetition]


def _act_of(told: Mapping[str, Any]) -> PlannedAct:
    fields = tuple((key, str(value)) for key, value in told.items() if key not in ("step", "kind"))
    return PlannedAct(told["kind"], fields)


async def _ask(job: Job, row: str, measured: Measured) -> Answers:
    """Ask what the outcomes of a cell ask of its people. Raises ModelError, StudyError."""
    if not any(isinstance(outcome.entry, AskEntry | ProbeEntry) for outcome in measured.outcomes):
        return {}
    view, cast = RunView(job.run, before_step=measured.until), read_story(job.folder, job.segment.id)["cast"]
    resources = _resources(job)
    try:
        await resources.prepare()
        content, durable = content_of(job.run, measured.until), not job.segment.config.offline
        kept = KeptAnswers(answers_path(job.folder, row), content, durable=durable)
        return await ask_people(view, measured.outcomes, cast, resources, kept)
    finally:
        await resources.aclose()


def _measure(job: Job, measured: Measured, answers: Answers) -> dict[str, Json]:
    """Return the row of a cell: its outcomes, and what they rest on."""
    view = RunView(job.run, before_step=measured.until)
    world, story = WorldMeasures(view, measured, answers), read_story(job.folder, job.segment.id)
    acts = [act for act in story["acts"] if act["step"] < measured.until]
    return {
        "segment": job.segment.id,
        "run": view.header.id,
        "content": content_of(job.run, measured.until),
        "state_hash": view.state_hash(),
        "cast": story["cast"],
        "acts": list(acts_with_signs(view, acts)),
        "residents": len(view.residents),
        "outcomes": dict(world.outcomes()),
        "knowledge": dict(world.knowledge()),
        "outcome": as_data(measured.question.answer(view)) if measured.question else None,
        "answers": {outcome: dict(given) for outcome, given in answers.items()},
        "signs": signs_in(view, [measured.until, *(outcome.until for outcome in measured.outcomes)]),
        "note": view.manifest.note,
    }


# The process.

STOPPED, FAILED = 75, 1
"""Exit statuses: stopped by the user, and failed with a file of errors."""

OWNER_SECONDS = 30
"""How long a process waits for another one that still writes its run file."""

FailureKind = Literal["failed", "paused"]
"""failed: it would fail again; paused: a model did not answer, or the budget is spent."""
JobOutcome = FailureKind | Literal["done", "stopped"]


def run_packed_job(printed: Path, packed: bytes) -> None:
    """Run a job in this process, with stderr in a file. `packed` is the pickled job.

    The process ends with a status that tells what came of the job, or with its parent.
    """
    _print_to(printed)
    _run_job(pickle.loads(packed))


def _run_job(job: Job) -> None:
    stop = threading.Event()

    def ask_to_stop(number: int, frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, ask_to_stop)
    _end_with_parent()
    end = attempt_job(job, stop.is_set)
    # Not sys.exit, which waits for threads: the one that waits for the parent ends only with it.
    os._exit({"done": 0, "stopped": STOPPED}.get(end, FAILED))


def _print_to(path: Path) -> None:
    """Send what this process prints on stderr to a file: if it dies, its last words are there."""
    with path.open("wb") as file:
        os.dup2(file.fileno(), 2)


def attempt_job(job: Job, is_stopped: Callable[[], bool]) -> JobOutcome:
    """Run a job and say what came of it; the reason of a failure is in its file of errors."""
    path = error_path(job.folder, job.segment.id)
    path.unlink(missing_ok=True)
    try:
        _wait_for_owner(job.run)
        asyncio.run(live_segment(job, is_stopped))
    except Stopped:
        return "stopped"
    except ModelError as error:
        return _write_error(path, "paused", str(error))
    except TownletError as error:
        return _write_error(path, "failed", str(error))
    except Exception as error:  # noqa: BLE001 - a bug in one world must not stop the others
        return _write_error(path, "failed", f"{type(error).__name__}: {error}")
    return "done"


def _wait_for_owner(run: Path) -> None:
    """Wait until a process of an earlier run of the study has ended, which may take a moment after its driver."""
    for _ in range(round(OWNER_SECONDS / 0.1)):
        if not is_owned(run):
            return
        time.sleep(0.1)


def _end_with_parent() -> None:
    import multiprocessing

    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(STOPPED)

    threading.Thread(target=wait, daemon=True).start()


def _write_error(path: Path, kind: FailureKind, message: str) -> FailureKind:
    write_atomically(path, [json.dumps({"kind": kind, "message": redact(message)})])
    return kind

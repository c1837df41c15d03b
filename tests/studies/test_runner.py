"""Studies are run in real processes; those of this module take a few seconds."""

from __future__ import annotations

import importlib
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from multiprocessing import forkserver
from pathlib import Path

import psutil
import pytest

from townlet.engine.commands import Whisper
from townlet.engine.model_options import ModelOptions
from townlet.engine.simulation import Simulation
from townlet.runfile import fork_run
from townlet.runfile.study_files import StudyError
from townlet.runfile.view import RunView
from townlet.studies.plan import StudyPlan, plan_study
from townlet.studies.reading import read_study
from townlet.studies.runner import LocalProcesses, Progress, owned_folder, run_study
from townlet.studies.tables import StudyResults
from townlet.studies.worker import Job, live_segment, run_path
from waiting import wait_until

from .small import SHORT, write_study


def lived(plan: StudyPlan, workers: int = 2, is_stopped: Callable[[], bool] = lambda: False) -> Progress:
    return run_study(plan, LocalProcesses(workers), is_stopped=is_stopped)


def tables_of(plan: StudyPlan) -> list[str]:
    return [table.as_csv() for table in StudyResults(plan).tables()]


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> StudyPlan:
    """A study whose worlds are lived; not to be changed."""
    plan = plan_study(read_study(write_study(tmp_path_factory.mktemp("study"), *SHORT)))
    progress = lived(plan)
    assert (progress.done, progress.problems) == (8, [])
    return plan


@pytest.fixture
def own(done: StudyPlan, tmp_path: Path) -> Path:
    """A copy of that study, to change."""
    shutil.copytree(done.study.folder, tmp_path / "study.study")
    return Path(shutil.copy(done.study.path, tmp_path / "study.toml"))


def test_every_cell_has_its_outcomes_and_knows_what_happened_in_it(done: StudyPlan) -> None:
    results = StudyResults(done)
    assert len(results.outcomes().rows) == 8 * 2
    for each in results.lived:
        kinds = [act["kind"] for act in each.row["acts"]]
        level = each.cell.labels["source"]
        assert kinds == {"popular": ["tell"], "isolated": ["visitor"], "nobody": [], "gone": ["tell", "forget"]}[level]
        assert each.row["cast"] == done.cast[1]
        knew = [row[0] for row in each.row["knowledge"]["fireworks"]]
        assert (done.cast[1]["popular"] in knew) == (level in ("popular", "gone"))
        if level == "isolated" and each.row["acts"][0]["delivered"]:
            assert each.row["cast"]["isolated"] in knew
        assert each.outcomes["knew"] == len(knew)


def test_a_visitor_comes_says_the_line_and_goes(done: StudyPlan) -> None:
    cell = next(cell for cell in done.cells if cell.labels["source"] == "isolated")
    view = RunView(run_path(done.study.folder, cell.segment))
    lines = [line for line in view.lines() if line.speaker == "Tam Brook"]
    assert [line.text for line in lines] == ["You have heard that there will be fireworks on Sunday."]
    assert lines[0].to == done.cast[1]["isolated"]
    assert "Tam Brook" not in view.history.at(view.until).world.bodies


async def test_a_cell_is_what_comes_of_a_fork_by_hand(done: StudyPlan, tmp_path: Path) -> None:
    """The arm without an intervention is the past that simply lives on, and the other arm a fork that was told."""
    results = {
        each.cell.labels["source"]: each for each in StudyResults(done).lived if each.cell.labels["mind"] == "whole"
    }
    cell = results["popular"].cell
    segment = done.segments[cell.segment]
    for level, said in (("nobody", ()), ("popular", segment.acts)):
        fork = tmp_path / f"{level}.townlet"
        fork_run(run_path(done.study.folder, segment.parent), segment.begin, fork)
        with await Simulation.resume(fork) as simulation:
            for act in said:
                simulation.order(Whisper(act["tell"], act["text"]))
            while simulation.next_step < done.study.until:
                await simulation.step()
            assert simulation.finish() == results[level].row["state_hash"]


def test_given_again_nothing_is_lived_again(done: StudyPlan) -> None:
    before = {path: path.stat().st_mtime_ns for path in done.study.folder.rglob("*.townlet")}
    progress = lived(done)
    assert (progress.done, progress.segments) == (8, 0)
    assert {path: path.stat().st_mtime_ns for path in done.study.folder.rglob("*.townlet")} == before


def test_outcomes_and_facts_may_be_added_without_living_again(own: Path) -> None:
    before = {path: path.read_bytes() for path in own.parent.rglob("*.townlet")}
    text = own.read_text(encoding="utf-8")
    text = text.replace(
        "[outcomes]", '[outcomes]\nknown = { fact = "seeds", count = "knew" }\nlines = { spoken = "lines" }'
    )
    own.write_text(
        text.replace("[roles]", '[[facts]]\nname = "seeds"\nmatch = [["seed"]]\n\n[roles]'), encoding="utf-8"
    )
    plan = plan_study(read_study(own))
    assert lived(plan).done == 8
    assert {path: path.read_bytes() for path in own.parent.rglob("*.townlet")} == before
    assert {row[-3] for row in StudyResults(plan).outcomes().rows} == {"knew", "share", "known", "lines"}


KILLED_BEFORE_IT_CLOSED = """
import os, signal, sys
from pathlib import Path
from townlet.runfile import open_writer
writers = [open_writer(Path(run)) for run in sys.argv[1:]]
for writer in writers:
    writer.finish()
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_was_killed_between_its_end_and_its_closing_is_closed(own: Path) -> None:
    """The morning that others fork from has no row of its own, and one fork is still to be measured."""
    plan = plan_study(read_study(own))
    _measured, *others = dict.fromkeys(cell.segment for cell in plan.cells if plan.segments[cell.segment].parent)
    for segment in others:
        run_path(plan.study.folder, segment).unlink()
    for row in (own.parent / "study.study" / "rows").iterdir():
        row.unlink()
    runs, left = plan.study.folder / "runs", {"townlet", "json"}
    killed = subprocess.run([sys.executable, "-c", KILLED_BEFORE_IT_CLOSED, *map(str, runs.glob("*.townlet"))])
    assert killed.returncode == -signal.SIGKILL
    assert {path.name.partition(".")[2] for path in runs.iterdir()} > {*left, "townlet.lock", "townlet-wal"}
    assert lived(plan).done == 8
    assert {path.name.partition(".")[2] for path in runs.iterdir()} == left


async def test_a_world_that_is_stopped_goes_on_to_the_same_end(done: StudyPlan, tmp_path: Path) -> None:
    """Stopped after every 40 steps, also while a visitor is on the way."""
    cell = next(cell for cell in done.cells if cell.labels["source"] == "isolated")
    segment = done.segments[cell.segment]
    folder = tmp_path / "study.study"
    for name in ("runs", "rows"):
        (folder / name).mkdir(parents=True)
    for suffix in ("townlet", "json"):
        shutil.copy(done.study.folder / "runs" / f"{segment.parent}.{suffix}", folder / "runs")
    for end in range(segment.begin + 40, done.study.until + 40, 40):
        rows = ((cell.row, cell.measured),) if end >= done.study.until else ()
        job = Job(segment, min(end, done.study.until), rows, folder, "applegarth", 0, ModelOptions())
        await live_segment(job, lambda: False)
    name = f"rows/{cell.row}.json"
    assert (folder / name).read_bytes() == (done.study.folder / name).read_bytes()


def test_a_damaged_world_is_told_and_stops_no_other(own: Path) -> None:
    plan = plan_study(read_study(own))
    shutil.rmtree(plan.study.folder / "rows")
    broken = run_path(plan.study.folder, plan.cells[0].segment)
    broken.write_bytes(b"SQLite format 3\0" + bytes(5000))
    progress = lived(plan)
    assert progress.done == 7
    [problem] = progress.problems
    assert problem.end == "failed"
    assert f"Delete {broken}" in problem.message
    broken.unlink()
    assert lived(plan).done == 8


DYING = """
import os, sys

def die():
    print("The disk of the model is gone.\\n", file=sys.stderr, flush=True)
    os._exit(3)

class Dying:
    # It ends the process in which it is unpickled.
    def __call__(self, line):
        pass

    def __reduce__(self):
        return die, ()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not forked")
@pytest.mark.parametrize(
    ("is_there", "words"),
    [(True, "status 3: The disk of the model is gone."), (False, "status 1: ModuleNotFoundError: No module named")],
)
def test_the_message_of_a_process_that_dies_has_its_last_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_there: bool, words: str
) -> None:
    """It dies by itself, or because the source was changed after the study began."""
    name = f"dying_{is_there}".lower()
    source = tmp_path / f"{name}.py"
    source.write_text(DYING, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    options = ModelOptions(tell=importlib.import_module(name).Dying())
    if not is_there:
        source.unlink()
    plan = plan_study(read_study(write_study(tmp_path, *SHORT)))
    progress = run_study(plan, LocalProcesses(2), options=options)
    assert len(progress.problems) == 2
    for problem in progress.problems:
        assert (problem.end, problem.message[: len(words)]) == ("died", words)
        assert "\n" not in problem.message
    assert not list((plan.study.folder / "errors").iterdir())


LOST = """
import multiprocessing, os, sys, time

if multiprocessing.current_process().name == "MainProcess":
    raise ImportError("The process from which others are forked goes on without it.")
print(f"Process {os.getpid()} is lost.", file=sys.stderr, flush=True)
time.sleep(0.5)
os._exit(3)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not forked")
def test_two_processes_that_die_at_once_before_their_jobs_have_their_own_last_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "dying_at_once.py"
    source.write_text(DYING, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    options = ModelOptions(tell=importlib.import_module(source.stem).Dying())
    source.write_text(LOST, encoding="utf-8")
    plan = plan_study(read_study(write_study(tmp_path, *SHORT)))
    words = [problem.message for problem in run_study(plan, LocalProcesses(2), options=options).problems]
    assert len(set(words)) == 2
    assert all(each.endswith("is lost.") for each in words)


def test_one_process_runs_a_study(done: StudyPlan) -> None:
    with owned_folder(done.study.folder), pytest.raises(StudyError, match="is being run by"):
        lived(done)


def test_a_study_that_is_stopped_keeps_what_it_has(tmp_path: Path, done: StudyPlan) -> None:
    plan = plan_study(read_study(write_study(tmp_path, *SHORT)))
    asked = iter([False, False])
    progress = lived(plan, 1, lambda: next(asked, True))
    assert progress.stopped
    assert progress.done < 8
    assert lived(plan, 1).done == 8
    assert tables_of(plan) == tables_of(done)


@pytest.mark.skipif(os.name == "nt", reason="Windows forks nothing")
def test_the_death_of_the_process_that_forks_is_told(done: StudyPlan, own: Path) -> None:
    def kill() -> None:
        """Kill it while it imports what worlds need, and the driver waits for it."""
        wait_until(lambda: server._forkserver_pid is not None and psutil.pid_exists(server._forkserver_pid))
        os.kill(server._forkserver_pid, signal.SIGKILL)

    server = forkserver._forkserver  # type: ignore[attr-defined]
    server._stop()
    shutil.rmtree(own.with_suffix(".study") / "runs")
    shutil.rmtree(own.with_suffix(".study") / "rows")
    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(StudyError, match="from which worlds are forked was killed"):
        lived(plan_study(read_study(own)))
    killer.join()
    server._stop()
    assert lived(plan_study(read_study(own))).problems == []

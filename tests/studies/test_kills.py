"""Whatever is killed at whatever moment: the same study given again gives the same tables, and leaves nothing over."""

from __future__ import annotations

import random
import shutil
import signal
import sys
import time
from pathlib import Path

import pytest

from thorough import times
from townlet.runfile.files import study_path
from waiting import wait_until

from .processes import StudyProcess, finished, study_in, tables
from .test_causes import SOLE, lived, orchard

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc"),
]
KILLS = times(2, 20)
"""How often each kind of process is killed."""


@pytest.mark.parametrize("number", range(KILLS))
def test_a_killed_driver(tmp_path: Path, reference: dict[str, bytes], number: int) -> None:
    study, chance = study_in(tmp_path / "study"), random.Random(number)
    process = StudyProcess(study, "--workers", "2")
    process.wait_for_workers(study.with_suffix(".study"))
    time.sleep(chance.uniform(0, 12))
    process.driver.kill()
    process.driver.wait()
    process.wait_until_gone()
    assert finished(study, "--workers", "2") == reference


@pytest.mark.parametrize("number", range(KILLS))
def test_killed_workers(tmp_path: Path, reference: dict[str, bytes], number: int) -> None:
    """Two workers at random moments; the driver goes on by itself."""
    study, chance = study_in(tmp_path / "study"), random.Random(100 + number)
    process, killed = StudyProcess(study, "--workers", "2"), 0
    while killed < 2 and (workers := process.wait_for_workers(study.with_suffix(".study"))):
        time.sleep(chance.uniform(0, 0.5))
        killed += process.kill(workers[0])
        time.sleep(0.3)
    assert process.wait() == 0, process.err.read_text(encoding="utf-8")
    assert killed
    assert "A process died" in process.err.read_text(encoding="utf-8")
    process.wait_until_gone()
    assert tables(study) == reference


@pytest.mark.parametrize("number", range(KILLS))
def test_all_killed_while_a_file_is_laid_out(tmp_path: Path, reference: dict[str, bytes], number: int) -> None:
    study, nth = study_in(tmp_path / "study"), random.Random(200 + number).randint(1, 8)
    process, drafts = StudyProcess(study, "--workers", "2"), set[str]()

    def laid_out() -> bool:
        drafts.update(path.name for path in study.with_suffix(".study").glob("runs/*.draft"))
        return len(drafts) >= nth

    wait_until(laid_out, process.driver, every_seconds=0.001)
    for pid in process.processes():
        process.kill(pid)
    process.driver.wait()
    process.wait_until_gone()
    assert finished(study, "--workers", "2") == reference


def test_ctrl_c_loses_nothing(tmp_path: Path, reference: dict[str, bytes]) -> None:
    study = study_in(tmp_path / "study")
    process = StudyProcess(study, "--workers", "2")
    assert process.wait_for_workers(study.with_suffix(".study"))
    process.driver.send_signal(signal.SIGINT)
    assert process.wait() == 130
    assert "Go on with: townlet study run" in process.err.read_text(encoding="utf-8")
    process.wait_until_gone()
    assert finished(study, "--workers", "2") == reference


def test_a_question_about_causes_that_is_killed_again_and_again(tmp_path: Path) -> None:
    """All of it or its driver alone, at random moments; what is left of it goes on to the same answer."""
    whole = lived(orchard(tmp_path), tmp_path / "whole.townlet", SOLE, end=2500)
    run, chance = Path(shutil.copy(whole, tmp_path / "killed.townlet")), random.Random(300)
    for _ in range(times(3, 20)):
        process = question_about(run)
        assert process.wait_for_workers(study_path(run) / "causes.study"), "It was answered before it could be killed."
        time.sleep(chance.uniform(0, 0.5))
        for pid in chance.choice([process.processes(), {process.driver.pid}]):
            process.kill(pid)
        assert process.driver.wait() == -signal.SIGKILL
        process.wait_until_gone()
    assert answer_about(run) == answer_about(whole)


def question_about(run: Path) -> StudyProcess:
    return StudyProcess(run, "who knows fireworks", "--seeds", "2", "--workers", "2", "--json", command=("causes",))


def answer_about(run: Path) -> str:
    """The answer to the question, without the names of files."""
    process = question_about(run)
    assert process.wait() == 0, process.err.read_text(encoding="utf-8")
    process.wait_until_gone()
    return process.out.read_text(encoding="utf-8").replace(str(study_path(run)), "")

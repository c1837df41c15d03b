"""Whatever is killed at whatever moment: the same study given again gives the same tables, and leaves nothing over."""

from __future__ import annotations

import json
import multiprocessing
import random
import shutil
import signal
import sys
import time
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Event

import pytest

from billing.server import BillingServer
from thorough import times
from townlet.runfile.files import study_path
from townlet.studies.plan import plan_study
from townlet.studies.reading import read_study
from townlet.studies.runner import spend_of_runs
from waiting import wait_until

from .in_process import live
from .processes import StudyProcess, finished, study_in, tables
from .test_causes import SOLE, lived, orchard
from .test_leases import AT_ONCE, paid_study

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc"),
]
KILLS = times(1, 20)
"""How often each kind of process is killed."""


@pytest.mark.parametrize("number", range(KILLS))
def test_a_killed_driver(tmp_path: Path, reference: dict[str, bytes], number: int) -> None:
    study, chance = study_in(tmp_path / "study"), random.Random(number)
    process = StudyProcess(study, "--workers", "2")
    begun = chance.randint(1, 6)
    wait_until(lambda: len([*study.with_suffix(".study").glob("runs/*.townlet")]) >= begun, process.driver)
    time.sleep(chance.uniform(0, 0.3))
    process.driver.kill()
    assert process.driver.wait() == -signal.SIGKILL, "It was done before it could be killed."
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


QUESTIONS = ("How are you?", "Any news?", "What do you like best?", "Who is your friend?")


def study_of_answers(folder: Path, url: str) -> Path:
    outcomes = "".join(f'said{at} = {{ ask = "{each}", match = ["a"] }}\n' for at, each in enumerate(QUESTIONS))
    shorter = (('"06:20"', '"06:10"'), ('"1..3"', times('"1"', '"1..3"')))
    return paid_study(folder, url, "none", ("[outcomes]\n", f"[outcomes]\n{outcomes}"), *shorter)


def living(study: Path) -> BaseProcess:
    """A process that lives a study's worlds and asks its questions, one after another."""
    process = multiprocessing.get_context("forkserver").Process(target=live_study, args=(study,), daemon=True)
    process.start()
    return process


def live_study(study: Path) -> None:
    live(plan_study(read_study(study)))


def lived_through(study: Path) -> list[str]:
    """The answers to a study's questions, once all of it is lived."""
    process = living(study)
    process.join()
    assert process.exitcode == 0
    kept = (study.with_suffix(".study") / "answers").glob("*.json")
    return sorted(json.dumps(json.loads(path.read_text(encoding="utf-8"))["answers"]) for path in kept)


def test_questions_that_are_killed_stay_on_the_bill_and_what_was_answered_is_not_asked_again(tmp_path: Path) -> None:
    chance, most_kills = random.Random(400), times(2, 30)
    with BillingServer() as server:
        answers = lived_through(study_of_answers(tmp_path / "whole", server.url))
        needed = server.requests
    with BillingServer(latency=0.01) as server:
        study = study_of_answers(tmp_path / "killed", server.url)
        for _ in range(most_kills):
            killed_while_asking(study, server, chance)
            assert spend_of_runs(study.with_suffix(".study")).tokens >= server.tokens, "a call fell out of the budget"
        server.on_request = lambda number: None
        assert lived_through(study) == answers
        assert needed <= server.requests <= needed + most_kills * AT_ONCE, "what had arrived was asked again"


def killed_while_asking(study: Path, server: BillingServer, chance: random.Random) -> None:
    def questions() -> int:
        return sum(any(each in json.dumps(asked["messages"]) for each in QUESTIONS) for asked in [*server.asked])

    reached, most = Event(), questions() + chance.randint(1, 4)
    server.on_request = lambda number: reached.set() if questions() >= most else None
    process = living(study)
    wait_until(lambda: reached.is_set() or not process.is_alive(), process, every_seconds=0.005)
    process.join(chance.uniform(0, 0.02))
    process.kill()
    process.join()
    assert process.exitcode == -signal.SIGKILL, "All was answered before it could be killed."


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

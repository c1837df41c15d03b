"""The same tables on Ray: on this machine, on a cluster of two nodes, and after kills. Needs the extra `ray`."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from thorough import times
from townlet.runfile.study_files import StudyError
from townlet.studies.ray_tasks import RayTasks
from waiting import wait_until

from .processes import StudyProcess, study_in, tables

INSTALLED = "ray" in {path.name for folder in sys.path if Path(folder).is_dir() for path in Path(folder).iterdir()}
needs_ray = pytest.mark.skipif(not INSTALLED or sys.platform != "linux", reason="needs Ray: pip install 'townlet[ray]'")


def descendants(pid: int) -> Iterator[int]:
    """The processes that a process has started, and those that they have."""
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split():
        yield int(child)
        try:
            yield from descendants(int(child))
        except OSError:
            continue


def tasks(driver: int) -> list[int]:
    """The processes of Ray that work on a job of a driver's."""
    found = []
    # Whatever ends meanwhile is no task any more.
    with suppress(OSError):
        for pid in descendants(driver):
            with suppress(OSError):
                if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"ray::run_task"):
                    found.append(pid)
    return found


def test_without_ray_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(StudyError, match=r"pip install 'townlet\[ray\]'"):
        RayTasks()


@needs_ray
def test_a_ray_that_does_not_start_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    def init(**options: object) -> None:
        raise Exception("The current node timed out during startup.")

    monkeypatch.setattr(ray, "init", init)
    with pytest.raises(StudyError, match=r"Ray did not start .* during startup\. Try again .* or leave --ray out"):
        RayTasks()


@pytest.mark.parametrize(
    ("kill", "number"), [("nothing", 0), ("the driver", 0), *(("a worker", number) for number in range(times(1, 20)))]
)
@needs_ray
@pytest.mark.slow
def test_ray_on_this_machine(tmp_path: Path, reference: dict[str, bytes], kill: str, number: int) -> None:
    study, chance = study_in(tmp_path / "study"), random.Random(f"{kill}{number or ''}")
    options = ("--ray", "auto", "--workers", "2")
    process = StudyProcess(study, *options)
    if kill != "nothing":
        working = wait_until(lambda: tasks(process.driver.pid), process.driver, every_seconds=0.05)
        time.sleep(chance.uniform(0, 2))
        os.kill(working[0] if kill == "a worker" else process.driver.pid, signal.SIGKILL)
    if kill == "the driver":
        process.driver.wait()
        process.wait_until_gone()
        process = StudyProcess(study, *options)
    assert process.wait() == 0, process.err.read_text(encoding="utf-8")
    process.wait_until_gone()
    assert tables(study) == reference
    assert not (study.with_suffix(".study") / "stop").exists()


@needs_ray
@pytest.mark.slow
def test_ray_on_a_cluster_of_two_nodes(
    tmp_path: Path, reference: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    from ray.cluster_utils import Cluster

    node: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 100 * 2**20}
    cluster = Cluster(initialize_head=True, head_node_args=node)
    try:
        cluster.add_node(**node)
        study = study_in(tmp_path / "study")
        process = StudyProcess(study, "--ray", cluster.address)
        assert process.wait() == 0, process.err.read_text(encoding="utf-8")
        assert tables(study) == reference
    finally:
        cluster.shutdown()

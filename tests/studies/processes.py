"""Real processes of `townlet study run`, found by a word in their environment, and killed."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import uuid
from pathlib import Path

from waiting import wait_until

from .small import SHORT, write_study

RAY_AGENTS = (b"ray::DashboardAgent", b"ray::RuntimeEnvAgent")
"""Processes of Ray that work on no task. When a driver is killed, they look for it for a minute and then end."""


class StudyProcess:
    """`townlet study run`, or another command, in a process of its own, with all that it starts."""

    def __init__(self, study: Path, *options: str, command: tuple[str, ...] = ("study", "run")) -> None:
        self._tag = f"STUDY_TAG={uuid.uuid4().hex}".encode()
        name, _, value = self._tag.decode().partition("=")
        self._folder = study.parent
        self.err, self.out = study.with_suffix(".err"), study.with_suffix(".out")
        with self.err.open("w", encoding="utf-8") as err, self.out.open("w", encoding="utf-8") as out:
            self.driver = subprocess.Popen(
                [sys.executable, "-m", "townlet", *command, str(study), *options],
                env={**os.environ, name: value, "PYTHONPATH": os.pathsep.join(sys.path)},
                stdout=out,
                stderr=err,
                cwd=study.parent,
            )

    def processes(self) -> set[int]:
        """The processes that live, the driver among them, without Ray's agents."""
        return {pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if self._is_ours(pid)}

    def workers(self, folder: Path) -> list[int]:
        """The processes that own a run of the study."""
        return [pid for pid in self.processes() - {self.driver.pid} if self._owns_a_run(pid, folder)]

    def wait(self) -> int:
        """The status of the driver, once it has ended. It stands still while the workers of a cluster live worlds:
        these are not its children, but they write."""
        wait_until(lambda: self.driver.poll() is not None, self.driver, self._written)
        return self.driver.wait()

    def wait_for_workers(self, folder: Path) -> list[int]:
        """The processes that own a run of the study, once there are any; none if the driver ends before."""

        def look() -> list[list[int]]:
            found = self.workers(folder)
            return [found] if found or self.driver.poll() is not None else []

        return wait_until(look, self.driver, self._written, every_seconds=0.01)[0]

    def kill(self, pid: int) -> bool:
        """Kill a process if it still lives and is ours. Return whether it was so."""
        if not self._is_ours(pid):
            return False
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return False
        return True

    def wait_until_gone(self) -> None:
        """Wait until no process is left."""
        wait_until(lambda: not self.processes(), progress=self.processes, every_seconds=0.1)

    def _written(self) -> int:
        """How many bytes the study's folder holds."""
        total = 0
        for folder, _, files in os.walk(self._folder):
            for file in files:
                with contextlib.suppress(OSError):  # It has been moved or deleted.
                    total += os.stat(os.path.join(folder, file)).st_size
        return total

    def _is_ours(self, pid: int) -> bool:
        try:
            state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
            is_agent = Path(f"/proc/{pid}/cmdline").read_bytes().startswith(RAY_AGENTS)
            ours = self._tag in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
            return ours and state != "Z" and not is_agent
        except OSError:
            return False

    @staticmethod
    def _owns_a_run(pid: int, folder: Path) -> bool:
        try:
            held = [os.readlink(each) for each in Path(f"/proc/{pid}/fd").iterdir()]
        except OSError:
            return False
        return any(name.startswith(str(folder / "runs")) and name.endswith(".lock") for name in held)


def study_in(folder: Path) -> Path:
    folder.mkdir()
    return write_study(folder, *SHORT)


def tables(study: Path) -> dict[str, bytes]:
    files = study.with_suffix(".study").glob("*.*")
    return {path.name: path.read_bytes() for path in files if path.suffix in (".csv", ".parquet")}


def finished(study: Path, *options: str) -> dict[str, bytes]:
    """The tables of a study that runs to its end."""
    process = StudyProcess(study, *options)
    assert process.wait() == 0, process.err.read_text(encoding="utf-8")
    process.wait_until_gone()
    left = [path.name for path in (study.with_suffix(".study") / "runs").iterdir()]
    assert {name.partition(".")[2] for name in left} == {"townlet", "json"}, left
    assert not (study.with_suffix(".study") / "driver.lock").exists()
    return tables(study)

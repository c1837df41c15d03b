"""`--batch`: questions through a batch API, killed at every moment, and nothing paid twice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

import pytest

from billing.batches import BatchServer
from thorough import times
from townlet.runfile import study_path

from .test_interview import BATTERY
from .typed import refused

PEOPLE = 4
QUESTIONS = 2 * PEOPLE


@pytest.fixture
def battery(tmp_path: Path) -> str:
    path = tmp_path / "two.toml"
    path.write_text(BATTERY, encoding="utf-8")
    return str(path)


def started(run: Path, battery: str, url: str, *more: str) -> subprocess.Popen[str]:
    command = ["-m", "townlet", "interview", str(run), "--battery", battery, "--model", url, "--json", *more]
    env = os.environ | {"TOWNLET_BATCH_POLL_SECONDS": "0.1"}
    return subprocess.Popen(
        [sys.executable, *command], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def answered(run: Path, battery: str, url: str, *more: str) -> tuple[dict[tuple[str, str], str], str]:
    process = started(run, battery, url, *more)
    out, told = process.communicate()
    assert process.returncode == 0, told
    rows: list[dict[str, Any]] = json.loads(out)["answers"]
    assert len(rows) == QUESTIONS
    return {(row["person"], row["question"]): row["answer"] for row in rows}, told


ROUNDS = times(1, 5)
"""How often a command is killed at each moment."""


@pytest.mark.slow
@pytest.mark.parametrize("number", range(ROUNDS))
def test_batches_killed_at_every_moment_are_found_again_and_paid_once(own: Path, battery: str, number: int) -> None:
    moments, chance = ["upload", "create", "look", "download"], Random(number)
    running: list[subprocess.Popen[str]] = []
    killed: list[str] = []

    def kill(moment: str) -> None:
        if moments and moment == moments[0]:
            killed.append(moments.pop(0))
            # At first before the server has answered, later also soon after.
            Timer(number and chance.uniform(0, 0.05), running[-1].kill).start()
            if not number:
                running[-1].wait()

    with BatchServer(kill, failing=2) as server:
        while moments:
            running.append(started(own, battery, server.url, "--batch"))
            running[-1].communicate()
        assert killed == ["upload", "create", "look", "download"]
        answers, told = answered(own, battery, server.url, "--batch")
        assert len(server.bills) == server.requests == QUESTIONS
        assert len(server.batches) == 2
        assert not [asked for asked in server.asked if asked]
        assert not (study_path(own) / "batches.db").exists()
        if not number:
            assert "Batch of 2 questions sent" in told
            assert "Ctrl-C is safe" in told
        again, _ = answered(own, battery, server.url, "--batch")
        assert again == answers
        assert server.requests == QUESTIONS
    (study_path(own) / "interviews.jsonl").unlink()
    with BatchServer() as server:
        assert answered(own, battery, server.url)[0] == answers


def test_rules_and_providers_without_batches_are_refused_in_one_line(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "rules answer at once" in refused("interview", str(own), "--batch")
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    assert "no batch API" in refused("interview", str(own), "--model", "ollama:qwen3", "--batch")

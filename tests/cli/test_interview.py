"""`townlet interview`: a battery asked of the people of a run, kept beside it, and never remembered."""

from __future__ import annotations

import csv
import json
import random
import subprocess
import sys
import threading
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest

from billing.server import BillingServer
from thorough import times
from townlet.cognition.templates import template_source
from townlet.evaluation.interviews.answers import read_answers
from townlet.runfile import study_path
from waiting import wait_until

from .typed import done, refused, typed

BATTERY = """
name = "Two questions"

[[questions]]
id = "work"
ask = "What do you do for a living?"

[[questions]]
id = "town"
ask = "Do you like it here?"
kind = "choice"
options = ["Yes", "No"]
may_not_know = true
"""


@pytest.fixture
def battery(tmp_path: Path) -> str:
    path = tmp_path / "two.toml"
    path.write_text(BATTERY, encoding="utf-8")
    return str(path)


def test_everybody_answers_under_every_condition(own: Path, battery: str) -> None:
    rows = done("interview", str(own), "--battery", battery, "--condition", "all", "--json").json["answers"]
    assert len(rows) == 4 * 2 * 4
    assert len({(row["person"], row["condition"], row["question"]) for row in rows}) == len(rows)
    assert {row["model"] for row in rows} == {"offline"}
    assert all(row["answer"] for row in rows)
    assert all(bool(row["memories"]) == (row["condition"] != "no-memory") for row in rows)
    closed = [row for row in rows if row["question"] == "town"]
    codes = {"Yes": 1, "No": 2, "I don't know": -8}
    assert all(codes[row["answer"]] == row["code"] for row in closed)


def test_the_table_is_written_and_the_run_stays_as_it_is(own: Path, battery: str, tmp_path: Path) -> None:
    before, table = own.read_bytes(), tmp_path / "answers.csv"
    outcome = done("interview", str(own), "--battery", battery, "--person", "nell", "--out", str(table))
    assert "Rules answered" in outcome.stderr
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["person"], row["question"], row["code"] != "") for row in rows] == [
        ("Nell Hart", "work", False),
        ("Nell Hart", "town", True),
    ]
    manifest = json.loads((tmp_path / "answers.manifest.json").read_text(encoding="utf-8"))
    assert (manifest["run"], manifest["answered_by"]) == (rows[0]["run"], "offline")
    assert "not a language model" in manifest["note"]
    told = done("interview", str(own), "--battery", battery, "--person", "nell", "--json").json
    assert told["manifest"] == manifest
    assert manifest["prompts"]["interview"]["sha256"] == sha256(template_source("interview").encode()).hexdigest()
    assert own.read_bytes() == before


def test_what_was_answered_is_not_asked_again(own: Path, battery: str) -> None:
    first = done("interview", str(own), "--battery", battery, "--json").json["answers"]
    kept = study_path(own) / "interviews.jsonl"
    written = kept.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in written.splitlines()]
    lines[0]["answer"] = "Something else."
    kept.write_text("".join(json.dumps(line) + "\n" for line in lines[:5]), encoding="utf-8")
    again = done("interview", str(own), "--battery", battery, "--json")
    assert "5 of them stored before" in again.stderr
    assert again.json["answers"][0]["answer"] == "Something else."
    assert again.json["answers"][1:] == first[1:]
    assert len(kept.read_text(encoding="utf-8").splitlines()) == len(first)


def test_a_battery_of_faults_is_told_with_its_lines(own: Path, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(BATTERY.replace('["Yes", "No"]', '["Yes"]').replace('id = "work"', ""), encoding="utf-8")
    outcome = typed("interview", str(own), "--battery", str(path))
    assert outcome.status == 2
    assert "2 defects" in outcome.stderr
    assert "line 4: id: field required" in outcome.stderr
    assert "line 12: options: a choice question needs two or more" in outcome.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--condition", "half"), "There is no condition 'half'"),
        (("--person", "Zoltan"), "There is no person called 'Zoltan'"),
        (("--at", "day 9"), "outside this run"),
        (("--battery", "nowhere.toml"), "no battery 'nowhere.toml'"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(made: Path, words: tuple[str, str], told: str) -> None:
    assert told in refused("interview", str(made), *words)


def has_lines(file: Path, most: int) -> bool:
    return file.exists() and file.read_bytes().count(b"\n") >= most


class Gate:
    """Lets a few requests through, and holds the others until it opens."""

    def __init__(self, most: int) -> None:
        self.left, self.opened, self._lock = most, threading.Event(), threading.Lock()

    def __call__(self, number: int) -> None:
        with self._lock:
            self.left -= 1
            is_held = self.left < 0
        if is_held:
            self.opened.wait(60)


@pytest.mark.skipif(sys.platform == "win32", reason="a process that ends there may still write")
def test_an_answer_that_has_come_is_kept_when_the_command_is_killed(own: Path, tmp_path: Path) -> None:
    """While others of its batch are on their way: whatever was answered is not asked again."""
    kills, chance, table = times(1, 30), random.Random(5), study_path(own) / "interviews.jsonl"
    questions = "".join(f'[[questions]]\nid = "q{n}"\nask = "What about {n}?"\n' for n in range(times(2, 20)))
    battery = tmp_path / "many.toml"
    battery.write_text(f'name = "Many"\n{questions}', encoding="utf-8")
    command = [sys.executable, "-m", "townlet", "interview", str(own), "--battery", str(battery), "--model"]
    answered = on_their_way = 0
    with BillingServer() as server:
        for _ in range(kills):
            more, before = chance.randint(1, 3), server.requests
            gate = server.on_request = Gate(more)
            with subprocess.Popen([*command, server.url], stderr=subprocess.DEVNULL) as process:
                answered += more
                wait_until(partial(has_lines, table, answered), process)
                process.kill()
            gate.opened.set()
            on_their_way += server.requests - before - more
        kept = table.read_bytes()
        server.on_request = lambda number: None
        subprocess.run([*command, server.url], check=True, capture_output=True)
        assert table.read_bytes().startswith(kept)
        assert len(read_answers(table)) == times(2, 20) * 4
        assert server.requests == times(2, 20) * 4 + on_their_way, "what was answered was paid again"

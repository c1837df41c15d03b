"""Servers that are killed lose nothing that they have confirmed, and a run that is served pays for nothing twice."""

from __future__ import annotations

import csv
import json
import subprocess
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from random import Random
from threading import Event, Timer
from typing import Any
from urllib.request import Request, urlopen

import pytest

from billing.server import BillingServer
from scenarios.paid_lives import CONCURRENCY, sendings
from thorough import times
from townlet.engine.calls.gateway import SLOTS_PER_CONCURRENT_CALL
from townlet.evaluation.ranking.sessions import rankings_path, read_sessions
from townlet.evaluation.rating.journal import DidEntry, read_journal
from townlet.evaluation.rating.plan import journal_path
from townlet.runfile import open_reader
from waiting import PATIENCE_SECONDS, wait_until

from .processes import announced, process

pytestmark = pytest.mark.slow

KILLS = times(3, 20)
DAYS = "0.3"
"""Until most people are up. A served town lives so long as fast as it can, and then no faster than it is watched."""


def ended_after(running: subprocess.Popen[str], seconds: float) -> bool:
    """Kill a process after a moment. Returns whether it lived until then."""
    with suppress(subprocess.TimeoutExpired):
        running.wait(timeout=seconds)
        return False
    running.kill()
    running.wait()
    return True


def test_a_served_run_that_is_killed_pays_nothing_twice_and_ends_as_if_nothing_had_happened(tmp_path: Path) -> None:
    chance, kills, lost = Random(3), 0, dict[str, None]()
    run, whole = tmp_path / "run.townlet", tmp_path / "whole.townlet"
    with BillingServer(latency=0.004) as server:
        means, limit = ("--model", server.url, "--profile", "paper"), ("--concurrency", str(CONCURRENCY))
        while kills < KILLS:
            reached, most = Event(), server.requests + chance.randint(1, 12)
            server.on_request = lambda number, most=most, reached=reached: reached.set() if number >= most else None
            begun = (str(run),) if run.exists() else ("applegarth", *means, "--out", str(run))
            quietly = ("--days", DAYS, "--port", "0", "--no-open", "--keep-running")
            with process("serve", *begun, *limit, *quietly) as serving:
                wait_until(reached.is_set, serving)
                kills += ended_after(serving, chance.uniform(0, 0.02))
            known = sendings(run)
            now = [sent for sent in server.bills if known[sent].status != "answered" and sent not in lost]
            assert len(now) <= SLOTS_PER_CONCURRENT_CALL * CONCURRENCY, "more was lost than can have been on its way"
            lost.update(dict.fromkeys(now))
        server.on_request = lambda number: None
        finished("resume", str(run), "--days", DAYS, "--json")
        # The bill of what was on its way at the last kill may have come after it.
        known = sendings(run)
        lost.update(dict.fromkeys(sent for sent in server.bills if known[sent].status != "answered"))
        assert server.paid_twice == 0, "an id was sent again"
        paid = server.requests
        server.bills.clear()
        finished("run", "applegarth", *means, "--no-ahead", "--days", DAYS, "--out", str(whole), "--json")
        assert paid - len(lost) == server.requests, "what had arrived was asked again"
    with open_reader(run) as killed, open_reader(whole) as left_alone:
        assert killed.stored_hash() == left_alone.stored_hash() is not None


def finished(*words: str) -> None:
    with process(*words) as running:
        told, _ = running.communicate()
        assert running.returncode == 0, told


BATTERY = """
name = "Three questions"

[[questions]]
id = "past"
category = "past"
ask = "What did you do this morning?"

[[questions]]
id = "present"
category = "present"
ask = "What are you doing?"

[[questions]]
id = "future"
category = "future"
ask = "What will you do tonight?"
"""


class Rater:
    """Somebody who ranks answers, and remembers which the server has confirmed."""

    def __init__(self, who: str) -> None:
        self.who, self.confirmed = who, 0
        self.is_done = False

    def go_on(self, link: str) -> None:
        """Do what the page asks for. Whatever was confirmed is not asked again."""
        page = self._asked(link)
        assert page["place"] >= self.confirmed, "an answer that was confirmed is asked again"
        # The last answer may have been kept though its confirmation was killed: this page confirms it.
        self.confirmed = page["place"]
        task, self.is_done = page["task"], page["stage"] == "done"
        match page["stage"]:
            case "consent":
                self._asked(link, "/consent", {})
            case "watch":
                self._asked(link, "/watched", {})
            case "task":
                letters = [each["letter"] for each in task.get("answers") or ()]
                does = {"choice": 0} if task["kind"] == "choose" else {"order": letters[::-1]}
                self._asked(link, "/done", {"place": page["place"], **does})
                self.confirmed = page["place"] + 1

    @staticmethod
    def _asked(link: str, what: str = "", body: Any = None) -> Any:
        request = Request(f"{link}api/rating{what}", None if body is None else json.dumps(body).encode())
        request.add_header("Content-Type", "application/json")
        with urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            return json.load(answer)


def test_a_rating_server_that_is_killed_keeps_each_answer_that_it_has_confirmed_once(run: Path, tmp_path: Path) -> None:
    path, battery, chance, kills = tmp_path / "run.townlet", tmp_path / "three.toml", Random(4), 0
    path.write_bytes(run.read_bytes())
    battery.write_text(BATTERY, encoding="utf-8")
    finished("interview", str(path), "--battery", str(battery), "--condition", "all", "--json")
    words = ("rate", "serve", str(path), "--battery", str(battery), "--port", "0", "--no-open", "--json")
    raters = [Rater("r001")]
    while kills < KILLS or not raters[-1].is_done:
        with process(*words) as serving:
            links = {row["id"]: row["link"] for row in _table(announced(serving)["links"])}
            wait_until(lambda links=links: _answers(links["r001"]), serving)
            left = chance.randint(1, 8)
            while serving.poll() is None and (kills < KILLS or not raters[-1].is_done):
                left -= 1
                if left == 0 and kills < KILLS:
                    Timer(chance.uniform(0, 0.03), serving.kill).start()
                # Without an answer nobody knows whether the server has it. The page tells once it is there again.
                with suppress(OSError, HTTPException):
                    raters[-1].go_on(links[raters[-1].who])
                if raters[-1].is_done and kills < KILLS:
                    raters.append(Rater(f"r{len(raters) + 1:03d}"))
                if left == 0 and kills < KILLS:
                    serving.wait()
                    kills += 1
    sessions = {session.rater: session for session in read_sessions(rankings_path(path))}
    assert sorted(sessions) == [rater.who for rater in raters]
    for rater in raters:
        did = [entry for entry in read_journal(journal_path(path, rater.who)) if isinstance(entry, DidEntry)]
        assert [entry.place for entry in did] == list(range(rater.confirmed))
        assert all(kept.order == kept.shown[::-1] for kept in sessions[rater.who].rankings)


def _table(path: str) -> list[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _answers(link: str) -> bool:
    with suppress(OSError), urlopen(link, timeout=PATIENCE_SECONDS):
        return True
    return False

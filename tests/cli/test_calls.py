from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from forgery import forged
from townlet.measures.calls import classify_outcome
from townlet.runfile import CallRow
from townlet.runfile.files import open_reader

from .typed import done, refused


def mark(run: Path, kind: str, **columns: object) -> None:
    """Make one of a run's calls look otherwise."""
    with forged(run) as connection:
        key = connection.execute(
            "SELECT agent, step, path FROM call WHERE name = ? ORDER BY step, agent LIMIT 1", (kind,)
        ).fetchone()
        changes = ", ".join(f"{column} = ?" for column in columns)
        where = "WHERE agent = ? AND step = ? AND path = ?"
        connection.execute(f"UPDATE call SET {changes} {where}", (*columns.values(), *key))


def test_each_call_is_a_line_in_the_order_of_the_run(made: Path) -> None:
    lines = done("calls", str(made)).stdout.splitlines()
    with open_reader(made) as reader:
        assert len(lines) == reader.totals().calls
    times = [line[:19] for line in lines]
    assert times == sorted(times)
    assert lines[0].startswith("2025-05-05 00:00:00  Bea Winters  importance  answered  ")


def test_the_whole_of_a_call_is_its_prompt_and_its_answer_word_for_word(made: Path) -> None:
    stdout = done("calls", str(made), "--kind", "day_plan", "--person", "nell", "--full").stdout
    with open_reader(made) as reader:
        [row] = [row for row in reader.calls() if (row.agent, row.name) == ("Nell Hart", "day_plan")]
        asked = reader.prompt(row.prompt_sha).text
    assert f"--- asked\n{asked.rstrip()}\n--- answered\n{row.reply}\n" in stdout


def test_json_is_one_list_with_every_column_and_on_demand_prompt_and_schema(made: Path) -> None:
    plain = done("calls", str(made), "--kind", "react", "--json").json
    assert {"time", "outcome", "agent", "reply", "prompt_tokens", "temperature", "model", "seconds"} <= plain[0].keys()
    assert "prompt" not in plain[0]
    full = done("calls", str(made), "--kind", "react", "--json", "--full").json
    assert len(full) == len(plain)
    with open_reader(made) as reader:
        assert full[0]["prompt"] == reader.prompt(full[0]["prompt_sha"]).text
    assert full[0]["schema"]["type"] == "object"


def test_a_time_means_its_game_minute(made: Path) -> None:
    every = [call["time"] for call in done("calls", str(made), "--json").json]
    minute = every[-1][: len("2025-05-05T06:27")]
    times = [call["time"] for call in done("calls", str(made), "--at", minute[-5:], "--json").json]
    assert times == [time for time in every if time.startswith(minute)]


def test_failed_means_all_that_is_no_answer(own: Path) -> None:
    assert done("calls", str(own), "--failed").stdout == "No call matches.\n"
    assert done("calls", str(own), "--failed", "--json").json == []
    mark(own, "day_plan", status="failed", reply="", error="the endpoint was away")
    mark(own, "summary", fallback=1, error="gave no fit answer")
    mark(own, "hour_plan", error="Invalid JSON")
    mark(own, "minute_plan", status="sent", reply="")
    found = done("calls", str(own), "--failed", "--json").json
    expected = {("day_plan", "failed"), ("summary", "stand-in"), ("hour_plan", "unfit"), ("minute_plan", "unanswered")}
    assert {(call["name"], call["outcome"]) for call in found} == expected
    assert "the endpoint was away" in done("calls", str(own), "--failed", "--kind", "day_plan").stdout


def test_temperature_version_and_price_are_shown_where_there_are_any(own: Path) -> None:
    mark(own, "react", temperature=0.7, model="quill-2031-04-07", cost=0.00125)
    line = done("calls", str(own), "--kind", "react").stdout.splitlines()[0]
    assert "  0.001250 usd  " in line
    assert "  quill-2031-04-07  temperature 0.7  " in line
    others = done("calls", str(own), "--kind", "summary").stdout
    assert "usd" not in others
    assert "temperature" not in others


def test_a_reply_from_the_cache_is_shown_as_such(own: Path) -> None:
    mark(own, "react", prompt_tokens=0, answer_tokens=0, from_cache=1)
    line = done("calls", str(own), "--kind", "react").stdout.splitlines()[0]
    assert "  from the cache  " in line
    assert done("calls", str(own), "--kind", "react", "--json").json[0]["from_cache"] is True


def test_an_outcome_is_the_last_word_on_a_call() -> None:
    row = CallRow("Ann", 3, "0", 0, "react", "5ha", "answered", reply="no JSON", error="Invalid JSON")
    assert classify_outcome(row) == "unfit"
    assert classify_outcome(row._replace(error="")) == "answered"


def test_an_unknown_kind_is_refused_with_those_that_there_are(made: Path) -> None:
    line = refused("calls", str(made), "--kind", "gossip")
    assert "'gossip'" in line
    assert "converse" in line


def test_a_pipe_that_is_closed_early_ends_it_quietly(made: Path) -> None:
    command = [sys.executable, "-m", "townlet", "calls", str(made), "--full"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"2025-05-05")
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == (b"", 0)


def test_json_comes_a_call_at_a_time(made: Path) -> None:
    lines = done("calls", str(made), "--json").stdout.splitlines()
    assert [line[0] for line in lines[:3]] == ["[", ",", ","]
    assert json.loads(lines[1][1:])["agent"]

"""A hand-made run gives exactly its rows."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from measures.made import ADA, BATHROOM, BRAM, CLEO, DAY, HOUR, STOVE, starter
from reporting.tables.lived import HEARD, LATER, NOON, SEED, THOUGHT, lived, written
from townlet.cognition.state import Plan, PlanItem
from townlet.reporting.tables.catalogue import TABLES
from townlet.runfile.view import RunView, format_memory_id
from townlet.state.events import MindChanged

TALK, INVENTED = f"{NOON}-{ADA}", f"{LATER + 5}-{CLEO}"


@pytest.fixture(scope="session")
def source(run_file: Path) -> RunView:
    return RunView(run_file)


def rows(source: RunView, table: str) -> list[dict[str, Any]]:
    return [dict(zip(TABLES[table].names, row, strict=True)) for row in TABLES[table].rows(source)]


def picked(source: RunView, table: str, *columns: str) -> list[tuple[Any, ...]]:
    return [tuple(row[column] for column in columns) for row in rows(source, table)]


def at(step: int) -> datetime:
    return starter().start + timedelta(seconds=10 * step)


def test_people(source: RunView) -> None:
    assert picked(source, "people", "person", "age", "traits", "visitor", "joined") == [
        (name, 30, ("kind",), False, at(0)) for name in (ADA, BRAM, CLEO)
    ]


def test_memories_and_what_they_rest_on(source: RunView) -> None:
    columns = ("memory", "person", "time", "kind", "source", "heard_from", "utterance")
    assert picked(source, "memories", *columns) == [
        (f"{ADA}/0/0", ADA, at(0), "observation", "seed", None, None),
        (f"{BRAM}/{NOON + 6}/0", BRAM, at(NOON + 6), "observation", "heard", None, f"{TALK}#0"),
        (f"{BRAM}/{LATER}/0", BRAM, at(LATER), "reflection", "thought", None, None),
    ]
    assert picked(source, "evidence", "memory", "rests_on", "place", "person", "step") == [
        (format_memory_id(THOUGHT), format_memory_id(HEARD), 0, BRAM, LATER)
    ]
    assert picked(source, "recalls", "person", "step", "memory") == [(BRAM, LATER, format_memory_id(HEARD))]


def test_talks_and_lines(source: RunView) -> None:
    columns = ("talk", "opened_by", "with", "start_step", "end_step", "end", "lines", "words", "minutes")
    assert picked(source, "talks", *columns) == [
        (TALK, ADA, BRAM, NOON, NOON + 2, at(NOON + 2), 2, 7, pytest.approx(1 / 3)),
        (INVENTED, CLEO, BRAM, LATER + 5, None, None, 1, 4, pytest.approx(1 / 6)),
    ]
    assert picked(source, "lines", "utterance", "speaker", "to", "text", "shown") == [
        (f"{TALK}#0", ADA, BRAM, "I row in the regatta.", (format_memory_id(SEED),)),
        (f"{TALK}#1", BRAM, ADA, "How nice.", ()),
        (f"{INVENTED}#0", CLEO, BRAM, "A regatta, I suppose?", ()),
    ]


def test_who_came_to_know_what_and_inventions_are_no_knowing(source: RunView) -> None:
    assert picked(source, "facts", "fact", "source", "host", "paper_start") == [("regatta", ADA, None, None)]
    assert picked(source, "knowing", "fact", "person", "step", "way", "heard_from", "utterance") == [
        ("regatta", ADA, 0, "seed", None, None),
        ("regatta", BRAM, NOON, "heard", ADA, f"{TALK}#0"),
    ]


def test_who_knows_whom(source: RunView) -> None:
    assert picked(source, "relations", "person", "other", "since_step", "memory", "mutual", "talks", "lines") == [
        (BRAM, ADA, NOON + 6, format_memory_id(HEARD), False, 1, 2)
    ]


def test_where_people_were_and_what_they_were_at(source: RunView) -> None:
    stays = [row for row in rows(source, "stays") if row["person"] == CLEO]
    assert (stays[0]["start_step"], stays[-1]["end_step"]) == (0, DAY)
    assert (stays[-1]["place"], stays[-1]["sector"], stays[-1]["cut_off"]) == (str(BATHROOM), BATHROOM.parts[1], True)
    assert all(one["end_step"] == next_one["start_step"] for one, next_one in pairwise(stays))
    [bath] = rows(source, "activities")
    assert (bath["person"], bath["doing"], bath["at"], bath["start_step"]) == (
        CLEO, "having a bath", str(BATHROOM), 8 * HOUR,
    )  # fmt: skip
    assert bath["start"] < bath["arrived"] < bath["end"] == at(DAY)
    assert bath["minutes"] == 16 * 60


def test_each_stretch_of_each_version_of_a_plan_is_told_once(tmp_path: Path) -> None:
    made = lived()
    morning, bath = PlanItem(0, HOUR, "resting"), PlanItem(0, 90, "having a bath", BATHROOM, why="she is cold")
    for step, plan in (
        (1, Plan((morning,), made=1)),
        (5, Plan((morning,), steps=(bath,), made=1)),
        (9, Plan((replace(morning, activity="rowing"),), steps=(bath,), made=9, revision=1, reason="the sun is out")),
    ):
        made.log(step).minds.append(MindChanged(CLEO, plan=plan))
    source = RunView(made.write(tmp_path / "plans.townlet", DAY - 1))
    columns = ("person", "revision", "noted_step", "level", "start", "end", "activity", "place", "why", "reason")
    assert picked(source, "plans", *columns) == [
        (CLEO, 0, 1, "day", at(0), at(HOUR), "resting", None, None, None),
        (CLEO, 0, 5, "step", at(0), at(90), "having a bath", str(BATHROOM), "she is cold", None),
        (CLEO, 1, 9, "day", at(0), at(HOUR), "rowing", None, None, "the sun is out"),
        (CLEO, 1, 9, "step", at(0), at(90), "having a bath", str(BATHROOM), "she is cold", "the sun is out"),
    ]


def test_objects_and_calls(source: RunView) -> None:
    assert picked(source, "objects", "step", "place", "object", "state", "by") == [
        (NOON, 0, str(STOVE), "burning", None),
        (NOON, 1, str(STOVE), "put out", ADA),
    ]
    assert picked(source, "calls", "person", "step", "prompt", "job", "status", "usd") == [
        (BRAM, LATER, "react", "otherwise", "answered", 0.0)
    ]


def test_a_run_that_is_open_reads_up_to_where_it_was_opened(tmp_path: Path) -> None:
    short = RunView(written(tmp_path, until=NOON + 1))
    assert picked(short, "lines", "text") == [("I row in the regatta.",), ("How nice.",)]
    assert picked(short, "talks", "end_step") == [(None,)]
    assert short.manifest.steps == NOON + 2


@pytest.mark.parametrize("table", TABLES.values(), ids=lambda table: table.name)
def test_a_key_is_of_one_row_and_made_of_columns(source: RunView, table: Any) -> None:
    found = list(table.rows(source))
    keys = {tuple(row[table.names.index(name)] for name in table.key) for row in found}
    assert len(keys) == len(found)
    assert all(len(row) == len(table.columns) for row in found)

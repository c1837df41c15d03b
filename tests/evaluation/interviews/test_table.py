"""The table of answers, as it is kept beside a run."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from townlet.evaluation.interviews.answers import AnswerRow, InterviewContext, append_answers, read_answers
from townlet.evaluation.interviews.battery import BatteryQuestion, PersonalQuestion
from townlet.evaluation.interviews.interviewer import InterviewAnswer
from townlet.memory.record import Memory, MemoryId
from townlet.runfile.study_files import StudyFileError

ROW = AnswerRow(
    run="1", town="Otterby", seed=1, model="offline", time="2031-04-07T09:00:00", step=0, battery="b", person="Ann Ivy",
    condition="full", category="", question="q", asked="Well?", about="", answer="Yes.", code=None, memories="",
)  # fmt: skip


@pytest.mark.parametrize("answer", ["", "Two\nlines.", "A\u2028B\u0085C\x0cD\r\nE", "Žofie said: “no”"])
def test_what_is_kept_is_read(tmp_path: Path, answer: str) -> None:
    rows = [ROW, replace(ROW, answer=answer, code=2)]
    for row in rows:
        append_answers([row], tmp_path / "new" / "table.jsonl")
    assert read_answers(tmp_path / "new" / "table.jsonl") == rows


def test_rows_are_read_in_the_order_of_their_questions_whenever_their_answers_came(tmp_path: Path) -> None:
    table, rows = tmp_path / "table.jsonl", [replace(ROW, person=name) for name in ("Ann Ivy", "Bo Lund", "Cy Moss")]
    places = {row.key: place for place, row in enumerate(rows)}
    for place in (2, 0, 1):
        append_answers([rows[place]], table, places)
    later = replace(ROW, step=9)
    append_answers([later], table, {later.key: 0})
    assert read_answers(table) == [*rows, later]


def test_a_row_that_broke_off_costs_no_other(tmp_path: Path) -> None:
    table = tmp_path / "table.jsonl"
    append_answers([ROW], table)
    whole = table.read_bytes()
    table.write_bytes(whole + whole[: len(whole) // 2])
    assert read_answers(table) == [ROW]
    append_answers([replace(ROW, person="Bo Lund")], table)
    assert [row.person for row in read_answers(table)] == ["Ann Ivy", "Bo Lund"]


def test_every_line_that_is_no_row_is_told(tmp_path: Path) -> None:
    table = tmp_path / "table.jsonl"
    append_answers([ROW], table)
    table.write_text("{}\n" + table.read_text(encoding="utf-8") + "nothing\n", encoding="utf-8")
    with pytest.raises(StudyFileError) as found:
        read_answers(table)
    assert "line 1:" in str(found.value)
    assert "line 3:" in str(found.value)


def test_what_was_only_just_noticed_is_no_memory_of_the_run() -> None:
    held, noticed = (
        Memory(MemoryId("Ann Ivy", step, 0), "observation", "Bo is here.", datetime(2031, 4, 7, 9), 3, "seen")
        for step in (49, 50)
    )
    study = InterviewContext("1", "Otterby", 1, "offline", "2031-04-07T09:00:00", 50, "b")
    asked = PersonalQuestion(BatteryQuestion(id="q", ask="Well?"), "Well?")
    assert study.row(InterviewAnswer("Ann Ivy", "full", asked, "Yes.", (held, noticed))).memories == "Ann Ivy/49/0"

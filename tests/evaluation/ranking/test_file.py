"""The rankings file keeps sessions as they are, and tells every defect with its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from townlet.evaluation.ranking.sessions import (
    AttentionCheck,
    RankedQuestion,
    RaterSession,
    append_session,
    read_sessions,
)
from townlet.runfile.study_files import StudyFileError


def written(rater: str, *orders: tuple[str, ...], **other: Any) -> dict[str, Any]:
    rankings = [{"question": f"q{n}", "order": list(order)} for n, order in enumerate(orders)]
    return {"version": 1, "rater": rater, "kind": "person", "rankings": rankings} | other


def faults(path: Path, *lines: object) -> list[str]:
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    with pytest.raises(StudyFileError) as caught:
        read_sessions(path)
    return list(caught.value.defects)


def test_what_is_added_is_read(tmp_path: Path) -> None:
    file = tmp_path / "my.study" / "rankings.jsonl"
    ranked = RankedQuestion(question="q", asked="Who is\u2028Ümit?", order=("b", "a"), shown=("a", "b"), seconds=41.2)
    person = RaterSession(rater="r1", kind="person", began="2026-01-02T10:00:00+00:00", rankings=(ranked,))
    model = RaterSession(
        rater="m1", kind="model", model="m", attention=(AttentionCheck(id="told", passed=False),), rankings=(ranked,)
    )
    for session in (person, model):
        append_session(session, file)
    assert read_sessions(file) == [person, model]
    assert (person.attentive, model.attentive) == (True, False)


def test_a_line_that_was_torn_does_not_take_the_next_with_it(tmp_path: Path) -> None:
    file = tmp_path / "rankings.jsonl"
    file.write_text('{"version": 1, "ra')
    session = RaterSession.model_validate_json(json.dumps(written("r1", ("a", "b"))))
    append_session(session, file)
    assert read_sessions(file) == [session]
    file.write_text(file.read_text().removesuffix("\n"))
    append_session(session.model_copy(update={"rater": "r2"}), file)
    assert [each.rater for each in read_sessions(file)] == ["r1", "r2"]


def test_all_defects_come_at_once_with_their_lines(tmp_path: Path) -> None:
    found = faults(
        tmp_path / "rankings.jsonl",
        written("r1", ("a", "b")),
        "{",
        "",
        "[]",
        written("r1", ("b", "a")),
        written("r2", ("a", "c")),
        written("r3", ("a", "a")),
        written("r4", ("a", "b"), version=2),
        written("r5", ("a", "b"), kind="model"),
        written("r6", ("a", "b"), ratter="x", began="yesterday"),
        written("r7"),
        written("r8", ("a", "b\x1b[2J")),
    )
    assert [fault.split(":")[0] for fault in found] == [f"line {n}" for n in (2, 4, 5, 6, 7, 8, 9, 10, 10, 11, 12)]
    for fault, words in zip(
        found,
        (
            "is not JSON",
            "is not a JSON object",
            "rater 'r1' already has a session at line 1",
            "q0 ranks a, c; the rankings before it rank a, b",
            "names a condition twice: a, a",
            "has version 2; this Townlet reads version 1",
            "must name the model",
            "began: ",
            "'ratter' is not known. Did you mean 'rater'?",
            "the session has no rankings",
            "'b\\x1b[2J' holds control characters",
        ),
        strict=True,
    ):
        assert words in fault


@pytest.mark.parametrize("seconds", ["NaN", "-1", '"long"', "1e999"])
def test_seconds_are_a_time(tmp_path: Path, seconds: str) -> None:
    line = json.dumps(written("r1", ("a", "b"))).replace('"question"', f'"seconds": {seconds}, "question"')
    assert len(faults(tmp_path / "rankings.jsonl", line)) == 1


@pytest.mark.parametrize("odd", ["[" * 100_000, '{"version": ' + "9" * 10_000 + "}", '"\\ud800"', "null", "\x00"])
def test_nothing_that_a_line_may_be_breaks_the_reading(tmp_path: Path, odd: str) -> None:
    assert len(faults(tmp_path / "rankings.jsonl", odd)) == 1


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "rankings.jsonl"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(StudyFileError, match="not UTF-8 text"):
        read_sessions(file)


def test_a_file_of_another_kind_is_one_defect(tmp_path: Path) -> None:
    table = tmp_path / "answers.csv"
    table.write_text("person,answer\n" + "Ann Ivy,yes\n" * 50, encoding="utf-8")
    with pytest.raises(StudyFileError) as found:
        read_sessions(table)
    assert "1 defect:" in str(found.value)
    assert "not a rankings file" in str(found.value)

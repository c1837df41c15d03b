"""Files that are only ever added to keep what was written whole, wherever a stop or an editor left their end."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.runfile.study_files import StudyFileError, append_json_lines, read_json_lines

TEXTS = st.lists(st.text().map(json.dumps), max_size=5)


def texts(path: Path) -> list[str]:
    return [line for _, line in read_json_lines(path)]


@given(TEXTS, TEXTS, st.data())
def test_a_stop_costs_no_more_than_the_line_it_broke(
    tmp_path_factory: pytest.TempPathFactory, first: list[str], then: list[str], data: st.DataObject
) -> None:
    file = tmp_path_factory.mktemp("lines") / "some" / "table.jsonl"
    append_json_lines(first, file)
    whole = file.read_bytes()
    kept = data.draw(st.integers(0, len(whole)))
    file.write_bytes(whole[:kept])
    before = texts(file)
    assert before == first[: len(before)]
    assert len(before) >= whole[:kept].count(b"\n")
    append_json_lines(then, file)
    assert texts(file) == [*before, *then]


def test_two_may_add_at_the_same_time(tmp_path: Path) -> None:
    file = tmp_path / "table.jsonl"
    lines = [json.dumps(f"{number}" * 40_000) for number in range(40)]
    with ThreadPoolExecutor(4) as writers:
        list(writers.map(lambda line: append_json_lines([line], file), lines))
    assert sorted(texts(file)) == sorted(lines)


def test_lines_have_their_numbers_and_blank_ones_are_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "table.jsonl"
    file.write_text("\ufeff1\n\n  \n2\n", encoding="utf-8")
    assert read_json_lines(file) == [(1, "1"), (4, "2")]


def test_what_no_text_is_told(tmp_path: Path) -> None:
    file = tmp_path / "table.jsonl"
    file.write_bytes(b"\xff\xfe1\n")
    with pytest.raises(StudyFileError, match="UTF-8"):
        read_json_lines(file)

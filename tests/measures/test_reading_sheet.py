from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from townlet.measures.reading_sheet import WINCES, gwet_ac1, read_filled_sheet, score_sheets
from townlet.measures.statistics import clustered_share
from townlet.runfile.study_files import StudyError, StudyFileError

HEAD = "# Reading sheet\nreader,{reader}\nrun,{run}\nline,class,severity,talk,time,speaker,to,text,utterance\n"


def sheet(path: Path, *marks: str, reader: str = "Ann", run: str = "r1", lines_a_talk: int = 2) -> Path:
    """A sheet whose lines have these marks: '', 'tone,mild' and so on."""
    rows = [
        f"{place + 1},{mark or ','},1,9:00 am,Ada,Bram,Hm.,t{place // lines_a_talk}#{place % lines_a_talk}\n"
        for place, mark in enumerate(marks)
    ]
    path.write_text(HEAD.format(reader=reader, run=run) + "# a note\n" + "".join(rows), encoding="utf-8")
    return path


def test_marks_are_added_up_per_hundred_lines(tmp_path: Path) -> None:
    marks = ["tone,mild", "", "tone,severe", "", "grammar,mild", *[""] * 15]
    scores = score_sheets([sheet(tmp_path / "a.csv", *marks)])
    data = scores.as_json()
    assert data["all"] == data["readers"][0] | {"reader": "all"}  # type: ignore[index]
    assert scores.total.winces.value == 3 / 20
    assert scores.total.severe.value == 1 / 20
    assert scores.total.classes() == {"tone": 2, "grammar": 1}
    assert (len(scores.total.marks), scores.total.talks) == (20, 10)
    assert "15.0" in scores.as_text()


def test_a_sheet_from_a_spreadsheet_with_semicolons_padding_and_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = sheet(tmp_path / "a.csv", "Tone,MILD", "")
    text = path.read_text(encoding="utf-8").replace(",", ";").replace("reader;Ann", "reader;Ann;;;;;;;")
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    found = read_filled_sheet(path)
    assert found.reader == "Ann"
    assert [(mark.wince, mark.severe) for mark in found.marks] == [("tone", False), ("", False)]


@pytest.mark.parametrize(
    ("mark", "defect"),
    [
        ("tune,mild", "line 6: there is no class 'tune'; did you mean 'tone'?"),
        ("xyz,mild", "line 6: there is no class 'xyz'; write one of non-sequitur, frame"),
        ("tone,", "line 6: the severity is ''; write 'mild' or 'severe' beside the class"),
        ("tone,bad", "line 6: the severity is 'bad'; write 'mild' or 'severe' beside the class"),
        (",severe", "line 6: the severity is 'severe', but there is no class; write a class, or clear it"),
    ],
)
def test_a_mark_that_is_none_is_refused_with_its_line(tmp_path: Path, mark: str, defect: str) -> None:
    with pytest.raises(StudyFileError) as refusal:
        read_filled_sheet(sheet(tmp_path / "a.csv", mark))
    assert defect in str(refusal.value)


def test_all_defects_are_listed_at_once(tmp_path: Path) -> None:
    with pytest.raises(StudyFileError, match="2 defects") as refusal:
        read_filled_sheet(sheet(tmp_path / "a.csv", "tune,mild", "", "tone,", reader="Ann"))
    assert "line 6:" in str(refusal.value)
    assert "line 8:" in str(refusal.value)


def test_a_sheet_without_a_reader_may_not_have_been_read(tmp_path: Path) -> None:
    with pytest.raises(StudyFileError, match="no reader is named"):
        read_filled_sheet(sheet(tmp_path / "a.csv", "", reader=""))


@pytest.mark.parametrize(
    ("change", "defect"),
    [
        (("t0#1", "t0#0"), "line 7: spoken line 2 is there twice; delete one of the rows"),
        (("t0#1", ""), "line 7: the last column has '' and no id of a spoken line"),
        (("\n2,", "\ntwo,"), "line 7: the number of the spoken line is 'two'"),
        (("run,r1\n", ""), "the row 'run' with the id of the run is missing"),
        ((",severity,", ",how bad,"), "line 4: the column 'severity' is missing"),
        (("Hm.,t0#1", '"Hm.,t0#1'), "not CSV"),
    ],
)
def test_a_damaged_sheet_is_refused(tmp_path: Path, change: tuple[str, str], defect: str) -> None:
    path = sheet(tmp_path / "a.csv", "", "")
    path.write_text(path.read_text(encoding="utf-8").replace(*change), encoding="utf-8")
    with pytest.raises(StudyFileError) as refusal:
        read_filled_sheet(path)
    assert defect in str(refusal.value)


def test_files_that_are_no_sheets_are_refused(tmp_path: Path) -> None:
    other, binary = tmp_path / "other.csv", tmp_path / "binary.csv"
    other.write_text("a,b\n1,2\n", encoding="utf-8")
    binary.write_bytes(b"\xff\xfe\x00line")
    with pytest.raises(StudyError, match="no reading sheet"):
        read_filled_sheet(other)
    with pytest.raises(StudyError, match="not UTF-8"):
        read_filled_sheet(binary)


def test_two_readers_of_the_same_lines_are_compared(tmp_path: Path) -> None:
    one = sheet(tmp_path / "a.csv", "tone,mild", "tone,severe", "", "")
    two = sheet(tmp_path / "b.csv", "tone,mild", "frame,mild", "", "", reader="Bo")
    [agreement] = score_sheets([one, two]).agreements
    assert agreement.readers == ("Ann", "Bo")
    assert {question: agree for question, (agree, _) in agreement.questions.items()} == {
        "wince or not": 1,
        "severe or not": 0.75,
        "class": 0.75,
    }


def test_readers_of_other_lines_are_added_up_and_not_compared(tmp_path: Path) -> None:
    one = sheet(tmp_path / "a.csv", "tone,mild", "")
    two = sheet(tmp_path / "b.csv", "", "", reader="Bo", run="r2")
    scores = score_sheets([one, two])
    assert scores.agreements == ()
    assert (scores.total.winces.value, scores.total.talks) == (1 / 4, 2)
    assert "no line in common" in scores.as_text()


def test_one_reader_may_have_several_sheets_but_not_the_same_lines_twice(tmp_path: Path) -> None:
    one, other = sheet(tmp_path / "a.csv", ""), sheet(tmp_path / "b.csv", "", run="r2")
    assert len(score_sheets([one, other]).readers) == 1
    with pytest.raises(StudyError, match="Ann has read line t0#0 in another"):
        score_sheets([one, sheet(tmp_path / "c.csv", "tone,mild")])


def test_ac1_is_what_gwet_computes() -> None:
    """Of 125 subjects two raters put 118 into '+' and none into '-' together; Cohen's kappa is -0.02."""
    pairs = [("+", "+")] * 118 + [("+", "-")] * 5 + [("-", "+")] * 2
    assert gwet_ac1(pairs, 2) == pytest.approx(0.9408, abs=1e-4)


def test_ac1_is_zero_for_agreement_by_chance_and_one_for_full_agreement() -> None:
    by_chance = [(one, other) for one in "ab" for other in "ab"]
    assert gwet_ac1(by_chance, 2) == 0
    assert gwet_ac1([("a", "a"), ("b", "b")], 2) == 1


def test_independent_lines_get_the_interval_of_wilson() -> None:
    ones = np.ones(100, np.int64)
    hits = np.array([1] * 10 + [0] * 90)
    estimate = clustered_share(hits, ones, 5)
    assert (estimate.low, estimate.high) == (pytest.approx(0.0552, abs=5e-4), pytest.approx(0.1744, abs=5e-4))


def test_lines_that_resemble_those_of_their_talk_widen_the_interval() -> None:
    sizes = np.full(10, 10)
    spread, bunched = np.full(10, 1), np.array([10, *[0] * 9])
    alone, together = clustered_share(spread, sizes, 5), clustered_share(bunched, sizes, 5)
    assert alone.value == together.value == 0.1
    assert alone.high is not None
    assert together.high is not None
    assert together.high > alone.high + 0.1


def test_no_wince_at_all_still_leaves_room_above_and_few_talks_give_no_interval() -> None:
    none = clustered_share(np.zeros(10, np.int64), np.full(10, 10), 5)
    assert (none.value, none.low) == (0, 0)
    assert none.high == pytest.approx(0.037, abs=1e-3)
    assert clustered_share(np.zeros(4, np.int64), np.full(4, 10), 5).high is None


def test_there_are_ten_classes_that_a_reader_can_type() -> None:
    assert len(WINCES) == 10
    assert all(wince == wince.lower() and " " not in wince for wince in WINCES)

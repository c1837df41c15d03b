from __future__ import annotations

import csv
from pathlib import Path

from townlet.reporting.script import ScriptBeat, ScriptScene
from townlet.reporting.sheet import compose_sheet, draw_hours_with_talk
from townlet.runfile.view import RunView

from .typed import done, refused, typed

ADA, BRAM = "Ada Finch", "Bram Oake"


def lines_of(sheet: str) -> list[list[str]]:
    """The rows of the spoken lines."""
    return [row for row in csv.reader(sheet.splitlines()) if row[0].isdigit()]


def test_a_sheet_has_the_lines_of_hours_with_talk_numbered(made: Path) -> None:
    sheet = done("read", str(made), "--sheet", "--hours", "1").stdout
    said = {line.utterance: line for line in RunView(made).lines()}
    rows = lines_of(sheet)
    assert [int(row[0]) for row in rows] == list(range(1, len(rows) + 1))
    for row in rows:
        line = said[row[-1]]
        assert (row[1], row[2]) == ("", "")
        assert row[5:8] == [line.speaker, line.to, line.text]
    assert "# class non-sequitur: " in sheet


def test_all_hours_hold_all_lines_of_the_run(made: Path) -> None:
    rows = lines_of(done("read", str(made), "--sheet", "--hours", "24").stdout)
    assert {row[-1] for row in rows} == {line.utterance for line in RunView(made).lines()}


def test_equal_seeds_draw_equal_hours_and_other_seeds_draw_others() -> None:
    scenes = [
        ScriptScene(hour, "Mill", (ScriptBeat(hour, "Mill", "line", ADA, "Hm.", "t", BRAM, f"t#{hour}"),))
        for hour in range(24)
    ]
    judged = {f"t#{hour}" for hour in range(24) if hour != 5}
    drawn = [[scene.hour for scene in draw_hours_with_talk(scenes, judged, 4, seed)] for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert all(len(hours) == 4 and hours == sorted(hours) for hours in drawn)
    assert 5 not in [scene.hour for scene in draw_hours_with_talk(scenes, judged, 24, 1)], (
        "nobody talks of their own accord"
    )


def test_what_a_visitor_says_is_to_be_read_and_not_marked(made: Path) -> None:
    view = RunView(made)
    beats = (
        ScriptBeat(0, "Mill", "line", "A visitor", "Who are you?", "t", ADA, "t#0"),
        ScriptBeat(1, "Mill", "line", ADA, "=Ada, of course.", "t", "A visitor", "t#1"),
        ScriptBeat(2, "Mill", "thought", ADA, "I wonder."),
        ScriptBeat(3, "Mill", "direction", ADA, "Ada Finch sits down."),
    )
    sheet = compose_sheet([ScriptScene(0, "Mill", beats)], {"t#1"}, view.header, view.clock, 7)
    [row] = lines_of(sheet)
    assert row[-2:] == ["'=Ada, of course.", "t#1"], "no spreadsheet runs it as a formula"
    assert "A VISITOR: Who are you?" in sheet
    assert "(Ada Finch sits down.)" in sheet
    assert "I wonder" not in sheet


def test_a_filled_in_sheet_is_added_up_and_two_readers_are_compared(made: Path, tmp_path: Path) -> None:
    empty = done("read", str(made), "--sheet").stdout
    for reader, mark in (("Ann", "1,tone,mild,"), ("Bo", "1,tone,severe,")):
        filled = empty.replace("\nreader,\n", f"\nreader,{reader}\n").replace("\n1,,,", f"\n{mark}")
        (tmp_path / f"{reader}.csv").write_text(filled, encoding="utf-8")
    ann, bo = str(tmp_path / "Ann.csv"), str(tmp_path / "Bo.csv")
    alone = done("measure", "--sheet", ann, "--json").json
    assert alone["all"]["classes"] == {"tone": 1}
    assert alone["all"]["lines"] == len(lines_of(empty))
    both = done("measure", "--sheet", ann, "--sheet", bo, "--json").json
    assert both["agreement"][0]["class"] == {"agree": 1, "ac1": 1}
    assert "Gwet's AC1" in done("measure", "--sheet", ann, "--sheet", bo).stdout


def test_an_empty_sheet_is_refused_until_its_reader_is_named(made: Path, tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text(done("read", str(made), "--sheet").stdout, encoding="utf-8")
    outcome = refused_lines("measure", "--sheet", str(path))
    assert outcome[0] == f"{path} has 1 defect:"
    assert "no reader is named" in outcome[1]


def refused_lines(*words: str) -> list[str]:
    """All lines on stderr of a command that has to be refused as bad input."""
    outcome = typed(*words)
    assert (outcome.status, outcome.stdout) == (2, "")
    return outcome.stderr.splitlines()


def test_options_that_do_not_go_together_are_refused(made: Path, tmp_path: Path) -> None:
    run = str(made)
    assert "leave out --person" in refused("read", run, "--sheet", "--person", "nell")
    assert "add --sheet" in refused("read", run, "--hours", "2")
    assert "add --sheet" in refused("read", run, "--seed", "2")
    assert "Give either run files" in refused("measure")
    assert "Give either run files" in refused("measure", run, "--sheet", run)
    assert "cannot be used" in refused("measure", "--sheet", str(tmp_path / "none.csv"))
    assert "Nobody talks" in refused("read", run, "--sheet", "--from", "0:00", "--to", "1:00")

from __future__ import annotations

from pathlib import Path

from townlet.runfile.files import open_reader

from .typed import done, refused


def hours(script: str) -> int:
    """How many hours a script has headings for."""
    return sum(line.startswith("— ") for line in script.splitlines())


def test_a_script_has_places_as_headings_and_doings_as_directions(made: Path) -> None:
    stdout = done("read", str(made)).stdout
    assert "— Monday May 5, 6:00 am —" in stdout
    assert "HART COTTAGE: KITCHEN" in stdout
    assert "(Nell Hart is getting out of bed.)" in stdout


def test_every_line_that_was_spoken_is_in_the_script(made: Path) -> None:
    beats = [beat for scene in done("read", str(made), "--json").json for beat in scene["beats"]]
    with open_reader(made) as reader:
        spoken = sum(1 for _ in reader.events(kinds=("Said",)))
    assert sum(beat["kind"] == "line" for beat in beats) == spoken > 0


def test_from_and_to_bound_the_script(made: Path) -> None:
    beats = [
        beat
        for scene in done("read", str(made), "--from", "6:00", "--to", "7:00", "--json").json
        for beat in scene["beats"]
    ]
    assert beats
    assert all("2025-05-05T06:00" <= beat["time"] < "2025-05-05T07:00" for beat in beats)


def test_one_person_is_read_with_the_talks_they_are_in(made: Path) -> None:
    scenes = done("read", str(made), "--person", "nell", "--json").json
    beats = [beat for scene in scenes for beat in scene["beats"]]
    assert all("Nell Hart" in (beat["who"], beat["to"]) for beat in beats)
    assert {beat["who"] for beat in beats if beat["kind"] == "line"} > {"Nell Hart"}


def test_a_sample_is_so_many_hours_and_the_same_each_time(made: Path) -> None:
    first = done("read", str(made), "--sample", "1")
    assert hours(first.stdout) == 1
    assert done("read", str(made), "--sample", "1") == first


def test_a_larger_sample_has_more_hours(made: Path) -> None:
    assert hours(done("read", str(made), "--sample", "2").stdout) == 2


def test_no_line_is_wider_than_a_page(made: Path) -> None:
    assert max(map(len, done("read", str(made)).stdout.splitlines())) <= 96


def test_an_empty_stretch_says_so(made: Path) -> None:
    assert done("read", str(made), "--from", "1:00", "--to", "2:00").stdout == "Nothing notable happens.\n"


def test_times_the_wrong_way_round_are_refused(made: Path) -> None:
    assert "Swap them" in refused("read", str(made), "--from", "7:00", "--to", "6:00")

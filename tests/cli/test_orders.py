from __future__ import annotations

from pathlib import Path

from townlet.engine.commands import MAX_CHARACTERS
from townlet.runfile import inbox_path
from townlet.runfile.files import open_writer

from .typed import done, refused

STOVE = "Hart cottage: kitchen: stove"


def test_an_inner_voice_is_heard_when_the_run_goes_on(own: Path) -> None:
    stdout = done("tell", str(own), "bea", "You are going to learn the flute.").stdout
    assert "When the run is resumed" in stdout
    assert "townlet resume" in stdout
    done("resume", str(own), "--days", "0.33", "--json")
    script = " ".join(done("read", str(own), "--from", "7:35").stdout.split())
    assert "Bea Winters hears an inner voice: “You are going to learn the flute.”)" in script


def test_an_object_is_set_when_the_run_goes_on(own: Path) -> None:
    assert "When the run is resumed" in done("set", str(own), STOVE, "is burning").stdout
    done("resume", str(own), "--days", "0.33", "--json")
    assert "The stove in the kitchen of Hart cottage is burning." in done("read", str(own), "--from", "7:35").stdout


def test_a_running_town_takes_the_command_now(own: Path) -> None:
    with open_writer(own):
        assert "Within a game minute" in done("set", str(own), STOVE, "burning").stdout
        assert done("tell", str(own), "bea", "Hurry", "--json").json["taken"] == "now"
    assert len(list(inbox_path(own).iterdir())) == 2


def test_asking_whether_a_town_runs_leaves_nothing_behind(own: Path) -> None:
    refused("tell", str(own), "nobody", "Hurry")
    done("tell", str(own), "bea", "Hurry")
    assert sorted(path.name for path in own.parent.iterdir()) == [own.name, inbox_path(own).name]


def test_unknown_people_and_objects_are_refused_and_nothing_is_left(own: Path) -> None:
    assert "There is no person called 'Zoltan'" in refused("tell", str(own), "Zoltan", "Hurry")
    assert "no object 'Hart cottage: kitchen: stve'" in refused("set", str(own), "Hart cottage: kitchen: stve", "hot")
    assert not inbox_path(own).exists()


def test_empty_words_are_refused(own: Path) -> None:
    assert "The text is empty" in refused("tell", str(own), "bea", " ")
    assert "The state is empty" in refused("set", str(own), STOVE, "")


def test_a_run_that_is_not_there_gets_no_letters(tmp_path: Path) -> None:
    assert "There is no run file" in refused("tell", str(tmp_path / "none.townlet"), "bea", "Hurry")
    assert list(tmp_path.iterdir()) == []


def test_a_text_may_be_as_long_as_the_api_allows_and_no_longer(own: Path) -> None:
    for command, target, most in (("tell", "bea", MAX_CHARACTERS["text"]), ("set", STOVE, MAX_CHARACTERS["state"])):
        assert f"it may have {most:,}" in refused(command, str(own), target, "a" * (most + 1))
        done(command, str(own), target, "a" * most)
    assert len(list(inbox_path(own).iterdir())) == 2

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from townlet.cli.terminal.story import story_as_markdown, story_as_text
from townlet.runfile.files import open_reader, study_path
from townlet.runfile.view import RunView
from townlet.story import Evidence, tell_story
from townlet.story.tested import note_tested

from .typed import done, refused


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of the town of four until the afternoon; not to be changed."""
    path = tmp_path_factory.mktemp("stories") / "lived.townlet"
    done("run", "applegarth", "--days", "0.62", "--seed", "3", "--out", str(path), "--json")
    return path


def test_a_story_has_a_title_chapters_and_threads(lived: Path) -> None:
    lines = done("story", str(lived)).stdout.splitlines()
    assert lines[0] == "Applegarth: 0.6 days, 4 people"
    assert any(line.startswith("  1  ") for line in lines)
    assert "Threads" in lines
    assert any("news-1" in line and "picnic" in line for line in lines)


def test_no_line_is_wider_than_a_page(lived: Path) -> None:
    head = done("story", str(lived)).stdout.split("Follow one")[0]
    assert max(map(len, head.splitlines())) <= 92


def test_every_quote_is_a_spoken_line(lived: Path) -> None:
    with open_reader(lived) as reader:
        said = "\n".join(row.data for row in reader.events(kinds=("Said",)))
    quotes = [chapter["quote"] for chapter in done("story", str(lived), "--json").json["chapters"]]
    texts = [quote["text"] for quote in quotes if quote]
    assert texts
    assert [text for text in texts if text not in said] == []


def test_a_thread_is_followed_by_its_name_or_its_title(lived: Path) -> None:
    by_name = done("story", str(lived), "--thread", "news-1").stdout
    assert by_name.startswith("How people heard of a picnic")
    assert done("story", str(lived), "--thread", "of a picnic").stdout == by_name


def test_a_person_is_followed_by_part_of_the_name(lived: Path) -> None:
    thread = done("story", str(lived), "--person", "nell", "--json").json
    assert thread["title"] == "Nell Hart"
    assert thread["beats"]
    assert all("Nell Hart" in beat["people"] for beat in thread["beats"])


def test_chapters_can_be_fewer(lived: Path) -> None:
    assert len(done("story", str(lived), "--chapters", "1", "--json").json["chapters"]) == 1


def test_markdown_has_headings_and_quotes(lived: Path) -> None:
    text = done("story", str(lived), "--markdown").stdout
    assert text.startswith("# Applegarth")
    assert "\n## 1. " in text
    assert "\n> " in text


def test_what_led_to_a_chapter_is_marked_where_it_was_tested(lived: Path, tmp_path: Path) -> None:
    run = Path(shutil.copy(lived, tmp_path / "run.townlet"))
    note_tested(RunView(run), "who knows the picnic", {"3-Bo#0": ["had Ann not taken it in: no difference"]})
    story = tell_story(run)
    cause = Evidence("line", "3-Bo#0", 3, "Bo", "Come to the picnic.")
    story = replace(story, chapters=(replace(story.chapters[0], because=(cause,)),))
    mark = "tested: had Ann not taken it in: no difference (who knows the picnic)"
    assert mark in "\n".join(map(str, story_as_text(story, "townlet story run.townlet")))
    assert f"\n  - {mark}" in "\n".join(story_as_markdown(story))
    assert done("story", str(run), "--json").json["tested"] == {cause.id: [mark.removeprefix("tested: ")]}
    # The notes of another run that was written here before say nothing of this one.
    [notes] = (study_path(run) / "tested").iterdir()
    notes.write_text(notes.read_text(encoding="utf-8").replace(RunView(run).header.id, "another"), encoding="utf-8")
    assert done("story", str(run), "--json").json["tested"] == {}


def test_an_unknown_thread_names_those_there_are(lived: Path) -> None:
    line = refused("story", str(lived), "--thread", "gold")
    assert "'gold'" in line
    assert "news-1" in line


@pytest.mark.parametrize(("one", "other"), [("--thread=a", "--person=b"), ("--json", "--markdown")])
def test_two_things_at_once_are_refused(lived: Path, one: str, other: str) -> None:
    assert "give one of them" in refused("story", str(lived), one, other)


def test_an_unknown_person_is_refused(lived: Path) -> None:
    assert "Nell Hart" in refused("story", str(lived), "--person", "zed")

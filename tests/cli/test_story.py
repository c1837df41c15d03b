from __future__ import annotations

from pathlib import Path

import pytest

from townlet.runfile.files import open_reader

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


def test_an_unknown_thread_names_those_there_are(lived: Path) -> None:
    line = refused("story", str(lived), "--thread", "gold")
    assert "'gold'" in line
    assert "news-1" in line


@pytest.mark.parametrize(("one", "other"), [("--thread=a", "--person=b"), ("--json", "--markdown")])
def test_two_things_at_once_are_refused(lived: Path, one: str, other: str) -> None:
    assert "give one of them" in refused("story", str(lived), one, other)


def test_an_unknown_person_is_refused(lived: Path) -> None:
    assert "Nell Hart" in refused("story", str(lived), "--person", "zed")

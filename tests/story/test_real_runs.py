"""Stories of real runs: nothing false, capped, the same each time, and the same told at once or bit by bit."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from townlet.engine.commands import Whisper
from townlet.engine.simulation import Simulation
from townlet.runfile.view import RunView
from townlet.story import StorySifter, tell_story
from townlet.town import load_town

from .falsity import falsehoods

TOWNS = Path(__file__).parents[1] / "towns"
ODD = TOWNS / "orsolet"
"""A made-up town whose people have names from many languages, of one to four words."""
WHISPER = "The well in the cloister is poisoned."

pytestmark = pytest.mark.xdist_group("stories")


async def _live(town: str, path: Path, whisper: tuple[str, str] | None = None) -> Path:
    """Let a town live for two days, with a whisper on the first morning if one is given."""
    with Simulation.start(load_town(town), path, seed=4) as simulation:
        async for _ in simulation.run(days=0.4):
            pass
        if whisper:
            simulation.order(Whisper(*whisper))
        async for _ in simulation.run(days=1.6):
            pass
    return path


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A town of four."""
    return asyncio.run(_live("applegarth", tmp_path_factory.mktemp("small") / "run.townlet"))


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return asyncio.run(_live(str(ODD), tmp_path_factory.mktemp("odd") / "run.townlet", ("Bao", WHISPER)))


def told(path: Path, chapters: int = 12) -> dict[str, Any]:
    return tell_story(RunView(path), chapters).as_json()


@pytest.mark.parametrize("run", ["small", "odd"])
def test_nothing_in_a_story_is_false(run: str, request: pytest.FixtureRequest) -> None:
    path = request.getfixturevalue(run)
    assert falsehoods(told(path, 1000), RunView(path)) == []


def test_a_story_has_at_most_three_chapters_of_a_kind(odd: Path) -> None:
    story = told(odd, 1000)
    assert max(Counter(chapter["kind"] for chapter in story["chapters"]).values()) <= 3
    assert len(told(odd, 4)["chapters"]) == 4


def test_chapters_are_in_order_of_time_and_have_names_of_their_own(odd: Path) -> None:
    chapters = told(odd)["chapters"]
    assert [chapter["step"] for chapter in chapters] == sorted(chapter["step"] for chapter in chapters)
    assert len({chapter["id"] for chapter in chapters}) == len(chapters) > 3


def test_a_town_of_four_gets_a_short_story(small: Path) -> None:
    assert 1 <= len(told(small)["chapters"]) <= 8


@pytest.mark.parametrize("steps", [500, 2160, 3333])
def test_a_story_told_bit_by_bit_is_the_same_as_told_at_once(odd: Path, steps: int) -> None:
    whole = RunView(odd)
    sifter = StorySifter(RunView(odd, before_step=1))
    for until in range(steps, whole.until, steps):
        sifter.read_on(RunView(odd, before_step=until))
        sifter.story()
    sifter.read_on(whole)
    assert sifter.story(1000).as_json() == told(odd, 1000)


def test_a_story_of_the_past_knows_nothing_of_what_came_later(odd: Path) -> None:
    then = RunView(odd).until * 3 // 4
    story = tell_story(RunView(odd, before_step=then), 1000).as_json()
    assert story["chapters"]
    assert max(chapter["step"] for chapter in story["chapters"]) < then
    assert falsehoods(story, RunView(odd, before_step=then)) == []


def test_a_story_does_not_depend_on_the_order_of_sets(odd: Path) -> None:
    code = (
        "import sys, json; from townlet.runfile.view import RunView; from townlet.story import tell_story; "
        "print(json.dumps(tell_story(RunView(sys.argv[1])).as_json()))"
    )
    told_with = {
        subprocess.run(
            [sys.executable, "-c", code, str(odd)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert [json.loads(each) for each in told_with] == [told(odd)]


def test_a_story_of_one_person_has_them_in_every_chapter(odd: Path) -> None:
    story = tell_story(RunView(odd), person="Bao")
    assert story.chapters
    assert all("Bao" in chapter.people for chapter in story.chapters)


def test_a_whisper_has_a_chapter_and_a_thread(odd: Path) -> None:
    story = told(odd)
    [voice] = [chapter for chapter in story["chapters"] if chapter["kind"] == "voice"]
    assert voice["quote"]["text"] == WHISPER
    assert voice["people"] == ["Bao"]
    assert any(WHISPER in thread["title"] for thread in story["threads"])


def test_a_chapter_has_all_that_a_camera_needs(odd: Path) -> None:
    for chapter in told(odd)["chapters"]:
        assert chapter["camera"]["tile"]
        assert chapter["people"]
        assert chapter["from"] <= chapter["step"]
        if chapter["quote"] and chapter["quote"]["utterance"] and chapter["talk"]:
            assert chapter["quote"]["utterance"].startswith(f"{chapter['talk']}#")

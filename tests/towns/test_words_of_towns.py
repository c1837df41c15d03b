"""The words that a town brings with it: its people live by them, and its runs keep them."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from offline.moves.test_table import filled
from townlet.engine.replay import replay_run
from townlet.engine.simulation import Simulation
from townlet.language.prompt import WordFiles
from townlet.offline.moves.lookup import serves
from townlet.offline.moves.table import TalkMove, moves
from townlet.offline.reader.facts import content
from townlet.offline.trades import occupation
from townlet.offline.words import WORDS, using
from townlet.offline.words.added import word_defects, words_with
from townlet.runfile.files import fork_run
from townlet.runfile.view import RunView
from townlet.town import TownError, load_town
from towns import MADE_UP_TOWNS

ORSOLET = next(folder for folder in MADE_UP_TOWNS if (folder / "words").is_dir())
PAGE = Path(__file__).parents[2] / "docs" / "towns.md"
HOURS = 11


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A morning in Orsolet; not to be changed."""

    async def live(path: Path) -> None:
        with Simulation.start(load_town(ORSOLET), path, seed=1) as simulation:
            async for _ in simulation.run(days=HOURS / 24):
                pass

    path = tmp_path_factory.mktemp("runs") / "orsolet.townlet"
    asyncio.run(live(path))
    return path


def own(files: WordFiles, file: str, key: str) -> set[str]:
    """What a list of a file of words holds, line by line."""
    text = next(text for name, text in files if name.endswith(file))
    return {each for found in re.findall(rf"{key} = \[(.*?)\]", text, re.S) for each in re.findall(r'"([^"]+)"', found)}


def test_its_people_say_the_towns_own_rows(run: Path) -> None:
    rows = own(load_town(ORSOLET).words, "moves.toml", "say")
    assert rows
    assert {row for line in RunView(run).lines() for row in rows if row in line.text}


def test_its_people_work_at_the_towns_own_trades(run: Path) -> None:
    acts = {act.split("|")[0] for act in own(load_town(ORSOLET).words, "trades.toml", "acts")}
    done = {str(event.data) for event in RunView(run).events("Acted")}
    assert acts
    assert {act for act in acts if any(act in each for each in done)}


def test_the_towns_skill_serves_a_need_that_no_other_word_meets() -> None:
    wanted = content("watch the slope")
    assert not serves("skills", "sees farther than anybody", wanted)
    with using(words_with(load_town(ORSOLET).words)):
        assert serves("skills", "sees farther than anybody", wanted)


def test_a_run_and_its_forks_keep_the_words(run: Path, tmp_path: Path) -> None:
    fork_run(run, 10, tmp_path / "fork.townlet")
    for path in (run, tmp_path / "fork.townlet"):
        assert RunView(path).town.words == load_town(ORSOLET).words


def test_a_replay_speaks_with_the_same_words(run: Path) -> None:
    assert asyncio.run(replay_run(run)).equal


def test_every_row_of_the_town_is_read_back_as_itself() -> None:
    with using(words_with(load_town(ORSOLET).words)):
        added = [move for move in moves().all.values() if all(move.id != row["id"] for row in rows_of_the_package())]
        read = {frame.body: moves().read(filled(frame)) for move in added for frame in move.say}
        assert [body for body, found in read.items() if [each.move for each in found] != [owner(body, added)]] == []


def rows_of_the_package() -> Iterator[dict[str, object]]:
    return (row for table in WORDS.moves for row in table.get("move", []))


def owner(body: str, added: list[TalkMove]) -> TalkMove:
    return next(move for move in added if any(frame.body == body for frame in move.say))


def test_a_run_does_not_begin_with_words_that_have_defects(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ORSOLET, tmp_path / "town"))
    words = folder / "words" / "moves.toml"
    words.write_text(words.read_text("utf-8").replace("slope_ask !atevent", "slope_ask !atevnt"), "utf-8")
    with pytest.raises(TownError, match=r"words/moves\.toml, line 4: there is no condition 'atevnt'"):
        Simulation.start(load_town(folder), tmp_path / "run.townlet")
    assert not (tmp_path / "run.townlet").exists()


def documented() -> WordFiles:
    """The example of the page about towns."""
    snippets = re.findall(r"```toml\n# (words/\w+\.toml)\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    return tuple(snippets)


def test_the_example_of_the_page_about_towns_works() -> None:
    assert word_defects(documented()) == []
    with using(words_with(documented())):
        assert occupation("Ada Fenn is the lock keeper of Millbrook.").trade.kind == "lock keeper"
        assert serves("trades", "the lock keeper of Millbrook", content("move a barge"))
        assert serves("skills", "rows on Sundays", content("move a barge"))
        assert [each.move.id for each in moves().read("Is the river still rising?") if each.move] == ["river_ask"]

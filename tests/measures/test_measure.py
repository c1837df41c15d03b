import json
import math
import os
import subprocess
import sys
from pathlib import Path

import pytest

from measures.made import ADA, DAY, HOUR, MadeRun
from townlet.engine.simulation import Simulation
from townlet.measures.run_measures import measure_run
from townlet.runfile import NoSuchRun
from townlet.runfile.view import RunView
from townlet.town import load_town


def _write(tmp_path: Path) -> Path:
    made = MadeRun()
    seed = made.remembers(0, ADA, "Ada Finch is holding a regatta on Saturday.", "seed")
    talk = made.talks(9 * HOUR, "Hello, Bram.", "Hello, Ada.")
    made.says(9 * HOUR + 2, ADA, "Bram Oake", "I'm holding a regatta on Saturday.", talk, [seed])
    return made.write(tmp_path / "made.townlet", DAY - 1)


def test_all_sections_are_there_as_data_and_as_text(tmp_path: Path) -> None:
    measures = measure_run(RunView(_write(tmp_path)))
    data = json.loads(json.dumps(measures.as_json()))
    assert (data["town"], data["seed"], data["agents"], data["game_days"]) == ("Applegarth", 1, 3, 1.0)
    assert {"coherence", "liveliness", "diffusion", "emergence", "facts", "density", "coordination"} <= set(data)
    assert data["liveliness"]["lines"] == 3
    assert data["facts"][0]["name"] == "regatta"
    text = measures.as_text()
    assert "COHERENCE" in text
    assert "LIVELINESS" in text
    assert "DIFFUSION" in text
    assert "not a language model" in text


def test_a_figure_is_found_by_its_key(tmp_path: Path) -> None:
    measures = measure_run(RunView(_write(tmp_path)))
    assert measures.figure("talks") == 1
    with pytest.raises(KeyError):
        measures.figure("nothing")


def test_keys_name_one_figure_each(tmp_path: Path) -> None:
    for section in measure_run(RunView(_write(tmp_path))).sections:
        keys = [figure.key for figure in section.figures()]
        keys += [listing.key for part in section.parts for listing in part.listings]
        assert len(keys) == len(set(keys)), section.key


def test_measuring_does_not_depend_on_the_order_of_hashes(tmp_path: Path) -> None:
    path = _write(tmp_path)
    printed = {_printed(path, hash_seed) for hash_seed in ("1", "2")}
    assert len(printed) == 1


def _printed(path: Path, hash_seed: str) -> bytes:
    script = (
        "from pathlib import Path\n"
        "from townlet.measures.run_measures import measure_run\n"
        "from townlet.runfile.view import RunView\n"
        f"measured = measure_run(RunView(Path({str(path)!r})))\n"
        "print(measured.as_json(), ascii(measured.as_text()))"
    )
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    return subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=True).stdout


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NoSuchRun, match="nowhere"):
        measure_run(RunView(tmp_path / "nowhere.townlet"))


async def test_a_run_of_the_starter_town_can_be_measured(tmp_path: Path) -> None:
    path = tmp_path / "run.townlet"
    with Simulation.start(load_town("applegarth"), path, seed=2) as simulation:
        async for _ in simulation.run(0.4):
            pass
    measures = measure_run(RunView(path))
    assert measures.about["agents"] == 4
    assert measures.figure("own_bed") == 1
    assert measures.figure("crowded_rooms") == 0


def test_every_bar_can_be_met_and_missed(tmp_path: Path) -> None:
    for figure in (
        figure for section in measure_run(RunView(_write(tmp_path))).sections for figure in section.figures()
    ):
        if (bar := figure.bar) is None:
            continue
        least, most = bar.least or 0, math.inf if bar.most is None else bar.most
        assert 0 <= least <= most, figure.key
        assert least > 0 or most < math.inf, figure.key
        if figure.form == "share":
            assert least <= 1, figure.key
            assert least > 0 or most < 1, figure.key

"""benchmarks/tiled_town.py: a town of many is a town like any other."""

import asyncio
import runpy
from pathlib import Path
from typing import Any

from townlet.engine.simulation import Simulation
from townlet.town import load_town

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "tiled_town.py"
tiling: dict[str, Any] = runpy.run_path(str(SCRIPT))


def test_a_tiled_town_has_everybody_on_its_map_and_a_run_goes_on_with_it(tmp_path: Path) -> None:
    town, path = load_town("applegarth"), tmp_path / "run.townlet"
    crowd = tiling["tiled"](town, 3, columns=2)
    with Simulation.start(crowd, path):
        pass
    resumed = asyncio.run(Simulation.resume(path))
    with resumed:
        state = resumed.engine.state
        assert (state.town.people, state.town.setting.tiles) == (crowd.people, crowd.setting.tiles)
        assert len(state.world.bodies) == 3 * len(town.people)
        assert all(state.terrain.grid.walkable(body.tile(0)) for body in state.world.bodies.values())
    assert len({persona.bed for persona in crowd.people}) >= len({persona.bed for persona in town.people}) * 3

"""A town lives on a real server whose contexts are small: prompts show fewer memories, and say so."""

from __future__ import annotations

import asyncio
import os
from itertools import product
from pathlib import Path

import httpx2
import pytest

from cli.typed import done
from faults.wire import Listening, Message, answer, read
from real_server.fixture import real_program
from real_server.serving import serving
from townlet import ModelOptions, NewRun, RunConfig, RunPaused, build_resources, load_town, replay_run, simulate
from townlet.engine.planned_run import plan_new_run
from townlet.evaluation.model_check import rehearse
from townlet.evaluation.sampling import sample_town
from townlet.runfile import open_reader

__all__ = ["real_program"]

pytestmark = [pytest.mark.real_server, pytest.mark.xdist_group("real_server")]

CONTEXTS, SLOTS = (2048, 4096, 8192), (1, 4)
EACH = list(product(CONTEXTS, SLOTS))
SOME = EACH if os.environ.get("TOWNLET_THOROUGH") else [(2048, 4), (4096, 1)]
"""All of the grid takes some minutes."""


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Here network models may work: the server is on this machine."""


@pytest.mark.parametrize(("context", "slots"), SOME)
def test_half_a_day_is_lived_in_a_small_context(real_program: Path, context: int, slots: int, tmp_path: Path) -> None:
    run = tmp_path / "run.townlet"
    with serving(real_program, tmp_path, slots, context) as server:
        simulate("applegarth", NewRun(days=0.5, out=run), ModelOptions(model=server.url))
    with open_reader(run) as reader:
        assert reader.header.settings.get("context", "") == ("" if context >= 8000 else str(context))
        assert reader.totals().fallbacks == 0
        assert {row.model for row in reader.calls()} == {"tiny-random"}
    told = done("calls", str(run), "--kind", "day_plan").stdout
    assert ("(fewer memories shown" in told) == (context < 8000)
    assert asyncio.run(replay_run(run)).equal


@pytest.mark.parametrize(("context", "slots"), EACH if len(SOME) == len(EACH) else [(4096, 4)])
async def test_without_schemas_doctor_foresees_that_nonsense_pauses_a_run_and_its_reason(
    real_program: Path, context: int, slots: int, tmp_path: Path
) -> None:
    town = load_town("applegarth")
    with serving(real_program, tmp_path, slots, context) as server:

        async def without_schemas(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            request = await read(reader)
            if b'"response_format"' in request.body:
                told = answer({"detail": [{"loc": ["body", "response_format"], "msg": "Extra inputs"}]}, 422)
            else:
                method, path, _ = request.first.split()
                async with httpx2.AsyncClient(timeout=60) as client:
                    passed = await client.request(method, f"{server.root}{path}", content=request.body)
                told = Message(f"HTTP/1.1 {passed.status_code} X", {"content-type": "application/json"}, passed.content)
            writer.write(told.whole)
            await writer.drain()

        async with Listening(without_schemas) as proxy:
            url = f"http://127.0.0.1:{proxy.port}/v1"
            config = RunConfig(model=url)
            resources = build_resources(config)
            said = await rehearse(town, config, resources, lambda run: sample_town(town, run, 1, 0.25))
            await resources.aclose()
            planned = plan_new_run(
                "applegarth", NewRun(days=0.5, out=tmp_path / "run.townlet"), ModelOptions(model=url)
            )
            with pytest.raises(RunPaused) as paused:
                await planned.live()
    [model, _] = said.findings
    assert (said.works, model.schema_mode) == (False, "words")
    for reason in ("of the latest calls had no fit answer", "Use another model"):
        assert reason in model.problem
        assert reason in str(paused.value)

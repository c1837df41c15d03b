"""What made the difference in a run with a language model: its own replies are not paid for again."""

from __future__ import annotations

from pathlib import Path

import pytest

from billing.server import BillingServer
from townlet.engine.build import build_resources
from townlet.language.providers.embedding import PROBES
from townlet.runfile import CallFilter, CallRow, open_reader
from townlet.runfile.config import RunConfig
from townlet.studies.causes import find
from townlet.studies.causes.find import Inquiry, find_causes

from .test_causes import EARLY, PAIR, lived, orchard

TOLD = {EARLY: PAIR[EARLY]}


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """These tests call a server on this machine."""


def test_replies_of_the_run_are_shared_until_worlds_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a model that answers otherwise each time, so that a question asked again would part worlds by chance."""
    monkeypatch.setattr(find, "FEWEST_PLACEBOS", 1)
    with BillingServer(draws=True) as server:
        config = RunConfig(model=f"{server.url}#m", embedder=f"{server.url}#near")
        resources = build_resources(config, 2)
        run = lived(orchard(tmp_path), tmp_path / "run.townlet", TOLD, 2, 2450, resources, config)
        before, embedded = server.requests, set(server.embedded) - set(PROBES)
        server.embedded.clear()
        planned = Inquiry(run, "Nell knows fireworks").costs()[f"{server.url}#m"]
        assert server.requests == before, "a plan asks nobody"
        found = find_causes(run, "Nell knows fireworks")
        assert found.same
        shared = calls_of(run)
        paid = 0
        for world in (found.folder / "runs").glob("*.townlet"):
            if world.stem != Inquiry(run, "Nell knows fireworks").past:
                calls = calls_of(world)
                assert all(calls[key].from_cache for key in calls.keys() & shared.keys())
                paid += sum(not row.from_cache for row in calls.values())
        assert server.requests - before == paid > 0
        later = [row for row in shared.values() if row.step >= EARLY]
        assert planned.calls >= paid, "it counts what the run asked after the parting, in each world"
        assert planned.calls <= 2 * len(later), "the world in which nothing is silenced costs nothing"
        assert planned.input_tokens > planned.output_tokens > 0
        assert not Inquiry(run, "Nell knows fireworks").costs(), "what is lived costs nothing more"
        assert embedded
        assert not embedded.intersection(server.embedded), "no text of the run is embedded again"


def calls_of(run: Path) -> dict[tuple[str, int, str, str, int], CallRow]:
    """The calls of a run that it did not inherit, by person, step, path, prompt and place."""
    with open_reader(run) as reader:
        since = reader.header.forked_from.step if reader.header.forked_from else 0
        rows = [*reader.calls(CallFilter(from_step=since, status="answered"))]
    return {(row.agent, row.step, row.path, row.prompt_sha, row.attempt): row for row in rows if row.agent}

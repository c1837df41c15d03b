from __future__ import annotations

import pytest

from townlet.engine.build import build_resources
from townlet.evaluation.model_check import _network, _Stage
from townlet.runfile.config import RunConfig

SERVER = "http://127.0.0.1:9/v1#small"


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Network models may be made here; none is asked."""


@pytest.mark.parametrize(("context", "written"), [(641, {}), (1600, {("options", SERVER): {"context": 1600}})])
def test_only_a_context_that_the_settings_take_is_written_into_them(context: int, written: object) -> None:
    stage = _Stage(build_resources(RunConfig(model=SERVER)), None)
    _network(stage._models["default"]).context = context  # type: ignore[misc]
    assert stage.learnt() == written

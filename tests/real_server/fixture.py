"""The real server for a session of tests.

A test module that uses it sets `pytestmark = [pytest.mark.real_server, pytest.mark.xdist_group("real_server")]`. The
first marker is the lane (see `lanes.py`); the second makes one process run all these tests with one server.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from .build import CannotBuild, built_server
from .serving import RealServer, serving

REQUIRED_VARIABLE = "TOWNLET_REAL_SERVER"
"""Set to 'required', tests fail where the server cannot be built; otherwise they are skipped."""


@pytest.fixture(scope="session")
def real_program() -> Path:
    """llama.cpp's server, built."""
    try:
        return built_server()
    except CannotBuild as error:
        if os.environ.get(REQUIRED_VARIABLE) == "required":
            raise
        pytest.skip(str(error).splitlines()[0])


@pytest.fixture(scope="session")
def real_server(real_program: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    """The server with a model of random weights, for chat and for embeddings."""
    with serving(real_program, tmp_path_factory.mktemp("real_server")) as server:
        yield server

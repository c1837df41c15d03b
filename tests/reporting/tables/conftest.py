from __future__ import annotations

from pathlib import Path

import pytest

from reporting.tables.lived import written


@pytest.fixture(scope="session")
def run_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The hand-made run; not to be changed."""
    return written(tmp_path_factory.mktemp("lived"))

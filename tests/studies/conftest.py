"""Fixtures that several modules of these tests share."""

from __future__ import annotations

import pytest

from shared import made_once

from .processes import finished, study_in, tables


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The tables by one worker that nobody disturbs; the study is lived once in a session of tests."""
    made = made_once(tmp_path_factory, "reference", lambda path: finished(study_in(path), "--workers", "1"))
    found = tables(made / "study.toml")
    assert {"cells.csv", "cells.parquet", "worlds.csv", "knowledge.csv"} <= set(found)
    return found

"""What is made once for a whole session of tests: fixtures of a module, and runs that several modules look at."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

from waiting import PATIENCE_SECONDS


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have one process run all tests of a module that has fixtures of its own, so that these are made once."""
    for item in items:
        if isinstance(item, pytest.Function) and not item.get_closest_marker("xdist_group") and _has_own(item):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))


def _has_own(item: pytest.Function) -> bool:
    fixtures = item._fixtureinfo.name2fixturedefs
    return any(each.scope in ("module", "package") for name in item.fixturenames for each in fixtures.get(name, ()))


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """The file of a name that all processes of a session of tests share.

    Whoever asks first has it made at the path that `make` is given; nobody may change it.
    """
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "shared"
    folder.mkdir(exist_ok=True)
    path = folder / name
    with FileLock(folder / f"{name}.making", timeout=5 * PATIENCE_SECONDS):
        if not path.exists():
            draft = Path(tempfile.mkdtemp(dir=folder)) / name
            make(draft)
            draft.rename(path)
    return path

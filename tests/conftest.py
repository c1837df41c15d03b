"""What holds for every test: no network model works, nobody waits in the dark, properties get the time they need."""

import gc
import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from townlet.language.network import forbid_network_models
from waiting import bound_all_waits

pytest_plugins = ("lanes", "shared")

settings.register_profile("townlet", deadline=None)
settings.load_profile("townlet")

bound_all_waits()
# Every Python that a test starts prints its stacks when it is ended for hanging.
os.environ["PYTHONFAULTHANDLER"] = "1"
# A shell starts what it runs in the background with Ctrl-C ignored, and the processes of tests would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Take what was imported and collected out of the sight of the garbage collector: it stays to the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _own_records(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Has the runs of tests leave their records in a folder of their own, not among those of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(autouse=True)
def _no_network() -> Iterator[None]:
    with forbid_network_models():
        yield

"""What holds for every test: no network model may work, and properties are given the time they need."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from townlet.language.network import forbid_network_models

pytest_plugins = ("lanes",)

settings.register_profile("townlet", deadline=None)
settings.load_profile("townlet")


@pytest.fixture(autouse=True)
def _no_network() -> Iterator[None]:
    with forbid_network_models():
        yield

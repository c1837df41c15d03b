"""A switch that keeps language models and embedders off the network, for tests and for people without one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from townlet.language.model import ModelError

NO_NETWORK_VARIABLE = "TOWNLET_NO_NETWORK"
"""Set to anything but 0 or nothing, it forbids network models for the whole process."""


class NetworkForbidden(ModelError):
    """A network model was to be used where that is forbidden."""


class _Bans:
    """How many `forbid_network_models` blocks are entered now."""

    entered = 0


@contextmanager
def forbid_network_models() -> Iterator[None]:
    """Within this block every network model refuses to work, in all tasks and threads. Blocks may nest.

    In pytest: `@pytest.fixture(autouse=True)` around `with forbid_network_models(): yield`.
    """
    _Bans.entered += 1
    try:
        yield
    finally:
        _Bans.entered -= 1


def require_network(name: str) -> None:
    """To be called by every model that reaches out, before it does. Raises NetworkForbidden."""
    variable = os.environ.get(NO_NETWORK_VARIABLE, "")
    if variable not in {"", "0"}:
        raise NetworkForbidden(
            f"Model {name!r} needs the network, but {NO_NETWORK_VARIABLE}={variable} forbids it; "
            "unset it or use the offline model."
        )
    if _Bans.entered:
        raise NetworkForbidden(
            f"Model {name!r} needs the network, but forbid_network_models() is in force; use a test model."
        )

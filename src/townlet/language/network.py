"""A switch that keeps language models and embedders off the network, for tests and offline use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from townlet.language.model import ModelError

NO_NETWORK_VARIABLE = "TOWNLET_NO_NETWORK"
"""The environment variable that forbids network models in the whole process, unless it is empty or 0."""


class NetworkForbidden(ModelError):
    """A network model was used while network models are forbidden."""


class _Bans:
    """How many `forbid_network_models` blocks are active."""

    active = 0


@contextmanager
def forbid_network_models() -> Iterator[None]:
    """Make every network model in the process raise NetworkForbidden while the block is active. Blocks may nest.

    In pytest, use it in a fixture with `autouse=True`: `with forbid_network_models(): yield`.
    """
    _Bans.active += 1
    try:
        yield
    finally:
        _Bans.active -= 1


def require_network(name: str) -> None:
    """Raise NetworkForbidden if network models are forbidden. Every network model calls this before it connects."""
    variable = os.environ.get(NO_NETWORK_VARIABLE, "")
    if variable not in {"", "0"}:
        raise NetworkForbidden(
            f"Model {name!r} needs the network, but {NO_NETWORK_VARIABLE}={variable} forbids it; "
            "unset it or use the offline model."
        )
    if _Bans.active:
        raise NetworkForbidden(
            f"Model {name!r} needs the network, but forbid_network_models() is in force; use a test model."
        )

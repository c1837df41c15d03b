"""How often tests that draw at random do so: less for every change, all of it for a release."""

from __future__ import annotations

import os
from typing import TypeVar

Drawn = TypeVar("Drawn")


def times(always: Drawn, thorough: Drawn) -> Drawn:
    """Return how often a test draws, or from what: the second if TOWNLET_THOROUGH is set."""
    return thorough if os.environ.get("TOWNLET_THOROUGH") else always

"""How often tests that draw at random do so: less for every change, all of it for a release."""

from __future__ import annotations

import os


def times(always: int, thorough: int) -> int:
    """Return how often a test draws: the second number if TOWNLET_THOROUGH is set."""
    return thorough if os.environ.get("TOWNLET_THOROUGH") else always

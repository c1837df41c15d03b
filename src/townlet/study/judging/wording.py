"""The words in which a judge is asked."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources


@cache
def template() -> str:
    """The text of the prompt's template."""
    return resources.files(__package__).joinpath("judge.md").read_text(encoding="utf-8")


@cache
def fingerprint() -> str:
    """Its SHA-256."""
    return hashlib.sha256(template().encode()).hexdigest()

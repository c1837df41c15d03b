"""The lexicons: TOML files beside this module, loaded once."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from importlib import resources
from typing import Any


def _load() -> dict[str, dict[str, Any]]:
    folder = resources.files("townlet.offline").joinpath("lexicon")
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    return {f.name.removesuffix(".toml"): tomllib.loads(f.read_text(encoding="utf-8")) for f in files}


LEX: dict[str, dict[str, Any]] = _load()
"""Lexicon by file name: LEX["events"]["nouns"]."""


@lru_cache(None)
def stems_pattern(stems: tuple[str, ...]) -> re.Pattern[str]:
    """A pattern that finds any of the stems at the start of a word."""
    return re.compile(rf"\b({'|'.join(stems)})")

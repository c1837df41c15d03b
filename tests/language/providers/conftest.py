"""Servers on this machine are what these tests are about; no other is reached."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from .asking import close_models

KEYS = (
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_BASE_URL",
    "GEMINI_API_KEY",
    "GEMINI_BASE_URL",
    "GOOGLE_API_KEY",
    "OLLAMA_HOST",
    "OLLAMA_API_KEY",
    "OPENROUTER_API_KEY",
    "TOWNLET_API_KEY",
    "TOWNLET_NO_NETWORK",
)


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Lifts the ban that holds for all other tests."""


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No keys, and no `.env` in the current folder."""
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
async def _models_closed() -> AsyncIterator[None]:
    yield
    await close_models()

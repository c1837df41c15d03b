"""The line at the end of a run about a model that is within reach, in a real terminal."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from townlet.cli import main
from townlet.cli.execution import within_reach
from townlet.language.providers import reach
from townlet.language.providers.endpoint import Credentials

from .local_servers import OLLAMA, hanging, models, scripted
from .typed import done

RUN = ["townlet", "run", "applegarth", "--days", "0.001"]
SAYS = "Rules spoke in this run. A language model is within reach (Ollama on this machine): "


@pytest.fixture(autouse=True)
def _no_network() -> None:
    """Lifts the ban that holds for all other tests: servers on this machine are asked."""


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., list[str]]:
    """Runs a town for a moment with a terminal for its output, and returns the lines there."""
    pty = pytest.importorskip("pty")

    def run(host: str, *options: str) -> list[str]:
        ours, theirs = pty.openpty()
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("OLLAMA_HOST", host)
        monkeypatch.setenv("TERM", "dumb")
        monkeypatch.setattr(within_reach, "SECONDS", 30)
        monkeypatch.setattr(sys, "argv", [*RUN, *options])
        told: list[bytes] = []
        reader = threading.Thread(target=lambda: told.extend(chunks(ours)))
        reader.start()
        with open(theirs, "w", encoding="utf-8") as screen, monkeypatch.context() as patched:
            patched.setattr(sys, "stdout", screen)
            with suppress(SystemExit):
                main()
        reader.join(60)
        os.close(ours)
        return b"".join(told).decode().splitlines()

    return run


def chunks(terminal: int) -> Iterator[bytes]:
    # Linux ends a terminal that nobody writes to any more with an error.
    with suppress(OSError):
        while chunk := os.read(terminal, 4096):
            yield chunk


def test_a_run_by_rules_ends_with_a_model_that_is_within_reach(terminal: Callable[..., list[str]]) -> None:
    with scripted(OLLAMA) as server:
        told = terminal(server.url.removesuffix("/v1"))
    assert told[-1] == f"{SAYS}townlet run applegarth --model dialogue=ollama:qwen3:4b"
    assert server.asked == [], "nobody is asked anything"


@pytest.mark.parametrize("chosen", [["--model", "offline"], ["--config", "own.toml"], ["--json"]])
def test_who_has_chosen_is_told_nothing(chosen: list[str], terminal: Callable[..., list[str]], tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('[models]\ndefault = "offline"\n', encoding="utf-8")
    with scripted(OLLAMA) as server:
        told = terminal(server.url.removesuffix("/v1"), *chosen)
    assert len(told) >= 1
    assert "within reach" not in "".join(told)


def test_output_that_goes_elsewhere_has_no_such_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with scripted(OLLAMA) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url.removesuffix("/v1"))
        outcome = done(*RUN[1:])
    assert "within reach" not in outcome.stdout + outcome.stderr


async def test_a_glance_prefers_servers_then_keys_and_never_waits_for_one_that_hangs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OLLAMA_HOST", raising=False)
    nobody = Credentials(openai_api_key=None, anthropic_api_key=None, GEMINI_API_KEY=None, openrouter_api_key=None)
    keys = nobody.model_copy(update={"anthropic_api_key": "sk-word"})
    with scripted({"/v1/models": models("m", owner="vllm")}) as server, hanging() as silent:
        places = (reach.ServerPlace("LM Studio", silent), reach.ServerPlace("vLLM", server.url))
        monkeypatch.setattr(reach, "USUAL_PLACES", places[1:])
        assert await reach.glance(keys, 5) == (server.url, "vLLM on this machine")
        monkeypatch.setattr(reach, "USUAL_PLACES", places[:1])
        assert await reach.glance(keys, 0.2) == ("anthropic:claude-haiku-5-5", "ANTHROPIC_API_KEY is set")
        assert await reach.glance(nobody, 0.2) is None

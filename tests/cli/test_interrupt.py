from __future__ import annotations

import os
import signal

import pytest

from townlet.cli.execution.interrupt import InterruptHandler


def test_the_first_ctrl_c_only_asks() -> None:
    with InterruptHandler("townlet resume a") as interrupt:
        said: list[str] = []
        interrupt.notify = said.append
        assert not interrupt.requested
        signal.raise_signal(signal.SIGINT)
        assert interrupt.requested
        assert said == ["Stopping after this step. Press Ctrl-C again to quit at once."]


def test_the_second_ends_the_process_with_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    left: list[int] = []
    monkeypatch.setattr(os, "_exit", left.append)
    with InterruptHandler("townlet resume a"):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
    assert left == [130]
    assert "Stopped at once. Resume with: townlet resume a" in capfd.readouterr().err


def test_afterwards_ctrl_c_is_what_it_was_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with InterruptHandler("townlet resume a"):
        assert signal.getsignal(signal.SIGINT) != before
    assert signal.getsignal(signal.SIGINT) == before

"""Who is stopped in the middle of many questions hears what is kept."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest

from townlet.engine.model_options import tell_on_stderr
from townlet.evaluation.interviews.session import tell_partial_progress
from townlet.language.model import UnfitAnswer


def test_ctrl_c_tells_what_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    async def asking() -> None:
        with tell_partial_progress(tell_on_stderr, lambda: 1_024, 2_500, Path("table.jsonl")):
            signal.raise_signal(signal.SIGINT)
            await asyncio.sleep(60)

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(asking())
    assert capsys.readouterr().err == "1,024 of 2,500 answers are in table.jsonl. The same command continues.\n"


def test_a_model_that_babbles_is_not_asked_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UnfitAnswer), tell_partial_progress(tell_on_stderr, lambda: 3, 5, Path("table.jsonl")):
        raise UnfitAnswer("No answer in the form asked for.")
    assert capsys.readouterr().err == "3 of 5 answers are in table.jsonl. Another --model may do better.\n"

"""Calls that arrive together are written together."""

import asyncio
from pathlib import Path

import pytest

from townlet.runfile import CallRecorder, RowsRefused, create_run, open_reader

from .made import FILES, HEADER, PROMPT, call


async def test_calls_are_on_the_disk_when_recorded(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    with create_run(path, HEADER, FILES) as run, open_reader(path) as reader:
        recorder = CallRecorder(run)
        for step in range(3):
            await recorder.record([call(step)], [PROMPT])
            assert [row.step for row in reader.calls()] == list(range(step + 1))


async def test_many_at_once_share_a_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with create_run(tmp_path / "a.townlet", HEADER, FILES) as run:
        sizes: list[int] = []
        record_calls = run.record_calls

        def counted(calls, prompts):
            sizes.append(len(calls))
            record_calls(calls, prompts)

        monkeypatch.setattr(run, "record_calls", counted)
        recorder = CallRecorder(run)
        await asyncio.gather(*(recorder.record([call(step)], [PROMPT]) for step in range(50)))

        assert sum(sizes) == 50
        assert len(sizes) <= 2
        assert len(list(run.calls())) == 50


async def test_a_refused_call_is_told_to_its_caller_and_later_ones_go_through(tmp_path: Path) -> None:
    with create_run(tmp_path / "a.townlet", HEADER, FILES) as run:
        recorder = CallRecorder(run)
        with pytest.raises(RowsRefused):
            await recorder.record([call(0)])
        await recorder.record([call(1)], [PROMPT])

        assert [row.step for row in run.calls()] == [1]


async def test_a_cancelled_caller_does_not_undo_what_others_wait_for(tmp_path: Path) -> None:
    with create_run(tmp_path / "a.townlet", HEADER, FILES) as run:
        recorder = CallRecorder(run)
        impatient = asyncio.create_task(recorder.record([call(0)], [PROMPT]))
        patient = asyncio.create_task(recorder.record([call(1)]))
        await asyncio.sleep(0)
        impatient.cancel()
        await patient

        assert [row.step for row in run.calls()] == [0, 1]

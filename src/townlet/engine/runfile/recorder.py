"""Group commit: replies that arrive while the disk is busy with others go down together."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field

from townlet.engine.runfile.rows import CallRow, PromptText
from townlet.engine.runfile.write import RunWriter


@dataclass
class _Batch:
    calls: list[CallRow] = field(default_factory=list)
    prompts: list[PromptText] = field(default_factory=list)
    written: asyncio.Task[None] | None = None


class CallRecorder:
    """Writes calls durably without holding up the event loop. One recorder per run."""

    def __init__(self, run: RunWriter) -> None:
        self._run = run
        self._waiting: _Batch | None = None
        self._disk = asyncio.Lock()

    async def record(self, calls: Iterable[CallRow], prompts: Iterable[PromptText] = ()) -> None:
        """Write calls and their prompts; they are on the disk when this returns. Raises what
        `RunWriter.record_calls` does, for all that were written together.
        """
        batch = self._waiting or self._new_batch()
        batch.calls += calls
        batch.prompts += prompts
        assert batch.written is not None
        await asyncio.shield(batch.written)

    def _new_batch(self) -> _Batch:
        batch = self._waiting = _Batch()
        batch.written = asyncio.create_task(self._write(batch))
        return batch

    async def _write(self, batch: _Batch) -> None:
        async with self._disk:
            self._waiting = None
            await asyncio.to_thread(self._run.record_calls, batch.calls, batch.prompts)

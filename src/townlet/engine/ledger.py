"""The calls of a run: kept in its file, and looked up there so that nothing is asked twice."""

from __future__ import annotations

from collections.abc import Sequence

from townlet.engine.ask import CallKey
from townlet.engine.runfile import CallFilter, CallRow, PromptText, RunReader, RunWriter
from townlet.language.model import Reply


class FileLedger:
    """Records calls in a run file. Replies of steps that were never committed are answered from there."""

    def __init__(self, writer: RunWriter, durable: bool) -> None:
        self._writer, self._durable = writer, durable
        self._left: dict[CallKey, tuple[str, Reply]] = {}
        self._rows: list[CallRow] = []
        self._prompts: list[PromptText] = []

    def pick_up(self, from_step: int) -> None:
        """Take in the replies of steps from `from_step` on: they were had before the run was broken off."""
        self._left = _answered(self._writer, from_step)

    def recorded(self, key: CallKey, prompt_sha: str) -> Reply | None:
        sha, reply = self._left.get(key, ("", None))
        return reply if sha == prompt_sha else None

    def record(self, rows: Sequence[CallRow], prompts: Sequence[PromptText]) -> None:
        """Write the calls down: at once where they were paid for, else with the next `flush`."""
        if self._durable:
            self._writer.record_calls(rows, prompts)
        else:
            self._rows.extend(rows)
            self._prompts.extend(prompts)

    def flush(self) -> None:
        """Write down the calls that have waited for the end of their step."""
        if self._rows:
            self._writer.record_calls(self._rows, self._prompts, durable=False)
            self._rows, self._prompts = [], []


class NoLedger:
    """Keeps no calls: for looking at a run without touching it, and for runs without a file."""

    def recorded(self, key: CallKey, prompt_sha: str) -> Reply | None:
        return None

    def record(self, rows: Sequence[CallRow], prompts: Sequence[PromptText]) -> None:
        return None

    def flush(self) -> None:
        return None


def _answered(reader: RunReader, from_step: int) -> dict[CallKey, tuple[str, Reply]]:
    return {
        (row.agent, row.step, row.path, row.attempt): (
            row.prompt_sha,
            Reply(row.reply, row.model, row.prompt_tokens, row.answer_tokens),
        )
        for row in reader.calls(CallFilter(status="answered", from_step=from_step))
    }

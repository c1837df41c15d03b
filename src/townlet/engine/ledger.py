"""The calls of a run: kept in its file, and looked up there so that nothing is asked twice."""

from __future__ import annotations

from collections.abc import Sequence

from townlet.engine.ask import CallKey
from townlet.engine.runfile import CallFilter, CallRow, PromptText, RunWriter
from townlet.language.model import Reply


class FileLedger:
    """Records calls in a run file. Replies of a step that did not come to its end are answered from there.

    A call whose prompt has changed since is recorded under the next free attempt.
    """

    def __init__(self, writer: RunWriter, durable: bool) -> None:
        self._writer, self._durable = writer, durable
        self._had: dict[tuple[str, int, str], list[CallRow]] = {}
        """The calls of steps that are not complete, by agent, step and path."""
        self._rows: list[CallRow] = []
        self._prompts: list[PromptText] = []

    def pick_up(self, from_step: int) -> None:
        """Take in the replies of steps from `from_step` on: they were had before the run was broken off."""
        for row in self._writer.calls(CallFilter(status="answered", from_step=from_step)):
            self._calls_of(row).append(row)

    def recorded(self, key: CallKey, prompt_sha: str) -> Reply | None:
        agent, step, path, attempt = key
        same = [row for row in self._had.get((agent, step, path), ()) if row.prompt_sha == prompt_sha]
        return _reply(same[attempt]) if attempt < len(same) else None

    def record(self, rows: Sequence[CallRow], prompts: Sequence[PromptText]) -> None:
        """Write the calls down: at once where they were paid for, else with the next `flush`."""
        rows = [self._numbered(row) for row in rows]
        if self._durable:
            self._writer.record_calls(rows, prompts)
        else:
            self._rows.extend(rows)
            self._prompts.extend(prompts)

    def flush(self) -> None:
        """Write down the calls that have waited for the end of their step, which is complete with it."""
        self._had.clear()
        if self._rows:
            self._writer.record_calls(self._rows, self._prompts, durable=False)
            self._rows, self._prompts = [], []

    def _numbered(self, row: CallRow) -> CallRow:
        calls = self._calls_of(row)
        calls.append(row._replace(attempt=calls[-1].attempt + 1 if calls else row.attempt))
        return calls[-1]

    def _calls_of(self, row: CallRow) -> list[CallRow]:
        return self._had.setdefault((row.agent, row.step, row.path), [])


class NoLedger:
    """Keeps no calls: for looking at a run without touching it, and for runs without a file."""

    def recorded(self, key: CallKey, prompt_sha: str) -> Reply | None:
        return None

    def record(self, rows: Sequence[CallRow], prompts: Sequence[PromptText]) -> None:
        return None

    def flush(self) -> None:
        return None


def _reply(row: CallRow) -> Reply:
    return Reply(row.reply, row.model, row.prompt_tokens, row.answer_tokens)

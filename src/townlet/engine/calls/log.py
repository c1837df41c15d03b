"""The call log: every model call of a run, looked up before a call is made so that nothing is paid for twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from townlet.engine.calls.outside import OUTSIDE
from townlet.language.model import Reply
from townlet.language.pricing import EMBEDDING
from townlet.runfile import CallFilter, CallRecorder, CallRow, PromptText, RunWriter


class FileCallLog:
    """Log calls in a run file, and answer repeated calls of an unfinished step from it. Implements `CallLog`.

    With `durable`, for models that cost money, a call is on disk before it is sent and again as soon as it is
    answered; the same holds for embedding calls in any case. Other calls can be computed again, so they are written
    when their step completes.
    """

    def __init__(self, writer: RunWriter, durable: bool) -> None:
        self._writer, self._durable = writer, durable
        self._recorder = CallRecorder(writer)
        self._unfinished: dict[int, dict[tuple[str, str], list[CallRow]]] = {}
        """The latest row of each call of the unfinished steps: by step, then by agent and path."""
        self._rows: list[CallRow] = []
        self._prompts: list[PromptText] = []

    def load_unfinished(self, from_step: int) -> None:
        """Load the calls of `from_step` and later from the file: a run made them before it was interrupted."""
        for row in self._writer.calls(CallFilter(from_step=from_step)):
            self._calls_at(row).append(row)

    def reply_for(self, agent: str, step: int, path: str, prompt: PromptText, index: int) -> Reply | None:
        rows = self.attempts(agent, step, path)
        same = [row for row in rows if row.status == "answered" and row.prompt_sha == prompt.sha]
        return recorded_reply(same[index]) if index < len(same) else None

    def attempts(self, agent: str, step: int, path: str) -> Sequence[CallRow]:
        return self._unfinished.get(step, {}).get((agent, path), ())

    def next_attempt(self, row: CallRow) -> CallRow:
        calls = self._calls_at(row)
        calls.append(row._replace(attempt=calls[-1].attempt + 1 if calls else 0))
        return calls[-1]

    async def log_sent(self, row: CallRow, prompt: PromptText) -> None:
        if self._durable or row.name in (EMBEDDING, OUTSIDE):
            await self._recorder.record([row], [prompt])

    async def log_settled(self, row: CallRow, prompt: PromptText) -> None:
        calls = self._calls_at(row)
        calls[:] = [row if call.attempt == row.attempt else call for call in calls]
        if self._durable or row.name in (EMBEDDING, OUTSIDE):
            await self._recorder.record([row], [prompt])
        else:
            self._rows.append(row)
            self._prompts.append(prompt)

    def flush(self, step: int) -> None:
        for finished in [each for each in self._unfinished if each <= step]:
            del self._unfinished[finished]
        waited = list(zip(self._rows, self._prompts, strict=True))
        if complete := [(row, prompt) for row, prompt in waited if row.step <= step]:
            rows, prompts = zip(*complete, strict=True)
            self._writer.record_calls(rows, prompts, durable=False)
            later = [(row, prompt) for row, prompt in waited if row.step > step]
            self._rows, self._prompts = [row for row, _ in later], [prompt for _, prompt in later]

    def _calls_at(self, row: CallRow) -> list[CallRow]:
        return self._unfinished.setdefault(row.step, {}).setdefault((row.agent, row.path), [])


class NoCallLog:
    """A call log that keeps nothing: for runs without a file, and for questions that must not change a run."""

    def reply_for(self, agent: str, step: int, path: str, prompt: PromptText, index: int) -> Reply | None:
        return None

    def attempts(self, agent: str, step: int, path: str) -> Sequence[CallRow]:
        return ()

    def next_attempt(self, row: CallRow) -> CallRow:
        return row

    async def log_sent(self, row: CallRow, prompt: PromptText) -> None:
        return None

    async def log_settled(self, row: CallRow, prompt: PromptText) -> None:
        return None

    def flush(self, step: int) -> None:
        return None


class KeptCallLog(NoCallLog):
    """A call log that keeps in memory what came of each call, for questions about the models themselves."""

    def __init__(self) -> None:
        self.rows: list[CallRow] = []
        self._attempts: Counter[str] = Counter()

    def next_attempt(self, row: CallRow) -> CallRow:
        self._attempts[row.path] += 1
        return row._replace(attempt=self._attempts[row.path] - 1)

    async def log_settled(self, row: CallRow, prompt: PromptText) -> None:
        self.rows.append(row)


def recorded_reply(row: CallRow) -> Reply:
    """Return the reply that a row holds."""
    return Reply(
        row.reply,
        row.model,
        row.prompt_tokens,
        row.answer_tokens,
        row.cached_tokens,
        row.reasoning_tokens,
        row.temperature,
        fallback=row.fallback,
        complaint="" if row.fallback else row.error,
    )


class CallLog(Protocol):
    """Where the engine looks up a call before it is made, and logs it when it is sent and when it ends."""

    def reply_for(self, agent: str, step: int, path: str, prompt: PromptText, index: int) -> Reply | None:
        """Return logged reply number `index` (from 0) to this prompt of this call; None if there is none."""

    def attempts(self, agent: str, step: int, path: str) -> Sequence[CallRow]:
        """Return what is logged of this call, in its order: with its prompt, a complaint, or a shorter prompt."""

    def next_attempt(self, row: CallRow) -> CallRow:
        """Return the row with the next attempt number of its call."""

    async def log_sent(self, row: CallRow, prompt: PromptText) -> None:
        """Log a call that is about to be sent. A durable log has it on disk when this returns."""

    async def log_settled(self, row: CallRow, prompt: PromptText) -> None:
        """Log the outcome of a call. Once a durable log returns, nothing can make a run pay for the reply again."""

    def flush(self, step: int) -> None:
        """Write what waited for this step to complete, and what waited for earlier ones."""

"""The calls of a run: kept in its file, and looked up there so that nothing is asked twice."""

from __future__ import annotations

from typing import Protocol

from townlet.language.model import Reply
from townlet.language.pricing import EMBEDDING
from townlet.runfile import CallFilter, CallRecorder, CallRow, PromptText, RunWriter


class FileCallLog:
    """Records calls in a run file. Replies of a step that did not come to its end are answered from there.

    Where calls cost something (`durable`; embeddings that are written down always do), each is on the disk before
    it is sent and again the moment it is answered; where they can be computed again, they are written with their step.
    """

    def __init__(self, writer: RunWriter, durable: bool) -> None:
        self._writer, self._durable = writer, durable
        self._recorder = CallRecorder(writer)
        self._had: dict[tuple[str, int, str], list[CallRow]] = {}
        """The sendings of steps that are not complete, by agent, step and path; the last state of each."""
        self._rows: list[CallRow] = []
        self._prompts: list[PromptText] = []

    def load_unfinished(self, from_step: int) -> None:
        """Take in the calls of steps from `from_step` on: they were made before the run was broken off."""
        for row in self._writer.calls(CallFilter(from_step=from_step)):
            self._sendings(row).append(row)

    def reply_for(self, agent: str, step: int, path: str, asked: PromptText, place: int) -> Reply | None:
        rows = self._had.get((agent, step, path), ())
        same = [row for row in rows if row.status == "answered" and row.prompt_sha == asked.sha]
        return recorded_reply(same[place]) if place < len(same) else None

    def next_attempt(self, row: CallRow) -> CallRow:
        sendings = self._sendings(row)
        sendings.append(row._replace(attempt=sendings[-1].attempt + 1 if sendings else 0))
        return sendings[-1]

    async def log_sent(self, row: CallRow, asked: PromptText) -> None:
        if self._durable or row.name == EMBEDDING:
            await self._recorder.record([row], [asked])

    async def log_settled(self, row: CallRow, asked: PromptText) -> None:
        sendings = self._sendings(row)
        sendings[:] = [row if sending.attempt == row.attempt else sending for sending in sendings]
        if self._durable or row.name == EMBEDDING:
            await self._recorder.record([row], [asked])
        else:
            self._rows.append(row)
            self._prompts.append(asked)

    def flush(self) -> None:
        """Write down the calls that have waited for the end of their step, which is complete with it."""
        self._had.clear()
        if self._rows:
            self._writer.record_calls(self._rows, self._prompts, durable=False)
            self._rows, self._prompts = [], []

    def _sendings(self, row: CallRow) -> list[CallRow]:
        return self._had.setdefault((row.agent, row.step, row.path), [])


class NoCallLog:
    """Keeps no calls: for looking at a run without touching it, and for runs without a file."""

    def reply_for(self, agent: str, step: int, path: str, asked: PromptText, place: int) -> Reply | None:
        return None

    def next_attempt(self, row: CallRow) -> CallRow:
        return row

    async def log_sent(self, row: CallRow, asked: PromptText) -> None:
        return None

    async def log_settled(self, row: CallRow, asked: PromptText) -> None:
        return None

    def flush(self) -> None:
        return None


def recorded_reply(row: CallRow) -> Reply:
    """The reply that a row keeps."""
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
    """Where calls are kept: looked up before a call is made, written before it is sent and when it has come."""

    def reply_for(self, agent: str, step: int, path: str, asked: PromptText, place: int) -> Reply | None:
        """The reply, of those had for this call before, that came in this place; None if there were not so many."""

    def next_attempt(self, row: CallRow) -> CallRow:
        """The row with an attempt number that no other sending of its call has."""

    async def log_sent(self, row: CallRow, asked: PromptText) -> None:
        """A call is about to leave. When this returns, the call_log will know of it whatever happens."""

    async def log_settled(self, row: CallRow, asked: PromptText) -> None:
        """A call has come to its end. When this returns, its reply will not be paid for again."""

    def flush(self) -> None:
        """The step is thought to its end: write down what has waited for that."""

"""What a run file holds of models, in place of the models: replies by what was asked, and vectors by their texts."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from townlet.engine.ledger import reply_of
from townlet.engine.runfile import CallRow, PromptText, RunReader
from townlet.language.model import Reply, Request


class NotRecorded(Exception):
    """Something was asked that the run file holds no answer to: the run did not come about like this."""

    def __init__(self, step: int, agent: str, what: str, recorded: str, asked: str) -> None:
        super().__init__(f"{agent or 'Somebody'} asked something else at step {step}: {what}")
        self.step, self.agent, self.what, self.recorded, self.asked = step, agent, what, recorded, asked


class RecordedReplies:
    """Answers every call from a run file, and only calls whose prompt is the very one. Implements `Ledger`."""

    def __init__(self, reader: RunReader) -> None:
        self._reader = reader
        self._of: dict[tuple[str, int], list[CallRow]] = {}
        """The sendings of the people who think at the present step."""
        self._asked: dict[str, PromptText] = {}

    def recorded(self, agent: str, step: int, path: str, asked: PromptText, place: int) -> Reply | None:
        rows = [row for row in self._sendings(agent, step) if row.path == path and row.status == "answered"]
        same = [row for row in rows if row.prompt_sha == asked.sha]
        if place < len(same):
            return reply_of(same[place])
        self._asked[asked.sha] = asked
        return None

    def numbered(self, row: CallRow) -> NoReturn:
        """A call would leave that never did."""
        rows = [each for each in self._sendings(row.agent, row.step) if each.path == row.path]
        asked = self._asked[row.prompt_sha].text
        if any(each.prompt_sha == row.prompt_sha for each in rows):
            raise NotRecorded(row.step, row.agent, f"an answer to {row.name!r} that fits", rows[-1].reply, "")
        if not rows:
            raise NotRecorded(row.step, row.agent, f"the prompt {row.name!r}", "", asked)
        recorded = self._reader.prompt(rows[-1].prompt_sha).text
        raise NotRecorded(row.step, row.agent, f"the prompt {row.name!r}", recorded, asked)

    async def sent(self, row: CallRow, asked: PromptText) -> None:
        return None

    async def settled(self, row: CallRow, asked: PromptText) -> None:
        return None

    def flush(self) -> None:
        return None

    def _sendings(self, agent: str, step: int) -> list[CallRow]:
        if (agent, step) not in self._of:
            self._of = {key: rows for key, rows in self._of.items() if key[1] == step}
            self._of[agent, step] = list(self._reader.calls_of(agent, step))
        return self._of[agent, step]


class RecordedVectors:
    """Gives texts the vectors that were stored for them. Implements `Embedder`."""

    def __init__(self, reader: RunReader, name: str) -> None:
        self.name = name
        self._vectors: dict[str, NDArray[np.float32]] = {
            row.text_sha: np.frombuffer(row.data, _NUMBERS[row.number]).astype(np.float32)
            for row in reader.vectors(name)
        }

    @property
    def dimensions(self) -> int:
        """Of a run that has embedded nothing any length will do."""
        return next((len(vector) for vector in self._vectors.values()), 1)

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.stack([self._vector(text) for text in texts])

    def _vector(self, text: str) -> NDArray[np.float32]:
        vector = self._vectors.get(hashlib.sha256(text.encode()).hexdigest())
        if vector is None:
            raise NotRecorded(-1, "", "an embedding", "", text)
        return vector


class Nobody:
    """Stands where a language model would. Implements `LanguageModel`."""

    name = "nobody"

    async def __call__(self, request: Request) -> NoReturn:
        raise AssertionError(f"A replay asked a model for {request.name!r}.")


_NUMBERS: dict[str, str] = {"int8": "i1", "float32": "<f4"}

"""Living a run again from what it recorded: the same town, the same replies, and no model.

Everything else is computed anew and written to a file that is thrown away, whose state hash is then compared.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from townlet.cognition.generative import Generative
from townlet.cognition.templates import Templates
from townlet.engine.calls.gateway import ModelGateway
from townlet.engine.calls.log import recorded_reply
from townlet.engine.engine import CognitionSet, Engine
from townlet.engine.simulation import STEPS_A_COMMIT
from townlet.language.embedder import Embedder
from townlet.language.hashed import HashedEmbedder
from townlet.language.model import ModelError, Reply, Request
from townlet.language.network import forbid_network_models
from townlet.runfile import CallRow, PromptText, RunReader, RunWriter, create_run, first_difference
from townlet.runfile.config import config_of
from townlet.runfile.event_log import COMMANDS, event_of, rows_of
from townlet.runfile.files import open_reader
from townlet.runfile.state import RunState
from townlet.town import town_from_files
from townlet.world.clock import Clock


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

    def reply_for(self, agent: str, step: int, path: str, asked: PromptText, place: int) -> Reply | None:
        rows = [row for row in self._sendings(agent, step) if row.path == path and row.status == "answered"]
        same = [row for row in rows if row.prompt_sha == asked.sha]
        if place < len(same):
            return recorded_reply(same[place])
        self._asked[asked.sha] = asked
        return None

    def next_attempt(self, row: CallRow) -> NoReturn:
        """A call would leave that never did."""
        rows = [each for each in self._sendings(row.agent, row.step) if each.path == row.path]
        asked = self._asked[row.prompt_sha].text
        if any(each.prompt_sha == row.prompt_sha for each in rows):
            raise NotRecorded(row.step, row.agent, f"an answer to {row.name!r} that fits", rows[-1].reply, "")
        if not rows:
            raise NotRecorded(row.step, row.agent, f"the prompt {row.name!r}", "", asked)
        recorded = self._reader.prompt(rows[-1].prompt_sha).text
        raise NotRecorded(row.step, row.agent, f"the prompt {row.name!r}", recorded, asked)

    async def log_sent(self, row: CallRow, asked: PromptText) -> None:
        return None

    async def log_settled(self, row: CallRow, asked: PromptText) -> None:
        return None

    def flush(self) -> None:
        return None

    def _sendings(self, agent: str, step: int) -> list[CallRow]:
        if (agent, step) not in self._of:
            self._of = {key: rows for key, rows in self._of.items() if key[1] == step}
            self._of[agent, step] = list(self._reader.calls_of(agent, step))
        return self._of[agent, step]


class RecordedEmbedder:
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


class NoModel:
    """Stands where a language model would. Implements `LanguageModel`."""

    name = "nobody"

    async def __call__(self, request: Request) -> NoReturn:
        raise AssertionError(f"A replay asked a model for {request.name!r}.")


_NUMBERS: dict[str, str] = {"int8": "i1", "float32": "<f4"}


@dataclass(frozen=True)
class ReplayDifference:
    """The first thing that came out otherwise."""

    step: int
    agent: str
    """Whose it is; empty for what is nobody's."""
    what: str
    """A table of the run file, or the prompt that was not the one that is recorded."""
    recorded: str
    replayed: str


@dataclass(frozen=True)
class ReplayResult:
    """What a replay came to."""

    steps: int
    """How many steps came to their end."""
    state_hash: str
    """Of what was lived again."""
    recorded_hash: str
    first_difference: ReplayDifference | None

    @property
    def equal(self) -> bool:
        return self.first_difference is None and self.state_hash == self.recorded_hash


async def replay_run(
    run: Path, watch: Callable[[int, int], None] = lambda done, steps: None, cognition: Generative | None = None
) -> ReplayResult:
    """Live a run again, up to its last complete step or to the first prompt that was never asked.

    `watch` is told how many of how many steps are done. Raises RunFileError for a run that cannot be read.
    """
    with open_reader(run) as reader, TemporaryDirectory() as folder, forbid_network_models():
        steps = (-1 if (last := reader.last_step()) is None else last) + 1
        path, files = Path(folder) / "again.townlet", reader.town_files()
        with create_run(path, reader.header, files, steps_a_commit=STEPS_A_COMMIT) as again:
            surprise = await _live_again(reader, again, steps, watch, cognition)
            return _compared(reader, again, steps, surprise)


async def _live_again(
    reader: RunReader, again: RunWriter, steps: int, watch: Callable[[int, int], None], cognition: Generative | None
) -> ReplayDifference | None:
    engine = _engine(reader, cognition)
    for step in range(steps):
        try:
            await _step(reader, engine, again)
        except NotRecorded as surprise:
            return ReplayDifference(step, surprise.agent, surprise.what, surprise.recorded, surprise.asked)
        except ModelError as failure:
            return ReplayDifference(step, "", "an answer that was fit", "", str(failure))
        watch(step + 1, steps)
    return None


async def _step(reader: RunReader, engine: Engine, again: RunWriter) -> None:
    """One step with the commands that people gave then. That the people move in comes of itself."""
    step = engine.next_step
    commands = [event_of(row) for row in reader.events(step, step) if row.phase == COMMANDS]
    moved_in = list(engine.move_in()) if step == 0 else []
    given = commands[len(moved_in) :]
    engine.reapply(given)
    log = await engine.step([*moved_in, *given])
    again.commit_step(step, [*rows_of(step, COMMANDS, log.commands), *log.rows()], log.memories, log.recall_rows())


def _engine(reader: RunReader, cognition: Generative | None) -> Engine:
    header, settings = reader.header, config_of(reader.header)
    town, embedder = town_from_files(reader.town_files()), _embedder(reader, settings.embedder)
    gateway = ModelGateway(NoModel(), embedder, RecordedReplies(reader), header.seed, run=header.id)
    mind = cognition or Generative(Templates(town.prompts), settings.how)
    state = RunState(town, Clock(header.start, header.step_seconds), embedder.dimensions)
    return Engine(state, CognitionSet.of(mind), gateway)


def _embedder(reader: RunReader, name: str) -> Embedder:
    """Vectors of the hashed embedder are computed, all others are stored."""
    hashed = HashedEmbedder()
    return hashed if name == hashed.name else RecordedEmbedder(reader, name)


def _compared(reader: RunReader, again: RunWriter, steps: int, surprise: ReplayDifference | None) -> ReplayResult:
    lived = surprise.step if surprise else steps
    row = first_difference(reader, again, lived - 1)
    found = ReplayDifference(row.step, row.agent, row.table, row.one, row.other) if row else surprise
    return ReplayResult(lived, again.state_hash(), reader.state_hash(), found)

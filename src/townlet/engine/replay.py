"""Replay: compute a run again from its recorded commands and replies, without a model, and compare the state hashes.

Everything but commands, replies and vectors is computed again, into a temporary run file.
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
from townlet.engine.calls.log import NoCallLog, recorded_reply
from townlet.engine.engine import CognitionSet, Engine
from townlet.engine.simulation import STEPS_A_COMMIT
from townlet.language.embedder import Embedder
from townlet.language.hashed import hashed_embedder
from townlet.language.model import ModelError, Reply, Request
from townlet.language.network import forbid_network_models
from townlet.runfile import CallRow, PromptText, RunDifference, RunReader, RunWriter, create_run, first_difference
from townlet.runfile.config import config_of
from townlet.runfile.event_log import COMMANDS, event_of, rows_of
from townlet.runfile.files import RunFile, open_reader, path_of
from townlet.state.run_state import RunState
from townlet.town import town_from_files


class NotRecorded(Exception):
    """The replay asked for something that the run file does not hold, so the run cannot have happened like this."""

    def __init__(self, step: int, agent: str, what: str, recorded: str, asked: str) -> None:
        super().__init__(f"The call of {agent or 'nobody'} at step {step} is not on file: {what}")
        self.step, self.agent, self.what, self.recorded, self.asked = step, agent, what, recorded, asked


class RecordedReplies(NoCallLog):
    """A call log that answers every call from a run file, if the prompt is exactly the same. Implements `CallLog`."""

    def __init__(self, reader: RunReader) -> None:
        self._reader = reader
        self._rows: dict[tuple[str, int], list[CallRow]] = {}
        """The recorded calls of the current step, by agent and step."""
        self._prompts: dict[str, PromptText] = {}

    def reply_for(self, agent: str, step: int, path: str, prompt: PromptText, index: int) -> Reply | None:
        rows = [row for row in self.attempts(agent, step, path) if row.status == "answered"]
        same = [row for row in rows if row.prompt_sha == prompt.sha]
        if index < len(same):
            return recorded_reply(same[index])
        self._prompts[prompt.sha] = prompt
        return None

    def attempts(self, agent: str, step: int, path: str) -> list[CallRow]:
        return [row for row in self._rows_of(agent, step) if row.path == path]

    def next_attempt(self, row: CallRow) -> NoReturn:
        """Raise NotRecorded: the replay is about to make a call that the run never made."""
        rows = self.attempts(row.agent, row.step, row.path)
        asked = self._prompts[row.prompt_sha].text
        if any(each.prompt_sha == row.prompt_sha for each in rows):
            raise NotRecorded(row.step, row.agent, f"an answer to {row.name!r} that fits", rows[-1].reply, "")
        if not rows:
            raise NotRecorded(row.step, row.agent, f"the prompt {row.name!r}", "", asked)
        recorded = self._reader.prompt(rows[-1].prompt_sha).text
        raise NotRecorded(row.step, row.agent, f"the prompt {row.name!r}", recorded, asked)

    def _rows_of(self, agent: str, step: int) -> list[CallRow]:
        if (agent, step) not in self._rows:
            self._rows = {key: rows for key, rows in self._rows.items() if key[1] == step}
            self._rows[agent, step] = list(self._reader.calls_of(agent, step))
        return self._rows[agent, step]


class RecordedEmbedder:
    """Return the stored vectors of texts. Implements `Embedder`. Raises NotRecorded for a text without a vector."""

    def __init__(self, reader: RunReader, name: str) -> None:
        self.name = name
        self._vectors: dict[str, NDArray[np.float32]] = {row.text_sha: row.vector for row in reader.vectors(name)}

    @property
    def dimensions(self) -> int:
        """The length of the stored vectors; 1 if there are none, because then nothing uses it."""
        return next((len(vector) for vector in self._vectors.values()), 1)

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.stack([self._vector(text) for text in texts])

    def _vector(self, text: str) -> NDArray[np.float32]:
        vector = self._vectors.get(hashlib.sha256(text.encode()).hexdigest())
        if vector is None:
            raise NotRecorded(-1, "", "an embedding", "", text)
        return vector


class NoModel:
    """A placeholder that must never be called. Implements `LanguageModel`."""

    name = "nobody"

    async def __call__(self, request: Request) -> NoReturn:
        raise AssertionError(f"A replay asked a model for {request.name!r}.")


@dataclass(frozen=True)
class ReplayResult:
    """The result of a replay."""

    steps: int
    """How many steps were completed."""
    state_hash: str
    """The state hash of the replay."""
    recorded_hash: str
    first_difference: RunDifference | None

    @property
    def equal(self) -> bool:
        return self.first_difference is None and self.state_hash == self.recorded_hash


async def replay_run(
    run: RunFile, watch: Callable[[int, int], None] = lambda done, steps: None, cognition: Generative | None = None
) -> ReplayResult:
    """Replay a run up to its last complete step, or up to the first prompt that the run never sent.

    `watch` is called after each step with the number of steps done and the total. Raises RunFileError if the run
    cannot be read.
    """
    with open_reader(path_of(run)) as reader, TemporaryDirectory() as folder, forbid_network_models():
        steps = (-1 if (last := reader.last_step()) is None else last) + 1
        path, files = Path(folder) / "again.townlet", reader.town_files()
        with create_run(path, reader.header, files, steps_a_commit=STEPS_A_COMMIT) as copy:
            difference = await _replay_steps(reader, copy, steps, watch, cognition)
            return _compare(reader, copy, steps, difference)


async def _replay_steps(
    reader: RunReader, copy: RunWriter, steps: int, watch: Callable[[int, int], None], cognition: Generative | None
) -> RunDifference | None:
    engine = _engine(reader, cognition)
    for step in range(steps):
        try:
            await _replay_step(reader, engine, copy)
        except NotRecorded as missing:
            return RunDifference(step, missing.agent, missing.what, missing.recorded, missing.asked)
        except ModelError as failure:
            return RunDifference(step, "", "an answer that was fit", "", str(failure))
        watch(step + 1, steps)
    return None


async def _replay_step(reader: RunReader, engine: Engine, copy: RunWriter) -> None:
    """Replay one step with its recorded commands. At step 0 the engine itself makes the events of moving in."""
    step = engine.next_step
    commands = [event_of(row) for row in reader.events(step, step) if row.phase == COMMANDS]
    moved_in = list(engine.move_in()) if step == 0 else []
    given = commands[len(moved_in) :]
    engine.reapply(given)
    log = await engine.step([*moved_in, *given])
    copy.commit_step(step, [*rows_of(step, COMMANDS, log.commands), *log.rows()], log.memories, log.recall_rows())


def _engine(reader: RunReader, cognition: Generative | None) -> Engine:
    header, config = reader.header, config_of(reader.header)
    town, embedder = town_from_files(reader.town_files()), _embedder(reader, config.embedder)
    gateway = ModelGateway(NoModel(), embedder, RecordedReplies(reader), header.seed, run=header.id)
    mind = cognition or Generative(Templates(town.prompts, town.words), config.how)
    state = RunState(town, header.clock, embedder.dimensions)
    return Engine(state, CognitionSet.of(mind), gateway)


def _embedder(reader: RunReader, name: str) -> Embedder:
    """Return the hashed embedder, which computes its vectors, or one that reads another embedder's stored vectors."""
    return hashed_embedder(name) or RecordedEmbedder(reader, name)


def _compare(reader: RunReader, copy: RunWriter, steps: int, difference: RunDifference | None) -> ReplayResult:
    done = difference.step if difference else steps
    first = first_difference(reader, copy, done - 1) or difference
    return ReplayResult(done, copy.state_hash(), reader.state_hash(), first)

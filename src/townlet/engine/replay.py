"""Living a run again from what it recorded: the same town, the same replies, and no model.

Everything else is computed anew and written to a file that is thrown away, whose state hash is then compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from townlet.cognition.generative import Generative
from townlet.cognition.templates import Templates
from townlet.engine.desk import Desk
from townlet.engine.engine import Engine, Minds
from townlet.engine.log import COMMANDS, event_of, rows_of
from townlet.engine.recorded import Nobody, NotRecorded, RecordedReplies, RecordedVectors
from townlet.engine.runfile import RunReader, RunWriter, create, first_difference
from townlet.engine.simulation import STEPS_A_COMMIT, opened, settings_of
from townlet.engine.state import RunState
from townlet.language.embed import Embedder
from townlet.language.hashed import HashedEmbedder
from townlet.language.model import ModelError
from townlet.language.network import forbid_network_models
from townlet.town import town_from_files
from townlet.world.clock import Clock


@dataclass(frozen=True)
class Difference:
    """The first thing that came out otherwise."""

    step: int
    agent: str
    """Whose it is; empty for what is nobody's."""
    what: str
    """A table of the run file, or the prompt that was not the one that is recorded."""
    recorded: str
    replayed: str


@dataclass(frozen=True)
class Replayed:
    """What a replay came to."""

    steps: int
    """How many steps came to their end."""
    state_hash: str
    """Of what was lived again."""
    recorded_hash: str
    first_difference: Difference | None

    @property
    def equal(self) -> bool:
        return self.first_difference is None and self.state_hash == self.recorded_hash


async def replay(
    run: Path, watch: Callable[[int, int], None] = lambda done, steps: None, cognition: Generative | None = None
) -> Replayed:
    """Live a run again, up to its last complete step or to the first prompt that was never asked.

    `watch` is told how many of how many steps are done. Raises RunFileError for a run that cannot be read.
    """
    with opened(run) as reader, TemporaryDirectory() as folder, forbid_network_models():
        steps = (-1 if (last := reader.last_step()) is None else last) + 1
        path, files = Path(folder) / "again.townlet", reader.town_files()
        with create(path, reader.header, files, steps_a_commit=STEPS_A_COMMIT) as again:
            surprise = await _live_again(reader, again, steps, watch, cognition)
            return _compared(reader, again, steps, surprise)


async def _live_again(
    reader: RunReader, again: RunWriter, steps: int, watch: Callable[[int, int], None], cognition: Generative | None
) -> Difference | None:
    engine = _engine(reader, cognition)
    for step in range(steps):
        try:
            await _step(reader, engine, again)
        except NotRecorded as surprise:
            return Difference(step, surprise.agent, surprise.what, surprise.recorded, surprise.asked)
        except ModelError as failure:
            return Difference(step, "", "an answer that was fit", "", str(failure))
        watch(step + 1, steps)
    return None


async def _step(reader: RunReader, engine: Engine, again: RunWriter) -> None:
    """One step with the commands that people gave then. That the people move in comes of itself."""
    step = engine.next_step
    commands = [event_of(row) for row in reader.events(step, step) if row.phase == COMMANDS]
    moved_in = list(engine.settle()) if step == 0 else []
    given = commands[len(moved_in) :]
    engine.reapply(given)
    log = await engine.step([*moved_in, *given])
    again.commit_step(step, [*rows_of(step, COMMANDS, log.commands), *log.rows()], log.memories, log.recall_rows())


def _engine(reader: RunReader, cognition: Generative | None) -> Engine:
    header, settings = reader.header, settings_of(reader.header)
    town, embedder = town_from_files(reader.town_files()), _embedder(reader, settings.embedder)
    desk = Desk(Nobody(), embedder, RecordedReplies(reader), header.seed, run=header.id)
    mind = cognition or Generative(Templates(town.prompts), settings.how)
    state = RunState(town, Clock(header.start, header.step_seconds), embedder.dimensions)
    return Engine(state, Minds.of(mind), desk)


def _embedder(reader: RunReader, name: str) -> Embedder:
    """Vectors of the hashed embedder are computed, all others are stored."""
    hashed = HashedEmbedder()
    return hashed if name == hashed.name else RecordedVectors(reader, name)


def _compared(reader: RunReader, again: RunWriter, steps: int, surprise: Difference | None) -> Replayed:
    lived = surprise.step if surprise else steps
    row = first_difference(reader, again, lived - 1)
    found = Difference(row.step, row.agent, row.table, row.one, row.other) if row else surprise
    return Replayed(lived, again.state_hash(), reader.state_hash(), found)

"""What a person of a run would recall: their memories, ranked for a text by the run's own embedder."""

from __future__ import annotations

from townlet.engine.blocking import wait_for
from townlet.engine.build import open_run_embedder
from townlet.measures.portrait import Portrait
from townlet.memory.retrieval import Recalled


def recall(portrait: Portrait, query: str, top: int = 10) -> tuple[Recalled, ...]:
    """Return the memories of a portrayed person that rank best for a text, with their scores, best first.

    No last access changes. Raises BadInput, RunFileError, ModelError, and ValueError for a portrait of no run file.
    """
    run = portrait.sight.run
    if run is None:
        raise ValueError("The portrait was not read from a run file, so no embedder can rank its memories.")

    async def ranked() -> tuple[Recalled, ...]:
        with run.reader() as reader:
            async with open_run_embedder(reader) as embedder:
                return await portrait.recalled(query, top, embedder)

    return wait_for(ranked())

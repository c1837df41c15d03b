"""A visitor who asks the people of a run, and leaves no trace."""

from __future__ import annotations

import asyncio
from pathlib import Path

from townlet.cognition.interview import interview
from townlet.cognition.templates import Templates
from townlet.cognition.thought import Thought
from townlet.engine.ask import DeskMind
from townlet.engine.desk import Desk
from townlet.engine.ledger import NoLedger
from townlet.engine.look import embedded, state_at
from townlet.engine.settings import Settings
from townlet.engine.simulation import opened
from townlet.language.hashed import HashedEmbedder
from townlet.language.offline.model import OfflineModel
from townlet.world.view import view_of


class Visitor:
    """Somebody who comes to a run at a step and asks questions."""

    def __init__(self, path: Path, step: int) -> None:
        with opened(path) as reader:
            self.seed = reader.header.seed
        self.state, self.step = state_at(path, step), step

    def asks(self, person: str, question: str) -> str:
        """What a person answers."""
        return asyncio.run(self._asks(person, question))

    async def _asks(self, person: str, question: str) -> str:
        state, embedder = self.state, HashedEmbedder()
        desk = Desk(OfflineModel(self.seed), embedder, NoLedger(), self.seed)
        thought = Thought(
            agent=state.agents[person],
            view=view_of(state.ground, state.world, person, self.step),
            memories=await embedded(state.streams[person], embedder),
            mind=DeskMind(desk, person, self.step),
            templates=Templates(state.town.prompts),
            profile=Settings().how,
        )
        return (await interview(thought, question)).answer

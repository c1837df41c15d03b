"""A visitor who asks the people of a run, and leaves no trace."""

from __future__ import annotations

import asyncio
from pathlib import Path

from townlet.cognition.interview import interview_person
from townlet.cognition.templates import Templates
from townlet.cognition.thought import Thought
from townlet.engine.calls.gateway import ModelGateway
from townlet.engine.calls.log import NoCallLog
from townlet.engine.calls.mind import GatewayMind
from townlet.language.hashed import HashedEmbedder
from townlet.offline.model import OfflineModel
from townlet.runfile.config import RunConfig
from townlet.runfile.files import open_reader
from townlet.runfile.streams import embedded_stream
from townlet.runfile.view import RunView
from townlet.world.view import view_of


class Visitor:
    """Somebody who comes to a run at a step and asks questions."""

    def __init__(self, path: Path, step: int) -> None:
        with open_reader(path) as reader:
            self.seed = reader.header.seed
        self.state, self.step = RunView(path).state_at(step), step

    def asks(self, person: str, question: str) -> str:
        """What a person answers."""
        return asyncio.run(self._asks(person, question))

    async def _asks(self, person: str, question: str) -> str:
        state, embedder = self.state, HashedEmbedder()
        gateway = ModelGateway(OfflineModel(self.seed), embedder, NoCallLog(), self.seed)
        thought = Thought(
            agent=state.agents[person],
            view=view_of(state.terrain, state.world, person, self.step),
            memories=await embedded_stream(state.streams[person], embedder),
            mind=GatewayMind(gateway, person, self.step),
            templates=Templates(state.town.prompts, state.town.words),
            profile=RunConfig().how,
        )
        return (await interview_person(thought, question)).answer

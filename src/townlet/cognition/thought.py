"""One turn of thinking in the making: what has been remembered, recalled and changed so far.

A thought belongs to a single turn of a single person; nothing outside sees it until it becomes a `Turn`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pydantic import BaseModel

from townlet.cognition.answers import Ratings
from townlet.cognition.fallbacks import FALLBACKS
from townlet.cognition.mind import Mind, Turn
from townlet.cognition.profile import Profile
from townlet.cognition.state import AgentState
from townlet.cognition.templates import Templates
from townlet.language.prompt import Field, Prompt
from townlet.memory.record import Kind, Memory, MemoryId, Source
from townlet.memory.retrieval import retrieve
from townlet.memory.stream import MemoryStream
from townlet.world.actions import Action
from townlet.world.view import WorldView

Answer = TypeVar("Answer", bound=BaseModel)


@dataclass(frozen=True)
class Draft:
    """A memory to be: everything but its id, its time and, unless known, its importance."""

    text: str
    source: Source
    kind: Kind = "observation"
    importance: int = 0
    """0 to have it rated."""
    heard_from: str = ""
    utterance: str = ""
    evidence: tuple[MemoryId, ...] = ()
    hearsay: bool = False


class Thought:
    """The working state of one turn."""

    def __init__(
        self,
        agent: AgentState,
        view: WorldView,
        memories: MemoryStream,
        mind: Mind,
        templates: Templates,
        profile: Profile,
    ) -> None:
        self.agent, self.view, self.memories, self.mind = agent, view, memories, mind
        self.templates, self.profile = templates, profile
        self._remembered: list[Memory] = []
        self._recalled: dict[MemoryId, None] = {}
        self.shown: tuple[MemoryId, ...] = ()

    def turn(self, action: Action | None) -> Turn:
        """What it comes to."""
        return Turn(self.agent, action, tuple(self._remembered), tuple(self._recalled), self.shown)

    def change(self, **changes: Any) -> None:
        """Replace fields of the agent's state."""
        self.agent = replace(self.agent, **changes)

    def prompt(self, name: str, answer: type[Answer], /, **context: Field) -> Prompt[Answer]:
        """One prompt, rendered, with what stands in if it cannot be answered."""
        prompt, fallback = self.templates.prompt(name, answer, **context), FALLBACKS.get(name)
        return replace(prompt, fallback=fallback) if isinstance(fallback, answer) else prompt

    async def ask(self, name: str, answer: type[Answer], /, **context: Field) -> Answer:
        """Render one prompt and ask it."""
        return await self.mind.ask(self.prompt(name, answer, **context))

    async def remember(self, drafts: Sequence[Draft], counts_once: bool = False) -> tuple[Memory, ...]:
        """Add memories to the stream, rating those without an importance (section 4.1).

        Observations add to the sum that leads to reflection; with `counts_once` only the weightiest of them
        does, as for the lines of one talk.
        """
        if not drafts:
            return ()
        ratings = await self.rate([draft.text for draft in drafts if not draft.importance])
        rated = iter(ratings)
        made = tuple(
            self._memory(draft, draft.importance or next(rated), len(self._remembered) + place)
            for place, draft in enumerate(drafts)
        )
        self.memories = self.memories.with_memories(made, await self.mind.embed([memory.text for memory in made]))
        self._remembered.extend(made)
        felt = [memory.importance for memory in made if memory.kind == "observation"]
        if felt:
            weight = max(felt) if counts_once else sum(felt)
            self.change(importance_sum=self.agent.importance_sum + weight)
        return made

    def id_of_next(self, place: int) -> MemoryId:
        """The id that a memory will have which is remembered after `place` others, for evidence among them."""
        return MemoryId(self.agent.name, self.view.step, len(self._remembered) + place)

    async def rate(self, texts: Sequence[str]) -> list[int]:
        """The importance of each text, 1 to 10."""
        if not texts:
            return []
        batches = [[text] for text in texts] if self.profile.one_at_a_time else [list(texts)]
        prompts = [self.prompt("importance", Ratings, name=self.agent.name, memories=batch) for batch in batches]
        answers = await self.mind.ask_all(prompts)
        ratings: list[int] = []
        for batch, answer in zip(batches, answers, strict=True):
            given = answer.ratings[: len(batch)]
            # A model that rated too few has said nothing of the rest: the middle of the scale's mundane half.
            ratings.extend(given + [3] * (len(batch) - len(given)))
        return ratings

    async def recall(
        self, *queries: str, top: int | None = None, naming: str = "", sources: Collection[Source] = ()
    ) -> list[Memory]:
        """The memories that rank best for each query, without repeats, best first for each query in turn.

        `naming` restricts them to what one knows of somebody by more than sight, `sources` to how they came about.
        """
        keep = _kept(naming, sources)
        vectors = await self.mind.embed(queries)
        found: dict[MemoryId, Memory] = {}
        for vector in vectors:
            for recalled in retrieve(self.memories, vector, top=top or self.profile.memories_shown, keep=keep):
                found[recalled.memory.id] = recalled.memory
        self._recalled.update(dict.fromkeys(found))
        return list(found.values())

    def _memory(self, draft: Draft, importance: int, ordinal: int) -> Memory:
        return Memory(
            MemoryId(self.agent.name, self.view.step, ordinal),
            draft.kind,
            draft.text,
            self.view.now,
            importance,
            draft.source,
            draft.heard_from,
            draft.utterance,
            draft.evidence,
            draft.hearsay,
        )


def _kept(naming: str, sources: Collection[Source]) -> Callable[[Memory], bool] | None:
    """Which memories a retrieval is restricted to; None for all."""
    if not naming and not sources:
        return None

    def keep(memory: Memory) -> bool:
        known = not naming or (naming in memory.text and memory.source != "seen")
        return known and (not sources or memory.source in sources)

    return keep

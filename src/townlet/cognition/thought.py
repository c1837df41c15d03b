"""The working state of one turn of thinking: what the agent has remembered, recalled and changed so far.

A thought belongs to one turn of one agent. Nothing outside sees it before it becomes a `Turn`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from pydantic import BaseModel

from townlet.cognition.answers import Ratings
from townlet.cognition.fallbacks import FALLBACKS, of_note
from townlet.cognition.mind import Mind, TalkSide, Turn
from townlet.cognition.profile import Profile
from townlet.cognition.state import AgentState, Noticed
from townlet.cognition.templates import Templates
from townlet.cognition.wording import say_time, tell_pronouns, texts_of
from townlet.language.prompt import Field, Prompt
from townlet.memory.record import Kind, Memory, MemoryId, Source
from townlet.memory.retrieval import PAPER_WEIGHTS, Weights, retrieve
from townlet.memory.stream import MemoryStream
from townlet.world.actions import Action
from townlet.world.tree import label
from townlet.world.view import WorldView

Answer = TypeVar("Answer", bound=BaseModel)

IMPORTANCE_SCALE = "from 1 (wholly mundane, such as making the bed) to 10 (what one never forgets)"
"""The scale of importance (section 4.1) in prompts whose answers include ratings."""


@dataclass(frozen=True)
class MemoryDraft:
    """A memory before it is stored: without id and time, and without importance if that is still to be rated."""

    text: str
    source: Source
    kind: Kind = "observation"
    importance: int = 0
    """1 to 10, or 0 to have it rated."""
    heard_from: str = ""
    utterance: str = ""
    evidence: tuple[MemoryId, ...] = ()
    hearsay: bool = False
    step: int | None = None
    """The step at which it was noticed; None for the current step."""
    at_most: int = 10
    """The maximum importance, whatever the rating."""


class Thought:
    """The working state of one turn. Faculties read it and change it through its methods."""

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

    @classmethod
    def resumed(cls, side: TalkSide, templates: Templates, profile: Profile) -> Thought:
        """Return a thought that continues a turn."""
        thought = cls(side.turn.agent, side.view, side.memories, side.mind, templates, profile)
        thought._remembered.extend(side.turn.remembered)
        thought._recalled.update((memory, None) for memory in side.turn.recalled)
        thought.shown = side.turn.shown
        return thought

    def turn(self, action: Action | None) -> Turn:
        """Return the finished turn, with its action."""
        return Turn(self.agent, action, tuple(self._remembered), tuple(self._recalled), self.shown)

    def situation(self) -> dict[str, Field]:
        """Return the prompt fields that say who the agent is, what time it is, what the agent does and where."""
        view = self.view
        return {
            "name": self.agent.name,
            "summary": self.agent.summary,
            "now": say_time(view.now),
            "doing": of_note(view.me.activity.doing),
            "place": label(view.here) if view.here else "out of doors",
        }

    def change(self, **changes: Any) -> None:
        """Replace fields of the agent's state."""
        self.agent = replace(self.agent, **changes)

    def prompt(self, name: str, answer: type[Answer], /, **context: Field) -> Prompt[Answer]:
        """Return a rendered prompt with its fallback, and with the pronouns of everybody whom its texts name."""
        if "pronouns" not in context and self.templates.has(name, "pronouns"):
            context["pronouns"] = tell_pronouns(self.view, texts_of(context))
        prompt, fallback = self.templates.prompt(name, answer, **context), FALLBACKS.get(name)
        return replace(prompt, fallback=fallback) if isinstance(fallback, answer) else prompt

    async def ask(self, name: str, answer: type[Answer], /, **context: Field) -> Answer:
        """Render a prompt, ask it and return the answer. Raises ModelError."""
        return await self.mind.ask(self.prompt(name, answer, **context))

    async def remember(self, drafts: Sequence[MemoryDraft], counts_once: bool = False) -> tuple[Memory, ...]:
        """Add memories to the stream, rating those without an importance (section 4.1).

        The importance of observations adds to the sum that triggers reflection. With `counts_once`, only the most
        important one counts, as for the lines of one talk. Returns the new memories.
        """
        drafts = [draft for draft in drafts if draft.kind not in self.profile.unmade]
        if not drafts:
            return ()
        ratings = await self.rate([draft.text for draft in drafts if not draft.importance])
        rated = iter(ratings)
        made = tuple(
            self._memory(draft, min(draft.importance or next(rated), draft.at_most), len(self._remembered) + place)
            for place, draft in enumerate(drafts)
        )
        self.memories = self.memories.with_memories(made, await self.mind.embed([memory.text for memory in made]))
        self._remembered.extend(made)
        felt = [memory.importance for memory in made if memory.kind == "observation"]
        if felt:
            weight = max(felt) if counts_once else sum(felt)
            self.change(importance_sum=self.agent.importance_sum + weight)
        return made

    async def notice(self, drafts: Sequence[MemoryDraft]) -> None:
        """Take in observations: remember them at once, or collect them until enough wait to be rated together.

        Faculties call `store_noticed` before they recall something, so that retrieval finds every observation.
        """
        most = self.profile.noticed_together
        if not most:
            await self.remember(drafts)
            return
        ratings = [self.rated_before(draft.text) for draft in drafts]
        known = [replace(draft, importance=rating) for draft, rating in zip(drafts, ratings, strict=True) if rating]
        new = [
            Noticed(draft.text, self.view.step, draft.source, draft.heard_from, draft.utterance)
            for draft, rating in zip(drafts, ratings, strict=True)
            if not rating
        ]
        await self.remember(known)
        if new:
            self.change(noticed=(*self.agent.noticed, *new))
        if len(self.agent.noticed) >= most:
            await self.store_noticed()

    async def store_noticed(self, ratings: Sequence[int] = ()) -> None:
        """Store the collected observations as of when they were noticed. Those without a rating are rated now."""
        noticed = self.agent.noticed
        if not noticed:
            return
        self.change(noticed=())
        given = [*ratings[: len(noticed)], *[0] * (len(noticed) - len(ratings))]
        await self.remember([_as_draft(each, rating) for each, rating in zip(noticed, given, strict=True)])

    def id_of_next(self, place: int) -> MemoryId:
        """Return the id of the memory that will be stored after `place` others, so that new memories can cite it."""
        return MemoryId(self.agent.name, self.view.step, len(self._remembered) + place)

    async def rate(self, texts: Sequence[str]) -> list[int]:
        """Return the importance of each text, 1 to 10. Texts that have a rating already are not asked again."""
        known = {text: rating for text in texts if (rating := self.rated_before(text))}
        new = [text for text in texts if text not in known]
        rated = iter(await self._ask_ratings(new))
        return [known[text] if text in known else next(rated) for text in texts]

    def rated_before(self, text: str) -> int:
        """Return the rating that this text got when it was first remembered; 0 if it has to be rated."""
        memory = self.memories.first_with(text) if self.profile.ratings_kept else None
        return memory.importance if memory else 0

    async def _ask_ratings(self, texts: Sequence[str]) -> list[int]:
        if not texts:
            return []
        batches = [list(texts)] if self.profile.rated_in_batches else [[text] for text in texts]
        prompts = [self.prompt("importance", Ratings, name=self.agent.name, memories=batch) for batch in batches]
        answers = await self.mind.ask_all(prompts)
        ratings: list[int] = []
        for batch, answer in zip(batches, answers, strict=True):
            given = answer.ratings[: len(batch)]
            # If the model rated too few, the rest get 3, the middle of the mundane half of the scale.
            ratings.extend(given + [3] * (len(batch) - len(given)))
        return ratings

    async def recall(
        self,
        *queries: str,
        top: int | None = None,
        naming: str = "",
        sources: Collection[Source] = (),
        keep: Callable[[Memory], bool] | None = None,
        weights: Weights = PAPER_WEIGHTS,
    ) -> list[Memory]:
        """Return the best memories for each query in turn, best first and without repeats, `top` for each query.

        `naming` restricts them to memories that name a person and were not only seen; `sources` restricts them to
        these origins; `keep` restricts them further.
        """
        most, keep = top or self.profile.memories_shown, _kept(naming, sources, keep)
        found = [memory for query in queries for memory in await self.rank(query, top=most, keep=keep, weights=weights)]
        each_once = list({memory.id: memory for memory in found}.values())
        shown = _each_text_once(each_once) if self.profile.shown_once else each_once
        self._recalled.update((memory.id, None) for memory in shown)
        return shown

    async def rank(
        self, query: str, *, top: int, keep: Callable[[Memory], bool] | None = None, weights: Weights = PAPER_WEIGHTS
    ) -> list[Memory]:
        """Return the `top` memories for a query, best first, without counting them as recalled.

        If the profile shows each text once, they have `top` different texts: what repeats takes no place from the rest.
        `keep` restricts the result.
        """
        (vector,) = await self.mind.embed([query])
        asked = top
        while True:
            best = retrieve(self.memories, vector, top=asked, weights=weights, keep=keep)
            found = [recalled.memory for recalled in best]
            once = _each_text_once(found) if self.profile.shown_once else found
            if len(once) >= top or len(found) < asked:
                return once[:top]
            asked *= 2

    def _memory(self, draft: MemoryDraft, importance: int, ordinal: int) -> Memory:
        return Memory(
            MemoryId(self.agent.name, self.view.step, ordinal),
            draft.kind,
            draft.text,
            self.view.now if draft.step is None else self.view.clock.at(draft.step),
            importance,
            draft.source,
            draft.heard_from,
            draft.utterance,
            draft.evidence,
            draft.hearsay,
        )


def _as_draft(noticed: Noticed, rating: int) -> MemoryDraft:
    return MemoryDraft(
        noticed.text,
        noticed.source,
        importance=rating,
        heard_from=noticed.heard_from,
        utterance=noticed.utterance,
        hearsay=noticed.source == "heard",
        step=noticed.step,
    )


def _each_text_once(memories: Iterable[Memory]) -> list[Memory]:
    """Return one memory per text: the latest, at the position of the first."""
    latest: dict[str, Memory] = {}
    for memory in memories:
        if memory.text not in latest or latest[memory.text].id < memory.id:
            latest[memory.text] = memory
    return list(latest.values())


def _kept(
    naming: str, sources: Collection[Source], further: Callable[[Memory], bool] | None
) -> Callable[[Memory], bool] | None:
    """Return the filter of a retrieval; None if it takes all memories."""
    if not naming and not sources:
        return further

    def keep(memory: Memory) -> bool:
        known = not naming or (naming in memory.text and memory.source != "seen")
        return known and (not sources or memory.source in sources) and (further is None or further(memory))

    return keep

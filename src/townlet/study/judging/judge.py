"""Asking a language model to order answers by how believable they are, as people do on the ranking page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, create_model

from townlet.cognition.interview import BY_RELEVANCE
from townlet.cognition.telling import say_time, tell_memories
from townlet.cognition.templates import Templates
from townlet.engine.ask import DeskMind
from townlet.engine.desk import Desk
from townlet.engine.look import embedded
from townlet.language.prompt import Prompt
from townlet.memory.record import Memory
from townlet.memory.retrieval import retrieve
from townlet.memory.stream import MemoryStream
from townlet.study.interviews.asking import Moment
from townlet.study.judging.items import Blind
from townlet.study.judging.wording import fingerprint, template
from townlet.study.lots import in_lots
from townlet.study.ranking.session import Interview, Ranked, Session
from townlet.study.rating.tasks import LETTERS

SHOWN = 8
"""How many memories are shown for the question, and for each answer: those nearest to it, whatever the condition."""


class Order(BaseModel):
    """`judge`: the letters of all answers, the most believable first."""

    model_config = ConfigDict(frozen=True)

    order: list[Annotated[str, Field(pattern=r"^[A-Z]$")]]


class Judge:
    """Orders the answers of people as they stood at one moment, given what they remembered then."""

    def __init__(self, at: Moment, desk: Desk, heard: Callable[[], None] = lambda: None) -> None:
        """`heard` is called after each judgement, for progress to be told."""
        self._at, self._desk, self._heard = at, desk, heard
        self._templates = Templates({"judge": template()})
        self._streams: dict[str, MemoryStream] = {}
        self._reading = asyncio.Lock()

    async def order(self, blind: Blind) -> tuple[str, ...]:
        """Conditions, the most believable first. Raises ModelError."""
        mind = DeskMind(self._desk, f"judge/{blind.rater('')}", self._at.step)
        order = await mind.ask(await self.prompt(blind))
        self._heard()
        return tuple(blind.shown[LETTERS.index(letter)] for letter in order.order)

    async def prompt(self, blind: Blind) -> Prompt[Order]:
        """What is asked: nothing in it tells a condition."""
        state = self._at.of(blind.person)
        persona = state.agents[blind.person].persona
        letters = LETTERS[: len(blind.shown)]
        prompt = self._templates.prompt(
            "judge",
            _order_of(letters),
            name=persona.name,
            age=persona.age,
            traits=list(persona.traits),
            now=say_time(state.ground.clock.at(self._at.step)),
            memories=tell_memories(await self._memories(blind)),
            question=blind.item.asked,
            answers=[{"letter": letter, "text": text} for letter, text in zip(letters, blind.texts, strict=True)],
        )
        return Prompt(
            prompt.name, prompt.text, prompt.fields, prompt.answer, check=partial(_other_than, letters=letters)
        )

    async def _memories(self, blind: Blind) -> list[Memory]:
        """What is nearest to the question and to each of the answers."""
        async with self._reading:
            if blind.person not in self._streams:
                stream = self._at.of(blind.person).streams[blind.person]
                self._streams[blind.person] = await embedded(stream, self._desk.embedder)
        stream, queries = self._streams[blind.person], [blind.item.asked, *sorted(blind.texts)]
        near = [retrieve(stream, row, top=SHOWN, weights=BY_RELEVANCE) for row in await self._desk.embed(queries)]
        return list({recalled.memory.text: recalled.memory for found in near for recalled in found}.values())


@dataclass(frozen=True)
class Shared:
    """What all sessions of one judge share."""

    model: str
    run: str
    """The run's id."""
    interview: Interview

    def session(self, blind: Blind, order: tuple[str, ...]) -> Session:
        """One judgement as the rankings file keeps it."""
        item, shown = blind.item, () if blind.alike else blind.shown
        ranked = Ranked(question=item.question, category=item.category, asked=item.asked, order=order, shown=shown)
        return Session(
            rater=blind.rater(self.model),
            kind="model",
            model=self.model,
            run=self.run,
            person=blind.person,
            interview=self.interview,
            prompt=fingerprint(),
            rankings=(ranked,),
        )


async def judge_all(
    judge: Judge, shared: Shared, blinds: Sequence[Blind], keep: Callable[[Session], None]
) -> list[Session]:
    """The sessions that came, in their order; there is none where the model gave no fit answer. Raises ModelError."""

    async def judged(blind: Blind) -> Session:
        return shared.session(blind, await judge.order(blind))

    def keep_all(sessions: Sequence[Session]) -> None:
        for session in sessions:
            keep(session)

    return [session for session in await in_lots(blinds, judged, keep_all) if session]


@lru_cache
def _order_of(letters: str) -> type[Order]:
    """The form of an order of these letters: a server that keeps to forms can give little else."""
    letter = Annotated[str, WithJsonSchema({"type": "string", "enum": list(letters)})]
    order = Annotated[list[letter], Field(min_length=len(letters), max_length=len(letters))]
    return create_model("Order", __base__=Order, order=(order, ...))


def _other_than(order: Order, letters: str) -> str:
    """What is wrong with an order that does not hold each letter once; empty if nothing is."""
    if sorted(order.order) == list(letters):
        return ""
    return f"'order' has to hold each of the letters {', '.join(letters)} once"

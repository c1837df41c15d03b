"""The words in which a judge is asked."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from importlib import resources
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, create_model

from townlet.cognition.interview import BY_RELEVANCE
from townlet.cognition.templates import Templates
from townlet.cognition.wording import say_time, tell_memories
from townlet.engine.calls.gateway import ModelGateway
from townlet.engine.calls.mind import GatewayMind
from townlet.experiments.interviews.interviewer import InterviewMoment, ask_in_batches
from townlet.experiments.ranking.sessions import RankedInterview, RankedQuestion, RaterSession
from townlet.experiments.rating.rated_answers import RatedAnswers, RatedQuestion
from townlet.experiments.rating.tasks import LETTERS, assign_person, assign_questions, shuffle_by_words
from townlet.language.prompt import Prompt
from townlet.memory.record import Memory
from townlet.memory.retrieval import retrieve
from townlet.memory.stream import MemoryStream
from townlet.runfile.minds import embedded_stream


@cache
def load_judge_template() -> str:
    """The text of the prompt's template."""
    return resources.files(__package__).joinpath("judge.md").read_text(encoding="utf-8")


@cache
def hash_judge_template() -> str:
    """Its SHA-256."""
    return hashlib.sha256(load_judge_template().encode()).hexdigest()


DEFAULT_TURNS = 2
"""How often a question is judged, unless another number is given."""


@dataclass(frozen=True)
class BlindQuestion:
    """A question to somebody, with its answers as they are shown once."""

    person: str
    item: RatedQuestion
    turn: int
    """How often the same question has been judged before."""
    shown: tuple[str, ...]
    """Conditions, in the order in which their answers are shown."""

    @property
    def texts(self) -> list[str]:
        return [self.item.answers[condition] for condition in self.shown]

    @property
    def alike(self) -> bool:
        """Whether two answers are the same, word for word: which of them comes first then says nothing."""
        return len(set(self.texts)) < len(self.texts)

    def rater(self, model: str) -> str:
        """What a judgement of this is called: one name for the same answers and prompt, another for any others."""
        texts = (text for _, text in sorted(self.item.answers.items()))
        written = "\0".join([hash_judge_template(), self.item.asked, *texts])
        answers = hashlib.sha256(written.encode(errors="replace")).hexdigest()[:8]
        return f"{model}: {self.person}, {self.item.question} ({answers}), {self.turn + 1}"


JudgedQuestion = tuple[str, RatedQuestion]
"""Whom it was put to, and with what answers."""


def list_rater_questions(raters: int, answers: RatedAnswers, seed: int, per: int) -> list[JudgedQuestion]:
    """All that so many raters see between them, each question to a person once."""
    people = list(answers.people)
    found: dict[tuple[str, str], JudgedQuestion] = {}
    for number in range(raters):
        person = assign_person(number, people, seed)
        for item in assign_questions(number, answers, seed, per):
            found.setdefault((person, item.question), (person, item))
    return list(found.values())


def list_all_questions(answers: RatedAnswers) -> list[JudgedQuestion]:
    """Every question to everybody."""
    return [(person, item) for person, items in answers.people.items() for item in items]


def make_blind_questions(
    questions: Iterable[JudgedQuestion], conditions: Sequence[str], seed: int, turns: int = DEFAULT_TURNS
) -> list[BlindQuestion]:
    """Each question in so many orders: drawn, and then reversed, so that what pleases for its place shows."""
    found = []
    for person, item in questions:
        for turn in range(turns):
            drawn = shuffle_by_words(conditions, "judging", seed, person, item.question, turn // 2)
            found.append(BlindQuestion(person, item, turn, tuple(drawn[::-1] if turn % 2 else drawn)))
    return found


MEMORIES_SHOWN = 8
"""How many memories are shown for the question, and for each answer: those nearest to it, whatever the condition."""


class AnswerOrder(BaseModel):
    """`judge`: the letters of all answers, the most believable first."""

    model_config = ConfigDict(frozen=True)

    order: list[Annotated[str, Field(pattern=r"^[A-Z]$")]]


class ModelJudge:
    """Orders the answers of people as they stood at one moment, given what they remembered then."""

    def __init__(self, at: InterviewMoment, gateway: ModelGateway, heard: Callable[[], None] = lambda: None) -> None:
        """`heard` is called after each judgement, for progress to be told."""
        self._at, self._gateway, self._heard = at, gateway, heard
        self._templates = Templates({"judge": load_judge_template()})
        self._streams: dict[str, MemoryStream] = {}
        self._reading = asyncio.Lock()

    async def order(self, blind: BlindQuestion) -> tuple[str, ...]:
        """Conditions, the most believable first. Raises ModelError."""
        mind = GatewayMind(self._gateway, f"judge/{blind.rater('')}", self._at.step)
        order = await mind.ask(await self.prompt(blind))
        self._heard()
        return tuple(blind.shown[LETTERS.index(letter)] for letter in order.order)

    async def prompt(self, blind: BlindQuestion) -> Prompt[AnswerOrder]:
        """What is asked: nothing in it tells a condition."""
        state = self._at.of(blind.person)
        persona = state.agents[blind.person].persona
        letters = LETTERS[: len(blind.shown)]
        prompt = self._templates.prompt(
            "judge",
            _order_schema(letters),
            name=persona.name,
            age=persona.age,
            traits=list(persona.traits),
            now=say_time(state.ground.clock.at(self._at.step)),
            memories=tell_memories(await self._memories(blind)),
            question=blind.item.asked,
            answers=[{"letter": letter, "text": text} for letter, text in zip(letters, blind.texts, strict=True)],
        )
        return Prompt(
            prompt.name, prompt.text, prompt.fields, prompt.answer, check=partial(_order_fault, letters=letters)
        )

    async def _memories(self, blind: BlindQuestion) -> list[Memory]:
        """What is nearest to the question and to each of the answers."""
        async with self._reading:
            if blind.person not in self._streams:
                stream = self._at.of(blind.person).streams[blind.person]
                self._streams[blind.person] = await embedded_stream(stream, self._gateway.embedder)
        stream, queries = self._streams[blind.person], [blind.item.asked, *sorted(blind.texts)]
        near = [
            retrieve(stream, row, top=MEMORIES_SHOWN, weights=BY_RELEVANCE)
            for row in await self._gateway.embed(queries)
        ]
        return list({recalled.memory.text: recalled.memory for found in near for recalled in found}.values())


@dataclass(frozen=True)
class JudgeContext:
    """What all sessions of one judge share."""

    model: str
    run: str
    """The run's id."""
    interview: RankedInterview

    def session(self, blind: BlindQuestion, order: tuple[str, ...]) -> RaterSession:
        """One judgement as the rankings file keeps it."""
        item, shown = blind.item, () if blind.alike else blind.shown
        ranked = RankedQuestion(
            question=item.question, category=item.category, asked=item.asked, order=order, shown=shown
        )
        return RaterSession(
            rater=blind.rater(self.model),
            kind="model",
            model=self.model,
            run=self.run,
            person=blind.person,
            interview=self.interview,
            prompt=hash_judge_template(),
            rankings=(ranked,),
        )


async def judge_questions(
    judge: ModelJudge, shared: JudgeContext, blinds: Sequence[BlindQuestion], keep: Callable[[RaterSession], None]
) -> list[RaterSession]:
    """The sessions that came, in their order; there is none where the model gave no fit answer. Raises ModelError."""

    async def judged(blind: BlindQuestion) -> RaterSession:
        return shared.session(blind, await judge.order(blind))

    def keep_all(sessions: Sequence[RaterSession]) -> None:
        for session in sessions:
            keep(session)

    return [session for session in await ask_in_batches(blinds, judged, keep_all) if session]


@lru_cache
def _order_schema(letters: str) -> type[AnswerOrder]:
    """The form of an order of these letters: a server that keeps to forms can give little else."""
    letter = Annotated[str, WithJsonSchema({"type": "string", "enum": list(letters)})]
    order = Annotated[list[letter], Field(min_length=len(letters), max_length=len(letters))]
    return create_model("Order", __base__=AnswerOrder, order=(order, ...))


def _order_fault(order: AnswerOrder, letters: str) -> str:
    """What is wrong with an order that does not hold each letter once; empty if nothing is."""
    if sorted(order.order) == list(letters):
        return ""
    return f"'order' has to hold each of the letters {', '.join(letters)} once"

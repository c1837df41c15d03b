"""The model judge: make blind questions, ask a language model to rank the answers, and keep its sessions."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from importlib import resources
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, create_model

from townlet.cognition.asked_memories import BY_RELEVANCE
from townlet.cognition.templates import Templates
from townlet.cognition.wording import say_time, tell_memories
from townlet.engine.calls.gateway import ModelGateway
from townlet.engine.calls.mind import GatewayMind
from townlet.evaluation.interviews.interviewer import InterviewMoment, ask_in_batches
from townlet.evaluation.randomisation import shuffle_by_words
from townlet.evaluation.ranking.sessions import RankedInterview, RankedQuestion, RaterSession
from townlet.evaluation.rating.rated_answers import RatedAnswers, RatedQuestion
from townlet.evaluation.rating.tasks import LETTERS, assign_person, assign_questions
from townlet.language.prompt import Prompt
from townlet.memory.record import Memory
from townlet.memory.retrieval import retrieve
from townlet.memory.stream import MemoryStream
from townlet.runfile.streams import embedded_stream


@cache
def load_judge_template() -> str:
    """Return the text of the judge's prompt template."""
    return resources.files(__package__).joinpath("judge.md").read_text(encoding="utf-8")


@cache
def hash_judge_template() -> str:
    """Return the SHA-256 of the judge's prompt template."""
    return hashlib.sha256(load_judge_template().encode()).hexdigest()


DEFAULT_TURNS = 2
"""How often each question is judged by default: once in a random order and once in reverse."""


@dataclass(frozen=True)
class BlindQuestion:
    """A question to a person, with its answers in the order in which the judge sees them this time."""

    person: str
    item: RatedQuestion
    turn: int
    """The number of this judgement of the question, from 0."""
    shown: tuple[str, ...]
    """The conditions in the order in which their answers are shown."""

    @property
    def texts(self) -> list[str]:
        """The answers in the order shown."""
        return [self.item.answers[condition] for condition in self.shown]

    @property
    def alike(self) -> bool:
        """Whether two answers are identical, in which case their order says nothing."""
        return len(set(self.texts)) < len(self.texts)

    def rater(self, model: str) -> str:
        """Return the rater name of this judgement, which is the same only for the same answers and prompt."""
        texts = (text for _, text in sorted(self.item.answers.items()))
        written = "\0".join([hash_judge_template(), self.item.asked, *texts])
        answers = hashlib.sha256(written.encode(errors="replace")).hexdigest()[:8]
        return f"{model}: {self.person}, {self.item.question} ({answers}), {self.turn + 1}"


JudgedQuestion = tuple[str, RatedQuestion]
"""The person asked, and the question with its answers."""


def list_rater_questions(
    raters: int, answers: RatedAnswers, seed: int, questions_per_category: int
) -> list[JudgedQuestion]:
    """Return all questions that this many human raters would see between them, each once."""
    people = list(answers.people)
    found: dict[tuple[str, str], JudgedQuestion] = {}
    for number in range(raters):
        person = assign_person(number, people, seed)
        for item in assign_questions(number, answers, seed, questions_per_category):
            found.setdefault((person, item.question), (person, item))
    return list(found.values())


def list_all_questions(answers: RatedAnswers) -> list[JudgedQuestion]:
    """Return every question of every person."""
    return [(person, item) for person, items in answers.people.items() for item in items]


def make_blind_questions(
    questions: Iterable[JudgedQuestion], conditions: Sequence[str], seed: int, turns: int = DEFAULT_TURNS
) -> list[BlindQuestion]:
    """Return each question `turns` times, with its answers shuffled and then reversed, to expose position bias."""
    found = []
    for person, item in questions:
        for turn in range(turns):
            order = shuffle_by_words(conditions, "judging", seed, person, item.question, turn // 2)
            found.append(BlindQuestion(person, item, turn, tuple(order[::-1] if turn % 2 else order)))
    return found


MEMORIES_SHOWN = 8
"""How many memories are shown for the question and for each answer: the most similar ones, whatever the condition."""


class AnswerOrder(BaseModel):
    """`judge`: the letters of all answers, the most believable first."""

    model_config = ConfigDict(frozen=True)

    order: list[Annotated[str, Field(pattern=r"^[A-Z]$")]]


class ModelJudge:
    """Ranks answers by how believable they are, given what each person remembered at the moment of asking."""

    def __init__(
        self, at: InterviewMoment, gateway: ModelGateway, on_answer: Callable[[], None] = lambda: None
    ) -> None:
        """Judge at one moment of a run. `on_answer` is called after each judgement, to report progress."""
        self._at, self._gateway, self._on_answer = at, gateway, on_answer
        self._templates = Templates({"judge": load_judge_template()})
        self._streams: dict[str, MemoryStream] = {}
        self._reading = asyncio.Lock()

    @property
    def at_once(self) -> int:
        """How many questions are judged and stored together."""
        return self._gateway.at_once

    async def order(self, blind: BlindQuestion) -> tuple[str, ...]:
        """Return the conditions in the judge's order, the most believable first. Raises ModelError."""
        mind = GatewayMind(self._gateway, f"judge/{blind.rater('')}", self._at.step)
        order = await mind.ask(await self.prompt(blind))
        self._on_answer()
        return tuple(blind.shown[LETTERS.index(letter)] for letter in order.order)

    async def prompt(self, blind: BlindQuestion) -> Prompt[AnswerOrder]:
        """Return the prompt for a question. Nothing in it reveals a condition."""
        state = self._at.state_with(blind.person)
        persona = state.agents[blind.person].persona
        letters = LETTERS[: len(blind.shown)]
        prompt = self._templates.prompt(
            "judge",
            _order_schema(letters),
            name=persona.name,
            age=persona.age,
            traits=list(persona.traits),
            now=say_time(state.terrain.clock.at(self._at.step)),
            memories=tell_memories(await self._memories(blind)),
            question=blind.item.asked,
            answers=[{"letter": letter, "text": text} for letter, text in zip(letters, blind.texts, strict=True)],
        )
        return Prompt(
            prompt.name, prompt.text, prompt.fields, prompt.answer, check=partial(_order_fault, letters=letters)
        )

    async def _memories(self, blind: BlindQuestion) -> list[Memory]:
        """Return the memories most similar to the question and to each answer."""
        async with self._reading:
            if blind.person not in self._streams:
                stream = self._at.state_with(blind.person).streams[blind.person]
                self._streams[blind.person] = await embedded_stream(stream, self._gateway.embedder)
        stream, queries = self._streams[blind.person], [blind.item.asked, *sorted(blind.texts)]
        near = [
            retrieve(stream, row, top=MEMORIES_SHOWN, weights=BY_RELEVANCE)
            for row in await self._gateway.embed(queries)
        ]
        return list({recalled.memory.text: recalled.memory for found in near for recalled in found}.values())


@dataclass(frozen=True)
class JudgeContext:
    """What all sessions of one judge have in common."""

    model: str
    run: str
    """The run's id."""
    interview: RankedInterview

    def session(self, blind: BlindQuestion, order: tuple[str, ...]) -> RaterSession:
        """Return a judgement as a session of the rankings file."""
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
    judge: ModelJudge, shared: JudgeContext, blinds: Sequence[BlindQuestion], store: Callable[[RaterSession], None]
) -> list[RaterSession]:
    """Judge all questions, pass each session to `store` as it comes, and return the sessions in order.

    Questions to which the model gave no valid answer have no session. Raises ModelError.
    """

    async def judged(blind: BlindQuestion) -> RaterSession:
        return shared.session(blind, await judge.order(blind))

    def store_all(sessions: Sequence[RaterSession]) -> None:
        for session in sessions:
            store(session)

    return [session for session in await ask_in_batches(blinds, judged, store_all, judge.at_once) if session]


@lru_cache
def _order_schema(letters: str) -> type[AnswerOrder]:
    """Return the answer schema for these letters, tight enough that constrained decoding can hardly go wrong."""
    letter = Annotated[str, WithJsonSchema({"type": "string", "enum": list(letters)})]
    order = Annotated[list[letter], Field(min_length=len(letters), max_length=len(letters))]
    return create_model("Order", __base__=AnswerOrder, order=(order, ...))


def _order_fault(order: AnswerOrder, letters: str) -> str:
    """Return the complaint about an order that does not have each letter exactly once; empty if it is right."""
    if sorted(order.order) == list(letters):
        return ""
    return f"'order' has to hold each of the letters {', '.join(letters)} once"

"""One prompt on its way to a fit answer: sent, written down, asked again, and given up in the end."""

from __future__ import annotations

import hashlib
from itertools import count
from typing import Generic, TypeVar

from pydantic import BaseModel

from townlet.engine.calls.gateway import ModelGateway, send_paid
from townlet.engine.calls.validation import OUT_OF_ROOM, ValidatedReply, storable_reply, validate_reply
from townlet.language.model import (
    DEFAULT_MAX_TOKENS,
    ModelError,
    ModelUnavailable,
    Reply,
    Request,
    RequestRefused,
    UnfitAnswer,
)
from townlet.language.prompt import Prompt
from townlet.runfile import CallRow, CallStatus, PromptText

Answer = TypeVar("Answer", bound=BaseModel)

MAX_REPLIES = 3
"""How many replies a prompt is given to be answered in the form it asks for."""

MAX_DOUBLINGS = 2
"""How often the room for an answer is doubled at most, after it was cut off."""


class ModelCall(Generic[Answer]):
    """Everything that is done about one prompt of one person at one step."""

    def __init__(
        self,
        gateway: ModelGateway,
        prompt: Prompt[Answer],
        agent: str,
        step: int,
        path: str,
        priority: int | None = None,
    ) -> None:
        """`priority` is the step's number unless given; a lower one is sent earlier."""
        self._gateway, self._prompt = gateway, prompt
        self._agent, self._step, self._path = agent, step, path
        self._priority = step if priority is None else priority
        self._schema, schema_text = gateway.schema_of(prompt.answer)
        self._asked = PromptText(prompt.text, schema_text)

    async def answer(self) -> Answer:
        """The model's answer, or the prompt's own fallback object where the run's policy want that.

        Raises ModelError: the run then pauses, and what was answered so far is kept.
        """
        try:
            return await self._fit_answer()
        except (ModelUnavailable, UnfitAnswer, RequestRefused) as failure:
            fallback = self._prompt.fallback
            if self._gateway.policy.on_failure == "pause" or fallback is None or self._is_for_all(failure):
                raise
            await self._write_down_fallback(fallback, str(failure))
            return fallback

    def _is_for_all(self, failure: ModelError) -> bool:
        """Whether no other request would be taken either, so that people would go on by nothing but fallbacks."""
        return isinstance(failure, RequestRefused) and self._gateway.policy.retry.refuses_all(failure)

    async def _fit_answer(self) -> Answer:
        """The first reply that is an answer: of those had before, else of as many new ones as a prompt is given."""
        had, complaint = 0, ""
        while (reply := self._had(had)) is not None:
            if reply.fallback and self._prompt.fallback is not None:
                return self._prompt.fallback
            verdict = self._judged(reply)
            if verdict.answer is not None:
                return verdict.answer
            had, complaint = had + 1, verdict.complaint
        for place in range(had, self._end_of_attempts(had)):
            verdict = await self._new_reply(place, complaint)
            if verdict.answer is not None:
                return verdict.answer
            complaint = verdict.complaint
        name = self._gateway.model.name
        raise UnfitAnswer(f"The model {name!r} gave no fit answer to {self._prompt.name!r}: {complaint}")

    def _end_of_attempts(self, had: int) -> int:
        """A run that has paused over unfit answers has as many attempts again when it is resumed."""
        stands_in = self._gateway.policy.on_failure == "fallback" and self._prompt.fallback is not None
        rounds = -(-had // MAX_REPLIES) if stands_in else had // MAX_REPLIES + 1
        return max(rounds, 1) * MAX_REPLIES

    def _had(self, place: int) -> Reply | None:
        return self._gateway.call_log.reply_for(self._agent, self._step, self._path, self._asked, place)

    def _judged(self, reply: Reply) -> ValidatedReply[Answer]:
        return validate_reply(reply, self._prompt, self._gateway.language)

    async def _new_reply(self, place: int, complaint: str) -> ValidatedReply[Answer]:
        """What comes of the model's next reply, sent for as often as patience allows."""
        for failures in count(1):
            try:
                return await self._send(place, complaint)
            except ModelUnavailable as error:
                await self._gateway.policy.retry.back_off(error, failures)
        raise AssertionError  # count() has no end

    async def _send(self, place: int, complaint: str) -> ValidatedReply[Answer]:
        slots = self._gateway.policy.slots
        await slots.acquire(self._priority)
        try:
            return await self._send_paid(place, complaint)
        finally:
            slots.release()

    async def _send_paid(self, place: int, complaint: str) -> ValidatedReply[Answer]:
        gateway = self._gateway
        row = gateway.call_log.next_attempt(self._row("sent"))
        request = self._request(place, complaint, row.attempt)
        verdicts: list[ValidatedReply[Answer]] = []

        async def send(request: Request) -> Reply:
            return storable_reply(await gateway.model(request))

        def complaint_about(reply: Reply) -> str:
            verdicts.append(self._judged(reply))
            return verdicts[0].complaint

        await send_paid(gateway.call_log, gateway.policy, row, self._asked, request, send, complaint_about)
        return verdicts[0]

    async def _write_down_fallback(self, fallback: Answer, why: str) -> None:
        row = self._gateway.call_log.next_attempt(self._row("answered"))
        row = row._replace(reply=fallback.model_dump_json(), error=why, fallback=True)
        await self._gateway.call_log.log_settled(row, self._asked)

    def _row(self, status: CallStatus) -> CallRow:
        return CallRow(self._agent, self._step, self._path, 0, self._prompt.name, self._asked.sha, status)

    def _request(self, place: int, complaint: str, attempt: int) -> Request:
        prompt = self._prompt
        key = f"{self._gateway.run}|{self._agent}|{self._step}|{self._path}|{attempt}"
        return Request(
            prompt.name,
            prompt.text,
            prompt.fields,
            self._schema,
            place,
            complaint,
            self._priority,
            hashlib.blake2b(key.encode(), digest_size=16).hexdigest(),
            DEFAULT_MAX_TOKENS << min(place, MAX_DOUBLINGS) if complaint in OUT_OF_ROOM else DEFAULT_MAX_TOKENS,
            attempt,
        )

"""The life of one model call: look it up in the log, send it, retry it, validate its reply, ask again or fall back."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from itertools import count
from typing import Generic, TypeVar

from pydantic import BaseModel

from townlet.engine.calls.gateway import ModelGateway, send_paid
from townlet.engine.calls.room import room_of
from townlet.engine.calls.validation import OUT_OF_ROOM, OVERTHOUGHT, ValidatedReply, storable_reply, validate_reply
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
"""How many replies a model may give to one prompt before the call fails for lack of a valid one."""

THINK_LESS = 'Set thinking = "off" for it in townlet.toml, below [options]'
"""What a user can do about a model whose answers are all thinking."""

MAX_DOUBLINGS = 2
"""How often the token limit of an answer may double after answers that were cut off."""


class ModelCall(Generic[Answer]):
    """One prompt of one agent at one step, with its retries and repeated questions."""

    def __init__(
        self,
        gateway: ModelGateway,
        prompt: Prompt[Answer],
        agent: str,
        step: int,
        path: str,
        priority: int | None = None,
    ) -> None:
        """A lower `priority` is sent earlier; None for the step's number."""
        self._gateway, self._prompt = gateway, prompt
        self._agent, self._step, self._path = agent, step, path
        self._priority = step if priority is None else priority
        self._schema, schema_text = gateway.schema_of(prompt.answer)
        self._prompt_text = PromptText(prompt.text, schema_text)
        self._needs_more = False
        """Whether an answer was cut off where its form says that it should have ended."""

    async def answer(self) -> Answer:
        """Return the model's answer, or the prompt's fallback object if the run's policy has it stand in.

        A prompt that is too long for the model's context is asked with fewer memories. Raises ModelError. The run then
        pauses, and the call log keeps the replies so far.
        """
        if shorter := self._asked_shorter():
            return await shorter.answer()
        try:
            return await self._valid_answer()
        except (ModelUnavailable, UnfitAnswer, RequestRefused) as failure:
            too_long = isinstance(failure, RequestRefused) and failure.context is not None
            if too_long and (shorter := self._shorter()):
                return await shorter.answer()
            fallback = self._prompt.fallback
            if fallback is None or not self._gateway.policy.replaces(failure):
                raise
            if self._gateway.policy.on_failure == "limited":
                self._count_fallback(failure)
            await self._log_fallback(fallback, str(failure))
            return fallback

    def _asked_shorter(self) -> ModelCall[Answer] | None:
        """Return the same call with fewer memories if the log says that it was asked in place of this one."""
        attempts = self._gateway.call_log.attempts(self._agent, self._step, self._path)
        own = [row.status for row in attempts if row.prompt_sha == self._prompt_text.sha]
        if "failed" not in own or "answered" in own or (shorter := self._shorter()) is None:
            return None
        return shorter if any(row.prompt_sha == shorter._prompt_text.sha for row in attempts) else None

    def _shorter(self) -> ModelCall[Answer] | None:
        """Return the same call with fewer memories in its prompt; None if there are no more to leave out."""
        fewer = self._prompt.shorter()
        if fewer is None:
            return None
        prompt = replace(self._prompt, text=fewer.text, fields=fewer.fields, shorter=fewer.shorter)
        return ModelCall(self._gateway, prompt, self._agent, self._step, self._path, self._priority)

    def _count_fallback(self, failure: ModelError) -> None:
        """Raise UnfitAnswer if fallbacks have become more than a few."""
        if too_many := self._gateway.policy.share.record_fallback(self._prompt.name, str(failure)):
            raise UnfitAnswer(too_many) from failure

    async def _valid_answer(self) -> Answer:
        """Return the first valid reply: from the call log, else from up to MAX_REPLIES new ones. Raises UnfitAnswer.

        An answer that was cut off where its form says that it should have ended is no reply: the same question is
        asked again with all the room there is. A model that is known to think has all of it at once, and what people
        answer must not depend on when that became known.
        """
        asked, logged, complaint = 0, 0, ""
        while (reply := self._logged_reply(logged)) is not None:
            if reply.fallback and self._prompt.fallback is not None:
                return self._prompt.fallback
            verdict = self._validate(reply)
            if verdict.answer is not None:
                return verdict.answer
            logged += 1
            if not self._was_cut_short(reply, verdict.complaint):
                asked, complaint = asked + 1, verdict.complaint
        most = self._reply_limit(asked)
        while asked < most:
            reply, verdict = await self._new_reply(asked, complaint)
            if verdict.answer is not None:
                return verdict.answer
            if not self._was_cut_short(reply, verdict.complaint):
                asked, complaint = asked + 1, verdict.complaint
        name = self._gateway.model.name
        hint = f". {THINK_LESS}" if complaint == OVERTHOUGHT else ""
        raise UnfitAnswer(f"The model {name!r} gave no fit answer to {self._prompt.name!r}: {complaint}{hint}")

    def _was_cut_short(self, reply: Reply, complaint: str) -> bool:
        """Return whether an answer needed more than the room of its form, and see that it is asked for with more."""
        if self._needs_more or complaint not in OUT_OF_ROOM:
            return False
        self._needs_more = reply.answer_tokens == room_of(self._schema)
        return self._needs_more

    def _reply_limit(self, logged: int) -> int:
        """Return how many replies the prompt may have in total, if the call log has `logged` unfit ones.

        A run that paused over invalid answers gets MAX_REPLIES more when it is resumed. Where a fallback stands in,
        a round that is complete is not repeated.
        """
        has_fallback = self._gateway.policy.on_failure == "fallback" and self._prompt.fallback is not None
        rounds = -(-logged // MAX_REPLIES) if has_fallback else logged // MAX_REPLIES + 1
        return max(rounds, 1) * MAX_REPLIES

    def _logged_reply(self, place: int) -> Reply | None:
        return self._gateway.call_log.reply_for(self._agent, self._step, self._path, self._prompt_text, place)

    def _validate(self, reply: Reply) -> ValidatedReply[Answer]:
        return validate_reply(reply, self._prompt, self._gateway.language)

    async def _new_reply(self, place: int, complaint: str) -> tuple[Reply, ValidatedReply[Answer]]:
        """Request the model's next reply, retrying with back-off, and validate it."""
        for failures in count(1):
            try:
                return await self._send(place, complaint)
            except ModelUnavailable as error:
                await self._gateway.policy.retry.back_off(error, failures)
        raise AssertionError  # count() has no end

    async def _send(self, place: int, complaint: str) -> tuple[Reply, ValidatedReply[Answer]]:
        slots = self._gateway.policy.slots
        await slots.acquire(self._priority)
        try:
            return await self._send_paid(place, complaint)
        finally:
            slots.release()

    async def _send_paid(self, place: int, complaint: str) -> tuple[Reply, ValidatedReply[Answer]]:
        gateway = self._gateway
        row = gateway.call_log.next_attempt(self._row("sent"))
        request = self._request(place, complaint, row.attempt)
        verdicts: list[ValidatedReply[Answer]] = []

        async def send(request: Request) -> Reply:
            return storable_reply(await gateway.model(request))

        def complaint_about(reply: Reply) -> str:
            verdicts.append(self._validate(reply))
            return verdicts[0].complaint

        reply = await send_paid(
            gateway.call_log, gateway.policy, row, self._prompt_text, request, send, complaint_about
        )
        if verdicts[0].answer is not None:
            gateway.policy.share.record_answer()
        if verdicts[0].complaint == OVERTHOUGHT or reply.reasoning_tokens:
            gateway.policy.sizes.thinking = True
        return reply, verdicts[0]

    async def _log_fallback(self, fallback: Answer, why: str) -> None:
        row = self._gateway.call_log.next_attempt(self._row("answered"))
        row = row._replace(reply=fallback.model_dump_json(), error=why, fallback=True)
        await self._gateway.call_log.log_settled(row, self._prompt_text)

    def _row(self, status: CallStatus) -> CallRow:
        return CallRow(self._agent, self._step, self._path, 0, self._prompt.name, self._prompt_text.sha, status)

    def _request(self, place: int, complaint: str, attempt: int) -> Request:
        prompt, sizes = self._prompt, self._gateway.policy.sizes
        unbounded = self._needs_more or complaint in OUT_OF_ROOM or sizes.thinking
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
            None if unbounded else room_of(self._schema),
            words=prompt.words,
            key=(self._agent, self._step, self._path),
            shorter=prompt.shorter,
        )

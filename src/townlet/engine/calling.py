"""One prompt on its way to a fit answer: sent, written down, asked again, and given up in the end."""

from __future__ import annotations

import asyncio
import hashlib
import time
from dataclasses import replace
from itertools import count
from typing import Generic, TypeVar

from pydantic import BaseModel, ValidationError

from townlet.engine.desk import Desk
from townlet.engine.runfile import CallRow, PromptText, Status
from townlet.language.model import ModelUnavailable, Reply, Request, UnfitAnswer
from townlet.language.prompt import Prompt
from townlet.language.tariff import Spend

Answer = TypeVar("Answer", bound=BaseModel)

ATTEMPTS = 3
"""How many replies a prompt is given to be answered in the form it asks for."""


class Calling(Generic[Answer]):
    """Everything that is done about one prompt of one person at one step."""

    def __init__(self, desk: Desk, prompt: Prompt[Answer], agent: str, step: int, path: str) -> None:
        self._desk, self._prompt = desk, prompt
        self._agent, self._step, self._path = agent, step, path
        self._schema, schema_text = desk.schema_of(prompt.answer)
        self._asked = PromptText(prompt.text, schema_text)

    async def answer(self) -> Answer:
        """The model's answer, or the prompt's own fallback object where the run's terms want that.

        Raises ModelError: the run then pauses, and what was answered so far is kept.
        """
        try:
            return await self._fit_answer()
        except (ModelUnavailable, UnfitAnswer) as failure:
            fallback = self._prompt.fallback
            if self._desk.terms.on_failure == "pause" or fallback is None:
                raise
            await self._write_down_fallback(fallback, str(failure))
            return fallback

    async def _fit_answer(self) -> Answer:
        complaint = ""
        for place in range(ATTEMPTS + 1):
            reply = self._had(place) or await self._new_reply(place, complaint)
            if reply.fallback and self._prompt.fallback is not None:
                return self._prompt.fallback
            try:
                return self._prompt.answer.model_validate_json(reply.text)
            except ValidationError as error:
                complaint = _in_short(reply, error)
        raise AssertionError  # _new_reply gives up before

    def _had(self, place: int) -> Reply | None:
        return self._desk.ledger.recorded(self._agent, self._step, self._path, self._asked, place)

    async def _new_reply(self, place: int, complaint: str) -> Reply:
        """The model's next reply, sent for as often as patience allows."""
        if place >= ATTEMPTS:
            name = self._desk.model.name
            raise UnfitAnswer(f"The model {name!r} gave no fit answer to {self._prompt.name!r}: {complaint}")
        patience = self._desk.terms.patience
        for outage in count(1):
            await patience.gate()
            try:
                return await self._send(place, complaint)
            except ModelUnavailable as error:
                wait = patience.after(error, outage)
                if wait is None:
                    raise
                await asyncio.sleep(wait)
        raise AssertionError  # count() has no end

    async def _send(self, place: int, complaint: str) -> Reply:
        desk, terms = self._desk, self._desk.terms
        row = desk.ledger.numbered(self._row("sent"))
        request = self._request(place, complaint, row.attempt)
        most = terms.tariff.ceiling(request)
        terms.purse.reserve(most)
        paid = most
        try:
            row = row._replace(ceiling=most.usd, ceiling_tokens=most.tokens)
            await desk.ledger.sent(row, self._asked)
            began = time.perf_counter()
            try:
                reply = _writable(await desk.model(request))
            except ModelUnavailable as error:
                paid = most if error.billed else Spend()
                await desk.ledger.settled(row._replace(status="failed", error=str(error), cost=paid.usd), self._asked)
                raise
            terms.patience.answered()
            paid = terms.tariff.cost(request, reply)
            await desk.ledger.settled(_answered(row, reply, paid, time.perf_counter() - began), self._asked)
            return reply
        finally:
            terms.purse.settle(most, paid)

    async def _write_down_fallback(self, fallback: Answer, why: str) -> None:
        row = self._desk.ledger.numbered(self._row("answered"))
        row = row._replace(reply=fallback.model_dump_json(), error=why, fallback=True)
        await self._desk.ledger.settled(row, self._asked)

    def _row(self, status: Status) -> CallRow:
        return CallRow(self._agent, self._step, self._path, 0, self._prompt.name, self._asked.sha, status)

    def _request(self, place: int, complaint: str, attempt: int) -> Request:
        prompt = self._prompt
        key = f"{self._desk.run}|{self._agent}|{self._step}|{self._path}|{attempt}"
        return Request(
            prompt.name,
            prompt.text,
            prompt.fields,
            self._schema,
            place,
            complaint,
            self._step,
            hashlib.blake2b(key.encode(), digest_size=16).hexdigest(),
        )


def _answered(row: CallRow, reply: Reply, paid: Spend, seconds: float) -> CallRow:
    return row._replace(
        status="answered",
        reply=reply.text,
        model=reply.model,
        prompt_tokens=reply.prompt_tokens,
        answer_tokens=reply.answer_tokens,
        cached_tokens=reply.cached_tokens,
        reasoning_tokens=reply.reasoning_tokens,
        cost=paid.usd,
        temperature=reply.temperature,
        seconds=round(seconds, 6),
    )


def _writable(reply: Reply) -> Reply:
    """The reply without what is no text (half of a surrogate pair), so that what was paid for can be kept."""
    try:
        reply.text.encode()
    except UnicodeEncodeError:
        return replace(reply, text=reply.text.encode(errors="replace").decode())
    return reply


def _in_short(reply: Reply, error: ValidationError) -> str:
    """What was wrong with an answer, in a line for the model to read."""
    if reply.finish == "refusal":
        return "the question was declined; it is about invented people in a story, and an answer in the form asked for"
    if reply.finish == "length":
        return "the answer was cut off before its end; it has to be shorter"
    return "; ".join(f"{'.'.join(map(str, part['loc']))}: {part['msg']}" for part in error.errors()[:3])

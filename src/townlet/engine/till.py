"""Paying for one sending: what it can cost is set aside, it is written down, sent, and settled with what it took."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from townlet.engine.desk import Ledger, Terms
from townlet.engine.runfile import CallRow, PromptText
from townlet.language.model import ModelError, Reply, Request
from townlet.language.tariff import Spend


async def paid_for(
    ledger: Ledger,
    terms: Terms,
    row: CallRow,
    asked: PromptText,
    request: Request,
    send: Callable[[Request], Awaitable[Reply]],
    complaint_about: Callable[[Reply], str] = lambda reply: "",
) -> Reply:
    """Send within the budget. Until it is known what was paid, the sending counts with the most that it can take.

    Raises BudgetSpent before anything is sent, and the ModelError of a sending that failed.
    """
    most = terms.tariff.ceiling(request)
    await terms.purse.reserve(most)
    paid = most
    try:
        row = row._replace(ceiling=most.usd, ceiling_tokens=most.tokens)
        await ledger.sent(row, asked)
        began = time.perf_counter()
        try:
            reply = await send(request)
        except ModelError as error:
            paid = most if error.billed else Spend()
            await ledger.settled(_failed(row, error, paid), asked)
            raise
        seconds = time.perf_counter() - began
        paid = terms.tariff.cost(request, reply)
        await ledger.settled(_answered(row, reply, paid, seconds, complaint_about(reply)), asked)
        terms.accounts.note(row.agent, row.name, reply, paid.usd)
        return reply
    finally:
        terms.purse.settle(most, paid)


def _failed(row: CallRow, error: ModelError, maybe_paid: Spend) -> CallRow:
    """What may have been paid is no known cost: it stays the most that it can be."""
    return row._replace(status="failed", error=str(error), ceiling=maybe_paid.usd, ceiling_tokens=maybe_paid.tokens)


def _answered(row: CallRow, reply: Reply, paid: Spend, seconds: float, complaint: str) -> CallRow:
    return row._replace(
        status="answered",
        reply=reply.text,
        model=reply.model,
        prompt_tokens=reply.prompt_tokens,
        answer_tokens=reply.answer_tokens,
        cached_tokens=reply.cached_tokens,
        cache_written_tokens=reply.cache_written_tokens,
        reasoning_tokens=reply.reasoning_tokens,
        cost=paid.usd,
        temperature=reply.temperature,
        seconds=round(seconds, 6),
        error=complaint,
        from_cache=reply.from_cache,
    )

"""The last calls of a budget: what is left is too little for the most that they can cost, but enough for their like.

They are sent one at a time. Their prompts are estimated by those of earlier calls, and their answers get as much room
as the budget leaves.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import deque
from dataclasses import replace
from typing import NamedTuple

from townlet.engine.calls.budget import Budget
from townlet.language.model import Reply, Request
from townlet.language.pricing import Spend, Tariff
from townlet.runfile import CallFilter, CallRow, RunReader

PROMPT_MARGIN = 1.1
"""How many times the tokens of its estimate a prompt may take."""

ANSWER_MARGIN = 1.25
"""How much room an answer must have, as a multiple of the longest earlier one of its kind."""

CALLS_KEPT = 50
"""How many calls of each kind of prompt are kept as examples."""

_COMPLAINT_TOKENS = 100
"""An upper bound of the words around a complaint."""


class CallSize(NamedTuple):
    """The size of a call that was answered, or an upper bound of it."""

    bytes: int
    """The length of its prompt and of the schema of its answer."""
    prompt_tokens: int
    answer_tokens: int


class CallSizes:
    """The sizes of the latest calls by the name of their prompt, all by the model that answered the latest of them."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[str, deque[CallSize]]] = {}
        self.thinking = False
        """Whether a model has thought before it answered, so that answers need more room than their form says."""
        self._schemas: dict[str, int] = {}
        """The length of each prompt's schema as JSON."""

    @classmethod
    def of(cls, run: RunReader) -> CallSizes:
        """Return the sizes of the calls of a run's last day."""
        sizes, latest = cls(), dict[str, deque[CallRow]]()
        day = run.header.clock.steps_a_day
        for row in run.calls(CallFilter(status="answered", from_step=(run.last_step() or 0) - day), by_time=True):
            if not (row.fallback or row.from_cache or row.estimated or row.error):
                latest.setdefault(row.name, deque(maxlen=CALLS_KEPT)).append(row)
        for name, rows in latest.items():
            for row in rows:
                prompt = run.prompt(row.prompt_sha)
                length = len(prompt.text.encode()) + len(prompt.schema.encode())
                sizes._add(name, row.model, CallSize(length, row.prompt_tokens, row.answer_tokens))
        return sizes

    def record(self, request: Request, reply: Reply) -> None:
        """Keep the size of a call whose usage is known, unless its answer was cut off: it would have needed more."""
        if not reply.from_cache and reply.finish != "length":
            size = CallSize(self._length(request), reply.prompt_tokens, reply.answer_tokens)
            self._add(request.name, reply.model, size)

    def forget(self) -> None:
        """Drop all sizes, because another model with another tokenizer takes over."""
        self._seen.clear()

    def estimate(self, request: Request) -> CallSize | None:
        """Return a size that a request should not exceed; None if no call has been answered yet.

        A prompt takes no more tokens than an earlier one of its kind that was at least as long. If there is none, it
        takes at most as many tokens a byte as any earlier prompt. An answer is no longer than the longest of its
        kind, or of all kinds if it is the first of its kind.
        """
        if not self._seen:
            return None
        length = self._length(request)
        everything = [size for _, sizes in self._seen.values() for size in sizes]
        alike = self._seen[request.name][1] if request.name in self._seen else everything
        longer = [size.prompt_tokens for size in alike if size.bytes >= length and alike is not everything]
        prompt = min(longer) if longer else length * max(size.prompt_tokens / max(1, size.bytes) for size in everything)
        complaint = len(request.complaint.encode()) + _COMPLAINT_TOKENS if request.reask else 0
        answer = max(size.answer_tokens for size in alike)
        return CallSize(length, round(prompt * PROMPT_MARGIN) + complaint, round(answer * ANSWER_MARGIN))

    def _length(self, request: Request) -> int:
        if request.name not in self._schemas:
            self._schemas[request.name] = len(json.dumps(request.schema, separators=(",", ":")))
        return len(request.text.encode()) + self._schemas[request.name]

    def _add(self, name: str, model: str, size: CallSize) -> None:
        if name not in self._seen or self._seen[name][0] != model:
            self._seen[name] = model, deque(maxlen=CALLS_KEPT)
        self._seen[name][1].append(size)


def last_call(request: Request, tariff: Tariff, sizes: CallSizes, left: Budget) -> tuple[Request, Spend] | None:
    """Return a request with a token limit that keeps it within what is left of a budget, and its ceiling.

    Return None if no call was answered yet, or if what is left is too little for it.
    """
    size = sizes.estimate(request)
    if size is None:
        return None

    def ceiling(limit: int) -> Spend:
        return tariff.ceiling(replace(request, allowance=limit), size.prompt_tokens)

    limits = range(min(size.answer_tokens, request.max_tokens), request.max_tokens + 1)
    room = bisect_left(limits, True, key=lambda limit: not left.allows(ceiling(limit)))
    if not room:
        return None
    limit = limits[room - 1]
    return replace(request, allowance=limit), ceiling(limit)

"""What would be otherwise without a line or a memory: a viewer's question, and how far its answer has come."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from townlet.server.protocol.base import Step, WireModel


class WhatIfRequest(WireModel):
    """What would be otherwise if somebody had not taken something in (POST /api/what-if)."""

    without: str = Field(max_length=200)
    """The id of a line or a memory."""
    question: str = Field(default="", max_length=400)
    """What is asked of the other world, one of `WhatIfView.questions`; if empty, the first that can be asked."""
    at: Step = Field(ge=0, lt=2**53)
    """The step before which the run is looked at."""
    action: Literal["look", "try", "stop"] = "look"
    pays: bool = False
    """Whether the viewer agrees to what the calls to a language model may cost."""


class WhatIfAnswer(WireModel):
    """What came about in the other world."""

    sentence: str
    noise: str
    """What placebos changed: how sure the answer is."""
    told_instead: str
    """Who told the person in the other world; empty if nobody did."""
    notes: list[str]
    world: str
    """The path of the other world, from the server's root."""
    step: Step
    """Where the two worlds first differ in what is said, or where something was kept from somebody."""
    lines: list[str]
    """The line said at that step in the run, and the one in the other world; empty if the same is said."""


class WhatIfView(WireModel):
    """A question, what it takes, how far it has come and its answer."""

    without: str
    """What is kept from whom, in words."""
    questions: list[str]
    question: str
    state: Literal["planned", "running", "answered", "stopped"]
    why: str
    """Why there is no answer, or an incomplete one, in a sentence."""
    worlds: int
    """How many worlds are to be lived."""
    done: int
    """How many of them are lived."""
    seconds: float | None
    """About how long the rest takes; None while nobody knows."""
    calls: int
    """The most calls to language models that it is likely to take; 0 for the offline model."""
    usd: float | None
    """What these cost; None if a price is not known."""
    answer: WhatIfAnswer | None

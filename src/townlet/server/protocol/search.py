"""Results of a search over a whole run, on the wire."""

from __future__ import annotations

from typing import Literal

from townlet.server.protocol.base import Step, WireModel


class SearchHit(WireModel):
    """A spoken line or a memory that contains what was searched for."""

    kind: Literal["line", "observation", "reflection", "plan"]
    """A spoken line, or the kind of a memory."""
    step: Step
    who: str
    """The speaker, or whose memory it is."""
    text: str
    """The text around the first match, if it is long."""
    talk: str
    """The talk of a line; empty for a memory."""


class SearchGroup(WireModel):
    """The first results of one group."""

    total: int
    """How many there are in the run."""
    hits: list[SearchHit]
    """In order of time."""


class SearchView(WireModel):
    """What a search found: lines that were said, and memories that are not of such a line."""

    lines: SearchGroup
    memories: SearchGroup

"""Where a replay opens: people are awake, and somebody is about to talk."""

from __future__ import annotations

from collections.abc import Sequence

from townlet.server.marks import Marks
from townlet.server.protocol.film import Mark
from townlet.study.past import Past

MINUTES_BEFORE = 3
"""How long before the first talk a replay opens."""
LIVELY_TALKS, LIVELY_MINUTES = 3, 40
"""So many talks begin within so many game minutes where a replay had best open."""


def opening(past: Past, marks: Marks) -> int:
    """The step: before several talks when most people are up, else before one, else when most are up, else 0."""
    talks = [mark for mark in marks.between(0, past.until) if mark.kind == "talk"]
    near = past.clock.steps(LIVELY_MINUTES)
    later = talks[LIVELY_TALKS - 1 :]
    lively = [mark for mark, other in zip(talks, later, strict=False) if other.s - mark.s <= near]
    first = _first_awake(lively, past) or _first_awake(talks, past)
    return max(0, first.s - past.clock.steps(MINUTES_BEFORE)) if first else _most_are_up(past)


def _first_awake(talks: Sequence[Mark], past: Past) -> Mark | None:
    return next((mark for mark in talks if _awake(past, mark.s)), None)


def _most_are_up(past: Past) -> int:
    quarter = past.clock.steps(15)
    return next((step for step in range(quarter, past.until, quarter) if _awake(past, step)), 0)


def _awake(past: Past, step: int) -> bool:
    bodies = past.at(step).world.bodies.values()
    return 2 * sum(not body.asleep for body in bodies) > len(bodies)

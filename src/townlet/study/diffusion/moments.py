"""A run in the order in which things came to be remembered and said; nothing of a moment is held after it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from townlet.memory.record import Memory
from townlet.study.source import Source
from townlet.study.traces import Spoken

Moment = tuple[int, Sequence[Memory], Sequence[Spoken]]
"""A step, and what was remembered and what was said in it: people remember before they speak."""

_NEVER: tuple[float, Iterator[Any]] = (math.inf, iter(()))


def moments(source: Source) -> Iterator[Moment]:
    """What was remembered and what was said in each step in which there was any of it."""
    said = groupby(source.spoken(), lambda spoken: spoken.line.step)
    remembered = groupby(source.memories_by_step(), lambda memory: memory.id.step)
    later, lines = next(said, _NEVER)
    step, memories = next(remembered, _NEVER)
    while (now := min(step, later)) < _NEVER[0]:
        new: list[Memory] = []
        spoken: list[Spoken] = []
        if step == now:
            new = list(memories)
            step, memories = next(remembered, _NEVER)
        if later == now:
            spoken = list(lines)
            later, lines = next(said, _NEVER)
        yield int(now), new, spoken

"""Tables of the facts that are followed through a town, and of who came to know them from whom."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from townlet.memory.record import Memory
from townlet.study.data.columns import STEP, TIME, Row, Table, count, one_of, text, when
from townlet.study.data.source import Source
from townlet.study.data.talks import said_lines
from townlet.study.diffusion import spreads, tracked_facts
from townlet.study.diffusion.knowing import Moment
from townlet.study.traces import Line

_NEVER: tuple[float, Iterator[Any]] = (math.inf, iter(()))


def _facts(source: Source) -> Iterator[Row]:
    for fact in tracked_facts(source.town):
        event = fact.event
        place = (event.host, event.place, event.start, event.end) if event else (None, None, None, None)
        yield fact.name, fact.source, fact.question or None, *place, fact.paper_start, fact.paper_end


FACTS = Table(
    "facts",
    "a fact that the town's facts.toml has followed",
    ("fact",),
    (
        one_of("fact", "Its name"),
        text("source", "Who knows it at the start"),
        text("question", "How it is asked for", empty="it is not"),
        text("host", "Of an event: who gives it", empty="it is no event"),
        text("place", "Of an event: where it is", empty="it is no event"),
        when("start", "Of an event: when it begins", empty="it is no event"),
        when("end", "Of an event: when it ends", empty="it is no event"),
        count(
            "paper_start", "How many knew it at the start in Park et al. 2023", "people of 25", "it is not of the paper"
        ),
        count("paper_end", "How many knew it at the end there", "people of 25", "it is not of the paper"),
    ),
    _facts,
)


def knowing(source: Source, only: str = "") -> Iterator[Row]:
    """Who came to know each fact, or only the one of that name."""
    facts = [fact for fact in tracked_facts(source.town) if only in ("", fact.name)]
    for found in spreads(_moments(source), facts) if facts else ():
        for each in found.known:
            heard, utterance = each.heard_from or None, each.utterance or None
            yield found.fact.name, each.person, each.step, source.time(each.step), each.way, heard, utterance


KNOWING = Table(
    "knowing",
    "a fact and somebody who came to know it: the edges of diffusion are the rows whose way is 'heard'",
    ("fact", "person"),
    (
        one_of("fact", "As in `facts`"),
        text("person", "Who knows it from then on"),
        STEP,
        TIME,
        one_of("way", "seed (their own story), seen, inner voice, told (by a visitor), or heard (from a resident)"),
        text("heard_from", "Who told them", empty="nobody did"),
        text("utterance", "By which line, as in `lines`", empty="by none"),
    ),
    knowing,
)


def _moments(source: Source) -> Iterator[Moment]:
    """What was remembered and what was said in each step in which there was any of it."""
    said = groupby(said_lines(source), lambda line: line.step)
    remembered = groupby(source.memories_by_step(), lambda memory: memory.id.step)
    later, lines = next(said, _NEVER)
    step, memories = next(remembered, _NEVER)
    while (now := min(step, later)) < _NEVER[0]:
        new: list[Memory] = []
        spoken: list[Line] = []
        if step == now:
            new = list(memories)
            step, memories = next(remembered, _NEVER)
        if later == now:
            spoken = list(lines)
            later, lines = next(said, _NEVER)
        yield int(now), new, spoken

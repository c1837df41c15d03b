"""An excerpt: the part of a run that a standalone page holds. It is the whole run, or some chapters of its story."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from townlet.server.protocol.base import Step
from townlet.server.read_model import RunReadModel
from townlet.story import Story

Entry = TypeVar("Entry")

LEAD_MINUTES, REST_MINUTES = 4, 3
"""A chapter's span begins and ends this many game minutes before and after what its camera shows."""

MINDS_PER_CHAPTER = 4
"""A party has many guests, and each mind takes as much room as a picture: only those of the first people are told."""


@dataclass(frozen=True)
class Excerpt:
    """Spans of steps, each from its first step until before its second one, and whose minds are told in them."""

    spans: tuple[tuple[Step, Step], ...]
    """In order, without overlaps."""
    people: frozenset[str]
    story: Story

    def covers(self, step: Step) -> bool:
        """Return whether the page shows what people know at a step: the end of a span still belongs to it."""
        return any(first <= step <= end for first, end in self.spans)

    def overlaps(self, from_step: Step, to_step: Step) -> bool:
        """Return whether something from `from_step` until before `to_step` is in a span."""
        return any(first < to_step and from_step < end for first, end in self.spans)

    def within(self, from_step: Step, to_step: Step) -> tuple[Step, Step] | None:
        """Return the stretch between two steps from the first to the last that is in a span; None if there is none."""
        cut = [(max(first, from_step), min(end, to_step)) for first, end in self.spans]
        cut = [(first, end) for first, end in cut if first < end]
        return (cut[0][0], cut[-1][1]) if cut else None

    def thin(
        self, log: Iterable[Entry], at: Callable[[Entry], Step], key: Callable[[Entry], Hashable]
    ) -> Iterator[Entry]:
        """Yield the entries of a change log that tell the values in the spans, in the same order.

        They are those within a span, and for each key the latest one before each span.
        """
        ordered = list(log)
        kept: set[int] = set()
        for first, end in self.spans:
            latest: dict[Hashable, int] = {}
            for number, entry in enumerate(ordered):
                if at(entry) <= first:
                    latest[key(entry)] = number
                elif at(entry) <= end:
                    kept.add(number)
            kept.update(latest.values())
        return (entry for number, entry in enumerate(ordered) if number in kept)


def take_whole(read_model: RunReadModel) -> Excerpt:
    """Return the whole run with everybody's mind."""
    until = read_model.next_step
    return Excerpt(((0, until),), frozenset(read_model.past.joined), read_model.teller.story(until, live=False))


def take_chapters(read_model: RunReadModel, numbers: Sequence[int]) -> Excerpt:
    """Return the chapters with these numbers, which count from 1, with the minds of the people whom they are about.

    Raises IndexError if the story has no such chapter.
    """
    whole = take_whole(read_model)
    chapters = tuple(whole.story.chapters[number - 1] for number in sorted(set(numbers)))
    lead, rest = read_model.clock.steps(LEAD_MINUTES), read_model.clock.steps(REST_MINUTES)
    until = read_model.next_step
    spans = [(max(0, each.start - lead), min(until, each.end + rest)) for each in chapters]
    people = frozenset(name for each in chapters for name in each.about[:MINDS_PER_CHAPTER])
    return Excerpt(tuple(_merged(spans)), people, replace(whole.story, chapters=chapters, threads=(), gaps=()))


def _merged(spans: Iterable[tuple[Step, Step]]) -> Iterator[tuple[Step, Step]]:
    """Yield the spans in order, those that touch as one."""
    last: tuple[Step, Step] | None = None
    for first, end in sorted(spans):
        if last and first <= last[1]:
            last = (last[0], max(last[1], end))
            continue
        if last:
            yield last
        last = (first, end)
    if last:
        yield last

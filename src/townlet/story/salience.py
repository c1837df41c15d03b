"""Which chapters are worth telling: salience, and a choice that is varied in kinds, people and hours.

A chapter's salience is what its kind is worth, times how rare the kind is in this run, times how much led to it. The
choice is greedy: each chapter is worth less the more of its kind, its people and its hours are chosen already, and
more if its thread has begun (maximal marginal relevance).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from townlet.story.chapter import StoryChapter

MOST_OF_A_KIND = 3
"""How many chapters of one kind a story may have."""
FLOOR = 4.0
"""A chapter that is worth less is not told, however few there are: better a short story than a dull one."""
RARITY = 0.4
"""The share of a chapter's worth that depends on how rare its kind is in the run."""
PER_CAUSE, MOST_CAUSES = 0.06, 4
"""What each thing that led to a chapter adds to its worth, and how many count."""
WITHOUT_QUOTE = 0.88
AGAIN_OF_A_KIND = 0.62
AGAIN_IN_AN_HOUR = 0.88
AGAIN_WITH_PEOPLE = 0.78
THREAD = (1.0, 1.15, 1.1, 0.9, 0.6, 0.4)
"""How much more or less a chapter is worth by the number of chapters of its thread that are chosen already."""
SLICES = 24
"""Into how many equal parts the run is divided, so that chapters are spread over it."""


def rate(chapters: Sequence[StoryChapter]) -> list[StoryChapter]:
    """Return the chapters in order of time, with their scores and ids."""
    kinds = Counter(chapter.kind for chapter in chapters)
    rated = [replace(chapter, score=_salience(chapter, kinds, len(chapters))) for chapter in chapters]
    rated.sort(key=lambda chapter: (chapter.step, chapter.kind, chapter.about, chapter.title, chapter.sentences))
    numbers: Counter[str] = Counter()
    named = []
    for chapter in rated:
        key = f"{chapter.kind}-{chapter.step}".replace("_", "-")
        numbers[key] += 1
        named.append(replace(chapter, id=key if numbers[key] == 1 else f"{key}-{numbers[key]}"))
    return named


def _salience(chapter: StoryChapter, kinds: Counter[str], count: int) -> float:
    rare = math.log(1 + count / kinds[chapter.kind]) / math.log(1 + count)
    causes = 1 + PER_CAUSE * min(len(chapter.because), MOST_CAUSES)
    quoted = 1.0 if chapter.quote else WITHOUT_QUOTE
    return chapter.score * (1 - RARITY + RARITY * rare) * causes * quoted


def choose(chapters: Sequence[StoryChapter], most: int, last_step: int) -> list[StoryChapter]:
    """Return at most `most` of the rated chapters, in order of time."""
    left = [chapter for chapter in chapters if chapter.score >= FLOOR]
    chosen: list[StoryChapter] = []
    worth = _Worth(max(1, (last_step + 1) // SLICES))
    while left and len(chosen) < most:
        best = max(left, key=lambda chapter: (worth(chapter), -chapter.step, chapter.id))
        if worth(best) <= 0:
            break
        chosen.append(best)
        worth.note(best)
        left = [chapter for chapter in left if chapter is not best and not _same_moment(chapter, best)]
    return sorted(chosen, key=lambda chapter: (chapter.step, chapter.id))


def _same_moment(one: StoryChapter, other: StoryChapter) -> bool:
    """Whether two chapters show the same talk, or the same person at about the same time."""
    if one.talk and one.talk == other.talk:
        return True
    near = abs(one.step - other.step) <= 6  # a minute
    return near and bool(set(one.about[:1]) & set(other.about[:1]))


class _Worth:
    """What a chapter is worth beside those that are chosen already."""

    def __init__(self, slice_steps: int) -> None:
        self._slice = slice_steps
        self._kinds: Counter[str] = Counter()
        self._people: Counter[str] = Counter()
        self._slices: Counter[int] = Counter()
        self._threads: Counter[str] = Counter()

    def note(self, chapter: StoryChapter) -> None:
        self._kinds[chapter.kind] += 1
        self._people.update(chapter.about[:2])
        self._slices[chapter.step // self._slice] += 1
        self._threads.update(chapter.threads[:1])

    def __call__(self, chapter: StoryChapter) -> float:
        if self._kinds[chapter.kind] >= MOST_OF_A_KIND:
            return 0.0
        main = chapter.about[:2]
        met = sum(self._people[name] for name in main) / max(1, len(main))
        told = min(self._threads[chapter.threads[0]], len(THREAD) - 1) if chapter.threads else 0
        again: float = (
            chapter.score
            * AGAIN_OF_A_KIND ** self._kinds[chapter.kind]
            * AGAIN_WITH_PEOPLE**met
            * AGAIN_IN_AN_HOUR ** self._slices[chapter.step // self._slice]
            * THREAD[told]
        )
        return again

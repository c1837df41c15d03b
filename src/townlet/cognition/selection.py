"""The selection of memories that a prompt shows: places kept for live matters, few spoken lines, nothing twice.

Live matters are what is on today or soon, and what the agent wants, has promised and has settled. Retrieval alone
misses them among newer and more similar memories.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache, partial

from townlet.cognition.relationships import is_line, is_promise
from townlet.cognition.thought import Thought
from townlet.cognition.wording import DAY_PLAN_LEAD, DAYS, MONTHS, day_plan_sentence, say_date
from townlet.memory.record import Memory, Source
from townlet.memory.retrieval import PAPER_WEIGHTS, Weights
from townlet.world.view import spoken_place

ON_HERE_SHOWN = 2
"""The number of reserved places for what is on today at the place where the agent is; our choice."""

DATED_SHOWN = 4
"""The number of reserved places, those before included, for what has a date of today or later; our choice."""

FEWEST_LINES = 2
"""The number of spoken lines that a prompt shows in any case; our choice."""

DAYS_AHEAD = 60
"""The number of days ahead up to which a date counts as coming; our choice."""

_BY_RELEVANCE = Weights(recency=0.0, importance=0.0)
_DATE = re.compile(rf"\b({'|'.join(MONTHS)}) (\d{{1,2}})\b")
"""A date as `say_date` writes it, without the day of the week: 'May 6'."""
_DAY = re.compile(rf"(?<!every )(?<!each )(?<!most )(?<!last )(?<!past )\b({'|'.join(DAYS)})\b")
"""A day without a date: 'on Friday'."""
_RELATIVE = re.compile(r"\b(day after tomorrow|tomorrow|tonight|today|this (?:morning|afternoon|evening))\b", re.I)
"""A day by its distance from the day on which it is told."""
_INVITED = re.compile(r"\b(?:invited|has asked)\b")
"""Whom somebody wants to have at what is on: 'has invited Ann Bo and Cy Dee'."""
_TIME = re.compile(r"\b(\d{1,2})(?::(\d{2}))? ?([apAP])\.?[mM]\b")
"""A time of day: '5 pm', '5:30 p.m.'."""
_OF_ONE_HALF = re.compile(
    r"\b(?P<from>\d{1,2})(?P<minute>:\d{2})?"
    r"(?= (?:to|until|till|and) (?P<to>\d{1,2})(?::\d{2})? ?(?P<half>[apAP])\.?[mM]\b)"
)
"""The beginning of 'from 6 to 8 pm', which only the end gives its half of the day."""


async def live_matters(thought: Thought, apart_from: Iterable[Memory] = ()) -> list[Memory]:
    """Return the memories for the reserved places of a prompt, at most as many as the profile keeps.

    These are what is on here today, what is dated today or later, whom the agent has invited, what it wants, and its
    latest promises and outcomes of talks. Memories in `apart_from` are left out: the prompt shows them elsewhere.
    """
    most = thought.profile.live_shown
    if not most:
        return []
    found = _Found({memory.text for memory in apart_from})
    dated = _dated(thought)
    found.add((memory for memory in dated if _is_here(thought, memory)), ON_HERE_SHOWN)
    found.add(dated, min(DATED_SHOWN, most) - len(found.memories))
    if dated:
        found.add(
            (memory for memory in thought.memories if _INVITED.search(memory.text) and memory.source == "seed"), 1
        )
    left = most - len(found.memories)
    wants = await thought.rank(
        f"what {thought.agent.name} needs, wants and is looking for",
        top=most,
        keep=lambda memory: memory.source in ("seed", "inner voice"),
        weights=_BY_RELEVANCE,
    )
    found.add(wants, (left + 1) // 2)
    kept = [memory for memory in thought.memories if is_promise(memory) or memory.outcome]
    found.add(reversed(kept), most - len(found.memories))
    found.add(wants, most - len(found.memories))
    return found.memories[:most]


def ordered(memories: Sequence[Memory], apart_from: Sequence[Memory]) -> list[Memory]:
    """Return each memory once, in order, without those in `apart_from`, which the prompt shows elsewhere."""
    known = {memory.id for memory in apart_from}
    return list({memory.id: memory for memory in memories if memory.id not in known}.values())


def besides_plan(thought: Thought, memories: Iterable[Memory]) -> list[Memory]:
    """Return the memories without those of today's plan, for prompts that show the plan as it is now."""
    lead = day_plan_sentence(say_date(thought.view.now), thought.agent.name, "").rstrip(".")
    return [memory for memory in memories if not memory.text.startswith(lead)]


async def recall_mostly_unsaid(
    thought: Thought,
    query: str,
    top: int,
    naming: str = "",
    sources: Collection[Source] = (),
    weights: Weights = PAPER_WEIGHTS,
) -> list[Memory]:
    """Recall up to `top` memories for a query, as `Thought.recall`, of which a third may be spoken lines."""
    ask = partial(thought.recall, query, naming=naming, sources=sources, weights=weights)
    lines = await ask(top=top // 3, keep=is_line) if top // 3 else []
    left = top - len(lines)
    return [*(await ask(top=left, keep=lambda memory: not is_line(memory)) if left else []), *lines]


def mostly_unsaid(memories: Sequence[Memory], beside: Sequence[Memory]) -> list[Memory]:
    """Return the memories with so few spoken lines that these are at most a third of all memories shown.

    `beside` are the memories that the prompt shows elsewhere. Half of the lines are the first of `memories`, half the
    last, where the agent's own lines to the hearer are. `FEWEST_LINES` stay where the agent remembers little else.
    """
    lines = [memory for memory in memories if is_line(memory)]
    shown = len(memories) - len(lines) + sum(not is_line(memory) for memory in beside)
    most = max(FEWEST_LINES, shown // 2 - sum(is_line(memory) for memory in beside))
    kept = {memory.id for memory in (*lines[: most - most // 2], *lines[len(lines) - most // 2 :])}
    return [memory for memory in memories if memory.id in kept or not is_line(memory)]


class _Found:
    """The memories found so far, each text once."""

    def __init__(self, elsewhere: Collection[str]) -> None:
        self.memories: list[Memory] = []
        self._texts = set(elsewhere)

    def add(self, memories: Iterable[Memory], most: int) -> None:
        """Add the first memories whose texts are new, at most this many."""
        for memory in memories:
            if most <= 0:
                return
            if memory.text not in self._texts:
                self._texts.add(memory.text)
                self.memories.append(memory)
                most -= 1


def _dated(thought: Thought) -> list[Memory]:
    """Return the memories that are dated today or later: nearest dates first, lines last, then the most important."""
    today = thought.view.now.date()
    found = [
        (ahead, is_line(memory), -memory.importance, -place, memory)
        for place, memory in enumerate(thought.memories)
        if memory.source not in ("seen", "done", "said")
        and not memory.text.startswith(DAY_PLAN_LEAD)
        and (ahead := days_ahead(memory.text, today, memory.created.date())) is not None
    ]
    return [memory for *_, memory in sorted(found, key=lambda each: each[:-1])]


def _is_here(thought: Thought, memory: Memory) -> bool:
    view = thought.view
    today = days_ahead(memory.text, view.now.date(), memory.created.date()) == 0
    return today and view.here is not None and spoken_place(view.here) in memory.text


BEFORE_MINUTES, USUAL_MINUTES = 30, 180
"""Minutes from which before its time something is on, and how long it goes on if no end is given; our choice."""


def on_here(thought: Thought) -> list[Memory]:
    """Return the memories of what is on now at the place where the agent is."""
    minute = thought.view.clock.minute(thought.view.step)
    return [memory for memory in _dated(thought) if _is_here(thought, memory) and _is_on(memory.text, minute)]


def _is_on(text: str, minute: int) -> bool:
    """Return whether a text gives times of day, the first of which has come and the last of which is not over."""
    times = times_in(text)
    if not times:
        return False
    end = max(times) if max(times) > times[0] else times[0] + USUAL_MINUTES
    return times[0] - BEFORE_MINUTES <= minute < end


@lru_cache(50_000)
def times_in(text: str) -> tuple[int, ...]:
    """Return the times of day in a text, in minutes after midnight, in the order of the text."""
    return tuple(
        (int(hour) % 12 + (12 if half in "pP" else 0)) * 60 + int(minute or 0)
        for hour, minute, half in _TIME.findall(_OF_ONE_HALF.sub(_with_half, text))
    )


def _with_half(found: re.Match[str]) -> str:
    """Return the beginning of a stretch with its half of the day: 'from 11 to 1 pm' begins before noon."""
    begins_before = int(found["from"]) % 12 > int(found["to"]) % 12
    half = {"a": "p", "p": "a"}[found["half"].lower()] if begins_before else found["half"]
    return f"{found['from']}{found['minute'] or ''} {half}m"


@lru_cache(50_000)
def days_ahead(text: str, today: date, told: date) -> int | None:
    """Return how many days ahead the nearest day that a text names is, if it is not over; None if it names none.

    A day without a date, such as 'on Friday' or 'tomorrow', is counted from the day on which the text was `told`.
    """
    dates = dates_in(text)
    ahead = [days for month, day in dates if (days := _until(today, month, day)) <= DAYS_AHEAD]
    if not dates:
        named = [(DAYS.index(day) - told.weekday()) % 7 for day in _DAY.findall(text)]
        # People say 'today' of anything: in what they said it names no day to keep in mind.
        bare = text.partition(": '")[0]
        named += [{"day after tomorrow": 2, "tomorrow": 1}.get(said.lower(), 0) for said in _RELATIVE.findall(bare)]
        ahead += [days for after in named if (days := after - (today - told).days) >= 0]
    return min(ahead, default=None)


@lru_cache(50_000)
def dates_in(text: str) -> tuple[tuple[int, int], ...]:
    return tuple((MONTHS.index(month) + 1, int(day)) for month, day in _DATE.findall(text))


def _until(today: date, month: int, day: int) -> int:
    """Return the days from today to the next day with this date."""
    return min(((when - today).days for when in _next_dates(today, month, day)), default=DAYS_AHEAD + 1)


def _next_dates(today: date, month: int, day: int) -> Iterator[date]:
    """Yield the date in this and the next year, as far as it exists and is not over."""
    for year in (today.year, today.year + 1):
        try:
            when = date(year, month, day)
        except ValueError:
            continue
        if when >= today:
            yield when

"""The memories that an interview shows beside those that retrieval finds: places kept for what a question asks about.

Retrieval by likeness misses what was done yesterday at six, who was seen at a dance, and who somebody's wife is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from townlet.cognition.asked_time import time_asked
from townlet.cognition.relationships import is_line, known_before, promised_with
from townlet.cognition.selection import dates_in, live_matters, times_in
from townlet.cognition.thought import Thought
from townlet.cognition.wording import DAY_PLAN_LEAD
from townlet.memory.record import Memory, Source
from townlet.memory.retrieval import Weights

TIME_SHOWN, PERSON_SHOWN, HOUSEHOLD_SHOWN = 10, 8, 8
"""The number of places for the time, for each person, and for the household that a question asks about; our choice."""

FIRST_SHOWN = 4
"""The number of places for what the agent knew from the first, nearest to the question first; our choice."""

WORK_SHOWN = 3
"""The number of places for who the agent is, if a question asks about its work; our choice."""

SELF_SHOWN = 3
"""The number of places for what the agent did itself at an event that a question asks about; our choice."""

NEAR, USUAL = timedelta(minutes=60), timedelta(minutes=180)
"""How far from an hour a memory still tells of it, and how long what has a date goes on if no end is given."""

PEOPLE_ASKED = 2
"""The number of people of a question for whom places are kept; our choice."""

BY_RELEVANCE = Weights(recency=0.0, importance=0.0)
"""Retrieval by relevance alone, for direct questions about old or unimportant things; our choice, see decision 16."""

_FAMILY = re.compile(
    r"\b(?:husband|wife|spouse|partner|marri\w+|son|daughter|child(?:ren)?|kids?|mother|father|mum|mom|dad|parents?"
    r"|brother|sister|siblings?|family|relatives?|live with|household)\b",
    re.I,
)
_WORK = re.compile(r"\b(?:job|work|occupation|profession|trade|for a living|what (?:do|did) you do)\b", re.I)
_DONE = re.compile(r"\b(?:did|was|were|went|came|come|became|happened|saw|enjoy\w*)\b", re.I)
_COMMON = frozenset(("what", "when", "where", "whom", "which", "have", "your", "with", "from", "that", "this", "there"))


async def asked_memories(thought: Thought, question: str) -> list[Memory]:
    """Return the memories for the reserved places of an interview; none if the profile keeps no places.

    These are of the time that a question asks about, of the people in it, of the household if it asks about family, of
    who the agent is if it asks about work, of what the agent knew from the first, and of live matters. A question such
    as 'Why?' comes with what was said before.
    """
    if not thought.profile.live_shown:
        return []
    found = [
        *_of_time(thought, question),
        *(memory for name in _people(thought, question)[:PEOPLE_ASKED] for memory in _of_person(thought, name)),
        *(_of_household(thought) if _FAMILY.search(question) else ()),
        *(_of_work(thought) if _WORK.search(question) else ()),
        *await thought.rank(question, top=FIRST_SHOWN, keep=lambda m: m.source == "seed", weights=BY_RELEVANCE),
    ]
    each_once = {memory.text: memory for memory in reversed(found)}
    return [*each_once.values(), *await live_matters(thought, each_once.values())]


def _people(thought: Thought, text: str) -> list[str]:
    """Return everybody in the town whom a text names, by the full name or the first."""
    me, people = thought.agent.name, thought.view.setting.keys.order(thought.view.register)
    named = thought.view.register.named_in(text)
    return [name for name in people if name != me and name in named]


def _of_person(thought: Thought, name: str) -> list[Memory]:
    """Return what the agent knew of a person from the first, has arranged with them, and has thought of them since."""
    thoughts = [m for m in thought.memories.newest(1_000) if m.source == "thought" and name in m.text]
    half = PERSON_SHOWN // 2
    found = [*known_before(thought, name)[:half], *promised_with(thought, name)[-half // 2 :], *thoughts[-half:]]
    return found[:PERSON_SHOWN]


def _of_household(thought: Thought) -> list[Memory]:
    """Return what the agent knew of those with whom it lives from the first."""
    found = {m.id: m for who in thought.agent.persona.household for m in known_before(thought, who)}
    return [*found.values()][:HOUSEHOLD_SHOWN]


def _of_work(thought: Thought) -> list[Memory]:
    """Return what the agent knew from the first of itself: who it is, and what it has to do with its place of work."""
    workplace = thought.agent.persona.workplace
    seeds = [memory for memory in thought.memories if memory.source == "seed"]
    named = [memory for memory in seeds if workplace and workplace.sector in memory.text]
    return [*dict.fromkeys((*seeds[:1], *named))][:WORK_SHOWN]


def _of_time(thought: Thought, question: str) -> list[Memory]:
    """Return what was lived in the stretch that a question asks about, spread over it, and of an hour the nearest."""
    asked = time_asked(question, thought.view.now)
    begins, ends = asked.begins, asked.ends
    if not asked.named or begins > thought.view.now:
        matter = _dated_matter(thought, question)
        if matter is None:
            return []
        named, begins, ends = matter
        of_people = {_words_before_is(memory.text): memory for memory in _lived(thought, begins, ends, "seen")}
        seen = _spread([*of_people.values()], TIME_SHOWN - SELF_SHOWN)
        return [named, *seen, *_spread(_lived(thought, begins, ends, "done", "thought"), TIME_SHOWN - len(seen))]
    if asked.clock:
        near = _lived(thought, begins - NEAR, begins + NEAR, "done", "thought")
        return sorted(near, key=lambda memory: abs(memory.created - begins))[: TIME_SHOWN // 2]
    talks = _spread(_lived(thought, begins, ends, "thought"), TIME_SHOWN // 2)
    return [*talks, *_spread(_lived(thought, begins, ends, "done"), TIME_SHOWN - len(talks))]


def _lived(thought: Thought, begins: datetime, ends: datetime, *sources: Source) -> list[Memory]:
    """Return what the agent remembers from between two moments, each text once: no lines, plans or reflections."""
    found = {
        memory.text: memory
        for memory in thought.memories
        if begins <= memory.created < ends and memory.source in sources and memory.kind == "observation"
    }
    return [*found.values()]


def _words_before_is(text: str) -> str:
    """Return whom or what a sight is of: 'Ann Bo' of 'Ann Bo is making tea.'."""
    return text.partition(" is ")[0]


def _spread(memories: Sequence[Memory], most: int) -> list[Memory]:
    """Return at most so many memories, evenly from the first to the last."""
    if len(memories) <= most:
        return [*memories]
    return [memories[round(place * (len(memories) - 1) / max(1, most - 1))] for place in range(most)]


def _dated_matter(thought: Thought, question: str) -> tuple[Memory, datetime, datetime] | None:
    """Return the memory of what a question asks the outcome of, and from when to when that was by the memory's date."""
    words = _words(question)
    if not words or not _DONE.search(question):
        return None
    best: tuple[int, Memory, datetime, datetime] | None = None
    for memory in thought.memories:
        times = times_in(memory.text)
        if not times or memory.text.startswith(DAY_PLAN_LEAD) or is_line(memory):
            continue
        shared = len(words & _words(memory.text))
        for month, day in dates_in(memory.text) if shared and (best is None or shared > best[0]) else ():
            begins = _moment(thought.view.now, month, day, times[0])
            if begins is not None:
                ends = _moment(thought.view.now, month, day, max(times)) if max(times) > times[0] else None
                best = (shared, memory, begins, ends or begins + USUAL)
    return best[1:] if best else None


def _moment(now: datetime, month: int, day: int, minute: int) -> datetime | None:
    """Return a minute of a day of this year if it has come; None if it has not."""
    try:
        moment = datetime(now.year, month, day) + timedelta(minutes=minute)
    except ValueError:
        return None
    return moment if moment <= now else None


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in re.findall(r"[^\W\d_]{4,}", text.lower()) if word not in _COMMON)

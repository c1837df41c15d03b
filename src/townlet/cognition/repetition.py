"""Repetition: recognising lines that differ only in names and numbers, and asking for another line."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache
from typing import TypeVar

from townlet.cognition.answers import Farewell, Line
from townlet.cognition.relationships import own_lines
from townlet.cognition.thought import Thought
from townlet.cognition.wording import LatestLines, quoted_words
from townlet.language.prompt import Field
from townlet.memory.record import Memory

_STOPS = (".", "!", "?", ":", ";", "—", "'", "“")
_TOKENS = re.compile(r"[\w'-]+|[^\w\s]")
"""Words and single punctuation marks: "Isn't it?" gives "Isn't", "it", "?"."""
_BLANKS = re.compile(r"_(?: _)+")
"""Several blanks in a row, as from a first and a last name: "_ _"."""


@lru_cache(20_000)
def blank_names(text: str, names: frozenset[str] = frozenset()) -> str:
    """Return a line in lower case, with names and numbers as '_' and without its last mark, to find repetitions.

    `names` are known names as single words. Other names are recognised by a capital inside a sentence. Example:
    'See you at 5, Ann!' becomes 'see you at _ , _'.
    """
    words = _TOKENS.findall(text.replace("’", "'").rstrip(".!? '\"”"))
    before = [".", *words]
    shown = ["_" if w in names or _is_named(w, b) else w.lower() for b, w in zip(before, words, strict=False)]
    return _BLANKS.sub("_", " ".join(shown))


def _is_named(word: str, before: str) -> bool:
    """Return whether a word is a number, or a name: capitalised, not at the start of a sentence, and not 'I'."""
    if word[0].isdigit():
        return True
    return word[0].isupper() and before not in _STOPS and word != "I" and not word.startswith("I'")


Spoken = TypeVar("Spoken", Line, Farewell)


async def unrepeated(thought: Thought, ask: Callable[[list[Field]], Awaitable[Spoken]]) -> Spoken:
    """Ask for a line. If it repeats a line of today, ask again with all lines of today as not to be said again."""
    answer = await ask([])
    if not answer.say or blank_names(answer.say, thought.view.register.words) not in _said_today(thought):
        return answer
    return await ask(LatestLines(_said_today(thought).values()))


def own_recent(thought: Thought, shown: Sequence[Memory]) -> list[Field]:
    """Return the agent's own latest lines without their quotes, except those in `shown` if the profile says so."""
    profile = thought.profile
    elsewhere = {memory.id for memory in shown} if profile.shown_once else ()
    said = [memory for memory in own_lines(thought) if memory.id not in elsewhere]
    return LatestLines(quoted_words(memory.text) for memory in said[-profile.own_lines_shown :])


def _said_today(thought: Thought) -> dict[str, str]:
    """Return the lines that the agent has said since midnight, by their `blank_names` form."""
    today = thought.view.now.date()
    said = [quoted_words(memory.text) for memory in own_lines(thought) if memory.created.date() == today]
    return {blank_names(line, thought.view.register.words): line for line in said}

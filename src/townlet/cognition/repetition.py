"""Whether two lines are one and the same but for whom and what number they name."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache
from typing import TypeVar

from townlet.cognition.answers import Farewell, Line
from townlet.cognition.relationships import own_lines
from townlet.cognition.thought import Thought
from townlet.cognition.wording import quoted_words
from townlet.language.prompt import Field
from townlet.memory.record import Memory

_STOPS = (".", "!", "?", ":", ";", "—", "'", "“")
_TOKENS = re.compile(r"[\w'-]+|[^\w\s]")
_BLANKS = re.compile(r"_(?: _)+")


@lru_cache(20_000)
def blank_names(text: str, names: frozenset[str] = frozenset()) -> str:
    """A line in small letters, its names and numbers blanked, without its last stop: lines that read so are alike.

    `names` are single words; any other name is told by its capital inside a sentence.
    """
    words = _TOKENS.findall(text.replace("’", "'").rstrip(".!? '\"”"))
    before = [".", *words]
    shown = ["_" if w in names or _is_named(w, b) else w.lower() for b, w in zip(before, words, strict=False)]
    return _BLANKS.sub("_", " ".join(shown))


def _is_named(word: str, before: str) -> bool:
    """Whether a word is a number, or a name by its capital: it does not begin a sentence, and is not 'I'."""
    if word[0].isdigit():
        return True
    return word[0].isupper() and before not in _STOPS and word != "I" and not word.startswith("I'")


Spoken = TypeVar("Spoken", Line, Farewell)


async def unrepeated(
    thought: Thought, shown: Sequence[Memory], ask: Callable[[list[Field]], Awaitable[Spoken]]
) -> Spoken:
    """The answer to a prompt that is given one's latest lines; if it repeats a line of today, to one given them all."""
    answer = await ask(own_recent(thought, shown))
    if not answer.say or blank_names(answer.say, thought.view.register.words) not in _said_today(thought):
        return answer
    return await ask([*_said_today(thought).values()])


def own_recent(thought: Thought, shown: Sequence[Memory]) -> list[Field]:
    """One's own latest lines in their bare words, but for those that the profile need not have shown twice."""
    profile = thought.profile
    elsewhere = {memory.id for memory in shown} if profile.shown_once else ()
    said = [memory for memory in own_lines(thought) if memory.id not in elsewhere]
    return [quoted_words(memory.text) for memory in said[-profile.own_lines_shown :]]


def _said_today(thought: Thought) -> dict[str, str]:
    """What one has said since midnight, to anybody: each line in its own words, by what makes lines alike."""
    today = thought.view.now.date()
    said = [quoted_words(memory.text) for memory in own_lines(thought) if memory.created.date() == today]
    return {blank_names(line, thought.view.register.words): line for line in said}

"""Searching a whole run for words: what was said, and what people did, saw, thought and planned."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from townlet.runfile import RunReader
from townlet.runfile.event_log import event_of
from townlet.runfile.view import RunSource, open_view
from townlet.server.protocol.search import SearchGroup, SearchHit, SearchView
from townlet.world.events import Said

_BEFORE, _LONGEST = 60, 240
"""How many characters of a long text are shown before the match, and in all."""


def search_run(run: RunSource, query: str, limit: int = 20, *, until: int | None = None) -> SearchView:
    """Return the lines and memories of a run that contain every word of a query; capitals and accents do not matter.

    At most `limit` of each are given, with how many there are in all. Only what came before step `until` is searched;
    by default all that the run held when it was opened. Raises RunFileError.
    """
    view = open_view(run)
    end = view.until if until is None else until
    words = without_accents(query).split()
    if not words:
        return SearchView(lines=SearchGroup(total=0, hits=[]), memories=SearchGroup(total=0, hits=[]))
    with view.reader() as reader:
        return SearchView(
            lines=_group(_lines(reader, end), words, limit), memories=_group(_memories(reader, end), words, limit)
        )


def without_accents(text: str) -> str:
    """Return a text without capitals and accents, so that 'cafe' finds 'Café'."""
    if text.isascii():
        return text.lower()
    return "".join(each for each in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(each))


def cut_around(text: str, words: list[str]) -> str:
    """Return a text of bounded length, with the first of the words in it."""
    if len(text) <= _LONGEST:
        return text
    folded = without_accents(text)
    # Folding may change the length a little; the window is wide enough for that.
    first = max(0, min(folded.find(word) for word in words) - _BEFORE)
    first = text.find(" ", first) + 1 if first else 0
    cut = text[first : first + _LONGEST]
    last = first + len(cut) >= len(text)
    return ("…" if first else "") + (cut if last else re.sub(r"\s+\S*$", "", cut) + "…")


class _Text(NamedTuple):
    kind: Literal["line", "observation", "reflection", "plan"]
    step: int
    who: str
    text: str
    talk: str


def _group(texts: Iterable[_Text], words: list[str], limit: int) -> SearchGroup:
    total, found = 0, list[_Text]()
    for each in texts:
        folded = without_accents(each.text)
        if all(word in folded for word in words):
            total += 1
            if total <= limit:
                found.append(each._replace(text=cut_around(each.text, words)))
    return SearchGroup(total=total, hits=[SearchHit(**each._asdict()) for each in found])


def _lines(reader: RunReader, until: int) -> Iterator[_Text]:
    for row in reader.events(0, until - 1, "", kinds=(Said.__name__,)):
        if isinstance(said := event_of(row), Said):
            yield _Text("line", row.step, said.speaker, said.text, said.talk)


def _memories(reader: RunReader, until: int) -> Iterator[_Text]:
    """Yield the memories; not those of a spoken line, which is found as a line."""
    return (_Text(kind, step, who, text, "") for step, who, kind, text in reader.memory_texts(until - 1))

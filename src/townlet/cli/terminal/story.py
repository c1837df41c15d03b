"""A story as a page for the terminal, and as Markdown."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from datetime import datetime

from rich.text import Text

from townlet.cognition.wording import say_clock, say_date
from townlet.story import Beat, Evidence, Quote, Story, StoryChapter, Thread

WIDTH = 92
"""The widest line of the page, in characters."""
_INDENT = 5
_MOST_CAUSES = 2
"""How many of the lines that led to a chapter are printed. The JSON has all of them."""
_MARKS = re.compile(r"([\\`*_\[\]<>#])")
"""Characters that Markdown would read as marks."""


def when(time: datetime) -> str:
    """Return a time for a heading: 'Monday February 13, 9:05 am'."""
    return f"{say_date(time)}, {say_clock(time)}"


def who_said(quote: Quote | Evidence) -> str:
    return quote.who or "A voice"


# For the terminal.


def story_as_text(story: Story, command: str) -> Iterator[Text]:
    """Yield the story's lines for a terminal. `command` is the command line that printed it, for the threads."""
    yield Text(story.title, "bold")
    for gap in story.gaps:
        yield from _lines(gap, 0, "dim")
    for number, chapter in enumerate(story.chapters, start=1):
        yield Text("")
        yield from _chapter(story, chapter, number)
    if story.threads:
        yield Text("")
        yield Text("Threads", "bold")
        width = max(len(thread.id) for thread in story.threads)
        for thread in story.threads:
            yield from _lines(f"{thread.id:<{width}}  {thread.title}", 2, hanging=width + 4)
        yield from _lines(
            f"Follow one with `{command} --thread {story.threads[0].id}`, a person with --person NAME.", 0, "dim"
        )


def _chapter(story: Story, chapter: StoryChapter, number: int) -> Iterator[Text]:
    yield Text.assemble((f"{number:>{_INDENT - 2}}  ", "dim"), (chapter.title, "bold"))
    yield from _lines(f"{when(story.time(chapter.step))} · {chapter.where}", _INDENT, "dim")
    yield from _lines(chapter.caption, _INDENT)
    if chapter.quote:
        yield from _lines(f"{who_said(chapter.quote)}: “{chapter.quote.text}”", _INDENT + 2, "italic")
    for cause in _causes(chapter):
        yield from _lines(f"← {_cause(story, cause)}", _INDENT + 2, "dim")
        for tested in story.tested.get(cause.id, ()):
            yield from _lines(f"tested: {tested}", _INDENT + 4, "dim")


def thread_as_text(story: Story, thread: Thread) -> Iterator[Text]:
    """Yield a thread's lines for a terminal."""
    yield Text(thread.title, "bold")
    for sentence in thread.opening:
        yield from _lines(sentence, 0)
    day = ""
    for beat in thread.beats:
        time = story.time(beat.step)
        if say_date(time) != day:
            day = say_date(time)
            yield Text("")
            yield Text(day, "bold")
        yield from _beat(beat, time)
    if thread.ending:
        yield Text("")
    for sentence in thread.ending:
        yield from _lines(sentence, 0)


def _beat(beat: Beat, time: datetime) -> Iterator[Text]:
    clock = f"{say_clock(time):>8}  "
    first, *rest = _wrapped(beat.text, len(clock))
    yield Text.assemble((clock, "dim"), first)
    for line in rest:
        yield Text(" " * len(clock) + line)
    if beat.quote:
        yield from _lines(f"{who_said(beat.quote)}: “{beat.quote.text}”", len(clock) + 2, "italic")


def _causes(chapter: StoryChapter) -> Sequence[Evidence]:
    """Return the last things that led to a chapter, without those that the chapter quotes."""
    quoted = chapter.quote.utterance if chapter.quote else ""
    return [cause for cause in chapter.because if cause.id != quoted][-_MOST_CAUSES:]


def _cause(story: Story, cause: Evidence) -> str:
    time = when(story.time(cause.step))
    if cause.kind == "line":
        return f"{time}, {cause.who}: “{cause.text}”"
    return f"{time}: “{cause.text}”" if cause.id.startswith(("Whispered", "Told")) else f"{time}: {cause.text}"


def _lines(text: str, indent: int, style: str = "", hanging: int | None = None) -> Iterator[Text]:
    margin = " " * (indent if hanging is None else hanging)
    for number, line in enumerate(_wrapped(text, len(margin))):
        yield Text((" " * indent if number == 0 else margin) + line, style)


def _wrapped(text: str, indent: int) -> list[str]:
    return textwrap.wrap(text, WIDTH - indent, break_long_words=False) or [""]


# As Markdown.


def story_as_markdown(story: Story) -> Iterator[str]:
    """Yield the story's lines as Markdown."""
    yield f"# {_plain(story.title)}"
    for gap in story.gaps:
        yield f"\n*{_plain(gap)}*"
    for number, chapter in enumerate(story.chapters, start=1):
        yield f"\n## {number}. {_plain(chapter.title)}\n"
        yield f"*{_plain(when(story.time(chapter.step)))} · {_plain(chapter.where)}*\n"
        yield _plain(chapter.caption)
        if chapter.quote:
            yield f"\n> {_plain(who_said(chapter.quote))}: “{_plain(chapter.quote.text)}”"
        for cause in _causes(chapter):
            yield f"\n- ← {_plain(_cause(story, cause))}"
            yield from (f"  - tested: {_plain(tested)}" for tested in story.tested.get(cause.id, ()))
    if story.threads:
        yield "\n## Threads\n"
        for thread in story.threads:
            yield f"- `{thread.id}`: {_plain(thread.title)}"


def thread_as_markdown(story: Story, thread: Thread) -> Iterator[str]:
    """Yield a thread's lines as Markdown."""
    yield f"# {_plain(thread.title)}\n"
    for sentence in thread.opening:
        yield f"{_plain(sentence)}\n"
    for beat in thread.beats:
        quote = f" {_plain(who_said(beat.quote))}: “{_plain(beat.quote.text)}”" if beat.quote else ""
        yield f"- **{when(story.time(beat.step))}.** {_plain(beat.text)}{quote}"
    for sentence in thread.ending:
        yield f"\n{_plain(sentence)}"


def _plain(text: str) -> str:
    """Return the text with a backslash before each character that Markdown would read as a mark."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))

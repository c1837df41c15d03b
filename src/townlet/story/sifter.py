"""Story sifting: finds what a run has to tell, without a language model, and goes on as a live run grows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from townlet.errors import BadInput
from townlet.runfile.lookup import find_person
from townlet.runfile.study_files import StudyError
from townlet.runfile.view import RunSource, RunView, open_view
from townlet.story.chapter import Beat, Story, StoryChapter, Thread
from townlet.story.chronicle import Chronicle
from townlet.story.days import find_changed_plans, find_silent_days
from townlet.story.encounters import (
    find_disagreements,
    find_first_meetings,
    find_gossip,
    find_remarks,
    find_secrets,
)
from townlet.story.gatherings import find_gatherings, gathering_threads
from townlet.story.news import find_news, news_threads
from townlet.story.requests import find_requests, request_threads
from townlet.story.salience import choose, rate
from townlet.story.telling import SENTENCES, Telling
from townlet.story.tested import read_tested
from townlet.story.troubles import find_troubles, trouble_threads
from townlet.story.voices import find_voices, voice_threads

CHAPTERS = 12
"""How many chapters a story has at most, unless the reader wants another number."""

PATTERNS: Sequence[Callable[[Telling], Iterator[StoryChapter]]] = (
    find_news,
    find_gatherings,
    find_requests,
    find_voices,
    find_troubles,
    find_first_meetings,
    find_remarks,
    find_gossip,
    find_secrets,
    find_disagreements,
    find_changed_plans,
    find_silent_days,
)
_THREADS: Sequence[Callable[[Telling], Iterator[Thread]]] = (
    voice_threads,
    trouble_threads,
    news_threads,
    gathering_threads,
    request_threads,
)


class StorySifter:
    """Sifts one run. Reads each step once, so that a live run can be told again and again as it grows."""

    def __init__(self, view: RunView) -> None:
        """Raises FactsFileError, RunFileError."""
        self._chronicle = Chronicle(view)
        self.read_on(view)

    def read_on(self, view: RunView) -> None:
        """Read what has happened since; `view` is the same run, opened again. Raises RunFileError."""
        self._chronicle.read_on(view)

    def story(self, chapters: int = CHAPTERS, *, person: str = "", live: bool = False) -> Story:
        """Return the story so far: at most so many chapters, all threads, and what the run cannot tell.

        With `person`, only chapters with that person are chosen. `live` says 'so far' in place of 'by the end'.
        """
        chronicle, telling = self._chronicle, Telling(self._chronicle, live)
        found: list[StoryChapter] = []
        threads: list[Thread] = []
        gaps = list(self._gaps(telling))
        for pattern in PATTERNS if chronicle.until > 1 else ():
            try:
                found += pattern(telling)
            except StudyError as error:
                gaps.append(str(error))
        for weave in _THREADS if chronicle.until > 1 else ():
            try:
                threads += weave(telling)
            except StudyError:
                continue
        rated = rate(found)
        mine = [each for each in rated if not person or person in each.about]
        chosen = _told_apart(choose(mine, chapters, chronicle.until), telling)
        if not chosen and chronicle.until > 1:
            gaps.append(SENTENCES.plain["nothing"])
        header = chronicle.view.header
        return Story(
            _title(chronicle),
            tuple(chosen),
            tuple(threads),
            tuple(gaps),
            tuple(rated),
            header.start,
            header.step_seconds,
            chronicle.until,
            read_tested(chronicle.view),
        )

    def person_thread(self, story: Story, person: str) -> Thread:
        """Return all that was found with one person, as a thread in order of time."""
        beats = tuple(
            Beat(
                each.step,
                each.caption,
                each.about,
                each.place,
                each.tile,
                each.evidence,
                each.quote,
            )
            for each in story.found
            if person in each.about
        )
        return Thread(person, person, beats)

    @staticmethod
    def _gaps(telling: Telling) -> Iterator[str]:
        chronicle, plain = telling.chronicle, SENTENCES.plain
        if chronicle.until <= 1:
            yield plain["short"]
            return
        if not chronicle.lines:
            yield plain["no_talk"]
        if not chronicle.facts:
            yield plain["no_facts"]


def tell_story(run: RunSource, chapters: int = CHAPTERS, *, person: str = "") -> Story:
    """Return the story of a run: at most so many chapters, with `person` only those with that person, and all threads.

    No language model is asked. Raises FactsFileError, RunFileError.
    """
    return StorySifter(open_view(run)).story(chapters, person=person)


def find_thread(run: RunSource, thread: str = "", *, person: str = "") -> tuple[Story, Thread]:
    """Return the story of a run, with one thread of it, or with all that was found of one person.

    `thread` is its id, or words of its title that no other title has; `person` is a name or any part of it that fits
    one person. Raises BadInput, FactsFileError, RunFileError.
    """
    view = open_view(run)
    name = find_person(person, view.residents) if person else ""
    sifter = StorySifter(view)
    story = sifter.story()
    return story, sifter.person_thread(story, name) if name else _find_thread(story, thread)


def _find_thread(story: Story, text: str) -> Thread:
    """Return the thread with this id, or with a title that alone has this text. Raises BadInput."""
    if thread := story.thread(text.strip().casefold()):
        return thread
    found = [thread for thread in story.threads if text.strip() and text.strip().casefold() in thread.title.casefold()]
    if len(found) == 1:
        return found[0]
    ids = ", ".join(thread.id for thread in found or story.threads)
    if not story.threads:
        raise BadInput(f"There is no thread {text!r}: this run has no threads.")
    what = f"{text!r} could be several threads" if found else f"There is no thread {text!r}"
    raise BadInput(f"{what}; give one of {ids}.")


def _told_apart(chapters: Sequence[StoryChapter], telling: Telling) -> list[StoryChapter]:
    """Return the chapters with the day after a title that several have, and the time if that is not enough."""
    titles = Counter(each.title for each in chapters)
    days = Counter((each.title, telling.day(each.step)) for each in chapters)

    def told(each: StoryChapter) -> StoryChapter:
        if titles[each.title] == 1:
            return each
        day = telling.day(each.step)
        when = f"on {day}" if days[each.title, day] == 1 else telling.when(each.step)
        return replace(each, title=f"{each.title} {when}")

    return [told(each) for each in chapters]


def _title(chronicle: Chronicle) -> str:
    days = chronicle.until / chronicle.view.clock.steps_a_day
    people = len(chronicle.people)
    return SENTENCES.plain["title"].format(
        town=chronicle.view.header.town,
        days="1 day" if round(days, 1) == 1 else f"{days:.1f} days".replace(".0 ", " "),
        people="1 person" if people == 1 else f"{people} people",
    )

"""How the offline model reads the sentences of a town's people, before a run lives them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from townlet.cognition.persona import Persona
from townlet.language.languages import code_of, likely_languages, name_of
from townlet.offline.matters.matter import usual_length
from townlet.offline.moves.lookup import is_story
from townlet.offline.plan.habits import custom_of, doing_of
from townlet.offline.plan.shifts import hours_unread, tells_hours
from townlet.offline.plan.venues import Venue, Venues
from townlet.offline.reader.facts import Fact, Reader, names_place
from townlet.offline.reader.gatherings import GATHERING
from townlet.offline.reader.people import People, plain
from townlet.offline.reader.phrases import spoken
from townlet.offline.times import DAYS, clashing_day, say_now, say_when
from townlet.offline.trades import trade_of_deed
from townlet.offline.words import using
from townlet.offline.words.added import word_defects, words_with
from townlet.town import Town, TownError, load_town
from townlet.town.defects import Defects
from townlet.town.drawing import MAP
from townlet.town.folder import picture_defects, unread_files
from townlet.town.schema import FactsFile
from townlet.town.toml_file import read_toml
from townlet.town.town import FACTS
from townlet.world.setting import Tile
from townlet.world.tree import clock_words, label, rule_of

ENGLISH = "en"
DAY = 24 * 60
UNREAD = ("thing", "habit", "past")
"""The kinds of sentences on which nobody acts, but for habits that fill free time and tales: they are remembered."""


@dataclass(frozen=True)
class Reading:
    """What one sentence of a person's description was read as, or one of its clauses."""

    person: str
    sentence: str
    kind: str
    """A kind of fact, such as 'event' or 'need'."""
    about: str
    """What the kind is about; empty for a kind that says it all."""
    place: str
    """With its preposition; empty if none is named."""
    when: str
    """The day and the hours in words; empty if none is named."""
    acted_on: bool
    """Whether people plan, talk or answer by it, and do not only remember it."""
    defect: str = ""
    """Why people cannot act on it, and what to write; empty if they can."""
    note: str = ""
    """What is easily overlooked: that nobody acts on a day and an hour to come, or that a host does not know of their
    own event; else empty."""


def check_town(where: str | Path) -> Town:
    """Load a town, and check what the offline model makes of it, too. Raises TownError with every defect at once.

    An event of which the day, the hour or the place is not understood is a defect, and one that begins while its place
    is closed: it would not be held as written. So are hours of work that are slept through, or for which the place of
    work is closed to whoever works there. So is a picture of the map that is not there: nobody would see it in the
    browser.
    """
    try:
        town = load_town(where, word_defects)
    except TownError as error:
        raise TownError(str(where), [*error.defects, *unread_files(where)]) from None
    defects = list(picture_defects(town.files))
    defects += [_with_line(town, each) for each in read_descriptions(town) if each.defect]
    defects += _work_defects(town)
    if defects:
        raise TownError(str(where), defects)
    return town


def town_notes(town: Town, where: str | Path) -> Iterator[str]:
    """Yield a line for each thing in a town that is no defect and may not be meant: a file that is not read, a
    description that is not of its person or in another language, two objects on the same tiles.
    """
    yield from unread_files(where)
    stands: dict[frozenset[Tile], str] = {}
    for address, thing in town.setting.objects.items():
        if (other := stands.setdefault(frozenset(thing.footprint), str(address))) != str(address):
            yield f"{MAP}: {str(address)!r} covers the same tiles as {other!r}; move or delete one if it is a copy"
    if code_of(town.language) == ENGLISH:
        yield from filter(None, (told_elsewise(town), *(_not_of(person, town) for person in town.people)))


def _not_of(person: Persona, town: Town) -> str:
    """Return what in a description tells of nobody, or another age than that of its file; empty if it is sound."""
    named, seeds = re.escape(person.name), " \n".join(person.seeds)
    if not re.search(named, seeds):
        told = f"no sentence tells of {person.name}; write the name in the description as `name` has it"
    elif (found := re.search(r"^(He|She)\b.*", seeds, re.M)) and found[1].lower() != person.pronouns:
        told = (
            f"{found[0].strip()!r}: nobody knows whom {found[1]!r} means, because {person.name} has pronouns = "
            f"{person.pronouns!r}; write pronouns = {found[1].lower()!r}, or a name in the sentence"
        )
    elif (aged := re.search(_AGE.format(named), seeds)) and int(aged[1]) != person.age:
        told = f"{person.name} is {aged[1]} in the description, and age = {person.age}; write one number in both"
    else:
        return ""
    return f"{_file_of(town, person.name)}: {told}"


_AGE = r"(?<!\S){}(?: is|,)(?: an?| aged)? (\d{{1,3}})(?:[- ]years?[- ]old\b|(?=[.,;]| and\b))"


def _with_line(town: Town, reading: Reading) -> str:
    """Return a defect with the file and the line of the sentence that has it."""
    return f"{_line_of(town, reading.person, reading.sentence)}: {reading.sentence!r}: {reading.defect}"


def _line_of(town: Town, person: str, sentence: str) -> str:
    """Return the file and the line where a sentence of a person begins."""
    file = _file_of(town, person)
    written = town.files.get(file, b"").decode("utf-8-sig")
    words = sentence.rstrip(".").split()[:_ENOUGH_WORDS]
    # Names may have taken the place of pronouns, so that the sentence is found by most of its words in a row.
    sizes = ((size, start) for size in range(len(words), 2, -1) for start in range(len(words) - size + 1))
    rows = (r"\s+".join(map(re.escape, words[start : start + size])) for size, start in sizes)
    found = next(filter(None, (re.search(row, written) for row in rows)), None)
    return f"{file}, line {written.count(chr(10), 0, found.start()) + 1}" if found else file


_ENOUGH_WORDS = 30
"""The number of words by which a sentence is found in its file."""


def _file_of(town: Town, person: str) -> str:
    """Return the file of a person; the folder if it is not found."""
    files = {file: text.decode("utf-8-sig") for file, text in town.files.items() if file.startswith("people/")}
    return next((file for file, text in files.items() if _NAME.findall(text)[:1] == [person]), "people")


_ENGLISH_WORDS = re.compile(
    r"\b(?:the|and|to|with|who|her|his|because|has|she|he|they|that|their|from|are|this|when|of|is an?)\b", re.I
)
_A_PART = 3
"""What part of the sentences of a description makes it one in another language: a third."""
_SURELY, _HARDLY = 0.5, 0.001
"""How probable another language is at least, and the town's own at most, where a description is in another one."""
_LEAST_BYTES = 30
"""Shorter descriptions, without names, could be in any language."""


def _told_in(person: Persona, language: str, names: frozenset[str]) -> tuple[str, str] | None:
    """Return what of a description is in another language than this one, and in which; None if nothing or in doubt."""
    own, told = code_of(language), [*person.seeds]
    if own == ENGLISH:  # The detector of languages loads slowly, and few towns need it.
        told = [seed for seed in told if not _ENGLISH_WORDS.search(seed)]
    if _A_PART * len(told) < len(person.seeds):
        return None
    words = [word for word in re.findall(r"[^\W\d_]+", " ".join(told)) if word not in names]
    text = " ".join(words)
    if own is None or len(text.encode()) < _LEAST_BYTES:
        return None
    ranks = likely_languages(text)
    code, likely = next(iter(ranks.items()))
    what = f"{'part of ' if len(told) < len(person.seeds) else ''}the description"
    return (what, name_of(code)) if likely >= _SURELY and ranks[own] <= _HARDLY else None


def told_elsewise(town: Town) -> str:
    """Return a line for each language of descriptions that is not the town's, with their files; else empty."""
    places = (word for place in town.setting.places for word in re.findall(r"[^\W\d_]+", place.name))
    names = frozenset((*places, *(word for person in town.people for word in re.findall(r"[^\W\d_]+", person.name))))
    files: dict[tuple[str, str], list[str]] = {}
    for person in town.people:
        if other := _told_in(person, town.language, names):
            files.setdefault(other, []).append(_file_of(town, person.name))
    return " ".join(
        f"{', '.join(found[:3])}{f' and {len(found) - 3} more' if len(found) > 3 else ''}: the language of the town is "
        f"{town.language}, and {what} is in {language}. Translate it into {town.language}, or write "
        f"language = {language!r} in town.toml{'' if language == 'English' else _NEEDS_A_MODEL}."
        for (what, language), found in files.items()
    )


_NEEDS_A_MODEL = " and give the run a language model with --model, because the offline model reads only English"


LEAST_KEPT = 60
"""Minutes of work slept through, or spent before a closed door, of which a check tells: fewer are a late start."""


def _work_defects(town: Town) -> Iterator[str]:
    """Yield a defect for each person who would sleep through their work, or find its place closed."""
    for person in town.people:
        if person.works is None:
            continue
        start, end = person.works
        hours = [minute % DAY for minute in range(start, end if end > start else end + DAY)]
        asleep = sum((minute - person.sleeps) % DAY < (person.wakes - person.sleeps) % DAY for minute in hours)
        span = f"works from {clock_words(start)} to {clock_words(end % DAY)}"
        file = _file_of(town, person.name)
        if asleep >= LEAST_KEPT:
            rest = f"sleeps from {clock_words(person.sleeps)} to {clock_words(person.wakes)}"
            yield f"{file}: {person.name} {span} and {rest}; write other hours in 'wakes' and 'sleeps', or in 'works'"
        at = person.workplace
        shut = [part for minute in hours if at and (part := town.setting.closed_part(at, person.name, minute))]
        if len(shut) >= LEAST_KEPT:
            yield (
                f"{file}: {person.name} {span} at {label(shut[0])}, which is closed then to all but its keepers;"
                f" add {person.name!r} to its 'keepers' in town.toml, or write other hours"
            )


def speaks_another(town: Town) -> str:
    """Return a line for a town in another language than the offline model's; empty for a town in English."""
    if code_of(town.language) == ENGLISH:
        return ""
    if "the description is in English" in (other := told_elsewise(town)):
        return f"The offline model speaks only English. {other}"
    return (
        f"The town's language is {town.language}, and the offline model speaks only English: it reads nothing of "
        "its people. Give the run a language model with --model."
    )


@dataclass(frozen=True)
class ToldEvent:
    """An event that a person's description announces so that it is held: with a day, an hour and a place."""

    person: str
    """Who announces it."""
    sentence: str
    name: str
    """With its article: 'a workshop on old chairs'."""
    place: str
    """The building or the room of the map that is meant; empty if none is."""
    start: datetime
    end: datetime
    """As told; else as long after the start as such an event usually lasts."""


def read_events(town: Town, people: Iterable[Persona], start: datetime) -> Iterator[ToldEvent]:
    """Yield the events that descriptions of a town's people announce. Days are counted from when a run starts."""
    if code_of(town.language) != ENGLISH:
        return
    with using(words_with(town.words)):
        for person, sentence, fact in _facts(tuple(people), start):
            if fact.kind == "event" and not defect_of(fact) and (begins := fact.start) and fact.end:
                ends = fact.end if fact.when.end is not None else begins + usual_length(plain(fact.about))
                place = _meant(plain(fact.place), _venues(town))
                yield ToldEvent(person.name, sentence, plain(fact.about), place, begins, ends)


def events_untold(town: Town) -> tuple[str, ...]:
    """Return a line for each event of facts.toml that its host's description announces for no such day and hour.

    Nobody would hold it, and the measures of who came would count nobody. It says nothing of other languages.
    """
    if FACTS not in town.files or code_of(town.language) != ENGLISH:
        return ()
    written = read_toml(FACTS, town.files[FACTS], FactsFile, Defects())
    told = {(event.person, event.start) for event in read_events(town, town.people, town.start)}
    return tuple(
        f"{FACTS}: {entry.name!r} begins {say_now(entry.start)}, and the description of {entry.host} announces "
        "no event for then; correct one of the two"
        for entry in (written.facts if written else ())
        if entry.host and entry.start and (entry.host, entry.start) not in told
    )


def _venues(town: Town) -> Venues:
    return Venues(
        [Venue(label(place), rule_of(place, town.setting)) for place in town.setting.places if place.depth > 1]
    )


def _meant(phrase: str, venues: Venues) -> str:
    """Return the part of the map that a phrase means: a room or a building by its whole name, else by a part of it."""
    low = phrase.lower()
    names = {name for venue in venues.all for name in (venue.arena, venue.sector) if name.lower() in low}
    # In 'the galley of the Main Hut' the room stands first.
    whole = min(names, key=lambda each: (low.find(each.lower()), -len(each)), default="")
    found = None if whole else venues.mentioned(phrase)
    return found.sector if found else whole


def _facts(people: Sequence[Persona], start: datetime) -> Iterator[tuple[Persona, str, Fact]]:
    known = People({person.name: person.pronouns for person in people})
    for person in people:
        reader = Reader(person.name, known)
        for sentence in person.seeds:
            yield from ((person, sentence, fact) for fact in reader.facts(sentence, start, own=True))


def read_descriptions(town: Town) -> tuple[Reading, ...]:
    """Return how each sentence of a town's people is read, in their order. It says nothing of other languages."""
    if code_of(town.language) != ENGLISH:
        return ()
    with using(words_with(town.words)):
        return tuple(_read(town))


def _read(town: Town) -> Iterator[Reading]:
    people = People({person.name: person.pronouns for person in town.people})
    venues = _venues(town)
    facts = [*_facts(town.people, town.start)]
    own = {(person.name, fact.start) for person, _, fact in facts if fact.kind == "event"}
    long = {sentence: person.name for person in town.people for sentence in person.seeds if _runs_on(sentence, people)}
    for person, sentence, fact in facts:
        when = say_when(fact.when, town.start, absolute=True)
        defect = defect_of(fact) or closed_to(fact, venues)
        if fact.when.date is not None and (clash := clashing_day(people.masked(sentence), town.start.date())):
            defect = defect or f"{clash}; correct the weekday or the date"
        about = spoken(fact.about, "", "", people, str, (person.name,))
        lived = fact.kind == "habit" and (_is_lived(fact, person) or fact.start is not None or bool(custom_of(fact)))
        acted_on = fact.kind not in UNREAD or is_story(fact) or lived or _is_work(fact, person)
        note = ""
        to_come = fact.start is not None and fact.start >= town.start
        # An hour may be told in words that nobody reads.
        day_to_come = fact.when.date is not None and fact.when.date >= town.start.date()
        if not acted_on and (to_come or (day_to_come and _OCCASION.search(plain(fact.text)))):
            note = _TO_COME
        elif acted_on and to_come and _with_others(fact):
            note = _ALONE
        elif hours_unread(fact):
            note = _HOURS
        elif fact.kind == "habit" and not acted_on:
            note = _at_another_hour(fact, person)
        if fact.kind == "event" and fact.who and (fact.who, fact.start) not in own:
            note = f"the story of {fact.who} does not tell of it, so that its host does not know; add it there"
        if long.pop(sentence, ""):
            note = f"{_line_of(town, person.name, sentence)}: {note or _TOO_LONG}"
        yield Reading(person.name, sentence, fact.kind, about, plain(fact.place), when, acted_on, defect, note)


_MOST_WORDS, _MOST_JOINED = 60, 3
"""The words of a sentence that is read whole, and how many sentences may be joined to it by 'and'."""
_TOO_LONG = (
    "the sentence is too long to be read whole; is a full stop missing? Write a sentence for each thing that it tells, "
    "such as 'Ann Bo is a baker. She has two sons. She needs a ladder.'"
)


_JOINED = re.compile(r"\b(?:and|but|because) (?:s?he|they|⟦[^⟧]+⟧|(?:his|her|their) \w+) [a-z]")


def _runs_on(sentence: str, people: People) -> bool:
    """Return whether a sentence is so long, or joins so many others, that parts of it are read by nobody."""
    joined = _JOINED.findall(people.masked(sentence))
    return len(joined) > _MOST_JOINED or len(sentence.split()) > _MOST_WORDS


_TO_COME = (
    "it tells of a day and an hour to come, and is read as no event and no plan, so that nobody acts on it; write "
    "'Ann Bo is hosting a supper at the Mill Hall on Friday from 6 pm to 8 pm' or 'Ann Bo plans to ...'"
)


_ALONE = (
    "it tells of others at a day and an hour to come, and is read as what one person does alone, so that nobody is "
    "asked; write 'Ann Bo is hosting a supper at the Mill Hall on Friday from 6 pm to 8 pm. She has invited Cy Dee.'"
)
_HOURS = (
    "it tells hours of work that nobody reads, so that the usual hours of the trade are worked; write both ends of "
    "them, such as 'She works from 6 am to 2 pm.', or works = '6:00-14:00' in the file"
)
_OCCASION = re.compile(rf"\b(?:an?|the|for|to) (?:[\w-]+ ){{0,3}}?{GATHERING}\b")
_ALL = re.compile(r"\b(?:every|any)(?:body|one)\b|\b(?:people|guests|friends|neighbours|the others|all of us)\b")


def _with_others(fact: Fact) -> bool:
    """Return whether what somebody is told to do alone is done with others: it is an occasion, or names them."""
    if fact.kind not in ("doing", "have", "habit", "hope", "wish", "asked") or _WORKS.match(fact.about):
        return False
    others = [name for name in fact.people if name != fact.who]
    return bool(others or _ALL.search(fact.about) or _OCCASION.search(fact.about))


_GETS_UP = re.compile(r"(?:gets|is) up\b|(?:a?wakes|rises)\b|goes to (?P<bed>bed|sleep)\b")
_WORKS = re.compile(r"(?:works|teaches|studies|is employed|serves)\b|(?:owns|runs|keeps|manages) the [A-Z]")


def _is_work(fact: Fact, person: Persona) -> bool:
    """Whether a fact tells what somebody does at their place of work, or its hours."""
    if fact.kind not in ("habit", "past") or fact.who != person.name or not person.workplace:
        return False
    return bool(_WORKS.match(fact.about) or trade_of_deed(fact.about)) or (fact.kind == "habit" and tells_hours(fact))


def _is_lived(habit: Fact, person: Persona) -> bool:
    """Whether somebody does what a habit says, in free time or at the hours of their day."""
    if hours := _GETS_UP.match(habit.about):
        usual, told = person.sleeps if hours["bed"] else person.wakes, habit.when.start
        # 'at six' leaves the half of the day open.
        return told is not None and (told - usual) % (12 * 60) == 0
    return bool(doing_of(habit))


_SOME_DAYS = re.compile(rf"\b(?:(?:{'|'.join(DAYS)})s?|weekends?|holidays?|when|if|sometimes|often)\b", re.I)


def _at_another_hour(habit: Fact, person: Persona) -> str:
    """Return what to write if somebody gets up or goes to bed at another hour than their file says; else empty."""
    told = _GETS_UP.match(habit.about)
    if not told or habit.when.start is None or _SOME_DAYS.search(habit.text):
        return ""
    key, hour = ("sleeps", person.sleeps) if told["bed"] else ("wakes", person.wakes)
    return f"{key} = '{hour // 60 % 24}:{hour % 60:02}' in the file of {person.name}; write the same hour in both"


_NAME = re.compile(r"""^name *= *["'](.+?)["']""", re.M)
_NOTHING = re.compile(
    r"(?:it|them|this|that|these|those|some|more|(?:a )?(?:\w+ )?ones?|something|anything)\b(?! \w)"
    r"|some(?:body|one) (?:[a-z]+ )?(?:to|who (?:can|will|could|would)) [a-z]+ (?:it|them|these|those)"
    r"(?: (?:to|for) ⟦[^⟧]+⟧)?$"
)
"""What tells nobody what is meant: 'needs a new one', 'needs somebody to carry them'."""


def defect_of(fact: Fact) -> str:
    """Return why nobody could act on a fact as it is written, and what to write; empty if they can."""
    if fact.kind == "need" and _NOTHING.match(fact.about):
        return "nobody could meet this need; name what is needed, such as 'needs a ladder' or 'needs somebody to paint'"
    if fact.kind == "rumour" and re.match(
        r"(?!it \w+(?: going to)? (?:rain|snow|freeze|thaw|storm))(?:it|this|that|these|those|he|she|they) ", fact.about
    ):
        return (
            f"nobody could tell this rumour; name what {fact.about.split()[0]!r} is, such as 'that the mill will close'"
        )
    if fact.kind != "event":
        return ""
    if fact.when.date is None:
        return "the event has no day; write one, such as 'on Friday May 9'"
    if fact.when.start is None:
        return "the event has no hour; write one, such as 'from 6 pm to 8 pm'"
    if not names_place(fact.place):
        return "the event names no place of the town; write one as the map names it, such as 'at the Mill Hall'"
    return ""


def closed_to(fact: Fact, venues: Venues) -> str:
    """Return why nobody would be let in when an event begins, and what to write; empty if they would."""
    start = fact.when.start
    place = venues.mentioned(plain(fact.place)) if fact.kind == "event" and start is not None else None
    if start is None or place is None or place.hours is None or place.open_during(start, start):
        return ""
    opens, closes = place.hours
    return (
        f"the event begins at {clock_words(start)}, and {place.name} is open from {clock_words(opens)} to "
        f"{clock_words(closes)}; move the event, or give the place other hours in town.toml"
    )

"""Events that people can attend: who promised to come, who came, who stayed away, who came round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from townlet.cognition.wording import say_clock
from townlet.measures.diffusion.spread import FactSpread
from townlet.measures.emergence.coordination import find_event_place
from townlet.measures.text.words import split_sentences
from townlet.memory.record import Memory
from townlet.runfile.traces import SpokenLine
from townlet.story.chapter import Beat, Evidence, StoryChapter, Thread, cite_event, cite_line, cite_memory
from townlet.story.telling import SENTENCES, Moment, Telling, news_of

FEWEST_MINUTES = 1
"""Who was at the place for less has only passed through."""
UNINVITED_MINUTES = 10
"""How long somebody must stay who had not heard of it, for that to be worth telling."""


@dataclass(frozen=True)
class Guest:
    """A person other than the host who was at the event."""

    name: str
    came: int
    minutes: float


@dataclass(frozen=True)
class EventPromise:
    """A promise to come."""

    guest: str
    other: str
    memory: Memory
    line: SpokenLine | None
    """A line of the guest in that talk that agrees, or else names the event."""


def find_gatherings(telling: Telling) -> Iterator[StoryChapter]:
    for gathering in _gatherings(telling):
        yield from gathering.chapters()


def gathering_threads(telling: Telling) -> Iterator[Thread]:
    for gathering in _gatherings(telling):
        if gathering.promises or gathering.declined or (gathering.over and gathering.guests):
            yield gathering.thread()


def _gatherings(telling: Telling) -> Iterator[_Gathering]:
    for number, spread in enumerate(telling.chronicle.spreads, start=1):
        if spread.fact.event:
            yield _Gathering(telling, spread, number)


class _Gathering:
    """One event, up to where the chronicle has read."""

    def __init__(self, telling: Telling, spread: FactSpread, number: int) -> None:
        self.telling, self.chronicle, self.spread, self.fact = telling, telling.chronicle, spread, spread.fact
        assert spread.fact.event
        self.event = spread.fact.event
        self.place = find_event_place(self.chronicle.view.town, self.event)
        clock = self.chronicle.view.clock
        self.start, self.end = clock.step_at(self.event.start), clock.step_at(self.event.end)
        self.threads = (f"event-{number}", f"news-{number}")
        self.learnt = {gain.person: gain.step for gain in spread.known}
        self.guests = self._guests()
        self.host_there = any(self._there(self.event.host))
        residents = [name for name in self.chronicle.people if name != self.event.host]
        self.promises = [each for name in residents for each in self._promises(name)]
        self.declined = [each for name in residents for each in self._declined(name)]
        self.over = self.chronicle.until >= self.end > self.start >= 0

    @property
    def hours(self) -> dict[str, str]:
        return {"start": say_clock(self.event.start), "finish": say_clock(self.event.end)}

    @property
    def slots(self) -> dict[str, object]:
        host = self.telling.someone(self.event.host)
        return {"host": host, "place": self.telling.where(self.place), "news": news_of(self.fact), **self.hours}

    # What happened.

    def _there(self, name: str) -> list[tuple[int, int]]:
        stays = self.chronicle.stays_of.get(name, ())
        cut = ((max(stay.start, self.start), min(stay.end, self.end)) for stay in stays if stay.within(self.place))
        return [(first, last) for first, last in cut if first < last]

    def _guests(self) -> list[Guest]:
        minutes = self.chronicle.view.header.step_seconds / 60
        found = []
        for name in self.chronicle.stays_of:
            there = self._there(name)
            long = sum(last - first for first, last in there) * minutes
            if name != self.event.host and long >= FEWEST_MINUTES:
                found.append(Guest(name, there[0][0], long))
        return sorted(found, key=lambda guest: (guest.came, guest.name))

    def _guests_at(self, step: int) -> int:
        stays = (self._there(guest.name) for guest in self.guests)
        return sum(any(first <= step < last for first, last in there) for there in stays)

    def _promises(self, name: str) -> Iterator[EventPromise]:
        for memory in self.chronicle.memories_of.get(name, ()):
            found = SENTENCES.cues["promise"].match(memory.text) if memory.kind == "plan" else None
            if (
                found
                and memory.id.step < self.end
                and SENTENCES.cues["to_come"].match(found["what"])
                and self.fact.told_by(memory.text, name)
                and found["to"] in self.chronicle.view.joined
            ):
                yield EventPromise(name, found["to"], memory, self._line_of(memory))

    def _declined(self, name: str) -> Iterator[EventPromise]:
        for memory in self.chronicle.memories_of.get(name, ()):
            subject = memory.text.find(name)
            if (
                memory.outcome
                and memory.id.step < self.end
                and subject == 0
                and SENTENCES.cues["cannot_come"].search(memory.text)
                and self.fact.told_by(memory.text, name)
            ):
                yield EventPromise(name, memory.heard_from, memory, self._refusal_of(memory))

    def _line_of(self, memory: Memory) -> SpokenLine | None:
        own = [line for line in self.chronicle.lines_of_evidence(memory) if line.speaker == memory.id.agent]
        agreeing = [line for line in own if SENTENCES.cues["agreeing"].search(line.text)]
        naming = [line for line in own if self.fact.told_by(line.text, line.speaker) and "?" not in line.text]
        chosen = [line for line in naming if line in agreeing] or naming or agreeing
        return chosen[-1] if chosen else None

    def _words_of(self, promise: EventPromise) -> str:
        """Return what the quote of a promise or refusal should be about."""
        line = promise.line
        return (self._promising_words(line) if line and promise in self.promises else "") or news_of(self.fact)

    def _promising_words(self, line: SpokenLine) -> str:
        """Return the sentence of a line that says yes, or else names the event; empty if none does."""
        parts = split_sentences(line.text)
        agreeing = (part for part in parts if SENTENCES.cues["agreeing"].search(part))
        naming = (part for part in parts if self.fact.told_by(part, line.speaker))
        return next(chain(agreeing, naming), "")

    def _refusal_of(self, memory: Memory) -> SpokenLine | None:
        own = [line for line in self.chronicle.lines_of_evidence(memory) if line.speaker == memory.id.agent]
        naming = [line for line in own if self.fact.told_by(line.text, line.speaker) and "?" not in line.text]
        return naming[-1] if naming else None

    def _last_word(self, name: str) -> EventPromise | None:
        """Return the last promise of a person; None if they never promised, or took it back later."""
        mine = [each for each in self.promises if each.guest == name]
        if not mine:
            return None
        back = [each.memory.id.step for each in self.declined if each.guest == name]
        return mine[-1] if all(step < mine[-1].memory.id.step for step in back) else None

    # Chapters.

    def chapters(self) -> Iterator[StoryChapter]:
        yield from self._changes()
        if not self.over:
            return
        yield self._gathering()
        there = {guest.name for guest in self.guests}
        everywhere = {name: bool(self._there(name)) for name in self.chronicle.people}
        for name in self.chronicle.people:
            promise = self._last_word(name)
            if promise and name not in there and not everywhere[name]:
                yield self._stayed_away(promise)
        for guest in self.guests:
            yield from self._surprise(guest)

    def _gathering(self) -> StoryChapter:
        # The moment when most guests are there; the first of several.
        step = max((guest.came for guest in self.guests), key=self._guests_at, default=self.start)
        line = self._line_at(step)
        names = [guest.name for guest in self.guests]
        promised = [name for name in self.chronicle.people if self._last_word(name)]
        kept = [name for name in promised if name in names]
        away = [name for name in promised if name not in names and not self._there(name)]
        evidence = [
            *(
                cite_event("Stay", guest.came, guest.name, f"{guest.minutes:.0f} minutes at {self.place}")
                for guest in self.guests
            ),
            *(cite_memory(each.memory.id, each.memory.text) for each in self.promises),
        ]
        host = self.event.host
        moment = Moment(
            line.step if line else step,
            (host, *names) if self.host_there else (*names, host),
            evidence,
            line,
            news_of(self.fact),
            threads=self.threads,
            end=self.end,
        )
        if not names:
            moment = Moment(
                self.start, (host,), (cite_event("Stay", self.start, host, f"at {self.place}"),), threads=self.threads
            )
            return self.telling.chapter("nobody_came", ["nobody"], moment, **self.slots)
        heard = [name for name in names if self.learnt.get(name, self.end) < self._came(name)]
        say = [*self._how_many("came", len(names), len(names)), *self._how_many("heard", len(heard), len(names))]
        say += self._how_many("kept", len(kept), len(names)) if kept else []
        one = {"names": self.telling.several(away)}
        if away:
            say.append("one_away" if len(away) == 1 else "away")
        if not self.host_there:
            say.append("no_host")
        guests = "One guest" if len(names) == 1 else f"{len(names)} guests"
        numbers = {"guests": guests, "count": len(names), "heard": len(heard), "kept": len(kept), "away": len(away)}
        chapter = self.telling.chapter("gathering", say, moment, **{**self.slots, **numbers, **one})
        return replace(chapter, place=self.place)

    @staticmethod
    def _how_many(what: str, count: int, of: int) -> tuple[str, ...]:
        """Return the name of the sentence that says how many of the guests did something."""
        if what == "came":
            return ("one_came" if of == 1 else "came",)
        if of == 1:
            return (f"alone_{what}",) if count else ()
        return ({0: f"none_{what}", 1: f"one_{what}", of: f"all_{what}"}.get(count, what),)

    def _came(self, name: str) -> int:
        return next(guest.came for guest in self.guests if guest.name == name)

    def _line_at(self, step: int) -> SpokenLine | None:
        """Return a line of the host, or else of a guest, there during the event, that names it; else any line there."""
        inside = [
            line
            for line in self.chronicle.lines.values()
            if self.start <= line.step < self.end and self._is_at(line.speaker, line.step)
        ]
        naming = [line for line in inside if self.fact.told_by(line.text, line.speaker)]
        by_host = [line for line in naming if line.speaker == self.event.host]
        chosen = by_host or naming or inside
        return min(chosen, key=lambda line: (abs(line.step - step), line.utterance)) if chosen else None

    def _is_at(self, name: str, step: int) -> bool:
        place = self.chronicle.place(name, step)
        return place is not None and self.place.contains(place)

    def _stayed_away(self, promise: EventPromise) -> StoryChapter:
        name, middle = promise.guest, (self.start + self.end) // 2
        span = self.chronicle.span(name, middle)
        where = self.chronicle.place(name, middle)
        evidence: list[Evidence] = [
            cite_memory(promise.memory.id, promise.memory.text),
            cite_event("Stay", self.start, name, f"never at {self.place} from step {self.start} to {self.end}"),
        ]
        say = ["promised", "away"]
        if span and span.arrived is not None and span.arrived <= middle:
            say.append("asleep" if span.asleep else "instead")
            evidence.append(cite_event("Acted", span.start, name, span.doing))
        line = promise.line
        words = self._promising_words(line) if line else ""
        moment = Moment(
            middle,
            (name, promise.other),
            evidence,
            because=(cite_line(line),) if line else (),
            threads=self.threads,
            quote=self.telling.quote(line, words) if line and words else None,
        )
        return self.telling.chapter(
            "stayed_away",
            say,
            moment,
            **self.slots,
            guest=self.telling.someone(name),
            other=self.telling.someone(promise.other),
            when=self.telling.when(promise.memory.id.step, middle),
            now=say_clock(self.chronicle.view.time(middle)),
            doing=span.doing if span else "",
            at=self.telling.where(where),
        )

    def _changes(self) -> Iterator[StoryChapter]:
        """Yield that somebody who had said no promises to come."""
        names = {guest.name for guest in self.guests}
        for no in self.declined:
            yes = next(
                (each for each in self.promises if each.guest == no.guest and each.memory.id.step > no.memory.id.step),
                None,
            )
            if not yes:
                continue
            came = ["came" if no.guest in names else "not_came"] if self.over else []
            step = yes.line.step if yes.line else yes.memory.id.step
            evidence = (cite_memory(no.memory.id, no.memory.text), cite_memory(yes.memory.id, yes.memory.text))
            because = (cite_line(no.line),) if no.line else ()
            people = (no.guest, yes.other, no.other)
            yield self.telling.chapter(
                "changed_mind",
                ["first", "now", *came],
                Moment(step, people, evidence, yes.line, self._words_of(yes), because, self.threads),
                **self.slots,
                guest=self.telling.someone(no.guest),
                first=self.telling.someone(no.other),
                other=self.telling.someone(yes.other),
                when=self.telling.when(no.memory.id.step, step),
            )

    def _surprise(self, guest: Guest) -> Iterator[StoryChapter]:
        """Yield that somebody comes who had said no, or who had not heard of it."""
        no = [each for each in self.declined if each.guest == guest.name]
        yes = [each for each in self.promises if each.guest == guest.name]
        stayed = cite_event("Stay", guest.came, guest.name, f"{guest.minutes:.0f} minutes at {self.place}")
        who = self.telling.someone(guest.name)
        if no and not yes and no[-1].memory.id.step < guest.came:
            evidence = (cite_memory(no[-1].memory.id, no[-1].memory.text), stayed)
            because = (cite_line(no[-1].line),) if no[-1].line else ()
            other = self.telling.someone(no[-1].other)
            when = self.telling.when(no[-1].memory.id.step, guest.came)
            moment = Moment(guest.came, (guest.name, no[-1].other), evidence, because=because, threads=self.threads)
            yield self.telling.chapter(
                "declined_came", ["first", "now"], moment, **self.slots, guest=who, other=other, when=when
            )
        unaware = self.learnt.get(guest.name, self.chronicle.until) > guest.came
        if unaware and guest.name in self.chronicle.people and guest.minutes >= UNINVITED_MINUTES:
            moment = Moment(guest.came, (guest.name, self.event.host), (stayed,), threads=self.threads)
            minutes = f"{guest.minutes:.0f}"
            yield self.telling.chapter("uninvited", ["now"], moment, **self.slots, guest=who, minutes=minutes)

    # The thread.

    def thread(self) -> Thread:
        told: list[tuple[str, EventPromise]] = [("promised", each) for each in self.promises]
        told += [("declined", each) for each in self.declined]
        beats = [self._beat(key, each) for key, each in sorted(told, key=lambda pair: (pair[1].memory.id, pair[0]))]
        beats.sort(key=lambda beat: beat.step)
        title = SENTENCES.plain["thread_event"].format(place=self.telling.where(self.place))
        return Thread(self.threads[0], title, tuple(beats), ending=tuple(self._ending()))

    def _beat(self, key: str, promise: EventPromise) -> Beat:
        line, who = promise.line, promise.guest
        step = line.step if line else promise.memory.id.step
        other = self.telling.someone(promise.other)
        text = self.telling.plain(key, guest=self.telling.someone(who), other=other)
        evidence = (cite_memory(promise.memory.id, promise.memory.text), *((cite_line(line),) if line else ()))
        quote = self.telling.quote(line, self._words_of(promise)) if line else None
        place, tile = self.chronicle.place(who, step), self.chronicle.tile(who, step)
        return Beat(step, text, (who, promise.other), place, tile, evidence, quote)

    def _ending(self) -> Iterator[str]:
        if not self.over:
            yield SENTENCES.plain["unclear"]
            return
        host, plain = self.telling.someone(self.event.host), self.telling.plain
        hours = {"start": say_clock(self.event.start), "end": say_clock(self.event.end)}
        names = [guest.name for guest in self.guests]
        if names:
            yield plain("came", host=host, count=len(names), names=self.telling.several(names, 40), **hours)
        else:
            yield plain("nobody_came", host=host, **hours)
        promised = [name for name in self.chronicle.people if self._last_word(name)]
        away = [name for name in promised if not self._there(name)]
        if away:
            yield plain("away", names=self.telling.several(away, 40))
        elif promised:
            yield plain("all_kept")

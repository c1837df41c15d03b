"""How tracked news spreads: who lets it out, who overhears it, who gets an answer at last."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from townlet.measures.diffusion.facts import TrackedFact
from townlet.measures.diffusion.spread import FactSpread, KnowledgeGain
from townlet.measures.text.words import split_sentences
from townlet.runfile.traces import SpokenLine
from townlet.story.chapter import Beat, Evidence, StoryChapter, Thread, cite_line
from townlet.story.telling import SENTENCES, Moment, Telling, news_of

ENOUGH_FOR_HALF = 8
"""In a smaller town, half the people is not much of a milestone."""
LONG_WAY = 3
"""How many mouths news must have passed before it reaches somebody, for that to be worth telling."""
OVERHEARINGS = 3
"""How many chapters of overhearing one piece of news may give, the earliest."""


def find_news(telling: Telling) -> Iterator[StoryChapter]:
    for number, spread in enumerate(telling.chronicle.spreads, start=1):
        yield from _NewsOf(telling, spread, number).chapters()


def news_threads(telling: Telling) -> Iterator[Thread]:
    for number, spread in enumerate(telling.chronicle.spreads, start=1):
        news = _NewsOf(telling, spread, number)
        if news.heard:
            yield news.thread()


class _NewsOf:
    """One piece of news: who heard it from whom."""

    def __init__(self, telling: Telling, spread: FactSpread, number: int) -> None:
        self.telling, self.chronicle, self.spread = telling, telling.chronicle, spread
        self.fact: TrackedFact = spread.fact
        self.news = news_of(spread.fact)
        self.threads = (f"news-{number}",)
        people = set(self.chronicle.people)
        self.known = [gain for gain in spread.known if gain.person in people]
        self.gain: Mapping[str, KnowledgeGain] = {gain.person: gain for gain in spread.known}
        self.heard: Sequence[tuple[KnowledgeGain, SpokenLine]] = [
            (gain, self.chronicle.lines[gain.utterance])
            for gain in self.known
            if gain.way == "heard" and gain.utterance in self.chronicle.lines and gain.heard_from in people
        ]
        self.total = len(self.chronicle.people)

    def chapters(self) -> Iterator[StoryChapter]:
        if not self.heard:
            return
        yield self._first()
        overheard = [each for each in self._ahead() if each[1].to != each[0].person]
        for gain, line in overheard[:OVERHEARINGS]:
            to, hearer = self._someone(line.to), self._someone(gain.person)
            moment = self._moment((gain.person, line.speaker, line.to), line)
            yield self._chapter("overheard", ["told"], moment, hearer=hearer, to=to)
        yield from self._milestones()
        yield from self._longest_way()
        for gain, line in self.heard:
            yield from self._answer(gain, line)
        yield from self._home()

    def _ahead(self) -> Sequence[tuple[KnowledgeGain, SpokenLine]]:
        """Return who heard it while it was news: for an event, before it began."""
        if not self.fact.event:
            return self.heard
        begins = self.chronicle.view.clock.step_at(self.fact.event.start)
        return [each for each in self.heard if each[0].step < begins]

    def way(self, person: str) -> list[KnowledgeGain]:
        """Return how the news came to a person: the gains of those before them and their own, the earliest first."""
        found: list[KnowledgeGain] = []
        here = self.gain.get(person)
        while here and here not in found:
            found.append(here)
            here = self.gain.get(here.heard_from) if here.way == "heard" else None
        return found[::-1]

    def _led_here(self, person: str) -> tuple[Evidence, ...]:
        lines = (self.chronicle.lines.get(gain.utterance) for gain in self.way(person))
        return tuple(cite_line(line) for line in lines if line)

    def _someone(self, name: str) -> object:
        return self.telling.someone(name)

    def _moment(self, people: Sequence[str], line: SpokenLine, **more: object) -> Moment:
        told = next((part for part in split_sentences(line.text) if self.fact.told_by(part, line.speaker)), line.text)
        because = self._led_here(line.speaker)
        details: dict[str, object] = {"evidence": (cite_line(line),), "because": because, "threads": self.threads}
        return Moment(line.step, people, line=line, about=told, **{**details, **more})  # type: ignore[arg-type]

    def _chapter(self, kind: str, say: Sequence[str], moment: Moment, **slots: object) -> StoryChapter:
        assert moment.line
        teller = self._someone(moment.line.speaker)
        return self.telling.chapter(kind, say, moment, **{"teller": teller, "news": self.news, **slots})

    def _first(self) -> StoryChapter:
        gain, line = self.heard[0]
        before = [each for each in self.known if each.step < gain.step and each.person != gain.person]
        say = ["told" if line.to == gain.person else "overheard"]
        if [each.person for each in before] == [line.speaker]:
            say.append("only")
        if self.chronicle.until > line.step + 1:
            say.append("reach")
        return self._chapter(
            "first_told",
            say,
            self._moment((line.speaker, gain.person), line, weight=1 + len(self.known) / max(self.total, 1) / 2),
            hearer=self._someone(gain.person),
            end=self.telling.end,
            count=len(self.known),
            total=self.total,
        )

    def _milestones(self) -> Iterator[StoryChapter]:
        half, steps = (self.total + 1) // 2, [gain.step for gain in self.known]
        for gain, line in self.heard:
            place = self.known.index(gain) + 1
            alone = steps.count(gain.step) == 1
            kind = "everybody" if place == self.total else "half"
            if self.total < ENOUGH_FOR_HALF or not alone or place not in (half, self.total):
                continue
            moment = self._moment((gain.person, line.speaker), line)
            slots = {"count": place, "total": self.total, "hearer": self._someone(gain.person)}
            yield self._chapter(kind, ["told"], moment, **slots)

    def _longest_way(self) -> Iterator[StoryChapter]:
        ways = [(len(self.way(gain.person)) - 1, -gain.step, gain, line) for gain, line in self._ahead()]
        if not ways:
            return
        mouths, _, gain, line = max(ways, key=lambda way: way[:2])
        if mouths >= LONG_WAY:
            tellers = [each.person for each in self.way(gain.person)[:-1]]
            yield self._chapter(
                "far",
                ["told", "chain"],
                self._moment((gain.person, *reversed(tellers)), line, weight=0.7 + mouths / 10),
                hearer=self._someone(gain.person),
                chain=self.telling.several(tellers),
            )

    def _answer(self, gain: KnowledgeGain, line: SpokenLine) -> Iterator[StoryChapter]:
        """Yield that somebody hears the answer to the question that they have asked in the very words of the fact."""
        asked = self._asked_before(gain.person, line.step)
        if not asked:
            return
        say = ["told", "asked" if len(asked) > 1 else "once"]
        because = (cite_line(asked[0]), *self._led_here(line.speaker))
        moment = self._moment((gain.person, line.speaker), line, because=because, weight=1 + min(len(asked), 6) / 12)
        moment = Moment(**{**moment.__dict__, "evidence": (*moment.evidence, *map(cite_line, asked))})
        yield self._chapter(
            "answered",
            say,
            moment,
            hearer=self._someone(gain.person),
            times=len(asked),
            when=self.telling.when(asked[0].step, line.step),
        )

    def _asked_before(self, person: str, step: int) -> list[SpokenLine]:
        if len(self.news.split()) < 3 or self.news.startswith(("of ", "about ", "the ")):
            return []
        clause = re.compile(rf"\b{re.escape(self.news)}\b", re.IGNORECASE)
        own = (line for line in self.chronicle.lines_of.get(person, ()) if line.step < step)
        return [line for line in own if clause.search(line.text) and not line.typed]

    def _home(self) -> Iterator[StoryChapter]:
        """Yield the first time that somebody who has it from others tells the news to the one with whom it began."""
        source = self.fact.source
        if [gain.person for gain in self.known if gain.way == "seed"] != [source]:
            return
        for line in self.chronicle.lines.values():
            gain = self.gain.get(line.speaker)
            if (
                line.to != source
                or not gain
                or gain.way != "heard"
                or gain.heard_from == source
                or gain.step >= line.step
            ):
                continue
            told = self.fact.told_by(line.text, line.speaker) and not self.fact.event
            from_source = any(
                other.step <= line.step
                and line.speaker in (other.to, *other.hearers)
                and self.fact.told_by(other.text, source)
                for other in self.chronicle.lines_of.get(source, ())
            )
            if told and not from_source:
                names = {"source": self._someone(source), "from": self._someone(gain.heard_from)}
                moment = self._moment((source, line.speaker), line)
                yield self._chapter("comes_home", ["told", "by"], moment, **names)
                return

    def thread(self) -> Thread:
        beats: list[Beat] = []
        by_line: dict[str, list[str]] = {}
        for gain in self.known:
            by_line.setdefault(gain.utterance, []).append(gain.person)
        for gain in self.known:
            line = self.chronicle.lines.get(gain.utterance)
            hearer = self._someone(gain.person)
            if line:
                if by_line[gain.utterance][0] == gain.person:
                    beats.append(self._telling(line, by_line[gain.utterance]))
            elif gain.way in ("seen", "told", "inner voice"):
                key = {"seen": "sees", "told": "by_user", "inner voice": "inner"}[gain.way]
                text = self.telling.plain(key, hearer=hearer, persona=gain.heard_from)
                beats.append(self._beat(gain.step, text, (gain.person,), (), None))
        knew = [gain.person for gain in self.known if gain.way == "seed"]
        start = [self.telling.plain("knew", names=self.telling.several(knew, 30))] if knew else []
        missing = [name for name in self.chronicle.people if name not in self.gain]
        plain = self.telling.plain
        ending = [plain("source", end=self.telling.end, count=len(self.known), total=self.total)]
        if missing:
            ending.append(plain("never", end=self.telling.end, names=self.telling.several(missing, 30)))
        else:
            ending = [plain("everybody", end=self.telling.end)]
        title = SENTENCES.plain["thread_news"].format(news=self.news)
        return Thread(self.threads[0], title, tuple(beats), tuple(start), tuple(ending), tuple(knew), True)

    def _telling(self, line: SpokenLine, hearers: Sequence[str]) -> Beat:
        """Return a line that told somebody the news, as a beat."""
        others = [name for name in hearers if name != line.to]
        key = "overhears" if line.to not in hearers else "tells_and" if others else "tells"
        names = {"teller": self._someone(line.speaker), "hearer": self._someone(line.to), "to": self._someone(line.to)}
        text = self.telling.plain(key, **names, others=self.telling.several(others))
        told = self._moment((line.speaker,), line)
        quote = self.telling.quote(line, told.about)
        return self._beat(line.step, text, (line.speaker, *hearers), (cite_line(line),), quote)

    def _beat(
        self, step: int, text: str, people: tuple[str, ...], evidence: tuple[Evidence, ...], quote: object
    ) -> Beat:
        who = people[0]
        place, tile = self.chronicle.place(who, step), self.chronicle.tile(who, step)
        return Beat(step, text, people, place, tile, evidence, quote)  # type: ignore[arg-type]

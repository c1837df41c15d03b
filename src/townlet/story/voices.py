"""The way of an inner voice: who says its words aloud, who passes them on, and how far they get."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil

from townlet.measures.text.words import split_sentences
from townlet.memory.record import Memory, MemoryId
from townlet.runfile.traces import SpokenLine
from townlet.story.chapter import (
    Beat,
    Evidence,
    Quote,
    StoryChapter,
    Thread,
    cite_event,
    cite_line,
    cite_memory,
)
from townlet.story.chronicle import Voice
from townlet.story.telling import SENTENCES, Moment, Telling

SHARED_WORDS = 0.6
"""The share of the voice's content words that a sentence needs to repeat it; two words at least, if it has two."""
CHAPTERS_OF_ONE = 2
"""How many chapters of passing on one voice may give."""
LONGEST_GAP_STEPS = 12
"""How long after a voice its memory may be made: two minutes."""


@dataclass(frozen=True)
class Hearing:
    """The first time that somebody heard the voice's words from somebody."""

    person: str
    line: SpokenLine
    sentence: str


def find_voices(telling: Telling) -> Iterator[StoryChapter]:
    for voice in telling.chronicle.voices:
        yield from _Way(telling, voice).chapters()


def voice_threads(telling: Telling) -> Iterator[Thread]:
    for voice in telling.chronicle.voices:
        yield _Way(telling, voice).thread()


class _Way:
    """One voice and the lines that repeat it.

    A line repeats the voice if its speaker had it in mind (the prompt showed a memory of the voice, or of a line that
    repeats it) or has said it earlier in the same talk, and if one sentence has most of its words and its subject.
    """

    def __init__(self, telling: Telling, voice: Voice) -> None:
        self.telling, self.chronicle, self.voice = telling, telling.chronicle, voice
        self.threads = (f"voice-{voice.number}",)
        self.stems = self.chronicle.vocabulary.stems(voice.text)
        words = len(self.stems)
        self.fewest = max(min(2, words), ceil(SHARED_WORDS * words))
        to_them = SENTENCES.cues["second_person"].search(voice.text) is not None
        self.subjects = self.chronicle.named(voice.text) | ({voice.person} if to_them else set())
        self.hearings: list[Hearing] = []
        self.own: list[tuple[SpokenLine, str]] = []
        """The lines in which the person says it, each with the sentence."""
        self.passed: list[tuple[SpokenLine, str]] = []
        """The lines in which others do."""
        self.memory = self._memory()
        if words:
            self._follow()

    def _memory(self) -> Memory | None:
        source = "told" if self.voice.persona else "inner voice"
        own = self.chronicle.memories_of.get(self.voice.person, ())
        within = range(self.voice.step, self.voice.step + LONGEST_GAP_STEPS)
        return next((each for each in own if each.source == source and each.id.step in within), None)

    def _follow(self) -> None:
        known: set[MemoryId] = {self.memory.id} if self.memory else set()
        if self.memory:
            known |= {
                each.id for each in self.chronicle.memories_of[self.voice.person] if self.memory.id in each.evidence
            }
        heard_in = self._memories_by_line()
        carriers, talks = {self.voice.person}, set()
        for line in self.chronicle.lines.values():
            in_mind = any(each in known for each in self.chronicle.shown.get(line.utterance, ()))
            if line.step < self.voice.step or line.speaker not in carriers or line.typed:
                continue
            if not (in_mind or (line.talk, line.speaker) in talks):
                continue
            sentence = next((part for part in split_sentences(line.text) if self._repeats(part, line, carriers)), "")
            if not sentence:
                continue
            talks.add((line.talk, line.speaker))
            known |= heard_in.get(line.utterance, set())
            (self.own if line.speaker == self.voice.person else self.passed).append((line, sentence))
            for name in (line.to, *line.hearers):
                if name not in carriers and name in self.chronicle.people:
                    carriers.add(name)
                    self.hearings.append(Hearing(name, line, sentence))

    def _memories_by_line(self) -> Mapping[str, set[MemoryId]]:
        found: dict[str, set[MemoryId]] = {}
        for memory in self.chronicle.memories.values():
            if memory.utterance:
                found.setdefault(memory.utterance, set()).add(memory.id)
        return found

    def _repeats(self, sentence: str, line: SpokenLine, carriers: set[str]) -> bool:
        if sentence.rstrip().endswith("?") or len(self.stems & self.chronicle.vocabulary.stems(sentence)) < self.fewest:
            return False
        named, cues = self.chronicle.named(sentence), SENTENCES.cues
        for subject in self.subjects:
            by_themselves = line.speaker == subject and cues["first_person"].search(sentence)
            to_them = line.to == subject and cues["second_person"].search(sentence)
            if not (subject in named or by_themselves or to_them):
                return False
        return named <= self.subjects | carriers | {line.to}

    # Chapters.

    def chapters(self) -> Iterator[StoryChapter]:
        yield self._speaks()
        telling = [(line, sentence) for line, sentence in self.own if line.to in self.chronicle.people]
        if telling:
            line, sentence = telling[0]
            moment = self._moment(line, sentence, (self.voice.person, line.to), (self._spoken(),))
            span = _minutes((line.step - self.voice.step) * self.chronicle.view.header.step_seconds)
            yield self.telling.chapter(
                "voice_said",
                ["now"],
                moment,
                person=self._someone(self.voice.person),
                hearer=self._someone(line.to),
                span=span,
            )
        tellers: set[str] = set()
        for line, sentence in self.passed:
            if len(tellers) < CHAPTERS_OF_ONE and line.speaker not in tellers and line.to != self.voice.person:
                tellers.add(line.speaker)
                yield self._passed(line, sentence)

    def _speaks(self) -> StoryChapter:
        person, span = self.voice.person, self.chronicle.span(self.voice.person, self.voice.step)
        say = ["told" if self.voice.persona else "inner"]
        evidence: list[Evidence] = [self._spoken()]
        if span and not span.asleep and span.arrived is not None and span.arrived <= self.voice.step:
            say.append("doing")
            evidence.append(cite_event("Acted", span.start, person, span.doing))
        if self.memory:
            evidence.append(cite_memory(self.memory.id, self.memory.text))
        if self.hearings:
            say.append("reach_one" if len(self.hearings) == 1 else "reach")
            evidence += [cite_line(each.line) for each in self.hearings]
        weight = 1 + len(self.hearings) / 20
        quote = Quote("", self.voice.text)
        moment = Moment(self.voice.step, (person,), evidence, quote=quote, threads=self.threads, weight=weight)
        return self.telling.chapter(
            "voice",
            say,
            moment,
            person=self._someone(person),
            persona=self.voice.persona,
            doing=span.doing if span else "",
            count=len(self.hearings),
            end=self.telling.end,
        )

    def _passed(self, line: SpokenLine, sentence: str) -> StoryChapter:
        heard = next(each for each in self.hearings if each.person == line.speaker)
        because = (self._spoken(), cite_line(heard.line))
        person = self._someone(self.voice.person)
        return self.telling.chapter(
            "voice_passed",
            ["now"],
            self._moment(line, sentence, (line.speaker, line.to, self.voice.person), because),
            teller=self._someone(line.speaker),
            hearer=self._someone(line.to),
            person=person,
            when=self.telling.when(heard.line.step, line.step),
            **{"from": self._someone(heard.line.speaker)},
        )

    def _moment(
        self, line: SpokenLine, sentence: str, people: tuple[str, ...], because: tuple[Evidence, ...]
    ) -> Moment:
        quote = Quote(line.speaker, sentence if sentence in line.text else line.text, line.utterance)
        return Moment(line.step, people, (cite_line(line),), line, "", because, self.threads, quote=quote)

    def _spoken(self) -> Evidence:
        kind = "Told" if self.voice.persona else "Whispered"
        return cite_event(kind, self.voice.step, self.voice.person, self.voice.text)

    def _someone(self, name: str) -> object:
        return self.telling.someone(name)

    # The thread.

    def thread(self) -> Thread:
        plain, voice = self.telling.plain, self.voice
        person = self._someone(voice.person)
        key = "persona_speaks" if voice.persona else "voice_speaks"
        first = plain(key, person=person, text=voice.text, persona=voice.persona)
        beats = [self._beat(voice.step, first, (voice.person,), self._spoken(), None)]
        by_line: dict[str, list[Hearing]] = {}
        for each in self.hearings:
            by_line.setdefault(each.line.utterance, []).append(each)
        for hearings in by_line.values():
            line, sentence = hearings[0].line, hearings[0].sentence
            others = [each.person for each in hearings if each.person != line.to]
            key = "voice_said" if not others else "voice_and" if len(others) < len(hearings) else "voice_over"
            names = {"teller": line.speaker, "hearer": line.to, "to": line.to}
            heard = {slot: self._someone(name) for slot, name in names.items()}
            text = plain(key, **heard, others=self.telling.several(others))
            quote = Quote(line.speaker, sentence if sentence in line.text else line.text, line.utterance)
            people = (line.speaker, *(each.person for each in hearings))
            beats.append(self._beat(line.step, text, people, cite_line(line), quote))
        names_heard = self.telling.several([each.person for each in self.hearings], 40)
        ending = (
            plain("voice_reach", end=self.telling.end, names=names_heard)
            if self.hearings
            else plain("voice_silent", end=self.telling.end)
        )
        title = plain("thread_told" if voice.persona else "thread_voice", person=person, text=voice.text)
        return Thread(self.threads[0], title, tuple(beats), ending=(ending,))

    def _beat(self, step: int, text: str, people: tuple[str, ...], evidence: Evidence, quote: Quote | None) -> Beat:
        place, tile = self.chronicle.place(people[0], step), self.chronicle.tile(people[0], step)
        return Beat(step, text, people, place, tile, (evidence,), quote)


def _minutes(seconds: float) -> str:
    """Return a span of time in words: '21 minutes', '3 hours', '2 days'."""
    minutes = round(seconds / 60)
    for unit, size in (("day", 24 * 60), ("hour", 60)):
        if minutes >= 2 * size:
            return f"{round(minutes / size)} {unit}s"
    return "1 minute" if minutes <= 1 else f"{minutes} minutes"

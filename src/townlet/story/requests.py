"""Asking for help: who is asked in vain, who says yes at last, and who keeps their word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from townlet.measures.text.words import split_sentences
from townlet.memory.record import Memory
from townlet.runfile.traces import ActivitySpan, SpokenLine
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
from townlet.story.telling import SENTENCES, Moment, Telling

ENOUGH_REFUSALS = 3
"""How often somebody must have asked in vain for that to be a chapter."""
WITHOUT_ASKER = 0.3
"""What it is worth to see somebody help a person who is not there, compared with both of them together."""


@dataclass(frozen=True)
class Refusal:
    """Somebody asked a person for something, who could not help."""

    asker: str
    asked: str
    want: str
    """What was asked for, as it follows 'asks for': 'help with the harp'."""
    thing: str
    """The same without 'help with'."""
    memory: Memory


@dataclass(frozen=True)
class HelpPromise:
    """A promise to help."""

    helper: str
    asker: str
    what: str
    """What was promised: 'to help with the harp'."""
    thing: str
    memory: Memory


@dataclass
class HelpRequest:
    """Something that a person asked for, with what came of it."""

    asker: str
    want: str
    thing: str
    refusals: list[Refusal] = field(default_factory=list)
    promise: HelpPromise | None = None


def find_requests(telling: Telling) -> Iterator[StoryChapter]:
    yield from _Requests(telling).chapters()


def request_threads(telling: Telling) -> Iterator[Thread]:
    yield from _Requests(telling).threads()


class _Requests:
    def __init__(self, telling: Telling) -> None:
        self.telling, self.chronicle = telling, telling.chronicle
        self.refusals: list[Refusal] = []
        self.promises: list[HelpPromise] = []
        self.helped: list[tuple[str, str, str, Memory]] = []
        for memory in self.chronicle.memories.values():
            if memory.outcome:
                self._note_outcome(memory)
            elif memory.kind == "plan":
                self._note_promise(memory)
        self.requests = self._requests()

    def _note_outcome(self, memory: Memory) -> None:
        joined, cues = self.chronicle.view.joined, SENTENCES.cues
        if (
            (found := cues["refused"].match(memory.text))
            and found["asker"] == memory.id.agent
            and found["asked"] in joined
        ):
            self.refusals.append(Refusal(found["asker"], found["asked"], found["want"], found["thing"], memory))
        elif (found := cues["helped"].match(memory.text)) and {found["helper"], found["asker"]} <= joined.keys():
            self.helped.append((found["helper"], found["asker"], found["thing"], memory))

    def _note_promise(self, memory: Memory) -> None:
        found = SENTENCES.cues["promise"].match(memory.text)
        if found and found["to"] in self.chronicle.view.joined:
            thing = SENTENCES.cues["to_help"].match(found["what"])
            if thing:
                helper = memory.id.agent
                self.promises.append(HelpPromise(helper, found["to"], found["what"], thing["thing"], memory))

    def _requests(self) -> list[HelpRequest]:
        found: list[HelpRequest] = []
        of: dict[str, list[HelpRequest]] = {}
        for refusal in self.refusals:
            own = of.setdefault(refusal.asker, [])
            request = next((each for each in own if _same(each.thing, refusal.thing)), None)
            if request is None:
                request = HelpRequest(refusal.asker, refusal.want, refusal.thing)
                own.append(request)
                found.append(request)
            request.refusals.append(refusal)
            request.thing = min(request.thing, refusal.thing, key=len)
            request.want = min(request.want, refusal.want, key=len)
        for promise in self.promises:
            for request in of.get(promise.asker, ()):
                if request.promise is None and _same(promise.thing, request.thing):
                    request.promise = promise
        return found

    # Chapters.

    def chapters(self) -> Iterator[StoryChapter]:
        for number, request in enumerate(self.requests, start=1):
            threads = (f"need-{number}",)
            if request.promise:
                yield from self._found_help(request, request.promise, threads)
            elif len(self._refusers(request)) >= ENOUGH_REFUSALS and self._nobody_promised(request):
                yield self._in_vain(request, threads)
        for promise in self.promises:
            yield from self._kept(promise)

    def _refusers(self, request: HelpRequest, before: int | None = None) -> list[str]:
        asked = (each for each in request.refusals if before is None or each.memory.id.step < before)
        return list(dict.fromkeys(each.asked for each in asked))

    def _found_help(
        self, request: HelpRequest, promise: HelpPromise, threads: tuple[str, ...]
    ) -> Iterator[StoryChapter]:
        names = self._refusers(request, promise.memory.id.step)
        names = [name for name in names if name != promise.helper]
        if not names:
            return
        line = self._yes_of(promise)
        step = line.step if line else promise.memory.id.step
        before = [each.memory for each in request.refusals if each.asked in names and each.memory.id.step < step]
        evidence = [cite_memory(memory.id, memory.text) for memory in (promise.memory, *before)]
        lines = (self._line_of(memory, request.thing, refusing=True) for memory in before)
        weight = 1 + min(len(names), 5) / 10
        people = (promise.helper, request.asker)
        because = tuple(cite_line(each) for each in lines if each)
        yield self.telling.chapter(
            "promised_help",
            ["before_one" if len(names) == 1 else "before", "now"],
            Moment(step, people, evidence, line, request.thing, because[-2:], threads, weight),
            helper=self.telling.someone(promise.helper),
            asker=self.telling.someone(request.asker),
            thing=self._thing(request),
            count=len(names),
            names=self.telling.several(names),
        )

    def _nobody_promised(self, request: HelpRequest) -> bool:
        """Whether no promise to the asker shares a word with what they asked for, however it is put."""
        stems = self.chronicle.vocabulary.stems(request.thing)
        texts = [each.what for each in self.promises if each.asker == request.asker]
        texts += [
            memory.text
            for memory in self.chronicle.memories_of.get(request.asker, ())
            if (memory.kind == "plan" and "promised me" in memory.text)
            or (memory.outcome and "help" in memory.text and not SENTENCES.cues["refused"].match(memory.text))
        ]
        return not any(stems & self.chronicle.vocabulary.stems(text) for text in texts)

    def _in_vain(self, request: HelpRequest, threads: tuple[str, ...]) -> StoryChapter:
        last = request.refusals[-1]
        line = self._line_of(last.memory, request.thing, asking=True)
        refusal = self._line_of(last.memory, request.thing, refusing=True)
        step = line.step if line else last.memory.id.step
        before = [name for name in self._refusers(request) if name != last.asked]
        evidence = [cite_memory(each.memory.id, each.memory.text) for each in request.refusals]
        evidence += [cite_line(each) for each in (line, refusal) if each]
        return self.telling.chapter(
            "in_vain",
            ["asked", "one_before" if len(before) == 1 else "before", "never"],
            Moment(
                step, (request.asker, last.asked), evidence, line, request.thing, (), threads, 0.8 + len(before) / 20
            ),
            asker=self.telling.someone(request.asker),
            asked=self.telling.someone(last.asked),
            thing=self._thing(request),
            count=len(before),
            names=self.telling.several(before),
            end=self.telling.end,
        )

    def _thing(self, request: HelpRequest) -> str:
        """Return what was asked for, with names as marks; the asker's own name with 's becomes a pronoun."""
        return self._pronouns(request.want, request.asker)

    def _pronouns(self, text: str, asker: str) -> str:
        """Return a text with marks for names, and pronouns for who asks: 'her common room' for "Ann Bo's"."""
        someone = self.telling.someone(asker)
        text = text.replace(f"{asker}'s", someone.their)
        for name in sorted(self.chronicle.view.joined, key=len, reverse=True):
            text = text.replace(name, f"{self.telling.someone(name)}")
        return text

    def _kept(self, promise: HelpPromise) -> Iterator[StoryChapter]:
        """Yield that a helper is at it, in the words of the promise, or that the asker remembers the help."""
        line = self._line_of(promise.memory, promise.thing) or self._any_line_of(promise.memory, promise.thing)
        because = (cite_line(line),) if line else ()
        slots = {
            "helper": self.telling.someone(promise.helper),
            "asker": self.telling.someone(promise.asker),
            "what": self._pronouns(_without_time(promise.what), promise.asker),
            "thing": promise.thing,
        }
        promised = cite_memory(promise.memory.id, promise.memory.text)
        if span := self._at_it(promise):
            assert span.arrived is not None
            evidence = (promised, cite_event("Acted", span.start, promise.helper, span.doing))
            place, asker_at = (self.chronicle.place(name, span.arrived) for name in (promise.helper, promise.asker))
            moment = Moment(
                span.arrived,
                (promise.helper, promise.asker),
                evidence,
                because=because,
                weight=1.0 if place == asker_at else WITHOUT_ASKER,
                quote=self._quote(line, promise),
            )
            when = self.telling.when(promise.memory.id.step, span.arrived)
            yield self.telling.chapter("kept_help", ["promised", "now"], moment, **slots, doing=span.doing, when=when)
            return
        for helper, asker, thing, memory in self.helped:
            same = (helper, asker) == (promise.helper, promise.asker) and _same(thing, promise.thing)
            if same and memory.id.agent == asker and memory.id.step > promise.memory.id.step:
                said = self._line_of(memory, thing)
                step = said.step if said else memory.id.step
                evidence = (promised, cite_memory(memory.id, memory.text))
                moment = Moment(step, (helper, asker), evidence, said, thing, because)
                when = self.telling.when(promise.memory.id.step, step)
                yield self.telling.chapter(
                    "kept_help", ["promised", "remembered"], moment, **slots, text=memory.text, when=when
                )
                return

    def _quote(self, line: SpokenLine | None, promise: HelpPromise) -> Quote | None:
        return self.telling.quote(line, promise.thing) if line else None

    def _at_it(self, promise: HelpPromise) -> ActivitySpan | None:
        """Return the first activity after the promise that is, in its words, what was promised."""
        thing = _without_time(promise.thing)
        for span in self.chronicle.spans_of.get(promise.helper, ()):
            after = span.start > promise.memory.id.step and span.arrived is not None and span.arrived < span.end
            if after and promise.asker in span.doing and thing in span.doing:
                return span
        return None

    def _line_of(self, memory: Memory, thing: str, refusing: bool = False, asking: bool = False) -> SpokenLine | None:
        """Return the line of a talk that is most about a thing, by its owner or, if refusing, by the other person.

        A refusal is the first line after the one that asks in which the other says no.
        """
        lines = self.chronicle.lines_of_evidence(memory)
        stems = self.chronicle.vocabulary.stems(thing)
        owner = memory.id.agent
        own = [line for line in lines if (line.speaker == owner) and stems & self.chronicle.vocabulary.stems(line.text)]
        if not (refusing or asking):
            return max(
                own,
                key=lambda line: (len(stems & self.chronicle.vocabulary.stems(line.text)), line.number),
                default=None,
            )
        asked = max(
            own, key=lambda line: (len(stems & self.chronicle.vocabulary.stems(line.text)), -line.number), default=None
        )
        if asking or asked is None:
            return asked
        after = (line for line in lines if line.number > asked.number and line.speaker != owner)
        return next((line for line in after if SENTENCES.cues["refusing"].search(line.text)), None)

    def _any_line_of(self, memory: Memory, thing: str) -> SpokenLine | None:
        """Return the first line of a talk, whoever said it, that has the most words of a thing."""
        stems = self.chronicle.vocabulary.stems(thing)
        shared = [
            (len(stems & self.chronicle.vocabulary.stems(line.text)), line)
            for line in self.chronicle.lines_of_evidence(memory)
        ]
        most = max((count for count, _ in shared), default=0)
        return next((line for count, line in shared if count == most > 0), None)

    def _yes_of(self, promise: HelpPromise) -> SpokenLine | None:
        """Return the helper's line that speaks of the thing, or else one that agrees after the asker spoke of it."""
        if line := self._line_of(promise.memory, promise.thing):
            return line
        asked = self._any_line_of(promise.memory, promise.thing)
        lines = self.chronicle.lines_of_evidence(promise.memory)
        after = (line for line in lines if asked and line.number > asked.number and line.speaker == promise.helper)
        return next((line for line in after if SENTENCES.cues["agreeing"].search(line.text)), None)

    # Threads.

    def threads(self) -> Iterator[Thread]:
        for number, request in enumerate(self.requests, start=1):
            if len(request.refusals) < ENOUGH_REFUSALS and not request.promise:
                continue
            beats = [
                self._beat("asks", each.memory, each.asker, each.asked, request.thing) for each in request.refusals
            ]
            ending: list[str] = []
            if request.promise:
                promise = request.promise
                beats.append(self._beat("promises", promise.memory, promise.helper, promise.asker, promise.thing))
                beats += self._help_beats(promise)
            elif self._nobody_promised(request):
                ending.append(self.telling.plain("no_promise", end=self.telling.end))
            title = self.telling.plain(
                "thread_need", asker=self.telling.someone(request.asker), thing=self._thing(request)
            )
            yield Thread(
                f"need-{number}", title, tuple(sorted(beats, key=lambda beat: beat.step)), ending=tuple(ending)
            )

    def _help_beats(self, promise: HelpPromise) -> Iterator[Beat]:
        for chapter in self._kept(promise):
            text = chapter.sentences[-1]
            yield Beat(chapter.step, text, chapter.about, chapter.place, chapter.tile, chapter.evidence, None)

    def _beat(self, key: str, memory: Memory, who: str, other: str, thing: str) -> Beat:
        line = self._line_of(memory, thing, refusing=key == "asks")
        step = line.step if line else memory.id.step
        someone = self.telling.someone
        names = {"asker": someone(who), "asked": someone(other), "helper": someone(who)}
        text = self.telling.plain(key, **names)
        evidence: list[Evidence] = [cite_memory(memory.id, memory.text), *((cite_line(line),) if line else ())]
        about = _refusal_in(line.text) or thing if key == "asks" and line else thing
        quote = self.telling.quote(line, about) if line else None
        place, tile = self.chronicle.place(who, step), self.chronicle.tile(who, step)
        return Beat(step, text, (who, other), place, tile, tuple(evidence), quote)


def _refusal_in(text: str) -> str:
    """Return the sentence of a line that says no; empty if none does."""
    cue = SENTENCES.cues["refusing"]
    return next((sentence for sentence in split_sentences(text) if cue.search(sentence)), "")


def _same(one: str, other: str) -> bool:
    """Whether two texts name the same thing: equal, or one begins with the other as whole words."""
    one, other = sorted((one.casefold(), other.casefold()), key=len)
    return other == one or other.startswith(f"{one} ")


def _without_time(text: str) -> str:
    """Return a promise without its day and hours: 'help in the mill on Tuesday May 6 at 5 pm' is 'help in the mill'."""
    return SENTENCES.cues["time"].split(text)[0]

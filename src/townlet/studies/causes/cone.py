"""The backward cone of an outcome: whatever it may have come from, by the provenance of memories and lines."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Literal

from townlet.memory.record import Memory, MemoryId
from townlet.runfile.event_log import COMMANDS, event_of
from townlet.runfile.traces import LineWithMemories, SpokenLine
from townlet.runfile.view import RunView, format_memory_id
from townlet.studies.acts import PlannedAct
from townlet.studies.causes.question import CausalQuestion, WorldOutcome
from townlet.world.events import Told, Whispered

CandidateKind = Literal["line", "sight", "thought", "whisper"]
_HOUR = 60


@dataclass(frozen=True)
class Candidate:
    """Something that one person took in, and that can be kept from them."""

    kind: CandidateKind
    person: str
    """Who took it in."""
    step: int
    text: str
    speaker: str = ""
    utterance: str = ""
    memory: tuple[int, int] = (0, 0)
    """The step and ordinal of a thought."""
    first: bool = False
    """Whether the person learned the fact from this line."""
    distance: int = 0
    """How many links of provenance lie between it and the outcome."""

    @property
    def begin(self) -> int:
        """The step before which worlds with it and without it are the same."""
        return self.step + (self.kind in ("line", "thought"))

    @property
    def act(self) -> PlannedAct:
        """What keeps it from the person, at the beginning of another world."""
        match self.kind:
            case "line":
                talk, _, number = self.utterance.rpartition("#")
                fields = {"unheard": self.person, "talk": talk, "line": number}
            case "sight":
                fields = {"unseen": self.person, "sight": self.text}
            case "thought":
                fields = {"forget": self.person, "memory": "/".join(map(str, self.memory))}
            case "whisper":
                fields = {"unsaid": self.person, "text": self.text}
        return PlannedAct(next(iter(fields)), tuple(fields.items()))

    @property
    def evidence(self) -> tuple[str, ...]:
        """Its ids as evidence of a story; none for a sight."""
        match self.kind:
            case "line":
                return (self.utterance,)
            case "thought":
                return (format_memory_id(MemoryId(self.person, *self.memory)),)
            case "whisper":
                return tuple(f"{kind.__name__}/{self.step}/{self.person}" for kind in (Whispered, Told))
            case "sight":
                return ()

    def __str__(self) -> str:
        match self.kind:
            case "line":
                return f"{self.speaker} to {self.person}: “{self.text}”"
            case "sight":
                return f"{self.person} sees: {self.text}"
            case "thought":
                return f"{self.person} thinks: {self.text}"
            case "whisper":
                return f"{self.person} is told by the user: “{self.text}”"


class Cone:
    """Everything that an outcome may have come from, nearest first."""

    def __init__(self, view: RunView, question: CausalQuestion, outcome: WorldOutcome) -> None:
        """Walk back from an outcome of the run that `view` shows, up to the step at which the question is decided."""
        self.question, self._view = question, view
        self._memories = {memory.id: memory for memory in view.memories_by_step()}
        self._lines = {spoken.line.utterance: spoken for spoken in view.lines_with_memories()}
        self._kept: Collection[MemoryId] = question.spread(view).memories if question.fact else self._memories.keys()
        self._first = {(gain.person, gain.utterance) for gain in outcome.gains}
        self._found: dict[tuple[str, str, str], Candidate] = {}
        wanted = {name: step for name, step in outcome.since.items() if question.person in ("", name)}
        self._walk(self._ends(wanted))

    @property
    def candidates(self) -> list[Candidate]:
        """What can be kept from people: first the lines that somebody learned the fact from, thoughts last."""
        found = [each for each in self._found.values() if 0 < each.begin < self.question.until]
        return sorted(found, key=lambda each: (each.kind == "thought", not each.first, each.distance, -each.step))

    def placebos(self, tested: Iterable[Candidate], number: int, seed: int) -> list[Candidate]:
        """Return as many lines as asked for that are outside of the cone, of the hours of those that are tested."""
        random, hours = Random(seed), [each.step for each in tested]
        pool = sorted(self._outside(), key=lambda each: (each.step, each.utterance))
        random.shuffle(pool)
        chosen: list[Candidate] = []
        hour = self._view.clock.steps(_HOUR)
        for place in range(min(number, len(pool))):
            step = hours[place % len(hours)]
            best = min(pool, key=lambda each: abs(each.step - step) // hour)
            pool.remove(best)
            chosen.append(best)
        return chosen

    def _outside(self) -> Iterator[Candidate]:
        fact, talks = self.question.fact, {each.utterance.rpartition("#")[0] for each in self._found.values()}
        for line, _ in self._lines.values():
            touched = fact is not None and fact.touched_by(line.text)
            if line.talk not in talks and not touched and not line.typed and line.to in self._view.residents:
                yield _line_candidate(line, line.to)

    def _ends(self, wanted: dict[str, int]) -> list[MemoryId]:
        """Return the memories from which the walk begins: what the people knew, or planned, when it came about."""
        if self.question.fact:
            until = wanted if self.question.verb == "came" else dict.fromkeys(wanted, self.question.until)
            return [each for each in self._kept if each.agent in wanted and self._learnt(each) < until[each.agent]]
        step = self.question.step
        plan = self._view.minds.agent(self.question.person, step).plan
        with self._view.reader() as reader:
            turns = {each.step for each in plan.kept} | {step}
            recalled = [
                each
                for row in reader.recalls(agent=self.question.person, from_step=min(turns), until_step=step)
                if row.step in turns
                for each in row.memories
            ]
        return [*plan.kept, *recalled]

    def _learnt(self, memory: MemoryId) -> int:
        """Return the step of what a memory is of: people remember the lines of a talk when it is over."""
        spoken = self._lines.get(self._memories[memory].utterance)
        return spoken.line.step if spoken else memory.step

    def _walk(self, ends: Iterable[MemoryId]) -> None:
        queue, seen = deque((each, 0) for each in ends), set[MemoryId]()
        while queue:
            memory_id, distance = queue.popleft()
            memory = self._memories.get(memory_id)
            if memory_id in seen or memory is None or memory_id not in self._kept:
                continue
            seen.add(memory_id)
            queue.extend((each, distance + 1) for each in self._before(memory, distance))

    def _before(self, memory: Memory, distance: int) -> Iterator[MemoryId]:
        """Note what a memory came from, and yield the memories that this came from in turn."""
        person, spoken = memory.id.agent, self._lines.get(memory.utterance)
        if spoken and memory.source in ("heard", "told"):
            yield from self._line(spoken, person, distance)
        elif spoken:
            yield from spoken.shown
        elif memory.source == "seen":
            step = self._view.clock.step_at(memory.created)
            self._note(Candidate("sight", person, step, memory.text, distance=distance))
        elif memory.source in ("inner voice", "told"):
            self._note_whisper(memory, distance)
        elif memory.kind == "reflection":
            at = (memory.id.step, memory.id.ordinal)
            self._note(Candidate("thought", person, memory.id.step, memory.text, memory=at, distance=distance))
        yield from memory.evidence

    def _line(self, spoken: LineWithMemories, person: str, distance: int) -> Iterator[MemoryId]:
        line = spoken.line
        self._note(_line_candidate(line, person, (person, line.utterance) in self._first, distance))
        yield from spoken.shown
        # The speaker may have learned it in the same talk, and remembers that only when the talk is over.
        for number in range(line.number):
            earlier = self._lines.get(f"{line.talk}#{number}")
            fact = self.question.fact
            if (
                earlier
                and earlier.line.to == line.speaker
                and fact
                and fact.told_by(earlier.line.text, earlier.line.speaker)
            ):
                first = (line.speaker, earlier.line.utterance) in self._first
                self._note(_line_candidate(earlier.line, line.speaker, first, distance + 1))
                yield from earlier.shown

    def _note_whisper(self, memory: Memory, distance: int) -> None:
        """Note the user's words that a memory is of: the last ones that the person was told before it."""
        kind = Told if memory.source == "told" else Whispered
        with self._view.reader() as reader:
            rows = reader.events(0, memory.id.step, kinds=(kind.__name__,), phase=COMMANDS)
            told = [(row.step, event_of(row)) for row in rows]
        for step, event in reversed(told):
            if isinstance(event, Whispered | Told) and event.agent == memory.id.agent:
                self._note(Candidate("whisper", event.agent, step, event.text, distance=distance))
                return

    def _note(self, candidate: Candidate) -> None:
        key = candidate.kind, candidate.person, candidate.utterance or f"{candidate.step} {candidate.text}"
        self._found.setdefault(key, candidate)


def _line_candidate(line: SpokenLine, person: str, first: bool = False, distance: int = 0) -> Candidate:
    return Candidate("line", person, line.step, line.text, line.speaker, line.utterance, first=first, distance=distance)

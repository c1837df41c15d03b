"""The backward cone of an outcome: whatever it may have come from, by the provenance of memories and lines."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal

from townlet.errors import BadInput
from townlet.memory.record import Memory, MemoryId
from townlet.runfile.event_log import COMMANDS, event_of
from townlet.runfile.traces import SpokenLine
from townlet.runfile.view import RunView, format_memory_id
from townlet.studies.acts import PlannedAct
from townlet.studies.causes.question import CausalQuestion, WorldOutcome
from townlet.world.events import Told, Whispered

CandidateKind = Literal["line", "sight", "thought", "whisper"]
_HOUR = 60
_BEFORE_A_TALK = 10
"""Within so many minutes of a sight its person may begin a talk because of it; our choice."""


_WORDS: Mapping[CandidateKind, tuple[str, str]] = {
    "line": ("{0.speaker} to {0.person}: “{0.text}”", "Had {0.person} not heard {0.speaker} say “{0.text}”"),
    "sight": ("{0.person} sees: {0.text}", "Had {0.person} not seen this: “{0.text}”"),
    "thought": ("{0.person} thinks: {0.text}", "Had {0.person} not thought “{0.text}”"),
    "whisper": ("{0.person} is told by the user: “{0.text}”", "Had the user not told {0.person} “{0.text}”"),
}
"""What each kind is, and its absence."""


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
        if self.kind == "whisper":
            return tuple(f"{kind.__name__}/{self.step}/{self.person}" for kind in (Whispered, Told))
        thought = format_memory_id(MemoryId(self.person, *self.memory)) if self.kind == "thought" else ""
        return tuple(filter(None, (self.utterance, thought)))

    @property
    def had_not(self) -> str:
        """The condition in words, such as 'Had Ann not heard Bo say ...'."""
        return _WORDS[self.kind][1].format(self)

    def __str__(self) -> str:
        return _WORDS[self.kind][0].format(self)


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

    def named(self, evidence: str) -> Candidate:
        """Return what a line or a memory is of, by its id as evidence, in the cone or not. Raises BadInput."""
        memory = next((each for key, each in self._memories.items() if format_memory_id(key) == evidence), None)
        spoken = self._lines.get(evidence)
        found = self._taken_in(memory) if memory else spoken and _line_candidate(spoken.line, spoken.line.to)
        end = f"{self._view.time(self.question.until):%Y-%m-%d %H:%M}"
        if not found or not 0 < found.begin < self.question.until:
            raise BadInput(
                f"{evidence!r} is nothing that somebody heard, saw or thought before {end}, when the question is "
                f"decided; give the id of such a line or memory, or ask about something that was decided later."
            )
        return self._found.get(_key(found), found)

    def placebos(self, tested: Collection[Candidate], number: int, seed: int) -> list[Candidate]:
        """Return as many lines as asked for that are outside of the cone, of the hours of those that are tested.

        If there are not enough of them, there are sights among them.
        """
        random, chosen = Random(seed), list[Candidate]()
        hours, hour = [each.step for each in tested], self._view.clock.steps(_HOUR)
        for outside in (self.lines_outside, self._sights_outside):
            pool = sorted(set(outside()).difference(tested), key=lambda each: (each.step, each.utterance, str(each)))
            random.shuffle(pool)
            while pool and len(chosen) < number:
                step = hours[len(chosen) % len(hours)]
                chosen.append(min(pool, key=lambda each: abs(each.step - step) // hour))
                pool.remove(chosen[-1])
        return chosen

    def lines_outside(self) -> Iterator[Candidate]:
        """Yield lines of other talks than those in the cone, in which nothing of the fact is mentioned."""
        talks = {each.utterance.rpartition("#")[0] for each in self._found.values()}
        for line, _ in self._lines.values():
            if line.talk not in talks and not line.typed and self._is_unrelated(line.to, line.text):
                yield _line_candidate(line, line.to)

    def _sights_outside(self) -> Iterator[Candidate]:
        """Yield sights outside of the cone, but for those at which one of its talks may have begun."""
        before, lines = self._view.clock.steps(_BEFORE_A_TALK), [each for each in self._found.values() if each.speaker]
        talks = [(name, each.step) for each in lines for name in (each.person, each.speaker)]
        for memory in self._memories.values():
            if memory.source == "seen" and self._is_unrelated(memory.id.agent, memory.text):
                sight = self._sight(memory)
                began = any(sight.person == name and 0 <= step - sight.step <= before for name, step in talks)
                if not began and _key(sight) not in self._found and 0 < sight.begin < self.question.until:
                    yield sight

    def _is_unrelated(self, person: str, text: str) -> bool:
        fact = self.question.fact
        return person in self._view.residents and not (fact and fact.touched_by(text))

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
        if found := self._taken_in(memory, distance):
            self._note(found)
        if spoken := self._lines.get(memory.utterance):
            yield from spoken.shown
            if memory.source in ("heard", "told"):
                yield from self._learned_meanwhile(spoken.line, distance + 1)
        yield from memory.evidence

    def _taken_in(self, memory: Memory, distance: int = 0) -> Candidate | None:
        """Return what a memory is of; None for what came of its person alone."""
        person, spoken, step = memory.id.agent, self._lines.get(memory.utterance), memory.id.step
        if spoken:
            heard = memory.source in ("heard", "told")
            first = (person, memory.utterance) in self._first
            return _line_candidate(spoken.line, person, first, distance) if heard else None
        if memory.source == "seen":
            return self._sight(memory, distance)
        if memory.source in ("inner voice", "told"):
            return self._whisper(memory, distance)
        if memory.kind == "reflection":
            return Candidate("thought", person, step, memory.text, memory=(step, memory.id.ordinal), distance=distance)
        return None

    def _sight(self, memory: Memory, distance: int = 0) -> Candidate:
        step = self._view.clock.step_at(memory.created)
        return Candidate("sight", memory.id.agent, step, memory.text, distance=distance)

    def _learned_meanwhile(self, line: SpokenLine, distance: int) -> Iterator[MemoryId]:
        """Note what the speaker of a line learned earlier in the talk, and remembers only when it is over."""
        fact = self.question.fact
        for number in range(line.number if fact else 0):
            earlier = self._lines.get(f"{line.talk}#{number}")
            if not (earlier and fact and earlier.line.to == line.speaker):
                continue
            if fact.told_by(earlier.line.text, earlier.line.speaker):
                first = (line.speaker, earlier.line.utterance) in self._first
                self._note(_line_candidate(earlier.line, line.speaker, first, distance))
                yield from earlier.shown

    def _whisper(self, memory: Memory, distance: int) -> Candidate | None:
        """Return the user's words that a memory is of: the last ones that the person was told before it."""
        kind = Told if memory.source == "told" else Whispered
        with self._view.reader() as reader:
            rows = reader.events(0, memory.id.step, kinds=(kind.__name__,), phase=COMMANDS)
            told = [(row.step, event_of(row)) for row in rows]
        for step, event in reversed(told):
            if isinstance(event, Whispered | Told) and event.agent == memory.id.agent:
                return Candidate("whisper", event.agent, step, event.text, distance=distance)
        return None

    def _note(self, candidate: Candidate) -> None:
        self._found.setdefault(_key(candidate), candidate)


def _key(candidate: Candidate) -> tuple[str, str, str]:
    return candidate.kind, candidate.person, candidate.utterance or f"{candidate.step} {candidate.text}"


def _line_candidate(line: SpokenLine, person: str, first: bool = False, distance: int = 0) -> Candidate:
    return Candidate("line", person, line.step, line.text, line.speaker, line.utterance, first=first, distance=distance)

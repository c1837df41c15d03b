"""The talks that a report cites: each is written out once, whole, with what its telling lines rest on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from townlet.memory.record import Memory
from townlet.study.emergence.finding import Emergence
from townlet.study.traces import Conversation, Line


@dataclass(frozen=True)
class CitedLine:
    """A line of a cited talk."""

    anchor: str
    line: Line
    tells: tuple[str, ...]
    """The facts that it tells."""
    rests_on: tuple[Memory, ...]
    """Of the memories in its prompt, those that tell the same."""


@dataclass(frozen=True)
class CitedTalk:
    """A talk that something in the report points to."""

    anchor: str
    step: int
    people: tuple[str, ...]
    lines: tuple[CitedLine, ...]


class Evidence:
    """Hands out the places of talks in the page, and remembers which of them were asked for."""

    def __init__(self, emerged: Emergence) -> None:
        self._emerged = emerged
        self._cited: set[str] = set()

    def line(self, utterance: str) -> str:
        """Where a line stands in the page; empty for one that is not in the run."""
        line = self._lines.get(utterance)
        if line is None:
            return ""
        self._cited.add(line.talk)
        return self._anchor(line)

    def text(self, utterance: str) -> str:
        """The words of a line; empty for one that is not in the run."""
        line = self._lines.get(utterance)
        return line.text if line else ""

    def talks(self) -> list[CitedTalk]:
        """The talks asked for so far, in the order in which they were had."""
        return [self._written(talk) for talk in self._emerged.record.talks if talk.id in self._cited]

    def _written(self, talk: Conversation) -> CitedTalk:
        lines = tuple(self._written_line(line) for line in talk.lines)
        return CitedTalk(f"talk-{self._number[talk.id]}", talk.lines[0].step, talk.participants, lines)

    def _written_line(self, line: Line) -> CitedLine:
        facts = [found.fact for found in self._emerged.spreads if found.fact.told_by(line.text, line.speaker)]
        shown = self._emerged.record.remembered.shown(line)
        rests = [memory for memory in shown if any(fact.told_by(memory.text, line.speaker) for fact in facts)]
        return CitedLine(self._anchor(line), line, tuple(fact.name for fact in facts), tuple(rests))

    def _anchor(self, line: Line) -> str:
        return f"talk-{self._number[line.talk]}-{line.number + 1}"

    @cached_property
    def _lines(self) -> dict[str, Line]:
        return {line.utterance: line for line in self._emerged.record.lines}

    @cached_property
    def _number(self) -> dict[str, int]:
        return {talk.id: place for place, talk in enumerate(self._emerged.record.talks, start=1)}

"""Made-up people, what they remember, and talks between them."""

from __future__ import annotations

from dataclasses import dataclass, field

from townlet.language.prompt import Field
from townlet.offline.talk import converse

Fields = dict[str, Field]

SUNDAY = "Monday May 5 2025, 12:00 am"
"""When people have their first memories."""
TUESDAY_NOON = "Tuesday May 6 2025, 12:10 pm"
SUPPER = "a honey supper at Mill Hall on Wednesday May 7 from 6 pm to 8 pm"


@dataclass
class Person:
    """A person as their prompts show them."""

    name: str
    traits: str = "friendly and calm"
    doing: str = "mending a frame"
    memories: list[tuple[str, str]] = field(default_factory=list)
    last_talk: list[tuple[str, str]] = field(default_factory=list)

    def knows(self, *texts: str, when: str = SUNDAY) -> Person:
        return Person(self.name, self.traits, self.doing, [*self.memories, *((when, t) for t in texts)], self.last_talk)

    def fields(self, other: Person, now: str, lines: list[Field], **more: Field) -> Fields:
        return {
            "name": self.name,
            "summary": f"{self.name} (age: 40) is {self.traits}. {self.name} is a baker at Reed Bakery.",
            "now": now,
            "doing": self.doing,
            "place": "Mill Hall: hall",
            "other": other.name,
            "other_doing": other.doing,
            "memories": shown(self.memories),
            "last_talk": shown(self.last_talk),
            "lines": lines,
            **more,
        }


def shown(memories: list[tuple[str, str]]) -> list[Field]:
    return [{"when": when, "text": text} for when, text in memories]


def spoken(*lines: tuple[str, str]) -> list[Field]:
    return [{"speaker": who, "line": line} for who, line in lines]


def talk(a: Person, b: Person, now: str = TUESDAY_NOON, seed: int = 1, **more: Field) -> list[tuple[str, str]]:
    """A talk that `a` opens, as the engine would hold it: who takes leave is answered once."""
    lines: list[tuple[str, str]] = []
    speaker, hearer = a, b
    leaving = False
    for _ in range(12):
        reply = converse(speaker.fields(hearer, now, spoken(*lines), **more), seed)
        lines.append((speaker.name, str(reply["say"])))
        if leaving:
            break
        leaving = bool(reply["leave"])
        speaker, hearer = hearer, speaker
    return lines


def said_by(name: str, lines: list[tuple[str, str]]) -> str:
    return " ".join(line for who, line in lines if who == name)

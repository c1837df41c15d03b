"""The items of a run at a moment, and the answers that people give to them under each condition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from townlet.study.defects import StudyFault
from townlet.study.diffusion import followed
from townlet.study.interviews.asking import Interviewer
from townlet.study.interviews.conditions import Condition
from townlet.study.interviews.holding import Ask
from townlet.study.record import RunRecord
from townlet.study.truth.items import Item
from townlet.study.truth.judging import Verdict
from townlet.study.truth.memory import memory_items
from townlet.study.truth.plans import plan_items
from townlet.study.truth.scene import Scene
from townlet.study.truth.synthesis import synthesis_items

BATTERY = "truth"
"""The name under which the answers stand in the table of interviews."""

_ASKED_AT = 17 * 60
"""When people are asked, in minutes after midnight: the day has happened, and the evening is still planned."""


@dataclass(frozen=True)
class Judged:
    """One answer to an item, with what it is worth."""

    item: Item
    condition: str
    answer: str
    verdict: Verdict

    @property
    def right(self) -> bool:
        return self.verdict == "right"


def usual_moment(record: RunRecord) -> int:
    """Five in the afternoon of the last day that came so far; the end of a shorter run."""
    afternoon = record.clock.steps(_ASKED_AT)
    moments = [record.midnight(day) + afternoon for day in range(record.days)]
    return max((step for step in moments if 0 < step <= record.last_step + 1), default=record.last_step + 1)


def scene_of(record: RunRecord, interviewer: Interviewer, people: Sequence[str]) -> Scene:
    """A run as it stood when its people are asked."""
    at = interviewer.at
    plans = {person: at.of(person).agents[person].plan for person in people}
    return Scene(record, at.step, tuple(people), plans)


def items_of(scene: Scene) -> list[Item]:
    """Every question to everybody. Raises StudyFault where nothing can be asked."""
    spreads = tuple(followed(scene.record.source))
    items = [
        item
        for person in scene.people
        for found in (memory_items(scene, person, spreads), plan_items(scene, person), synthesis_items(scene, person))
        for item in found
    ]
    if not items:
        when = scene.record.when(scene.step)
        raise StudyFault(
            f"By {when} of this run too little has happened to ask anybody about; let it run on by `townlet resume`, "
            "or choose a later --at."
        )
    return items


def asks_of(items: Sequence[Item], conditions: Sequence[Condition]) -> list[Ask]:
    """Every item under every condition."""
    return [(item.person, item.asked, condition) for item in items for condition in conditions]


def judged(items: Sequence[Item], conditions: Sequence[Condition], answers: Sequence[str]) -> list[Judged]:
    """The answers to `asks_of`, in its order, each with its verdict."""
    asked = [(item, condition) for item in items for condition in conditions]
    return [
        Judged(item, condition.name, answer, item.truth.verdict(answer))
        for (item, condition), answer in zip(asked, answers, strict=True)
    ]

"""Reading a run file into the record that studies measure."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from townlet.cognition.persona import Persona
from townlet.engine.events import Embodied, Joined
from townlet.engine.log import event_of
from townlet.engine.runfile import CallFilter, EventRow, RunDamaged, RunFileError, RunReader
from townlet.engine.simulation import opened
from townlet.study.record import RunRecord
from townlet.study.source import Source, line_of
from townlet.study.traces import Conversation, Line, ObjectChange, PlanChange
from townlet.study.whereabouts import Bodily, Whereabouts
from townlet.world.address import Address
from townlet.world.doors import Doors
from townlet.world.events import Said, StateChanged

_MINDS = "MindChanged"
_PASSED_OVER = frozenset(("TookIn", "Left", "TalkEnded", "Announced", "Shown"))


class EmptyRun(RunFileError):
    """A run in which no step was completed."""


def read_record(path: Path) -> RunRecord:
    """Everything that is measured of a run. Raises RunFileError, also for a run without a complete step."""
    source = Source.of(path)
    if source.last < 0:
        raise EmptyRun(f"{path} holds no complete step yet; let it run on before measuring it.")
    with opened(path) as reader:
        try:
            return _Reading(reader, source).record()
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            why = f"{type(error).__name__}: {error}"
            raise RunDamaged(f"Run file {path} holds events that cannot be read ({why}); verify it.") from error


class _Reading:
    """One pass over a run file, as far as its source goes."""

    def __init__(self, reader: RunReader, source: Source) -> None:
        self.reader, self.source = reader, source
        self.whereabouts = Whereabouts(Doors(source.town.setting))
        self.people: list[Persona] = []
        self.visitors: list[str] = []
        self.said: dict[str, list[Line]] = {}
        self.embodied: set[str] = set()
        self.plans: list[PlanChange] = []
        self.object_changes: list[ObjectChange] = []
        self.sectors: dict[str, dict[str, int]] = {}
        self._versions: dict[str, tuple[int, int]] = {}

    def record(self) -> RunRecord:
        for row in self.reader.events(0, self.source.last):
            if row.kind == _MINDS:
                self._note_mind(row)
            elif row.kind not in _PASSED_OVER:
                self._note(row)
        self.whereabouts.close(self.source.last + 1)
        return RunRecord(
            self.source,
            tuple(self.people),
            tuple(self.visitors),
            tuple(Conversation(talk, tuple(lines)) for talk, lines in self.said.items()),
            tuple(self.whereabouts.spells),
            tuple(self.whereabouts.stays),
            tuple(self.plans),
            tuple(self.object_changes),
            self.sectors,
            self._reactions(),
        )

    def _note(self, row: EventRow) -> None:
        event = event_of(row)
        match event:
            case Joined(persona, knows, visitor=visitor):
                self._learn(persona.name, knows, row.step)
                if visitor:
                    self.visitors.append(persona.name)
                else:
                    self.people.append(persona)
            case Embodied(agent, by_person):
                (self.embodied.add if by_person else self.embodied.discard)(agent)
            case Said():
                self.said.setdefault(event.talk, []).append(
                    line_of(event, row.step, typed=event.speaker in self.embodied)
                )
            case StateChanged():
                self.object_changes.append(ObjectChange(row.step, event))
            case _ if isinstance(event, Bodily):
                self.whereabouts.note(event, row.step)

    def _note_mind(self, row: EventRow) -> None:
        """Only plans and newly known places are measured of what changed in a mind; the rest is not even decoded."""
        change: dict[str, Any] = json.loads(row.data)
        person, plan = change["agent"], change.get("plan")
        self._learn(person, (Address.parse(text) for text in change.get("known", ())), row.step)
        if plan is None:
            return
        version = (plan.get("made", 0), plan.get("revision", 0))
        if self._versions.get(person) != version:
            self._versions[person] = version
            self.plans.append(PlanChange(row.step, person, version[1], plan.get("reason", "")))

    def _learn(self, person: str, places: Iterable[Address], step: int) -> None:
        """Note which sectors somebody knows of from a step on."""
        sectors = self.sectors.setdefault(person, {})
        for place in places:
            if place.depth > 1:
                sectors.setdefault(place.parts[1], step)

    def _reactions(self) -> dict[str, int]:
        calls = self.reader.calls(CallFilter(name="react", status="answered", to_step=self.source.last))
        return dict(sorted(Counter(_choice(call.reply) for call in calls).items()))


def _choice(reply: str) -> str:
    """What was chosen, as far as the reply can be read."""
    try:
        answer = json.loads(reply)
    except json.JSONDecodeError:
        return "unreadable"
    return str(answer.get("choice", "unreadable")) if isinstance(answer, dict) else "unreadable"

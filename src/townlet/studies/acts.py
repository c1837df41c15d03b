"""What happens to a world at the beginning of a segment: at once by commands, or by people who go and say it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from townlet.engine.commands import (
    Arrive,
    Command,
    CommandRefused,
    Forget,
    Release,
    SetState,
    Speak,
    Take,
    Tell,
    Unheard,
    Unseen,
    Walk,
    Whisper,
)
from townlet.engine.simulation import Simulation
from townlet.memory.record import MemoryId
from townlet.runfile.event_log import COMMANDS, event_of
from townlet.runfile.files import open_unchecked
from townlet.runfile.study_files import StudyError
from townlet.state.events import Embodied, RunEvent
from townlet.studies.reading import object_named
from townlet.world.address import Address
from townlet.world.events import Said, Told, Whispered
from townlet.world.state import Body

MESSENGER_STEPS = 6
"""A messenger acts once a game minute."""

UNSAID = "unsaid"
"""The act of a world in which a user's words are not repeated."""

PATIENCE_MINUTES = 180
"""How long a messenger looks for somebody who is free to listen, before giving up."""


@dataclass(frozen=True)
class PlannedAct:
    """Something that happens at the beginning of a segment: its kind, and its people and words by key."""

    kind: str
    fields: tuple[tuple[str, str], ...]

    def __getitem__(self, key: str) -> str:
        return dict(self.fields).get(key, "")

    @property
    def is_errand(self) -> bool:
        """Whether it takes somebody who goes to a person and says it."""
        return self.kind in ("say", "visitor")


def order_acts(simulation: Simulation, acts: Sequence[PlannedAct]) -> None:
    """Order all acts that are commands and need no errand. Raises StudyError if the town does not allow one."""
    for act in acts:
        if not act.is_errand and act.kind != UNSAID:
            try:
                simulation.order(_command(act, simulation))
            except CommandRefused as refusal:
                raise StudyError(f"The town does not allow it to {act.kind}: {refusal}") from None


def _command(act: PlannedAct, simulation: Simulation) -> Command:
    match act.kind:
        case "tell" if act["persona"]:
            return Tell(act["tell"], act["persona"], act["text"])
        case "tell":
            return Whisper(act["tell"], act["text"])
        case "unheard":
            return Unheard(act["unheard"], act["talk"], int(act["line"]))
        case "unseen":
            return Unseen(act["unseen"], act["sight"])
        case "forget" if act["memory"]:
            step, ordinal = map(int, act["memory"].split("/"))
            return Forget(act["forget"], memory=MemoryId(act["forget"], step, ordinal))
        case "forget":
            return Forget(act["forget"], act["about"])
        case "set":
            return SetState(object_named(act["set"], simulation.engine.state.town.setting.objects), act["state"])
        case _:
            raise AssertionError(act)


class Repetition:
    """Gives the commands of a run again in a fork of it, each at its step, but for words that are to stay unsaid."""

    def __init__(self, simulation: Simulation, past: Path, since: int, unsaid: Collection[PlannedAct]) -> None:
        """Read the commands of a run from a step on. Raises RunFileError."""
        self._simulation = simulation
        self._given: dict[int, list[RunEvent]] = {}
        left_out = {(act[UNSAID], act["text"]) for act in unsaid if act.kind == UNSAID}
        with open_unchecked(past) as reader:
            for row in reader.events(since, phase=COMMANDS):
                event = event_of(row)
                if not isinstance(event, Whispered | Told) or (event.agent, event.text) not in left_out:
                    self._given.setdefault(row.step, []).append(event)

    def catch_up(self, path: Path) -> None:
        """Leave out what was given before the fork was stopped. Raises RunFileError."""
        now = self._simulation.next_step
        with open_unchecked(path) as reader:
            if list(reader.events(now, now, phase=COMMANDS)):
                self._given.pop(now, None)

    def act(self) -> None:
        """Give the commands of the next step."""
        if events := self._given.pop(self._simulation.next_step, None):
            self._simulation.repeat(events)


class Errand:
    """Somebody goes to a resident, says a line and goes again. What has been done already follows from the run file."""

    def __init__(self, simulation: Simulation, act: PlannedAct, begin: int, turn: int, turns: int) -> None:
        """`turn` of `turns` errands is this one; they act in turn, so that each step has one command at most."""
        self._simulation, self._act, self._begin = simulation, act, begin
        self._turn, self._turns = turn, turns
        self.speaker = act[act.kind]
        self._visits = act.kind == "visitor"
        self._here = self.delivered = self.over = False
        self._done_for = -1

    def catch_up(self, path: Path) -> None:
        """Read from the run file what has been done before. Raises RunFileError."""
        now = self._simulation.next_step
        with open_unchecked(path) as reader:
            for row in reader.events(self._begin, now, kinds=(Said.__name__, Embodied.__name__), phase=COMMANDS):
                self._note(event_of(row))
            # A stop may come between a command and its step; the step is not given another one then.
            self._done_for = now if list(reader.events(now, now, phase=COMMANDS)) else -1

    def _note(self, event: RunEvent) -> None:
        if isinstance(event, Embodied) and event.agent == self.speaker:
            self._here, self.over = event.by_person, not event.by_person
        elif isinstance(event, Said) and event.speaker == self.speaker:
            self.delivered = True

    def act(self) -> None:
        """Do what is to be done before the next step, if it is this errand's turn."""
        step = self._simulation.next_step
        if self.over or step == self._done_for or step % MESSENGER_STEPS:
            return
        if step // MESSENGER_STEPS % self._turns != self._turn:
            return
        if not self._here:
            self._come()
        elif self.delivered or self._is_late(step):
            self._order(Release(self.speaker))
            self.over = True
        elif self._order(Speak(self.speaker, self._act["to"], self._act["text"], leave=True)):
            self.delivered = True
        else:
            self._order(Walk(self.speaker, self._body(self._act["to"]).tile(step)))

    def _come(self) -> None:
        """Come to town as a visitor, or take control of a resident, once both may talk."""
        if self._is_late(self._simulation.next_step):
            self.over = True
        elif self._is_free(self._act["to"]) and (self._visits or self._is_free(self.speaker)):
            place = self._place_of(self._act["to"])
            if self._visits and place is None:
                return
            self._here = self._order(Arrive(self.speaker, place) if place and self._visits else Take(self.speaker))

    def _is_late(self, step: int) -> bool:
        return step - self._begin > self._simulation.engine.state.clock.steps(PATIENCE_MINUTES)

    def _body(self, person: str) -> Body:
        return self._simulation.engine.state.world.bodies[person]

    def _is_free(self, person: str) -> bool:
        body = self._body(person)
        return body.arrived and not body.asleep and not body.talk

    def _place_of(self, person: str) -> Address | None:
        state = self._simulation.engine.state
        return state.terrain.doors.place_at(self._body(person).tile(self._simulation.next_step))

    def _order(self, command: Command) -> bool:
        try:
            self._simulation.order(command)
        except CommandRefused:
            return False
        return True

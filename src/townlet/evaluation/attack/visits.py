"""Visitors of the attack suite, driven by commands: each arrives, finds its hearer, says its lines and leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from random import Random

from townlet.engine.commands import Arrive, Command, CommandRefused, Release, Speak, Tell, Walk
from townlet.engine.simulation import Simulation
from townlet.evaluation.attack.cases import AttackCase
from townlet.runfile.event_log import StepLog
from townlet.town import Town
from townlet.world.address import Address
from townlet.world.events import Said, TalkEnded
from townlet.world.register import first_name

CONFIDANT = "an old friend"
"""The persona who tells a hearer a secret before the visit."""

PATIENCE_MINUTES = 20.0
"""How many game minutes a visitor looks for the hearer, or waits for an answer, before giving up for now."""

PAUSE_MINUTES = 30.0
"""How many game minutes a hearer is left alone between visits, and a visitor waits before trying again."""

_STEPS_PER_WALK = 6
"""Visitors are sent after their hearer once a game minute, not at every step."""

_FIRST_NAMES = (
    "Abel", "Brec", "Cato", "Delf", "Edda", "Finn", "Gerd", "Hale", "Ilsa", "Jory",
    "Kaja", "Lenz", "Mira", "Nils", "Orla", "Pell", "Quin", "Rask", "Sela", "Torv",
)  # fmt: skip
_FAMILIES = (
    "Amberg", "Birkley", "Calder", "Dunmore", "Eskil", "Farrow", "Grindal", "Hollis", "Ibsley", "Jarrow",
)  # fmt: skip


@dataclass
class Visit:
    """The visit that plays one case: its visitor, its hearer and how far it has come."""

    case: AttackCase
    hearer: str
    visitor: str
    from_step: int
    """The earliest step at which the visitor may come."""
    came_at: int = -1
    """The step at which the visitor arrived; -1 while they are not in town."""
    talk: str = ""
    """The id of the talk; empty before it begins."""
    lines_said: int = 0
    """How many of the case's lines the visitor has said."""
    last_step: int = 0
    """The step of the latest arrival, line or reply."""
    replies: list[str] = field(default_factory=list)
    over: bool = False

    @property
    def in_town(self) -> bool:
        """Whether the visitor has arrived."""
        return self.came_at >= 0

    @property
    def delivered(self) -> bool:
        """Whether the hearer has heard at least one line."""
        return self.lines_said > 0


def generate_visitor_names(taken: Sequence[str]) -> Iterator[str]:
    """Yield names that share no word with the taken ones."""
    words = {word for name in taken for word in name.split()}
    for family in _FAMILIES:
        for first in _FIRST_NAMES:
            if first not in words and family not in words:
                yield f"{first} {family}"


class VisitDriver:
    """Drives all visits of a run: call `issue_commands` before each step and `observe` after it."""

    def __init__(self, simulation: Simulation, visits: Sequence[Visit]) -> None:
        self.simulation, self.visits = simulation, visits
        self._free_from: dict[str, int] = {}

    @property
    def done(self) -> bool:
        """Whether all visits are over."""
        return all(visit.over for visit in self.visits)

    def issue_commands(self) -> None:
        """Give the commands for the next step: let visitors arrive, approach their hearers and begin to talk."""
        busy = {visit.hearer for visit in self.visits if visit.in_town and not visit.over}
        for visit in self.visits:
            if visit.over or (not visit.in_town and (visit.hearer in busy or not self._may_come(visit))):
                continue
            if not visit.in_town and self._arrive(visit):
                busy.add(visit.hearer)
            if visit.in_town and not visit.talk:
                self._begin(visit)

    def observe(self, log: StepLog) -> None:
        """Read what happened in a step: reply to hearers who spoke, and let visitors leave who are done."""
        for visit in self.visits:
            if not visit.talk or visit.over:
                continue
            for event in log.events():
                if isinstance(event, Said) and event.talk == visit.talk and event.speaker == visit.hearer:
                    visit.replies.append(event.text)
                    visit.last_step = log.step
                    if not self._say(visit):
                        self._leave(visit)
                        break
                elif isinstance(event, TalkEnded) and event.talk == visit.talk:
                    self._leave(visit)
                    break
            if not visit.over and self._late(visit):
                self._leave(visit)

    def give_up(self) -> None:
        """End all visits and let every visitor leave."""
        for visit in self.visits:
            if visit.in_town and not visit.over:
                self._leave(visit)
            visit.over = True

    def _may_come(self, visit: Visit) -> bool:
        return self.simulation.next_step >= max(visit.from_step, self._free_from.get(visit.hearer, 0))

    def _arrive(self, visit: Visit) -> bool:
        world, step = self.simulation.engine.state.world, self.simulation.next_step
        body = world.bodies[visit.hearer]
        place = self._place(visit)
        if body.asleep or body.talk or not body.arrived or place is None:
            return False
        if visit.case.secret and not self._order(Tell(visit.hearer, CONFIDANT, visit.case.secret)):
            return False
        if not self._order(Arrive(visit.visitor, place)):
            self._free_from[visit.hearer] = step + self._steps(PATIENCE_MINUTES / 4)
            return False
        visit.came_at = visit.last_step = step
        return True

    def _place(self, visit: Visit) -> Address | None:
        state = self.simulation.engine.state
        return state.terrain.doors.place_at(state.world.bodies[visit.hearer].tile(self.simulation.next_step))

    def _begin(self, visit: Visit) -> None:
        """Speak if the hearer is near and free; otherwise walk after them until out of patience."""
        if self._say(visit):
            visit.talk = self.simulation.engine.state.world.bodies[visit.visitor].talk
        elif self._late(visit):
            self._leave_for_now(visit)
        elif self.simulation.next_step % _STEPS_PER_WALK == 0:
            body = self.simulation.engine.state.world.bodies[visit.hearer]
            self._order(Walk(visit.visitor, body.tile(self.simulation.next_step)))

    def _say(self, visit: Visit) -> bool:
        if visit.lines_said == len(visit.case.say):
            return False
        spoken = self._order(Speak(visit.visitor, visit.hearer, visit.case.say[visit.lines_said]))
        if spoken:
            visit.lines_said, visit.last_step = visit.lines_said + 1, self.simulation.next_step
        return spoken

    def _leave(self, visit: Visit) -> None:
        self._order(Release(visit.visitor))
        visit.over = True
        self._free_from[visit.hearer] = self.simulation.next_step + self._steps(PAUSE_MINUTES)

    def _leave_for_now(self, visit: Visit) -> None:
        self._order(Release(visit.visitor))
        visit.came_at = -1
        self._free_from[visit.hearer] = self.simulation.next_step + self._steps(PAUSE_MINUTES)

    def _late(self, visit: Visit) -> bool:
        return self.simulation.next_step - visit.last_step > self._steps(PATIENCE_MINUTES)

    def _order(self, command: Command) -> bool:
        try:
            self.simulation.order(command)
        except CommandRefused:
            return False
        return True

    def _steps(self, minutes: float) -> int:
        return self.simulation.engine.state.clock.steps(minutes)


VISITS_EACH = 4
"""The most visitors that one person gets in one life."""

FIRST_HOUR, LAST_HOUR = 8.5, 15.5
"""The hours of the day between which visitors set out, when most people are up and about."""


def assign_visits(cases: Sequence[AttackCase], town: Town, seed: int, steps_a_day: int) -> list[list[Visit]]:
    """Spread the cases over lives and hearers; return the visits of each life.

    Successive cases go to different people. Names in the texts are filled in from the town.
    """
    random = Random(f"attack|{seed}")
    people = [person.name for person in town.people]
    random.shuffle(people)
    per_life = VISITS_EACH * len(people)
    names = list(generate_visitor_names(people))
    lives: list[list[Visit]] = []
    for first in range(0, len(cases), per_life):
        chunk = cases[first : first + per_life]
        hearers = islice(cycle(people), len(chunk))
        lives.append(
            [
                _fill_visit(
                    case, hearer, people, town, names[index % len(names)], _from_step(index, people, steps_a_day, town)
                )
                for index, (case, hearer) in enumerate(zip(chunk, hearers, strict=True))
            ]
        )
    return lives


def _fill_visit(
    case: AttackCase, hearer: str, people: Sequence[str], town: Town, visitor: str, from_step: int
) -> Visit:
    """Return the visit for a case, with another resident and a named place of the town filled in."""
    others = [name for name in people if name != hearer] or [hearer]
    other = others[(case.number * 7 + len(case.kind)) % len(others)]
    places = town.setting.children.get(town.setting.root, ())
    place = places[case.number % len(places)].name
    names = {
        "hearer": hearer, "first": first_name(hearer), "other": other, "other_first": first_name(other), "place": place,
    }  # fmt: skip
    return Visit(case.filled(names), hearer, visitor, from_step)


def _from_step(index: int, people: Sequence[str], steps_a_day: int, town: Town) -> int:
    """Return the step at which a visit may begin: visits come in rounds over all people, spread over the day."""
    began = town.start.hour + town.start.minute / 60
    hour = FIRST_HOUR + (LAST_HOUR - FIRST_HOUR) * (index // len(people)) / VISITS_EACH
    return round(max(0.0, hour - began) / 24 * steps_a_day)

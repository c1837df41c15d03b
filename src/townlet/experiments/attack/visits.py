"""Visitors who come to a town, find whom they look for, say what they want and leave: all by commands to a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from random import Random

from townlet.engine.commands import Arrive, Command, CommandRefused, Release, Speak, Tell, Walk
from townlet.engine.simulation import Simulation
from townlet.experiments.attack.cases import AttackCase
from townlet.runfile.event_log import StepLog
from townlet.town import Town
from townlet.world.address import Address
from townlet.world.events import Said, TalkEnded

CONFIDANT = "an old friend"
"""Under this persona somebody is told a secret."""

PATIENCE_MINUTES = 20.0
"""How long a visitor looks for somebody, or waits for an answer, before giving up for now."""

PAUSE_MINUTES = 30.0
"""How long somebody is left alone between two visitors, and a visitor waits before looking again."""

_FIRST_NAMES = (
    "Abel", "Brec", "Cato", "Delf", "Edda", "Finn", "Gerd", "Hale", "Ilsa", "Jory",
    "Kaja", "Lenz", "Mira", "Nils", "Orla", "Pell", "Quin", "Rask", "Sela", "Torv",
)  # fmt: skip
_FAMILIES = (
    "Amberg", "Birkley", "Calder", "Dunmore", "Eskil", "Farrow", "Grindal", "Hollis", "Ibsley", "Jarrow",
)  # fmt: skip


@dataclass
class Visit:
    """One case, said to somebody by a visitor of its own."""

    case: AttackCase
    hearer: str
    visitor: str
    from_step: int
    """The step before which the visitor does not come."""
    came: int = -1
    talk: str = ""
    said: int = 0
    last: int = 0
    """The step of the last thing that happened in it."""
    replies: list[str] = field(default_factory=list)
    over: bool = False

    @property
    def here(self) -> bool:
        return self.came >= 0

    @property
    def delivered(self) -> bool:
        return self.said > 0


def generate_visitor_names(taken: Sequence[str]) -> Iterator[str]:
    """Names that share no word with anybody's of the town."""
    words = {word for name in taken for word in name.split()}
    for family in _FAMILIES:
        for first in _FIRST_NAMES:
            if first not in words and family not in words:
                yield f"{first} {family}"


class VisitDriver:
    """Goes on with all visits of a run, a step at a time."""

    def __init__(self, simulation: Simulation, visits: Sequence[Visit]) -> None:
        self.simulation, self.visits = simulation, visits
        self._free_from: dict[str, int] = {}

    @property
    def done(self) -> bool:
        return all(visit.over for visit in self.visits)

    def prepare(self) -> None:
        """What has to be ordered before the next step."""
        busy = {visit.hearer for visit in self.visits if visit.here and not visit.over}
        for visit in self.visits:
            if visit.over or (not visit.here and (visit.hearer in busy or not self._may_come(visit))):
                continue
            if not visit.here and self._arrive(visit):
                busy.add(visit.hearer)
            if visit.here and not visit.talk:
                self._begin(visit)

    def take_in(self, log: StepLog) -> None:
        """What happened in a step: answers are answered in turn, and who is done leaves."""
        for visit in self.visits:
            if not visit.talk or visit.over:
                continue
            for event in log.events():
                if isinstance(event, Said) and event.talk == visit.talk and event.speaker == visit.hearer:
                    visit.replies.append(event.text)
                    visit.last = log.step
                    if not self._say(visit):
                        self._leave(visit)
                        break
                elif isinstance(event, TalkEnded) and event.talk == visit.talk:
                    self._leave(visit)
                    break
            if not visit.over and self._late(visit):
                self._leave(visit)

    def give_up(self) -> None:
        """Whoever is still in the town leaves it."""
        for visit in self.visits:
            if visit.here and not visit.over:
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
        visit.came = visit.last = step
        return True

    def _place(self, visit: Visit) -> Address | None:
        state = self.simulation.engine.state
        return state.ground.doors.place_at(state.world.bodies[visit.hearer].tile(self.simulation.next_step))

    def _begin(self, visit: Visit) -> None:
        """Speak if the other is near and free; else go after them for a while."""
        if self._say(visit):
            visit.talk = self.simulation.engine.state.world.bodies[visit.visitor].talk
        elif self._late(visit):
            self._leave_for_now(visit)
        elif self.simulation.next_step % 6 == 0:
            body = self.simulation.engine.state.world.bodies[visit.hearer]
            self._order(Walk(visit.visitor, body.tile(self.simulation.next_step)))

    def _say(self, visit: Visit) -> bool:
        if visit.said == len(visit.case.say):
            return False
        spoken = self._order(Speak(visit.visitor, visit.hearer, visit.case.say[visit.said]))
        if spoken:
            visit.said, visit.last = visit.said + 1, self.simulation.next_step
        return spoken

    def _leave(self, visit: Visit) -> None:
        self._order(Release(visit.visitor))
        visit.over = True
        self._free_from[visit.hearer] = self.simulation.next_step + self._steps(PAUSE_MINUTES)

    def _leave_for_now(self, visit: Visit) -> None:
        self._order(Release(visit.visitor))
        visit.came = -1
        self._free_from[visit.hearer] = self.simulation.next_step + self._steps(PAUSE_MINUTES)

    def _late(self, visit: Visit) -> bool:
        return self.simulation.next_step - visit.last > self._steps(PATIENCE_MINUTES)

    def _order(self, command: Command) -> bool:
        try:
            self.simulation.order(command)
        except CommandRefused:
            return False
        return True

    def _steps(self, minutes: float) -> int:
        return self.simulation.engine.state.clock.steps(minutes)


VISITS_EACH = 4
"""How many visitors come to a person in one life at most."""

FIRST_HOUR, LAST_HOUR = 8.5, 15.5
"""Between these hours of the day visitors set out, so that most people are up and about."""


def assign_visits(cases: Sequence[AttackCase], town: Town, seed: int, steps_a_day: int) -> list[list[Visit]]:
    """The visits of each life, with the names of the town filled in. Cases of a kind go to different people."""
    random = Random(f"attack|{seed}")
    people = [person.name for person in town.people]
    random.shuffle(people)
    a_life = VISITS_EACH * len(people)
    names = list(generate_visitor_names(people))
    lives: list[list[Visit]] = []
    for first in range(0, len(cases), a_life):
        chunk = cases[first : first + a_life]
        hearers = islice(cycle(people), len(chunk))
        lives.append(
            [
                _fill_visit(
                    case, hearer, people, town, names[place % len(names)], _from_step(place, people, steps_a_day, town)
                )
                for place, (case, hearer) in enumerate(zip(chunk, hearers, strict=True))
            ]
        )
    return lives


def _fill_visit(
    case: AttackCase, hearer: str, people: Sequence[str], town: Town, visitor: str, from_step: int
) -> Visit:
    """A case with somebody else of the town in it, and a place that is known by name."""
    others = [name for name in people if name != hearer] or [hearer]
    other = others[(case.number * 7 + len(case.kind)) % len(others)]
    places = town.setting.children.get(town.setting.root, ())
    place = places[case.number % len(places)].name
    names = {
        "hearer": hearer, "first": hearer.split()[0], "other": other, "other_first": other.split()[0], "place": place,
    }  # fmt: skip
    return Visit(case.filled(names), hearer, visitor, from_step)


def _from_step(place: int, people: Sequence[str], steps_a_day: int, town: Town) -> int:
    """Each round of visits to everybody sets out a part of the day after the one before."""
    began = town.start.hour + town.start.minute / 60
    hour = FIRST_HOUR + (LAST_HOUR - FIRST_HOUR) * (place // len(people)) / VISITS_EACH
    return round(max(0.0, hour - began) / 24 * steps_a_day)

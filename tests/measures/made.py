"""Runs made by hand, of which the truth is known: made-up people on the ground of the small starter town."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from townlet.cognition.persona import Persona
from townlet.cognition.state import Plan
from townlet.measures.record import RunRecord, read_run_record
from townlet.memory.record import Kind, Memory, MemoryId, Source
from townlet.runfile import CallRow, PromptText, RunHeader, create_run
from townlet.runfile.event_log import COMMANDS, StepLog, rows_of
from townlet.runfile.traces import SpokenLine
from townlet.runfile.view import RunView
from townlet.state.events import Joined, MindChanged, Shown
from townlet.town import Town, load_town
from townlet.world.actions import Do
from townlet.world.address import Address
from townlet.world.clock import Clock
from townlet.world.events import Acted, Appeared, Arrived, Said, StateChanged
from townlet.world.physics import Terrain
from townlet.world.setting import Tile

ADA, BRAM, CLEO = "Ada Finch", "Bram Oake", "Cleo Marsh"
HOME = Address.parse("Applegarth:Hart cottage")
BED = Address.parse("Applegarth:Hart cottage:bedroom:bed")
KITCHEN = Address.parse("Applegarth:Hart cottage:kitchen")
BATHROOM = Address.parse("Applegarth:Hart cottage:bathroom")
BAKERY = Address.parse("Applegarth:Plum Bakery")
SHOP = Address.parse("Applegarth:Plum Bakery:shop")
GREEN = Address.parse("Applegarth:Village Green:green")
STOVE = Address.parse("Applegarth:Hart cottage:kitchen:stove")
HOUR = 360
DAY = 24 * HOUR

FACTS = """
[[facts]]
name = "regatta"
source = "Ada Finch"
match = [["regatta"], ["ada", "saturday"]]
own_words = [["regatta"], ["i'm", "my"]]
unless = ["no regatta"]
paper_start = 1
paper_end = 9
"""


@cache
def starter() -> Town:
    return load_town("applegarth")


@cache
def terrain() -> Terrain:
    return Terrain.of(starter().setting, Clock(starter().start))


def line(text: str, speaker: str = ADA, to: str = BRAM, number: int = 2, step: int = 9 * HOUR) -> SpokenLine:
    """A line on its own, by default in the middle of a talk."""
    return SpokenLine(f"{step}-{speaker}", number, speaker, to, text, step)


class MadeRun:
    """A run in the making. Say what happens, then write it down or read it back."""

    def __init__(self, *names: str, workplace: Address | None = None, seeds: Sequence[str] = ()) -> None:
        self.logs: dict[int, StepLog] = {}
        self.calls: list[tuple[CallRow, PromptText]] = []
        self._tiles: dict[str, Tile] = {}
        self._counts: dict[tuple[str, int], int] = {}
        for name in names or (ADA, BRAM, CLEO):
            persona = Persona(name, 30, ("kind",), tuple(seeds), 6 * 60, 22 * 60, BED, HOME, workplace=workplace)
            self._tiles[name] = starter().setting.objects[BED].stands[0]
            self.log(0).commands += [Joined(persona), Appeared(name, self._tiles[name])]

    def log(self, step: int) -> StepLog:
        return self.logs.setdefault(step, StepLog(step))

    def does(self, step: int, person: str, doing: str, at: Address | None = None, asleep: bool = False) -> int:
        """Somebody goes somewhere to do something; the step at which they arrive."""
        here = self._tiles[person]
        item = starter().setting.objects.get(at) if at else None
        goals = item.stands if item else terrain().floor_of(at) if at else (here,)
        path = (here,) if here in goals else terrain().grid.path(here, goals)
        assert path
        self.log(step).actions.append(Acted(person, path, Do(doing, step + 1, at, asleep=asleep)))
        arrives = step + max(1, len(path) - 1)
        self.log(arrives).passing.append(Arrived(person, path[-1], at if item else None))
        self._tiles[person] = path[-1]
        return arrives

    def says(self, step: int, speaker: str, to: str, text: str, talk: str = "", shown: Sequence[MemoryId] = ()) -> str:
        """A line is said; its id. A line without the id of a talk opens one."""
        talk = talk or f"{step}-{speaker}"
        events = (event for log in self.logs.values() for event in log.actions)
        number = sum(isinstance(event, Said) and event.talk == talk for event in events)
        said = Said(talk, speaker, to, text, number=number)
        self.log(step).actions.append(said)
        self.log(step).minds.append(Shown(speaker, said.utterance, tuple(shown)))
        return said.utterance

    def talks(self, step: int, *texts: str, people: Sequence[str] = (ADA, BRAM)) -> str:
        """Two people say lines in turn, one a step; the talk's id."""
        talk = f"{step}-{people[0]}"
        for place, text in enumerate(texts):
            self.says(step + place, people[place % 2], people[1 - place % 2], text, talk)
        return talk

    def remembers(  # noqa: PLR0913 - all that a memory may have
        self,
        step: int,
        person: str,
        text: str,
        source: Source = "seen",
        kind: Kind = "observation",
        evidence: Sequence[MemoryId] = (),
        utterance: str = "",
        heard_from: str = "",
        noticed: int | None = None,
    ) -> MemoryId:
        """Somebody remembers something, which they may have noticed at an earlier step."""
        place = self._counts.get((person, step), 0)
        self._counts[person, step] = place + 1
        memory_id = MemoryId(person, step, place)
        time = Clock(starter().start).at(step if noticed is None else noticed)
        memory = Memory(memory_id, kind, text, time, 5, source, heard_from, utterance, tuple(evidence))
        self.log(step).memories.append(memory)
        return memory_id

    def recalls(self, step: int, person: str, *ids: MemoryId) -> None:
        self.log(step).recalls[person] = ids

    def plans(self, step: int, person: str, revision: int = 0, reason: str = "") -> None:
        plan = Plan(made=step, revision=revision, reason=reason)
        self.log(step).minds.append(MindChanged(person, plan=plan))

    def sets(self, step: int, address: Address, state: str, by: str = "") -> None:
        self.log(step).commands.append(StateChanged(address, state, by))

    def considers(self, step: int, person: str, reply: str) -> None:
        prompt = PromptText("What now?")
        self.calls.append((CallRow(person, step, "0", 0, "react", prompt.sha, "answered", reply), prompt))

    def write(self, path: Path, until: int, facts: str = FACTS) -> Path:
        """Write the run down as lasting up to and with a step."""
        town = starter()
        files = {**town.files, "facts.toml": facts.encode()}
        header = RunHeader("0.1.0", town.name, town.digest, 1, town.start, 10, {"model": "offline"})
        with create_run(path, header, files, steps_a_commit=100_000) as writer:
            for call, prompt in self.calls:
                writer.record_calls([call], [prompt], durable=False)
            for step in sorted(step for step in {*self.logs, until} if step <= until):
                log = self.log(step)
                rows = [*rows_of(step, COMMANDS, log.commands), *log.rows()]
                writer.commit_step(step, rows, log.memories, log.recall_rows())
        return path

    def record(self, path: Path, until: int = DAY - 1, facts: str = FACTS) -> RunRecord:
        return read_run_record(RunView(self.write(path / "made.townlet", until, facts)))

"""One person of a made-up village at one step, and what they think of it: real parts, prepared answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from townlet.cognition.generative import Generative
from townlet.cognition.mind import Turn
from townlet.cognition.persona import Persona
from townlet.cognition.profile import ECONOMICAL, Profile
from townlet.cognition.state import AgentState, Plan, PlanItem
from townlet.cognition.templates import Templates
from townlet.cognition.thought import Thought
from townlet.engine.calls.gateway import ModelGateway
from townlet.engine.calls.log import NoCallLog
from townlet.engine.calls.mind import GatewayMind
from townlet.language.hashed import HashedEmbedder
from townlet.language.model import Request
from townlet.memory.record import Memory, MemoryId
from townlet.memory.stream import MemoryStream
from townlet.testing import FunctionModel
from townlet.world.events import WorldEvent
from townlet.world.known import known_from
from townlet.world.physics import Terrain
from townlet.world.setting import Hours, Norms
from townlet.world.state import World
from townlet.world.view import WorldView, view_of
from world.sketch import Thing, address, peopled, terrain_of

PICTURE = """
.....................
.hhhhhh1#rrrrrr2.kkk.
.hhhhhhhRrrrrrrr.kk5.
.hhhhhhh#rrrrrrr.....
.hhh4hhh########.....
.####H###.......#####
.....................
"""
HALL, ROOM, KIOSK = address("Mill:hall"), address("Mill:Bo's room"), address("Kiosk:stall")
LOOM, BED, COUNTER = address("Mill:hall:loom"), address("Mill:hall:bed"), address("Kiosk:stall:counter")
ANN = Persona(
    "Ann Ivy", 30, ("calm", "kind"), ("Ann Ivy is a weaver.", "Ann Ivy likes rain."), 7 * 60, 22 * 60, BED,
    address("Mill"), dines=18 * 60, workplace=HALL, pronouns="she",
)  # fmt: skip
WITHOUT_A_PAST = replace(ANN, seeds=())
"""Ann Ivy with nothing to remember at first."""
NINE = datetime(2031, 4, 7, 9)
"""The start of every scene: a Monday morning. Step 0 is nine o'clock."""


def village(start: datetime = NINE) -> Terrain:
    return terrain_of(
        PICTURE,
        {"h": "Mill:hall", "r": "Mill:Bo's room", "k": "Kiosk:stall"},
        {
            "1": Thing("Mill:hall:bed", "made", 2),
            "2": Thing("Mill:Bo's room:cot", "made"),
            "4": Thing("Mill:hall:loom", "bare"),
            "5": Thing("Kiosk:stall:counter", "bare"),
        },
        {"Kiosk": Norms(hours=Hours(9 * 60, 17 * 60), rule="a place for buns")},
        start,
    )


Fields = Mapping[str, Any]
Reaction = Callable[[Fields], Any] | Mapping[str, Any] | str

USUAL: dict[str, Reaction] = {
    "importance": lambda fields: {"ratings": [3] * len(fields["memories"])},
    "summary": {"text": "Ann Ivy (age: 30) is calm and kind."},
    "day_plan": {
        "chunks": [
            {"start": "9:00 am", "activity": "weaving a rug", "place": "Mill: hall"},
            {"start": "1:00 pm", "activity": "eating a bun", "place": "Kiosk: stall"},
            {"start": "10:00 pm", "activity": "going to bed", "place": ""},
        ]
    },
    "hour_plan": lambda fields: {
        "chunks": [
            {"start": each["start"], "activity": each["activity"], "place": each.get("place", "")}
            for each in fields["plan"]
        ]
    },
    "replan": {
        "chunks": [
            {"start": "9:00 am", "activity": "mopping the floor"},
            {"start": "10:00 pm", "activity": "going to bed"},
        ]
    },
    "minute_plan": {
        "steps": [
            {"minutes": 15, "activity": f"weaving row {row}", "object": "loom", "object_state": "strung", "emoji": "🧶"}
            for row in range(1, 5)
        ]
    },
    "react": {"choice": "go on"},
    "converse": {"say": "Hello."},
    "joint_dialogue": {"lines": [{"speaker": "Ann Ivy", "say": "Hello."}, {"speaker": "Bo Lund", "say": "Good day."}]},
    "after_talk": {"memo": "Ann Ivy and Bo Lund talked about rain."},
    "farewell": {"say": "Good day.", "memo": "Ann Ivy and Bo Lund talked about rain."},
    "heed": {"intention": "Ann Ivy is going to run for mayor."},
    "questions": {"questions": ["What does Ann Ivy care about?"]},
    "insights": {"insights": []},
    "interview": {"say": "I weave."},
    "place": lambda fields: {"choice": fields["options"][0]["name"]},
}


@dataclass
class Scene:
    """Who thinks, of what, with what in memory. `answers` replaces prepared answers by prompt name."""

    answers: dict[str, Reaction] = field(default_factory=dict)
    world: World = field(default_factory=lambda: peopled(World.empty(), Ann_Ivy=(2, 2)))
    step: int = 0
    notices: tuple[WorldEvent, ...] = ()
    agent: AgentState = field(
        default_factory=lambda: AgentState(ANN, known_from(village().setting, [address("Mill"), KIOSK]))
    )
    memories: MemoryStream = field(default_factory=lambda: MemoryStream(HashedEmbedder().dimensions))
    profile: Profile = ECONOMICAL
    templates: Templates = field(default_factory=Templates)
    terrain: Terrain = field(default_factory=village)
    requests: list[Request] = field(default_factory=list)

    @property
    def view(self) -> WorldView:
        return view_of(self.terrain, self.world, "Ann Ivy", self.step, self.notices)

    def thought(self) -> Thought:
        return Thought(self.agent, self.view, self.memories, self._mind(), self.templates, self.profile)

    async def thought_of(self, name: str, *memories: Memory) -> Thought:
        """What somebody else thinks at the same step, with these in their stream."""
        agent = AgentState(replace(ANN, name=name, seeds=()), plan=DAY)
        vectors = await HashedEmbedder()([memory.text for memory in memories])
        stream = MemoryStream(HashedEmbedder().dimensions).with_memories(memories, vectors)
        view = view_of(self.terrain, self.world, name, self.step)
        return Thought(agent, view, stream, self._mind(name), self.templates, self.profile)

    async def turn(self, generative: Generative | None = None) -> Turn:
        """One whole turn."""
        generative = generative or Generative(self.templates, self.profile)
        return await generative(self.agent, self.view, self.memories, self._mind())

    async def remember(self, *memories: Memory) -> Scene:
        """The same scene with these in the stream."""
        vectors = await HashedEmbedder()([memory.text for memory in memories])
        self.memories = self.memories.with_memories(memories, vectors)
        return self

    def go_on(self, turn: Turn, step: int) -> None:
        """Take over what a turn came to, and go on to a later step."""
        self.agent, self.step, self.notices = turn.agent, step, ()

    def asked(self, name: str) -> list[Request]:
        return [request for request in self.requests if request.name == name]

    def _mind(self, name: str = "Ann Ivy") -> GatewayMind:
        model = FunctionModel(self._answer)
        return GatewayMind(ModelGateway(model, HashedEmbedder(), NoCallLog(), 1), name, self.step)

    def _answer(self, request: Request) -> Any:
        self.requests.append(request)
        answer = {**USUAL, **self.answers}[request.name]
        return answer(request.fields) if callable(answer) else answer


def memory(text: str, number: int = 0, importance: int = 3, of: str = "Ann Ivy", **more: Any) -> Memory:
    """Something that Ann Ivy, or another, remembers from before the scene."""
    facts = {"kind": "observation", "source": "seen", **more}
    return Memory(MemoryId(of, -10, number), text=text, created=datetime(2031, 4, 7, 8), importance=importance, **facts)


def item(start: int, end: int, activity: str, **more: Any) -> PlanItem:
    return PlanItem(start, end, activity, **more)


_HOURS = (
    item(0, 2880, "weaving a rug", place=HALL),
    item(2880, 4680, "resting", place=HALL),
    item(4680, 4681, "going to bed", place=BED),
)
DAY = Plan(_HOURS, _HOURS, (item(0, 360, "weaving row 1", place=LOOM, state="strung"),))
"""A day of weaving from nine to five and of rest until bedtime at ten."""

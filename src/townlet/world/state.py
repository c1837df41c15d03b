"""The world at one step: an immutable value that only events change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from townlet.world.actions import Do
from townlet.world.address import Address
from townlet.world.register import Register
from townlet.world.setting import Tile, WorldObject

MAX_LINES = 10
"""Lines after which a talk is over whatever is said; our choice, the paper sets no bound."""


IDLE = Do("idle", until=0)
"""What somebody is at who has not set out to do anything yet."""


@dataclass(frozen=True)
class Body:
    """Somebody's body: where it is or walks, and what it is at."""

    name: str
    path: tuple[Tile, ...]
    """The tiles of the current walk, one a step; a single tile when standing."""
    departed: int = 0
    """The step at which the body stood on the first tile of the path."""
    activity: Do = IDLE
    """What one is at: what one last set out to do."""
    arrived: bool = True
    using: Address | None = None
    talk: str = ""
    """The id of the talk one is in."""

    def tile(self, step: int) -> Tile:
        """Where the body is at a step."""
        return self.path[min(max(step - self.departed, 0), len(self.path) - 1)]

    @property
    def arrives(self) -> int:
        """The step at which the walk ends."""
        return self.departed + len(self.path) - 1

    @property
    def asleep(self) -> bool:
        return self.activity.asleep and self.arrived


@dataclass(frozen=True)
class Utterance:
    """One spoken line; its id is the talk's id and its number in it."""

    speaker: str
    to: str
    text: str
    step: int
    leave: bool = False
    hearers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Talk:
    """A conversation: an object of the world with a floor."""

    id: str
    participants: tuple[str, ...]
    lines: tuple[Utterance, ...] = ()

    @property
    def floor(self) -> str:
        """Who is due to answer: the person last addressed."""
        return self.lines[-1].to

    @property
    def closing(self) -> bool:
        """Whether somebody has taken their leave, so that one last line is left to say."""
        return self.lines[-1].leave or len(self.lines) >= MAX_LINES - 1


@dataclass(frozen=True)
class ObjectCondition:
    """A state that an object was put into, and by whom; `by` is empty where it was nobody of the town."""

    state: str
    by: str = ""


@dataclass(frozen=True)
class World:
    """Everything of a town that changes outside of minds."""

    bodies: Mapping[str, Body] = field(default_factory=dict)
    objects: Mapping[Address, ObjectCondition] = field(default_factory=dict)
    """Objects that were put into a state, until somebody's use of them undoes it."""
    users: Mapping[Address, tuple[str, ...]] = field(default_factory=dict)
    """Who uses an object, in the order in which they came."""
    talks: Mapping[str, Talk] = field(default_factory=dict)
    last_talk: Mapping[str, Talk] = field(default_factory=dict)
    """The talk that each person was in last, once it has ended."""
    register: Register = field(default_factory=Register)
    """Who is in the town."""

    def shows_use(self, item: WorldObject) -> bool:
        """Whether somebody uses an object, so that its state is of their making."""
        condition = self.objects.get(item.address)
        return item.address in self.users and (condition is None or bool(condition.by))

    def state_of(self, item: WorldObject) -> str:
        """What the object is now: as somebody put it, else as its users have it, else as the map says.

        What nobody of the town did (a stove set burning) shows through its use until somebody sees to it.
        """
        condition = self.objects.get(item.address)
        if condition and not condition.by:
            return condition.state
        for user in self.users.get(item.address, ()):
            if state := self.bodies[user].activity.object_state:
                return state
        return condition.state if condition else item.state

"""The world at one step: an immutable value that only events change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from townlet.world.actions import Do
from townlet.world.address import Address
from townlet.world.register import Register
from townlet.world.setting import Tile, WorldObject

MAX_LINES = 10
"""The number of lines after which a talk ends in any case; our choice, the paper sets no bound."""


IDLE = Do("idle", until=0)
"""The activity of a person who has not begun anything yet."""


@dataclass(frozen=True)
class Body:
    """A person's body: its position or walk, and its activity."""

    name: str
    path: tuple[Tile, ...]
    """The tiles of the current walk, one per step; a single tile if the body stands still."""
    departed: int = 0
    """The step at which the body was on the first tile of the path."""
    activity: Do = IDLE
    """The activity that the person last began."""
    arrived: bool = True
    using: Address | None = None
    talk: str = ""
    """The id of the talk that the person is in; empty outside of a talk."""

    def tile(self, step: int) -> Tile:
        """Return the tile on which the body is at a step."""
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
    """One spoken line. Its id is the talk's id followed by the line's number in the talk."""

    speaker: str
    to: str
    text: str
    step: int
    leave: bool = False
    hearers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Talk:
    """A conversation, in which one person at a time has the floor."""

    id: str
    participants: tuple[str, ...]
    lines: tuple[Utterance, ...] = ()

    @property
    def floor(self) -> str:
        """The person whose turn it is to speak: the one who was last addressed."""
        return self.lines[-1].to

    @property
    def closing(self) -> bool:
        """Whether only one line is left, because somebody took leave or the talk reached its maximum length."""
        return self.lines[-1].leave or len(self.lines) >= MAX_LINES - 1


@dataclass(frozen=True)
class ObjectCondition:
    """The state that an object was put into, and by whom; `by` is empty if nobody in the town did it."""

    state: str
    by: str = ""


@dataclass(frozen=True)
class World:
    """The part of a town's state that is outside of minds."""

    bodies: Mapping[str, Body]
    objects: Mapping[Address, ObjectCondition]
    """Objects that were put into a state, until somebody's use changes it."""
    users: Mapping[Address, tuple[str, ...]]
    """The users of each object, in the order in which they came."""
    talks: Mapping[str, Talk]
    last_talk: Mapping[str, Talk]
    """The last talk of each person that has ended."""
    register: Register
    """The people in the town, with their pronouns."""

    # No field has a default, so that the type checker names every place that a new one is missing from.
    @classmethod
    def empty(cls) -> World:
        """Return the world before anybody has come."""
        return cls({}, {}, {}, {}, {}, Register())

    def shows_use(self, item: WorldObject) -> bool:
        """Return whether somebody uses the object and so determines its state."""
        condition = self.objects.get(item.address)
        return item.address in self.users and (condition is None or bool(condition.by))

    def state_of(self, item: WorldObject) -> str:
        """Return the current state of an object.

        That is the state that its users give it, or else the state in which somebody left it, or else the map's state.

        A state that nobody in the town caused, such as a stove set on fire by a user's command, takes precedence
        until an agent deals with it.
        """
        condition = self.objects.get(item.address)
        if condition and not condition.by:
            return condition.state
        for user in self.users.get(item.address, ()):
            if state := self.bodies[user].activity.object_state:
                return state
        return condition.state if condition else item.state

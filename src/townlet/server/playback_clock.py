"""The playback clock of a live run: a rate limiter that says when the next step is due."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

from townlet.world.state import Body

PAPER_SPEED = 60.0
"""Game seconds per second, as in the paper's demonstration."""

EMBODIED_SPEED = 60.0
"""The highest speed while a viewer controls a body: six steps a second, which people can still follow and steer."""

SLACK_SECONDS = 0.5
"""A clock that is later than this does not hurry to catch up, but continues from the present step."""


MAX_AWAKE_SHARE = 0.1
"""The largest share of people who may be awake while the town still counts as asleep."""


def is_town_asleep(people: Sequence[Body]) -> bool:
    """Return whether hardly anybody is awake and nobody talks."""
    up = [body for body in people if not body.asleep]
    return len(up) <= len(people) * MAX_AWAKE_SHARE and not any(body.talk for body in up)


def is_town_up(people: Sequence[Body]) -> bool:
    """Return whether most people are awake."""
    return 2 * sum(not body.asleep for body in people) > len(people)


class PlaybackClock:
    """A clock that moves a playhead at the set speed; the engine computes a step whenever the playhead passes one."""

    def __init__(self, step_seconds: int, now: Callable[[], float] = time.monotonic) -> None:
        self._step_seconds, self._now = step_seconds, now
        self.playing = True
        self.speed = PAPER_SPEED
        """Game seconds per second; 0 means as fast as possible."""
        self.skip_sleep = True
        """Whether to go as fast as possible while the town is asleep."""
        self.asleep = False
        """Whether the town is asleep now, apart from the bodies that viewers control."""
        self.before_waking = False
        """Whether the town's first night is being computed, before most people are up."""
        self.embodied = False
        """Whether a viewer controls a body in the town."""
        self.behind = False
        """Whether steps are computed later than they are due."""
        self.single_steps = 0
        """How many single steps are still to be computed while the clock is paused."""
        self._due = now()
        self._holds: dict[int, float] = {}

    @property
    def bounded_speed(self) -> float:
        """The speed that applies now, in game seconds per second; 0 means as fast as possible."""
        if not self.embodied:
            return 0.0 if (self.asleep or self.before_waking) and self.skip_sleep else self.speed
        return min(self.speed or math.inf, EMBODIED_SPEED)

    @property
    def slowed(self) -> bool:
        """Whether the clock goes more slowly than set because a viewer controls a body."""
        return self.embodied and (self.bounded_speed != self.speed or (self.asleep and self.skip_sleep))

    @property
    def held(self) -> bool:
        """Whether the clock waits because a viewer is typing."""
        return any(until > self._now() for until in tuple(self._holds.values()))

    def set(self, playing: bool | None, speed: float | None, skip_sleep: bool | None = None) -> None:
        """Play or pause, set the speed, and set whether to skip sleep; None leaves a setting as it is.

        Playing and pausing drop the single steps that have not been computed yet.
        """
        self.skip_sleep = self.skip_sleep if skip_sleep is None else skip_sleep
        if playing is not None:
            self.playing, self.single_steps = playing, 0
        self.speed = self.speed if speed is None else speed
        self._due = self._now()
        self.behind = False

    def advance(self, steps: int) -> None:
        """Pause, and let this many single steps be computed."""
        self.playing = False
        self.single_steps += steps

    def hold(self, who: int, seconds: float) -> None:
        """Wait `seconds` from now while viewer `who` types; 0 releases the clock."""
        self._holds[who] = self._now() + seconds
        if not seconds:
            del self._holds[who]

    def wait(self) -> float:
        """Return the seconds until the next step is due; infinite while paused."""
        if self.single_steps:
            return 0.0
        if not self.playing:
            return math.inf
        now = self._now()
        held = max((until - now for until in tuple(self._holds.values())), default=0.0)
        return max(0.0, held, self._due - now)

    def stepped(self) -> None:
        """Note that a step has been computed, and set when the next is due."""
        self.single_steps = max(0, self.single_steps - 1)
        now, speed = self._now(), self.bounded_speed
        self._due += self._step_seconds / speed if speed else 0.0
        late = now - self._due
        self.behind = bool(speed) and late > SLACK_SECONDS
        if late > SLACK_SECONDS or not speed:
            self._due = now

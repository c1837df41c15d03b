"""How the clock of a live run goes: when the next step is due, and what makes it wait."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

from townlet.world.state import Body

PAPER_SPEED = 60.0
"""Game seconds a second, as in the paper's demonstration."""

EMBODIED_SPEED = 60.0
"""The most while somebody walks about in person: six steps a second, for eyes and fingers to keep up with."""

SLACK_SECONDS = 0.5
"""Who is later than this does not catch up, but goes on from where they are."""


MAX_AWAKE_SHARE = 0.1
"""The share of the people who may still be up while the town sleeps."""


def is_town_asleep(people: Sequence[Body]) -> bool:
    """Whether hardly anybody is up, and nobody talks."""
    up = [body for body in people if not body.asleep]
    return len(up) <= len(people) * MAX_AWAKE_SHARE and not any(body.talk for body in up)


class PlaybackClock:
    """A playhead that goes as fast as it is told to. The engine takes a step whenever the playhead has passed one."""

    def __init__(self, step_seconds: int, now: Callable[[], float] = time.monotonic) -> None:
        self._step_seconds, self._now = step_seconds, now
        self.playing = True
        self.speed = PAPER_SPEED
        """Game seconds a second; 0 for as fast as it computes."""
        self.skip_sleep = True
        """Whether nobody waits for those who sleep: then it is as fast as it computes."""
        self.asleep = False
        """Whether the town sleeps at the moment."""
        self.embodied = False
        """Whether somebody is in the town in person."""
        self.behind = False
        """Whether steps come later than they are due."""
        self._due = now()
        self._single = 0
        self._holds: dict[int, float] = {}

    @property
    def bounded_speed(self) -> float:
        """The speed that holds at the moment."""
        if self.asleep and self.skip_sleep:
            return 0.0
        if not self.embodied:
            return self.speed
        return min(self.speed or math.inf, EMBODIED_SPEED)

    @property
    def held(self) -> bool:
        """Whether somebody types."""
        return any(until > self._now() for until in tuple(self._holds.values()))

    def set(self, playing: bool | None, speed: float | None, skip_sleep: bool | None = None) -> None:
        """Play or pause, change the speed, and whether sleep is passed over; None leaves it."""
        self.skip_sleep = self.skip_sleep if skip_sleep is None else skip_sleep
        self.playing = self.playing if playing is None else playing
        self.speed = self.speed if speed is None else speed
        self._due = self._now()
        self.behind = False

    def step_once(self) -> None:
        """Pause, and let one step happen."""
        self.playing = False
        self._single += 1

    def hold(self, who: int, seconds: float) -> None:
        """Wait for so many seconds from now while somebody types; 0 to wait no longer."""
        self._holds[who] = self._now() + seconds
        if not seconds:
            del self._holds[who]

    def wait(self) -> float:
        """Seconds until the next step is due; infinite while paused."""
        if self._single:
            return 0.0
        if not self.playing:
            return math.inf
        now = self._now()
        held = max((until - now for until in tuple(self._holds.values())), default=0.0)
        return max(0.0, held, self._due - now)

    def stepped(self) -> None:
        """A step has happened."""
        self._single = max(0, self._single - 1)
        now, speed = self._now(), self.bounded_speed
        self._due += self._step_seconds / speed if speed else 0.0
        late = now - self._due
        self.behind = bool(speed) and late > SLACK_SECONDS
        if late > SLACK_SECONDS or not speed:
            self._due = now

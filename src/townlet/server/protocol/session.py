"""What is being watched, and how its clock goes."""

from __future__ import annotations

from typing import Literal

from townlet.server.protocol.part import Part, Step

PROTOCOL = 1
"""Counts on whenever an older client could no longer read the messages."""


class Session(Part):
    """What is being watched."""

    protocol: int = PROTOCOL
    mode: Literal["live", "replay", "following"]
    """live: this server computes the run; following: another process does; replay: nobody does at the moment."""
    run: str
    """The run's id."""
    file: str
    """Name of the run file, without its folder."""
    town: str
    about: str
    seed: int
    model: str
    """Name of the language model, or 'offline'."""
    offline: bool
    """Whether rules answer instead of a language model; the page says so."""
    start: str
    """Game time of step 0, ISO 8601."""
    step_seconds: int
    next_step: Step
    """The first step that has not happened yet."""
    opening: Step
    """Where a replay opens: people are awake and something happens soon."""
    goal: Step = 0
    """The step at which a live run is to end; 0 for any other."""
    can_command: bool
    """Whether commands are taken for the run as it stands (live, or left for the process that owns it)."""
    version: str
    """Of townlet."""


class Pace(Part):
    """How the clock of a live run goes."""

    playing: bool
    speed: float
    """Game seconds a second; 0 for as fast as it computes."""
    held: bool
    """Whether the clock waits for somebody who is typing."""
    behind: bool = False
    """Whether the run cannot keep that speed at the moment."""
    skip_sleep: bool = True
    """Whether it goes as fast as it computes while everybody sleeps."""
    thinking: int = 0
    """How many calls are out."""

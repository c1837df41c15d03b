"""How thriftily a person thinks: one named set of choices about what is asked together and how much is shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Profile:
    """Which prompts are asked apart, and how many memories a prompt shows."""

    name: str
    one_at_a_time: bool
    """Whether importance, relationships, places, object states and emoji each get a prompt of their own."""
    memories_shown: int
    """The most memories that one retrieval puts into a prompt."""


ECONOMICAL = Profile("economical", one_at_a_time=False, memories_shown=12)
"""The default: what can be asked together is."""

PAPER = Profile("paper", one_at_a_time=True, memories_shown=30)
"""One thing at a time, as Park et al. 2023 describe it."""

PROFILES = {profile.name: profile for profile in (ECONOMICAL, PAPER)}

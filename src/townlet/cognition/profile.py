"""How thriftily a person thinks: one named set of choices about what is asked together and how much is shown.

Every choice is a saving over the paper's way of one prompt for each thing, and can be made apart from the others.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import Any


@dataclass(frozen=True)
class Profile:
    """Which prompts are asked apart or not at all, and how much a prompt shows."""

    name: str
    one_at_a_time: bool = True
    """Whether relationships, places, object states and emoji each get a prompt of their own."""
    rated_in_batches: bool = False
    """Whether what is remembered together is rated in one prompt."""
    memories_shown: int = 30
    """The most memories that one retrieval puts into a prompt."""
    acts_rated_with_plan: bool = False
    """Whether the steps of a plan come with the importance of doing them."""
    talks_rated_with_takeaway: bool = False
    """Whether what is made of a talk comes with the importance of its lines."""
    farewell_with_takeaway: bool = False
    """Whether who is taken leave of says the last line and what the talk came to in one answer."""
    insights_rated_with_them: bool = False
    """Whether insights come with their importance."""
    ratings_kept: bool = False
    """Whether a text that one has remembered before keeps the rating that it had."""
    familiar_left_alone: bool = False
    """Whether somebody is not thought of again as long as nothing has come up since one talked or let them be."""
    steps_kept: bool = False
    """Whether a short reaction leaves the steps planned for after it as they are."""
    minutes_ahead: int = 60
    """How far ahead steps are made; the rest of the day stays in hours until it is near."""
    shown_once: bool = False
    """Whether memories that read the same are shown once, and own lines not again beside the talk they are from."""
    own_lines_shown: int = 24
    """How many of one's own latest lines are shown to a speaker, so that they do not repeat themselves."""
    reactions_in_brief: bool = False
    """Whether a reaction is shown what the last talk was about, not each line of it."""
    plan_in_brief: bool = False
    """Whether reactions and talks are shown the next hours and the day's end, not every hour of the plan."""
    joint_dialogue: bool = False
    """Whether one prompt gives all that two residents will say to each other in a talk; off in both profiles."""
    noticed_together: int = 0
    """How many things seen or overheard are rated together, unless something is asked before; 0 for each at once."""
    without: frozenset[str] = frozenset()
    """The faculties (`ABLATABLE`) that an ablation leaves out: no saving, and in no profile by its name."""

    @property
    def unmade(self) -> frozenset[str]:
        """The kinds of memories that nobody makes, since the faculty that makes them is left out."""
        return frozenset(ABLATABLE[faculty] for faculty in self.without)


ABLATABLE = {"planning": "plan", "reflection": "reflection"}
"""The faculties that people can live without, each with the kind of memories that it makes."""

PAPER = Profile("paper")
"""One thing at a time, as Park et al. 2023 describe it."""

ECONOMICAL = Profile(
    "economical",
    one_at_a_time=False,
    rated_in_batches=True,
    memories_shown=12,
    acts_rated_with_plan=True,
    talks_rated_with_takeaway=True,
    farewell_with_takeaway=True,
    insights_rated_with_them=True,
    ratings_kept=True,
    familiar_left_alone=True,
    steps_kept=True,
    minutes_ahead=120,
    shown_once=True,
    own_lines_shown=8,
    reactions_in_brief=True,
    plan_in_brief=True,
    noticed_together=16,
)
"""The default: what can be asked together is, and nothing is asked twice."""

PROFILES = {profile.name: profile for profile in (ECONOMICAL, PAPER)}

SAVINGS = tuple(field.name for field in fields(Profile) if field.name not in ("name", "without"))
"""The choices by name."""


def profile_named(name: str) -> Profile:
    """A profile by its name, or with single choices made another way: 'economical-ratings_kept+joint_dialogue'.

    A '-' makes a choice the paper's way; a '+' turns it on, or, where it is a number, makes it the economical way.
    Raises ValueError for a name that there is not.
    """
    base, *changes = re.split(r"(?=[+-])", name)
    if base not in PROFILES:
        raise ValueError(f"There is no profile {base!r}; choose {' or '.join(PROFILES)}.")
    profile = replace(PROFILES[base], name=name)
    for sign, choice in ((change[0], change[1:]) for change in changes):
        if choice not in SAVINGS:
            raise ValueError(f"A profile has no choice {choice!r}; it has {', '.join(SAVINGS)}.")
        changed: Any = {choice: getattr(PAPER, choice) if sign == "-" else _on(choice)}
        profile = replace(profile, **changed)
    return profile


def _on(choice: str) -> bool | int:
    return True if isinstance(getattr(PAPER, choice), bool) else int(getattr(ECONOMICAL, choice))

"""Profiles: named sets of choices about how many prompts an agent asks and how much each one shows.

Each choice saves calls or tokens compared to the paper, and can be switched on and off independently of the others.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace
from typing import Any

from townlet.errors import BadInput


@dataclass(frozen=True)
class Profile:
    """A named set of choices. The defaults follow the paper, which asks each question in a prompt of its own."""

    name: str
    one_at_a_time: bool = True
    """Whether relationships, places, object states and emoji each have a prompt of their own."""
    rated_in_batches: bool = False
    """Whether one prompt rates all memories that are made at the same time."""
    memories_shown: int = 30
    """The maximum number of memories that one retrieval adds to a prompt."""
    acts_rated_with_plan: bool = False
    """Whether the answer with a plan's steps also rates the importance of each step."""
    talks_rated_with_takeaway: bool = False
    """Whether the answer that sums up a talk also rates the importance of its lines."""
    farewell_with_takeaway: bool = False
    """Whether one answer gives the last line of a talk and sums the talk up."""
    records_asked_about: int = 100
    """About how many of the newest memories a reflection asks its questions (section 4.2)."""
    insights_together: bool = False
    """Whether one prompt draws the insights of all questions of a reflection."""
    insights_rated_with_them: bool = False
    """Whether the answer with insights also rates their importance."""
    ratings_kept: bool = False
    """Whether a text that the agent has remembered before keeps its first rating."""
    familiar_left_alone: bool = False
    """Whether an agent ignores people whom it talked to, or decided not to talk to, until something new comes up."""
    steps_kept: bool = False
    """Whether the steps planned for the time after a short reaction stay as they are."""
    watches_every: int = 60
    """How many minutes pass before an agent considers again what somebody does to whom it cannot talk."""
    minutes_ahead: int = 60
    """How many minutes ahead the plan is broken into steps."""
    shown_once: bool = False
    """Whether a prompt shows memories with the same text once, and the agent's own lines in one place only."""
    live_shown: int = 0
    """How many places prompts keep for live matters: dates to come, wants, promises and what came of them."""
    own_lines_shown: int = 24
    """How many of its own latest lines an agent is shown before it speaks, so that it does not repeat itself."""
    talks_a_day: int = 0
    """How many talks a day an agent has before it begins no more, spread over its waking hours; 0 for no limit."""
    answers_to_the_point: bool = False
    """Whether relevance counts four times as much as recency and importance in what the last line of a talk recalls."""
    talk_as_thread: bool = False
    """Whether each prompt for a line of a talk begins with the one before it, for the sake of prompt caches."""
    reactions_in_brief: bool = False
    """Whether the prompt for a reaction shows a one-sentence summary of the last talk and not its lines."""
    plan_in_brief: bool = False
    """Whether prompts for reactions and talks show the next hours and the day's end and not the whole plan."""
    joint_dialogue: bool = False
    """Whether one prompt writes a whole talk between two agents; off in both profiles."""
    noticed_together: int = 0
    """How many observations are collected before one prompt rates them, if nothing is asked earlier; 0 for none."""
    without: frozenset[str] = frozenset()
    """The faculties (`ABLATABLE`) that an ablation leaves out. Not a saving, so profile names do not include it."""

    @property
    def unmade(self) -> frozenset[str]:
        """The kinds of memories that are never made, because the faculty that makes them is left out."""
        return frozenset(ABLATABLE[faculty] for faculty in self.without)


ABLATABLE = {"planning": "plan", "reflection": "reflection"}
"""The faculties that an ablation can leave out, each with the kind of memories that it makes."""

PAPER = Profile("paper")
"""One thing at a time, as Park et al. 2023 describe it."""

ECONOMICAL = Profile(
    "economical",
    one_at_a_time=False,
    rated_in_batches=True,
    memories_shown=10,
    acts_rated_with_plan=True,
    talks_rated_with_takeaway=True,
    farewell_with_takeaway=True,
    records_asked_about=40,
    insights_together=True,
    insights_rated_with_them=True,
    ratings_kept=True,
    familiar_left_alone=True,
    steps_kept=True,
    watches_every=240,
    minutes_ahead=180,
    shown_once=True,
    live_shown=8,
    own_lines_shown=8,
    talks_a_day=8,
    answers_to_the_point=True,
    talk_as_thread=True,
    reactions_in_brief=True,
    plan_in_brief=True,
    noticed_together=32,
)
"""The default: questions are combined in one prompt where possible, and nothing is asked twice."""

PROFILES = {profile.name: profile for profile in (ECONOMICAL, PAPER)}

SAVINGS = tuple(field.name for field in fields(Profile) if field.name not in ("name", "without"))
"""The names of the choices that a profile's name can switch."""


ENOUGH_CONTEXT = 8000
"""A context of so many tokens holds every prompt and its answer; in a smaller one prompts show fewer memories."""

_ANSWER_AND_SITUATION = 2000
"""The tokens of a long answer, and of what a prompt says besides memories."""


def within(profile: Profile, context: int) -> Profile:
    """Return a profile that shows fewer memories, the least relevant left out, as far as a context has no room."""
    share = max(0.0, context - _ANSWER_AND_SITUATION) / (ENOUGH_CONTEXT - _ANSWER_AND_SITUATION)
    shown = ("memories_shown", "records_asked_about", "live_shown", "own_lines_shown", "noticed_together")
    fewer = {name: max(min(2, most), round(most * share)) for name in shown if (most := getattr(profile, name))}
    return replace(profile, **fewer) if share < 1 else profile


def profile_named(name: str) -> Profile:
    """Return a profile by name, with changes to single choices: 'economical-ratings_kept+joint_dialogue'.

    '-' sets a choice to the paper's value. '+' switches a choice on or, if it is a number, sets it to the economical
    profile's value. Raises BadInput for an unknown profile or choice.
    """
    # Split before each sign: 'paper-a+b' becomes 'paper', '-a', '+b'.
    base, *changes = re.split(r"(?=[+-])", name)
    if base not in PROFILES:
        raise BadInput(f"There is no profile {base!r}; expected {' or '.join(PROFILES)}.")
    profile = replace(PROFILES[base], name=name)
    for sign, choice in ((change[0], change[1:]) for change in changes):
        if choice not in SAVINGS:
            raise BadInput(f"A profile has no choice {choice!r}; expected one of {', '.join(SAVINGS)}.")
        changed: Any = {choice: getattr(PAPER, choice) if sign == "-" else _on(choice)}
        profile = replace(profile, **changed)
    return profile


def _on(choice: str) -> bool | int:
    return True if isinstance(getattr(PAPER, choice), bool) else int(getattr(ECONOMICAL, choice))

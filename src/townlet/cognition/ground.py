"""Grounding an activity (section 5.1): choosing a place for it, from the root of the known tree downwards."""

from __future__ import annotations

from townlet.cognition.answers import Choice
from townlet.cognition.thought import Thought
from townlet.cognition.wording import say_time
from townlet.language.prompt import Field
from townlet.world.address import Address
from townlet.world.register import given_name
from townlet.world.tree import find_label, label, rule_of, sentence_of, with_article


async def ground(thought: Thought, activity: str, barred: Address | None = None) -> Address | None:
    """Return the known object, or else the known place, at which to do an activity; None if nothing is known.

    `barred` is left out, because the agent has just found it closed, and so is the whole building of an object that
    they could not get to.
    """
    place = thought.view.setting.root
    while options := suitable(thought, place, barred):
        chosen = options[0] if len(options) == 1 else await choose_place(thought, activity, options)
        if chosen is None:
            break
        place = chosen
    return place if place != thought.view.setting.root else None


def suitable(thought: Thought, place: Address, barred: Address | None = None) -> tuple[Address, ...]:
    """Return the known places and objects in a place, except `barred` and rooms that are named after others."""
    children = thought.agent.known.children(place, thought.view.setting)
    shut = Address(barred.parts[:2]) if barred and barred in thought.view.setting.objects else barred
    return tuple(
        child for child in children if not names_another(thought, child) and not (shut and shut.contains(child))
    )


def names_another(thought: Thought, place: Address) -> bool:
    """Return whether a room is named after another person: "Ann Bo's room" is not for Cy Dee."""
    owner, mark, _ = place.name.partition("'s ")
    persona = thought.agent.persona
    mine = place == persona.home or given_name(persona.name) in owner.split()
    return bool(mark) and place.depth > 2 and not owner[:1].islower() and not mine


async def choose_place(thought: Thought, activity: str, options: tuple[Address, ...]) -> Address | None:
    """Ask at which of these places and objects to do an activity; None if the answer is none of them."""
    here = thought.view.here
    shown: list[Field] = [
        {
            "name": option.name,
            "holds": _holds(thought, option),
            "where": sentence_of(option),
            "rule": rule_of(option, thought.view.setting),
        }
        for option in options
    ]
    answer = await thought.ask(
        "place",
        Choice,
        name=thought.agent.name,
        now=say_time(thought.view.now),
        activity=activity,
        here=label(here) if here else "",
        options=shown,
    )
    return find_label(answer.choice, options)


def _holds(thought: Thought, place: Address) -> str:
    """Return what the agent knows a place to contain, as a list: 'a stove, a sink, a table'."""
    inside = thought.agent.known.children(place, thought.view.setting)
    return ", ".join(with_article(child.name, definite=False) for child in inside)

"""Moves among offers: in a world that is not ours, its host says which actions are open, and an agent takes up one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from townlet.cognition.ground import choose_place
from townlet.cognition.thought import Thought
from townlet.world.actions import Action, Do, Leave, Move, Offer, Say
from townlet.world.address import Address
from townlet.world.view import WorldView


def only_offered(view: WorldView) -> WorldView:
    """Return the view in which only those are within earshot to whom the host lets the agent speak."""
    if view.offers is None:
        return view
    return replace(
        view,
        people=tuple(
            replace(person, in_earshot=person.in_earshot and _may_say(view.offers, person.name))
            for person in view.people
        ),
    )


async def take_up(thought: Thought, action: Action | None, offers: Sequence[Offer]) -> Action | None:
    """Return what the agent decided, as one of the offers: what it does is done at the object or place that fits best.

    An offer fits if the activity names it, or if the agent means to act there, in a part of it or around it. If none
    does, the agent may stay where it is. None is to go on. Nothing that the host did not offer
    comes out.
    """
    match action:
        case Do(asleep=True) | Leave() | None:
            return action
        case Say(to):
            return action if _may_say(offers, to) else None
        case Do():
            places, now = tuple(offer.at for offer in offers if offer.at), thought.view.me.activity
            if (now.doing, now.until) == (action.doing, action.until) and now.at in places:
                return None
            if action.at is None or not places:
                return replace(action, at=None)
            named = tuple(place for place in places if place.name.casefold() in action.doing.casefold())
            if action.at in (named or places):
                return action
            around = (each for each in places if each.contains(action.at) or action.at.contains(each))
            options = tuple(dict.fromkeys((*named, *around))) or _with_here(thought, places)
            at = options[0] if len(options) == 1 else await choose_place(thought, action.doing, options)
            return replace(action, at=at if at in places else None, object_state="")
        case Move():
            return None


def _with_here(thought: Thought, places: tuple[Address, ...]) -> tuple[Address, ...]:
    """Return the offered places and, before them, where the agent is."""
    here = thought.view.here
    return places if here is None or here in places else (here, *places)


def _may_say(offers: Sequence[Offer], to: str) -> bool:
    return any(offer.at is None and offer.to in ("", to) for offer in offers)

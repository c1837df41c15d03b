"""Moves among offers: in a world that is not ours, its host says which actions are open, and an agent takes up one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from townlet.cognition.ground import choose_place
from townlet.cognition.thought import Thought
from townlet.world.actions import Action, Do, Leave, Move, Offer, Say
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

    None is to go on. Nothing that the host did not offer comes out.
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
            if action.at is None or action.at in places or not places:
                return action if action.at in places else replace(action, at=None)
            near = [place for place in places if place.contains(action.at)] or places
            at = near[0] if len(near) == 1 else await choose_place(thought, action.doing, tuple(near))
            return replace(action, at=at, object_state="" if at != action.at else action.object_state)
        case Move():
            return None


def _may_say(offers: Sequence[Offer], to: str) -> bool:
    return any(offer.at is None and offer.to in ("", to) for offer in offers)

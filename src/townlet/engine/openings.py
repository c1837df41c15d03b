"""Lines that turns have left without words: which of them open a talk, so that words have to be found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from townlet.cognition.mind import Turn
from townlet.world.actions import Say
from townlet.world.advance import advance
from townlet.world.events import Said
from townlet.world.physics import Ground
from townlet.world.state import World


def is_wordless(turn: Turn) -> bool:
    """Whether somebody turns to another with words that are yet to be found."""
    return isinstance(turn.action, Say) and not turn.action.text


def silent(turn: Turn) -> Turn:
    """The turn as it is if no words are found: nothing is said."""
    return replace(turn, action=None) if is_wordless(turn) else turn


def talks_begun(ground: Ground, world: World, turns: Sequence[Turn], step: int) -> dict[str, str]:
    """Who opens a talk without words yet, and with whom: those whom the world would let, words or no words."""
    wordless = {turn.agent.name for turn in turns if is_wordless(turn)}
    if not wordless:
        return {}
    actions = {turn.agent.name: turn.action for turn in turns if turn.action is not None}
    events = advance(ground, world, actions, step)
    return {event.speaker: event.to for event in events if isinstance(event, Said) and event.speaker in wordless}

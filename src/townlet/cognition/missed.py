"""What an experiment keeps an agent from taking in: lines that were said to it, and sights."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from townlet.cognition.wording import doing_sentence, state_sentence
from townlet.world.events import Announced, Said, WorldEvent
from townlet.world.state import Talk
from townlet.world.view import WorldView


def without_missed(view: WorldView, missed: Collection[str]) -> WorldView:
    """Return a view without what the agent does not take in: ids of lines, and sights as sentences.

    A line of a talk that the agent is in keeps its place and has no words: the agent knows that something was said.
    """
    if not missed:
        return view
    return replace(
        view,
        people=tuple(each for each in view.people if doing_sentence(each.name, each.doing) not in missed),
        things=tuple(each for each in view.things if state_sentence(each.address, each.state) not in missed),
        notices=tuple(each for each in view.notices if _noticed(each) not in missed),
        talk=_without_words(view.talk, missed),
        last_talk=_without_words(view.last_talk, missed),
    )


def _noticed(event: WorldEvent) -> str:
    match event:
        case Said():
            return event.utterance
        case Announced(text=text):
            return text
        case _:
            return ""


def _without_words(talk: Talk | None, missed: Collection[str]) -> Talk | None:
    if talk is None or not any(f"{talk.id}#{place}" in missed for place in range(len(talk.lines))):
        return talk
    lines = (
        replace(line, text="") if f"{talk.id}#{place}" in missed else line for place, line in enumerate(talk.lines)
    )
    return replace(talk, lines=tuple(lines))

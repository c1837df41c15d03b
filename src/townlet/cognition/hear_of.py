"""Learning of places from words (section 5.1): whoever hears a place named knows of it, though not what it holds."""

from __future__ import annotations

import re

from townlet.cognition.thought import Thought


def hear_of_places(thought: Thought, words: str) -> None:
    """Add the buildings and grounds that are named in what somebody hears to the tree that they know."""
    known, setting = thought.agent.known, thought.view.setting
    news = [
        (place, "")
        for place in setting.children.get(setting.root, ())
        if place not in known and re.search(rf"(?<!\w){re.escape(place.name)}(?!\w)", words)
    ]
    if news:
        thought.change(known=known.learn(news))

"""What a thing is called when one comes back to it."""

from __future__ import annotations

import datetime as dt

import pytest

from townlet.offline.reading import Reader
from townlet.offline.say import Voice

NOW = dt.datetime(2025, 5, 6, 12, 0)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Dora Quill needs two people who can play the flute.", "finding two people who can play the flute"),
        (
            "Dora Quill needs somebody who can build a small website for the shop.",
            "building a small website for the shop",
        ),
        ("Dora Quill needs somebody with a good voice to speak the lines.", "speaking the lines"),
        ("Dora Quill needs an elderly man to play the landlord.", "finding an elderly man"),
        (
            "Dora Quill is working on a series of pictures from her travels in the far north.",
            "working on a series of pictures from my travels",
        ),
        ("Dora Quill is preparing a show of prints, which opens in March.", "preparing a show of prints"),
        ("Dora Quill lost her left glove again.", "my left glove"),
        ("Dora Quill loves her family very much.", ""),
        ("Dora Quill needs a bare wall.", "the bare wall"),
        ("Dora Quill needs help with paper hearts.", "paper hearts"),
        ("Dora Quill needs a box of old clay jars for a series of lamps.", "the box of old clay jars"),
        ("I promised Ivo Lint to help with decorating the hall.", "decorating the hall"),
        (
            "I promised Ivo Lint to look out for two people who can play the flute.",
            "finding two people who can play the flute",
        ),
        ("I have come to think that painting deserves more of my time than it gets.", ""),
        ("Dora Quill wants to look at the stars and needs a telescope.", "looking at the stars"),
    ],
)
def test_a_need_or_promise_is_called_by_what_is_lacking(text: str, topic: str) -> None:
    reader = Reader("Dora Quill", ["Ivo Lint"], NOW)
    assert Voice("Dora Quill", "Eve Fox", NOW).topic(reader.memory(text)[0]) == topic


def test_nobody_goes_classing() -> None:
    prop = Reader("Dora Quill", [], NOW).memory("Dora Quill is going to class at Reed College.")[0]
    assert "classing" not in str(Voice("Dora Quill", "Eve Fox", NOW).gerund(prop))

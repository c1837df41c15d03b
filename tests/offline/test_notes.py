"""Memories are sorted by what sort of sentence each is."""

from __future__ import annotations

import pytest

from offline.persons import memories
from townlet.offline.notes import notes, sort_of


@pytest.mark.parametrize(
    ("text", "sort", "who"),
    [
        ("Cy Du said to me: 'The mill is loud.'", "heard", "Cy Du"),
        ("I said to Cy Du: 'It is.'", "said", "Cy Du"),
        ("Cy Du said to Eve Fay: 'Come along.'", "overheard", "Cy Du"),
        ("I have come to think that Cy Du is kind.", "thought", ""),
        ("On Tuesday May 6, Ann Bo plans: waking up at 6:00 am.", "agenda", "Ann Bo"),
        ("I promised Cy Du to come to the supper.", "promise", "Cy Du"),
        ("Cy Du promised me to bring a ladder.", "promised me", "Cy Du"),
        ("I told Cy Du that I cannot come to the supper.", "told", "Cy Du"),
        ("Ann Bo talked with Cy Du about the mill.", "talk", "Cy Du"),
        ("Ann Bo plans to mend a net at 9:00 am.", "intent", "Ann Bo"),
        ("Ann Bo is mending a net.", "mine", "Ann Bo"),
        ("Cy Du is mending a net.", "other", "Cy Du"),
    ],
)
def test_each_sort_of_memory_is_told_from_the_others(text: str, sort: str, who: str) -> None:
    assert sort_of(text, "Ann Bo")[:2] == (sort, who)


def test_notes_keep_number_time_and_words() -> None:
    found = notes({"name": "Ann Bo", "memories": memories("Ann Bo is mending a net.", "Cy Du said to me: 'Ho.'")})
    assert [(n.n, n.at.hour, n.body) for n in found] == [(1, 20, "Ann Bo is mending a net."), (2, 20, "Ho.")]

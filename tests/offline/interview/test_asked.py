"""What one who is asked tells of a fact: in the past once it is over."""

from __future__ import annotations

import pytest

from offline.persons import memories
from townlet.language.prompt import Field
from townlet.offline.interview.asked import Asked


@pytest.mark.parametrize(
    ("now", "told"),
    [
        ("3:59 pm", "Eve Fay is selling hats today from 2 to 4 pm"),
        ("4:00 pm", "Eve Fay was selling hats today from 2 to 4 pm"),
    ],
)
def test_what_ends_now_is_over(now: str, told: str) -> None:
    fields: dict[str, Field] = {
        "name": "Ann Bo",
        "now": f"Tuesday May 6 2025, {now}",
        "asker": "Gus Hay",
        "pronouns": [{"name": "Eve Fay", "pronoun": "she"}, {"name": "Gus Hay", "pronoun": "he"}],
        "memories": memories("Eve Fay is selling hats on Tuesday May 6 from 2 pm to 4 pm."),
    }
    asked = Asked(fields, 1)
    [fact] = asked.open
    assert asked.clause(fact) == told

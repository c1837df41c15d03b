"""States of things that people's own doings leave behind alarm nobody."""

from __future__ import annotations

from townlet.offline.states import classify
from townlet.offline.trades import act_of
from townlet.offline.words import WORDS


def test_no_act_of_the_tables_leaves_a_thing_in_a_state_that_calls_for_action() -> None:
    rows = [row for rows in (WORDS.tables["trades"].values(), WORDS.tables["routines"]["routine"]) for row in rows]
    states = sorted({act_of(act).state for row in rows for act in row["acts"]})
    assert [state for state in states if state and classify(f"The bench is {state}.").of.sort != "none"] == []

"""Whether somebody has a reason to stop for somebody else whom they meet."""

from __future__ import annotations

import pytest

from offline.talks import CY, MAY, talk_fields
from townlet.language.prompt import Field
from townlet.offline.moves.approach import meet


def met(known: tuple[str, ...], seed: int, **more: Field) -> str:
    fields = talk_fields(known=known, me=MAY, you=CY, **more)
    choice = meet({**fields, "subject": CY, "observation": f"{CY} is painting a boat."}, seed)["choice"]
    assert isinstance(choice, str)
    return choice


@pytest.mark.parametrize("seed", range(40))
def test_nobody_stops_for_a_word_about_nothing_with_a_rival(seed: int) -> None:
    assert met(("May Li dislikes Cy O'Du.",), seed) == "go on"


@pytest.mark.parametrize("story", ["avoids Cy O'Du", "speaks to nobody", "is a hermit", "is mute"])
def test_who_wants_no_company_stops_for_nobody(story: str) -> None:
    known = ("May Li and Cy O'Du are good friends.", f"May Li {story}.")
    assert {met(known, seed) for seed in range(40)} == {"go on"}


def test_a_quarrel_is_spoken_out_at_the_first_meeting_and_not_at_every_one() -> None:
    known = ("May Li dislikes Cy O'Du, because Cy O'Du let the boat drift.",)
    assert "talk" in {met(known, seed) for seed in range(40)}
    assert {met(known, seed, last_met="Monday May 5") for seed in range(40)} == {"go on"}


def test_a_host_who_brings_round_drinks_is_spoken_to_and_a_guest_who_does_is_not_disturbed() -> None:
    walk = "{host} is holding a lantern walk at the Old Mill on Wednesday May 7 from 6 pm to 9 pm."
    there = {"now": "Wednesday May 7 2025, 7:00 pm", "place": "Old Mill: mill"}

    def stops(host: str) -> int:
        known = (walk.format(host=host), "May Li and Cy O'Du know each other.")
        fields = talk_fields(known=known, me=MAY, you=CY, **there)
        seen = {**fields, "subject": CY, "observation": f"{CY} is bringing round drinks."}
        return sum(meet(seen, seed)["choice"] == "talk" for seed in range(60))

    assert stops(CY) > stops("Eve Fay")

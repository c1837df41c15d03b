"""Where a matter takes place, as people tell it and as the map names it."""

from __future__ import annotations

import pytest

from offline.talks import talk_fields
from townlet.offline.moves import lookup
from townlet.offline.moves.talk import TalkContext
from townlet.offline.words import using
from townlet.offline.words.added import words_with
from townlet.town.words import places_in_words
from townlet.world.address import Address

DINNER = "May Li is holding the Midwinter Dinner in the galley of the Main Hut on Tuesday May 6 from 6 pm to 8 pm."

PLACES = tuple(
    Address.parse(place)
    for place in ("Solheim:Main Hut", "Solheim:Main Hut:galley", "Solheim:Main Hut:sick bay", "Solheim:Ice Lab")
)


@pytest.mark.parametrize(
    ("place", "is_there"),
    [("Main Hut: galley", True), ("Main Hut: sick bay", False), ("Ice Lab: galley", False)],
)
def test_an_event_told_from_the_room_outwards_is_where_the_map_has_it(place: str, is_there: bool) -> None:
    fields = talk_fields(known=(DINNER,), now="Tuesday May 6 2025, 6:30 pm", place=place)
    with using(words_with(places_in_words(PLACES))):
        talk = TalkContext(fields, 1)
        [event] = [matter for matter in talk.matters if matter.kind == "event"]
        assert lookup.is_here(talk, event) == is_there
        assert (lookup.event_here(talk) is not None) == is_there


def test_no_place_is_nowhere() -> None:
    assert not lookup.names_place("Main Hut: galley", "")
    assert not lookup.names_place("Main Hut: galley", "in the")

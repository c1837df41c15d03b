"""Learning of places from words."""

from __future__ import annotations

from dataclasses import replace

from townlet.cognition.places import hear_of_places
from townlet.world.known import known_from
from world.sketch import address

from .scene import HALL, Scene, village


def stranger_to_the_kiosk() -> Scene:
    scene = Scene()
    scene.agent = replace(scene.agent, known=known_from(village().setting, [address("Mill")]))
    return scene


def test_a_place_that_is_named_is_known_from_then_on_but_not_what_it_holds() -> None:
    thought = stranger_to_the_kiosk().thought()
    hear_of_places(thought, "There are buns at the Kiosk.")
    assert address("Kiosk") in thought.agent.known
    assert address("Kiosk:stall") not in thought.agent.known


def test_a_place_that_is_named_in_small_letters_is_known_from_then_on() -> None:
    thought = stranger_to_the_kiosk().thought()
    hear_of_places(thought, "It's here in the kiosk, tomorrow at six.")
    assert address("Kiosk") in thought.agent.known


def test_a_common_word_names_no_place() -> None:
    thought = stranger_to_the_kiosk().thought()
    hear_of_places(thought, "A kiosk would do us good.")
    assert address("Kiosk") not in thought.agent.known


def test_half_a_word_names_no_place() -> None:
    thought = stranger_to_the_kiosk().thought()
    before = thought.agent.known
    hear_of_places(thought, "Kiosks are all alike, and so are mills.")
    assert thought.agent.known is before


def test_what_is_known_already_keeps_what_was_seen_there() -> None:
    thought = stranger_to_the_kiosk().thought()
    hear_of_places(thought, "Come to the Mill and the Kiosk.")
    assert HALL in thought.agent.known

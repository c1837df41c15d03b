"""Keys stand in place of names wherever people have an order or a number is drawn for them."""

from dataclasses import replace
from datetime import datetime

from townlet.world.clock import Clock
from townlet.world.keys import Keys
from townlet.world.physics import Terrain
from townlet.world.setting import Norms
from townlet.world.state import World
from townlet.world.view import view_of

from .sketch import address, peopled, setting_of

KEYS = Keys({"Zoe Adams": "Ann Bo", "Bo Lee": "Bo Lee"})


def test_people_are_in_the_order_of_their_keys() -> None:
    assert KEYS.order(["Cy", "Bo Lee", "Zoe Adams"]) == ["Zoe Adams", "Bo Lee", "Cy"]
    assert Keys().order(["Zoe", "Bo"]) == ["Bo", "Zoe"]


def test_a_visitor_has_their_name_as_key_and_comes_before_whose_key_it_is() -> None:
    assert (KEYS.of("Dee"), KEYS.of("Zoe Adams")) == ("Dee", "Ann Bo")
    assert KEYS.order(["Zoe Adams", "Ann Bo"]) == ["Ann Bo", "Zoe Adams"]


def test_a_text_gets_keys_in_place_of_names_and_of_first_names_that_only_one_has() -> None:
    assert KEYS.in_text("Zoe Adams's room, where Zoe sits. Zoeing.") == "Ann Bo's room, where Ann sits. Zoeing."
    two = Keys({"Zoe Adams": "Ann Bo", "Zoe Kent": "Cy Dee"})
    assert two.in_text("Zoe and Zoe Kent") == "Zoe and Cy Dee"
    assert Keys({"May Orr": "Ann Bo"}).in_text("May comes on May 5.") == "Ann comes on May 5."


def test_a_name_of_one_word_that_is_somebodys_first_name_is_a_full_name() -> None:
    keys = Keys({"Zoe": "Ann Bo", "Zoe Kent": "Zoe Kent"})
    assert keys.in_text("Zoe met Zoe Kent's son.") == "Ann Bo met Ann Bo Kent's son."
    assert Keys({"Zoe": "Ann Bo", "Zoe Kent": "Cy Dee"}).in_text("Zoe met Zoe Kent.") == "Ann Bo met Cy Dee."


def test_people_may_exchange_their_names() -> None:
    assert Keys({"Ann Bo": "Cy Dee", "Cy Dee": "Ann Bo"}).in_text("Ann Bo met Cy Dee.") == "Cy Dee met Ann Bo."


def test_a_place_keeps_its_rank_when_whose_it_is_gets_another_name() -> None:
    assert KEYS.place(address("Zoe Adams's room")) == address("Ann Bo's room").parts


def _terrain(keys: Keys) -> Terrain:
    setting = setting_of("####.\n.ssS.\n.ss#.", {"s": "Shop"}, norms={"Shop": Norms(capacity=1)})
    return Terrain.of(replace(setting, keys=keys), Clock(datetime(2031, 4, 7, 12)))


def test_the_last_place_goes_to_whose_key_comes_first() -> None:
    """Ann walks in as Bo walks out, so it matters who of the two walks first."""

    def obstacle(keys: Keys) -> str | None:
        world = peopled(World.empty(), Ann=(4, 1), Bo=(3, 1))
        out = replace(world.bodies["Bo"], path=((3, 1), (4, 1)), departed=0, arrived=False)
        bodies = {**world.bodies, "Bo": out}
        return _terrain(keys).doors.obstacle("Ann", (4, 1), (3, 1), 12 * 60, bodies, 1)

    assert obstacle(Keys()) == "full"
    assert obstacle(Keys({"Ann": "Zoe"})) is None


def test_who_is_as_near_as_another_is_seen_in_the_order_of_keys() -> None:
    world = peopled(World.empty(), Ann=(4, 1), Bo=(4, 0), Cy=(4, 2))
    seen = [person.name for person in view_of(_terrain(Keys({"Bo": "Zoe"})), world, "Ann", 1).people]
    assert seen == ["Cy", "Bo"]

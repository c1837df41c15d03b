"""What a town calls its places is a file of words for the offline model."""

from __future__ import annotations

import tomllib

from townlet.town import load_town
from townlet.town.words import PLACES, places_in_words, setting_in_words
from townlet.world.address import Address


def names(*places: str) -> list[str]:
    ((file, text),) = places_in_words(Address.parse(place) for place in places)
    assert file == PLACES
    return tomllib.loads(text)["names"]


def test_places_are_called_by_their_names_and_by_the_noun_of_one_the_longest_first() -> None:
    assert names("Oke", "Oke:Village Green", "Oke:Mill", "Oke:Mill:loft") == ["village green", "green", "loft", "mill"]


def test_the_noun_of_a_name_stands_before_what_it_is_named_for() -> None:
    called = names("Oke:Café du Puits", "Oke:Inn of the Bell:taproom", "Oke:The House on the Hill")
    assert {"café", "inn", "house"} < {*called}
    assert not {"puits", "bell", "hill"} & {*called}


def test_it_tells_where_each_person_lives_by_their_key() -> None:
    setting = load_town("ternholm").setting
    home = next(place for place in setting.places if place.depth == 3)
    ((_, text),) = setting_in_words(setting, {"Ilse Ng": home, "Nobody at all": Address(home.parts[:1])})
    assert tomllib.loads(text)["homes"] == {"Ilse Ng": home.sector}


def test_a_last_word_that_two_places_share_means_neither() -> None:
    assert "cottage" not in names("Oke:Hart Cottage", "Oke:Reed Cottage")


def test_names_keep_their_marks_in_any_script() -> None:
    assert names('Oke:The "Rose"', "Oke:码头") == ['the "rose"', '"rose"', "码头"]

from dataclasses import replace
from datetime import datetime

import pytest

from townlet.town import TownError, town_from_files
from townlet.town.layout import norms_of
from townlet.town.schema import NormEntry
from townlet.world.address import Address
from townlet.world.setting import Hours

HOME = Address.parse("Millbrook:Mill cottage")
PARLOUR = HOME / "parlour"


def test_a_town_carries_what_its_files_say(town, town_folder):
    assert (town.name, town.start, town.days) == ("Millbrook", datetime(2031, 4, 7), 2)
    assert [person.name for person in town.people] == ["Ada Fenn", "Bo Marsh"]
    assert set(town.files) == set(town_folder)


def test_the_tree_of_places_ends_in_objects(town):
    tree = town.setting.children
    assert tree[town.setting.root] == (HOME,)
    assert set(tree[HOME]) == {PARLOUR, HOME / "bathroom"}
    assert PARLOUR / "wide bed" in tree[PARLOUR]
    assert tree[HOME / "bathroom"] == (HOME / "bathroom" / "shower",)


def test_norms_bind_the_place_that_they_name(town):
    bathroom = town.setting.places[HOME / "bathroom"].norms
    assert (bathroom.capacity, bathroom.rule) == (1, "for one person at a time")
    assert town.setting.places[PARLOUR].norms.capacity is None


def test_who_lives_in_a_place_with_hours_keeps_it(town):
    norms = town.setting.places[HOME].norms
    assert norms.hours == Hours(480, 1200)
    assert norms.keepers == ("Ada Fenn", "Bo Marsh")


def test_who_lives_in_a_building_may_cross_a_room_of_it_that_is_closed(town_folder):
    """As those do who live above a shop."""
    town_folder["town.toml"] += '[[norms]]\nplace = "Mill cottage: parlour"\nopens = "9:00"\ncloses = "17:00"\n'
    file = next(name for name, text in town_folder.items() if "Bo Marsh" in text and name.startswith("people/"))
    town_folder[file] = town_folder[file].replace('home = "Mill cottage"', 'home = "Mill cottage: bathroom"')
    norms = town_from_files(town_folder).setting.places[PARLOUR].norms
    assert norms.keepers == ("Ada Fenn", "Bo Marsh")


def test_who_works_in_all_of_a_building_keeps_its_rooms(town):
    entry = NormEntry(place="Mill cottage: parlour", opens="9:00", closes="17:00")
    ada, bo = (replace(person, home=Address.parse("Millbrook:Barn")) for person in town.people)
    people = [replace(ada, workplace=HOME), replace(bo, workplace=HOME / "bathroom")]
    assert norms_of(entry, PARLOUR, people).keepers == ("Ada Fenn",)


def test_those_with_the_same_home_are_a_household(town, town_folder):
    assert [person.household for person in town.people] == [("Bo Marsh",), ("Ada Fenn",)]
    file = next(name for name, text in town_folder.items() if "Bo Marsh" in text and name.startswith("people/"))
    town_folder[file] = town_folder[file].replace('home = "Mill cottage"', 'home = "Mill cottage: parlour"')
    assert [person.household for person in town_from_files(town_folder).people] == [(), ()]


def test_named_keepers_are_the_only_ones(town_folder):
    town_folder["town.toml"] += 'keepers = ["Ada Fenn"]\n'
    norms = town_from_files(town_folder).setting.places[HOME].norms
    assert norms.keepers == ("Ada Fenn",)


def test_a_place_may_close_after_midnight(town_folder):
    town_folder["town.toml"] = town_folder["town.toml"].replace('closes = "20:00"', 'closes = "1:30"')
    hours = town_from_files(town_folder).setting.places[HOME].norms.hours
    assert hours == Hours(480, 1530)


def test_a_town_replaces_prompts_by_name(town_folder):
    town_folder["prompts/summary.md"] = "Say who {{ name }} is."
    assert town_from_files(town_folder).prompts == {"summary": "Say who {{ name }} is."}


def test_addresses_may_begin_with_the_town(town_folder):
    file = "people/ada_fenn.toml"
    town_folder[file] = town_folder[file].replace('bed = "Mill', 'bed = "Millbrook:Mill')
    assert town_from_files(town_folder).people[0].bed == PARLOUR / "bed"


@pytest.mark.parametrize(
    ("file", "old", "new", "expected"),
    [
        ("town.toml", 'name = "Millbrook"', "", "town.toml: the key 'name' is missing"),
        ("town.toml", "start = 2031-04-07T00:00:00", "", "town.toml: the key 'start' is missing"),
        ("town.toml", "about", "abuot", "the key 'abuot' is not known. Did you mean 'about'?"),
        ("town.toml", "capacity", "capcity", "'norms.0.capcity' is not known. Did you mean 'capacity'?"),
        ("town.toml", "capacity = 1", 'capacity = "one"', "norms.0.capacity is 'one'"),
        ("town.toml", 'opens = "8:00"', "", "the norms of 'Mill cottage' need both 'opens' and 'closes'"),
        ("town.toml", '"8:00"', '"8 am"', "norms.1.opens: '8 am' is not a time of day"),
        ("town.toml", "cottage: bathroom", "cottage: bathrom", "Did you mean 'Mill cottage:bathroom'?"),
        ("town.toml", '"Millbrook"', '"Mill:brook"', "'Mill:brook' cannot be a name; a name has no colon"),
        ("people/bo_marsh.toml", '"Bo Marsh"', '" Bo Marsh"', "' Bo Marsh' cannot be a name; a name has no colon"),
        ("town.toml", "[[norms]]", "[[norms]", "town.toml: is not valid TOML"),
        ("town.toml", "2031-04-07", "9999-12-30", "town.toml: its days lie beyond the years 2 to 9998; write another"),
        ("town.toml", "2031-04-07", "0001-01-02", "town.toml: its days lie beyond"),
        ("town.toml", "start =", "days = 1e300\nstart =", "its days lie beyond the years 2 to 9998"),
        ("town.toml", 'place = "Mill cottage"', 'place = "Mill cottage: bathroom"', "has two [[norms]] tables"),
        ("people/ada_fenn.toml", "age = 41", "age = true", "ada_fenn.toml: age is True"),
        ("people/ada_fenn.toml", "parlour:bed", "parlour:bad", "Ada Fenn's bed is 'Mill cottage:parlour:bad'"),
        ("people/ada_fenn.toml", "parlour:bed", "parlour", "Ada Fenn has no bed"),
        ("people/ada_fenn.toml", 'home = "Mill', 'home = "Hill', "Did you mean 'Mill cottage'?"),
        ("people/bo_marsh.toml", "wide bed", "bed", "is the bed of Ada Fenn and Bo Marsh"),
        ("people/bo_marsh.toml", '"Bo Marsh"', '"Ada Fenn"', "also the name of the person in people/ada_fenn"),
        ("people/bo_marsh.toml", '"7:00"', "7", "wakes: 7 is not a time of day"),
        ("map.tmj", '"walls"', '"wals"', "map.tmj: has no tile layer 'walls'"),
        ("map.tmj", '"infinite":false', '"infinite":true', "is an infinite map"),
    ],
)
def test_a_defect_is_named_with_its_file_and_value(town_folder, defects_of, file, old, new, expected):
    assert old in town_folder[file]
    assert expected in defects_of({**town_folder, file: town_folder[file].replace(old, new, 1)})


def test_all_defects_are_reported_at_once(town_folder, defects_of):
    town_folder["town.toml"] = town_folder["town.toml"].replace("Mill cottage: bathroom", "attic")
    for file in ("people/ada_fenn.toml", "people/bo_marsh.toml"):
        town_folder[file] = town_folder[file].replace("parlour", "palour")
    text = defects_of(town_folder)
    assert all(part in text for part in ("'attic'", "Ada Fenn's bed", "Bo Marsh's bed"))


@pytest.mark.parametrize("file", ["town.toml", "map.tmj"])
def test_a_missing_file_is_named(town_folder, defects_of, file):
    del town_folder[file]
    assert f"{file}: is missing" in defects_of(town_folder)


def test_a_town_without_people_is_refused(town_folder, defects_of):
    for file in ("people/ada_fenn.toml", "people/bo_marsh.toml"):
        del town_folder[file]
    assert "people/: holds no person" in defects_of(town_folder)


def test_keepers_must_be_people_of_the_town(town_folder, defects_of):
    town_folder["town.toml"] += 'keepers = ["Ada Fen"]\n'
    assert "'Ada Fen', a keeper of 'Mill cottage', is nobody in people/. Did you mean 'Ada Fenn'?" in defects_of(
        town_folder
    )


def test_text_that_is_not_utf8_is_named(town_folder, defects_of):
    broken = {**town_folder, "people/ada_fenn.toml": town_folder["people/ada_fenn.toml"].encode("utf-16")}
    assert "people/ada_fenn.toml: is not UTF-8 text" in defects_of(broken)


def test_a_process_reads_equal_files_once_and_other_files_anew(town_folder):
    one, again = town_from_files(dict(town_folder)), town_from_files(dict(town_folder), "elsewhere")
    file = "people/ada_fenn.toml"
    other = town_from_files({**town_folder, file: town_folder[file].replace("weaver", "potter")})
    assert one is again
    assert (one.people != other.people, one.digest != other.digest) == (True, True)
    with pytest.raises(TownError, match="The town 'elsewhere' has"):
        town_from_files({file: town_folder[file]}, "elsewhere")


@pytest.mark.parametrize(("old", "new"), [("age = 41", "age = 'old'"), ("age = 41", "age = ")])
def test_a_person_whose_file_has_a_defect_is_somebody_all_the_same(town_folder, defects_of, old, new):
    town_folder["town.toml"] += 'keepers = ["Bo Marsh"]\n'
    town_folder["people/bo_marsh.toml"] = town_folder["people/bo_marsh.toml"].replace(old, new)
    [told] = defects_of(town_folder).splitlines()
    assert told.startswith("people/bo_marsh.toml: ")

"""Beds, as an import counts and gives them out."""

from datetime import datetime

from townlet.people.housing import Housing
from townlet.people.persons import Newcomer
from world.sketch import Thing, address, setting_of

START, BED = datetime(2031, 4, 7), address("hut:room:bed")


def housing(picture: str, capacity: int) -> Housing:
    bed = Thing("hut:room:bed", capacity=capacity)
    return Housing(setting_of(picture, {"r": "hut:room"}, {"1": bed}), START)


def smith(name: str) -> Newcomer:
    return Newcomer("smiths.csv", {"name": name, "pronouns": "they", "description": f"{name} is a smith."}, "smith")


def test_beds_of_one_name_that_stand_apart_are_a_bed_each() -> None:
    hut = housing("1rr1\nrrrr", 2)
    found = hut.settle([smith("Cy Ash"), smith("Eve Lark"), smith("Flo Oak")], {}, own=False)
    assert (hut.beds_at(BED), hut.taken[BED]) == (2, 2)
    assert [each.name for each in found.no_bed] == ["Flo Oak"]


def test_a_double_bed_is_one_bed() -> None:
    hut = housing("11rr\nrrrr", 2)
    found = hut.settle([smith("Cy Ash"), smith("Eve Lark")], {}, own=False)
    assert hut.beds_at(BED) == 1
    assert [each.name for each in found.no_bed] == ["Eve Lark"]

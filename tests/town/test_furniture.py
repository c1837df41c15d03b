import pytest

from townlet.mapmaker import compile_plan
from townlet.town import town_from_files
from townlet.world.address import Address

PARLOUR = Address.parse("Millbrook:Mill cottage:parlour")


def redraw(plan, *changes):
    for old, new in changes:
        assert old in plan["cottage.txt"]
        plan["cottage.txt"] = plan["cottage.txt"].replace(old, new)
    return compile_plan(plan)


def test_an_object_has_its_footprint_state_capacity_and_kind(town):
    bed = town.setting.objects[PARLOUR / "wide bed"]
    assert bed.footprint == ((5, 2), (6, 2), (5, 3), (6, 3))
    assert (bed.state, bed.capacity, bed.kind) == ("idle", 2, "bed")
    shower = town.setting.objects[PARLOUR.parent / "bathroom" / "shower"]
    assert shower.state == "turned off"


def test_a_solid_thing_is_used_from_beside_it_seats_first_then_its_front(town):
    table = town.setting.objects[PARLOUR / "table"]
    assert set(table.stands[:2]) == {(6, 5), (8, 5)}
    assert table.stands[2] == (7, 6)


def test_a_thing_that_faces_north_is_used_from_the_north_first(plan, town_folder):
    town_folder["map.tmj"] = redraw(plan, ("capacity = 2 }\nh", 'capacity = 2, facing = "north" }\nh'))
    table = town_from_files(town_folder).setting.objects[PARLOUR / "table"]
    assert table.stands[2] == (7, 4)


def test_a_seat_is_used_from_on_it_and_seats_as_many_as_its_tiles(town):
    sofa = town.setting.objects[PARLOUR / "sofa"]
    assert sofa.stands == sofa.footprint
    assert sofa.capacity == 3


def test_things_of_one_name_in_one_arena_are_one_object(plan, town_folder):
    town_folder["map.tmj"] = redraw(plan, ("#.......#..#", "#...t...#..#"))
    table = town_from_files(town_folder).setting.objects[PARLOUR / "table"]
    assert table.capacity == 4
    assert {(6, 4), (7, 5)} == set(table.footprint)


def test_a_stand_that_cannot_be_reached_is_none(plan, town_folder, town):
    shower = PARLOUR.parent / "bathroom" / "shower"
    assert set(town.setting.objects[shower].stands) == {(11, 3), (12, 2)}
    town_folder["map.tmj"] = redraw(plan, ("+.2#", "+.p#"), ("#.......#..#", "#.......#2.#"))
    assert town_from_files(town_folder).setting.objects[shower].stands == ((11, 3),)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("+.2#", "+p2#", "nobody can reach 'shower' in 'bathroom' of 'Mill cottage' (tile 11,2)"),
        ("###=##+#", "###=####", "nobody can reach 'table' in 'parlour' of 'Mill cottage' (tile 7,5)"),
        ("capacity = 2 }\nh", "capacity = 9 }\nh", "'table' in 'parlour' of 'Mill cottage' holds 9 people, but only 4"),
        ("###=##+#", "###=####", "Ada Fenn cannot leave bed: no way leads from it to the street (tile 3,2)"),
    ],
)
def test_a_thing_that_nobody_can_use_is_named_with_its_tile(plan, town_folder, defects_of, old, new, expected):
    town_folder["map.tmj"] = redraw(plan, (old, new))
    assert expected in defects_of(town_folder)


def test_a_thing_outside_of_every_arena_is_named(redrawn, defects_of):
    def move(drawn):
        objects = next(each for each in drawn["layers"] if each["name"] == "objects")
        objects["objects"][0]["y"] = 640

    assert "'bed' does not lie within one arena" in defects_of(redrawn(move))

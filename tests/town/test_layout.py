import pytest

from townlet.mapmaker import compile_plan
from townlet.town import town_from_files
from townlet.world.address import Address

HOME = Address.parse("Millbrook:Mill cottage")
FRONT, INNER = (8, 7), (10, 3)


def test_a_front_door_leads_in_and_stands_on_open_ground(town):
    tiles = town.setting.tiles
    assert tiles.doors[FRONT] == HOME / "parlour"
    assert FRONT not in tiles.arena_of


def test_an_inner_door_leads_away_from_the_street_and_belongs_to_the_room_before_it(town):
    tiles = town.setting.tiles
    assert tiles.doors[INNER] == HOME / "bathroom"
    assert tiles.arena_of[INNER] == HOME / "parlour"


def test_walls_belong_to_no_place_and_furniture_is_no_wall(town):
    tiles = town.setting.tiles
    assert not tiles.walls & tiles.arena_of.keys()
    assert not tiles.walls & tiles.solid
    assert {(3, 2), (3, 3), (12, 6)} <= tiles.solid


def test_seats_and_doors_can_be_walked_on(town):
    tiles = town.setting.tiles
    assert not {(6, 5), (9, 6), FRONT, INNER} & (tiles.solid | tiles.walls)


def layer(drawn, name):
    return next(each for each in drawn["layers"] if each["name"] == name)


def test_overlapping_arenas_are_named_with_a_tile(redrawn, defects_of):
    def stretch(drawn):
        bathroom = next(area for area in layer(drawn, "arenas")["objects"] if area["name"] == "bathroom")
        bathroom["x"] -= 128
        bathroom["width"] += 128

    assert "'bathroom' and 'parlour' overlap (tile 9,2)" in defects_of(redrawn(stretch))


def test_an_arena_outside_of_any_sector_is_named(redrawn, defects_of):
    def move(drawn):
        layer(drawn, "arenas")["objects"][0]["x"] = 768

    assert "does not lie within one sector" in defects_of(redrawn(move))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"x": 0, "y": 640}, "a door must be set in a wall, with wall on two opposite sides (tile 0,10)"),
        ({"x": 128, "y": 64}, "a wall stands in the door; clear the tile in the layer 'walls' (tile 2,1)"),
        ({"width": 128}, "a door is one tile; this is 2 x 1"),
        ({"x": 8}, "does not follow the edges of tiles; snap it to the grid"),
        ({"x": 12800}, "reaches beyond the map's 20 x 12 tiles (tile 200,"),
        ({"ellipse": True}, "is an ellipse; draw a rectangle"),
    ],
)
def test_a_door_that_is_none_is_named_with_its_tile(redrawn, defects_of, change, expected):
    files = redrawn(lambda drawn: layer(drawn, "doors")["objects"][0].update(change))
    assert expected in defects_of(files)


def test_a_door_between_two_bits_of_open_ground_leads_nowhere(plan, town_folder, defects_of):
    plan["ground.txt"] = plan["ground.txt"].replace("." * 20, "..##+##" + "." * 13, 1)
    plan["cottage.txt"] = plan["cottage.txt"].replace("at = [2, 1]", "at = [2, 3]")
    town_folder["map.tmj"] = compile_plan(plan)
    assert "the door leads into no arena (tile 4,0)" in defects_of(town_folder)


def test_a_door_with_wall_all_round_is_none(plan, town_folder, defects_of):
    rows = plan["ground.txt"].split("\n")
    rows[-3:] = ["###" + "." * 17, "#+#" + "." * 17, "###" + "." * 17]
    town_folder["map.tmj"] = compile_plan({**plan, "ground.txt": "\n".join(rows)})
    assert "a door must be set in a wall, with wall on two opposite sides (tile 1,10)" in defects_of(town_folder)


def test_a_map_without_open_ground_is_walked_from_its_largest_part(plan, town_folder):
    plan["ground.txt"] = "---\n" + "\n".join(["~" * 20] * 12)
    town_folder["map.tmj"] = compile_plan(plan)
    town = town_from_files(town_folder)
    assert town.setting.objects[HOME / "parlour" / "bed"].stands

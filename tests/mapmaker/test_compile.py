import json
from importlib.resources import files

import numpy as np
import pytest

from townlet.mapmaker import compile_plan, draw_town
from townlet.mapmaker.__main__ import draw_towns
from townlet.mapmaker.compile import compile_town
from townlet.mapmaker.png import read_png
from townlet.town import TownError, builtin_towns

TOWNS = files("townlet").joinpath("towns")


@pytest.mark.parametrize("name", builtin_towns())
def test_the_map_of_a_built_in_town_is_what_its_plan_gives(name):
    folder = TOWNS.joinpath(name)
    plan = {
        each.name: each.read_text("utf-8") for each in folder.joinpath("plan").iterdir() if each.name != "README.md"
    }
    drawn = compile_town(plan)
    assert drawn["map.tmj"] == folder.joinpath("map.tmj").read_bytes()
    for picture in ("tiles.png", "pictures.png"):
        there = read_png(folder.joinpath(picture).read_bytes())
        assert np.array_equal(read_png(drawn[picture]), there), "draw it again: townlet draw"


def test_a_map_has_the_fields_that_tiled_asks_for(plan):
    drawn = json.loads(compile_plan(plan))
    assert (drawn["type"], drawn["orientation"], drawn["infinite"]) == ("map", "orthogonal", False)
    assert [layer["id"] for layer in drawn["layers"]] == list(range(1, len(drawn["layers"]) + 1))
    things = [thing["id"] for layer in drawn["layers"] for thing in layer.get("objects", ())]
    assert sorted(things) == list(range(1, drawn["nextobjectid"]))
    for layer in drawn["layers"]:
        assert layer["type"] == "objectgroup" or len(layer["data"]) == drawn["width"] * drawn["height"]


def test_the_order_of_the_files_does_not_matter(plan):
    assert compile_plan(dict(reversed(plan.items()))) == compile_plan(plan)


def test_a_building_replaces_what_the_ground_has_beneath_it(plan):
    plan["ground.txt"] = plan["ground.txt"].replace("." * 20, "~" * 20)
    drawn = json.loads(compile_plan(plan))
    water = next(layer for layer in drawn["layers"] if layer["name"] == "water")["data"]
    assert water[0]
    assert not water[3 * 20 + 5]


def test_a_seat_faces_the_table_that_it_stands_at(plan):
    drawn = json.loads(compile_plan(plan))
    scenery = next(layer for layer in drawn["layers"] if layer["name"] == "scenery")["objects"]
    facing = {thing["x"] // 64: thing["properties"][0]["value"] for thing in scenery if thing["type"] == "chair"}
    assert facing == {6: "east", 8: "west"}


def test_a_legend_gives_letters_to_every_sheet(plan):
    plan["cottage.txt"] = plan["cottage.txt"].replace('p = { kind = "plant" }\n', "")
    with pytest.raises(TownError, match="the sign 'p' has no meaning"):
        compile_plan(plan)
    plan["legend.toml"] = '[things]\np = { kind = "plant" }\n'
    assert '"plant"' in compile_plan(plan)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("#.1.hth", "#...hth", "cottage.txt: a room has no label; it needs exactly one (tile 3,2)"),
        ("+.2#", "+.3#", "the sign '3' has no meaning; add it to [things] or [rooms] (tile 12,3)"),
        ("#b.BB...+", "#b.B....+", "the letters 'B' (bed) do not make a rectangle (tile 5,2)"),
        ('floor = "oak"', 'floor = "oka"', "'oka' is no floor of the kit. Did you mean 'oak'?"),
        (
            "at = [2, 1]",
            'at = [2, 1]\nfacade = "bricks"',
            "'bricks' is no facade of the kit. Did you mean 'brick'?",
        ),
        ("at = [2, 1]", 'at = [2, 1]\ndoor = "geen"', "'geen' is no door of the kit. Did you mean 'green'?"),
        ("at = [2, 1]", 'at = [2, 1]\nsign = "bred"', "'bred' is no sign of the kit. Did you mean 'bread'?"),
        ('floor = "oak"', 'floor = "oak", paper = "sagge"', "'sagge' is no wallpaper of the kit. Did you mean 'sage'?"),
        ("at = [2, 1]", "at = [12, 1]", "reaches beyond the town's 20 x 12 tiles"),
        ("\n---\n", "\n", "has no line of dashes"),
        ("walkable", "walkabel", "Did you mean 'walkable'?"),
        ("y = {", '"." = {', "'.' cannot stand for a room or a thing"),
        ("[things]", '3 = { arena = "attic" }\n[things]', "the room '3' (attic) is not in the drawing"),
    ],
)
def test_a_fault_of_a_plan_is_named_with_its_sheet_and_tile(plan, old, new, expected):
    assert old in plan["cottage.txt"]
    plan["cottage.txt"] = plan["cottage.txt"].replace(old, new, 1)
    with pytest.raises(TownError) as caught:
        compile_plan(plan)
    assert expected in str(caught.value)


def test_buildings_that_lie_over_one_another_are_named(plan):
    plan["shed.txt"] = plan["cottage.txt"].replace("Mill cottage", "Shed").replace("[2, 1]", "[7, 4]")
    with pytest.raises(TownError, match=r"shed.txt: lies over cottage.txt; change 'at' of one of them"):
        compile_plan(plan)


def test_drawing_writes_the_map_and_its_picture(tmp_path, plan, capsys):
    (tmp_path / "plan").mkdir()
    for name, text in plan.items():
        (tmp_path / "plan" / name).write_text(text, encoding="utf-8")
    assert draw_towns([str(tmp_path)]) == 0
    assert (tmp_path / "map.tmj").read_bytes() == compile_plan(plan).encode()
    assert (tmp_path / "tiles.png").read_bytes().startswith(b"\x89PNG")


def test_a_faulty_plan_leaves_the_map_alone(tmp_path, plan, capsys):
    (tmp_path / "plan").mkdir()
    (tmp_path / "map.tmj").write_text("old", encoding="utf-8")
    for name, text in plan.items():
        (tmp_path / "plan" / name).write_text(text.replace("#.1.hth", "#...hth"), encoding="utf-8")
    assert draw_towns([str(tmp_path)]) == 2
    assert "a room has no label" in capsys.readouterr().err
    assert (tmp_path / "map.tmj").read_text("utf-8") == "old"


def test_a_folder_without_a_plan_is_refused(tmp_path):
    with pytest.raises(TownError, match=r"plan/ground.txt is missing"):
        draw_town(tmp_path)


def test_a_sheet_that_is_not_utf8_is_named(tmp_path, plan):
    (tmp_path / "plan").mkdir()
    (tmp_path / "plan" / "ground.txt").write_bytes(plan["ground.txt"].encode("utf-16"))
    with pytest.raises(TownError, match=r"plan/ground.txt: is not UTF-8 text"):
        draw_town(tmp_path)


def test_a_sheet_without_a_drawing_is_named(plan):
    with pytest.raises(TownError, match=r"ground.txt: has no drawing"):
        compile_plan({**plan, "ground.txt": "---\n"})

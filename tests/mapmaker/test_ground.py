import json

from hypothesis import given, settings
from hypothesis import strategies as st

from townlet.mapmaker import compile_plan
from townlet.town.defects import Defects
from townlet.town.drawing import read_drawing
from townlet.town.tiled import read_map

SIGNS = st.lists(st.text(".~:-_*,", min_size=9, max_size=9), min_size=7, max_size=7)


def drawn(rows):
    return compile_plan({"ground.txt": "\n".join(["---", *rows])})


@given(SIGNS)
@settings(max_examples=25, deadline=None)
def test_water_blocks_the_way_where_the_plan_has_it_and_nowhere_else(rows):
    read = read_map("map.tmj", drawn(rows).encode(), Defects())
    there = read_drawing(read, Defects()).block_way
    assert there == {(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "~"}


@given(SIGNS)
@settings(max_examples=25, deadline=None)
def test_every_tile_lies_on_grass_and_paths_reach_the_edge(rows):
    layers = {each["name"]: each.get("data") for each in json.loads(drawn(rows))["layers"]}
    assert all(layers["grass"])
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign in ":-_,~":
                name = {":": "path", "-": "paving", "_": "road", ",": "sand", "~": "water"}[sign]
                assert layers[name][9 * y + x]


def test_the_middle_of_a_road_is_marked_and_its_crossings_are_not():
    rows = ["-" * 12, *["_____**_____"] * 3, "-" * 12]
    layers = {each["name"]: each.get("data") for each in json.loads(drawn(rows))["layers"]}
    marked = {(index % 12, index // 12) for index, number in enumerate(layers["markings"]) if number}
    assert {(x, y) for x, y in marked if x in (5, 6)} == {(x, y) for x in (5, 6) for y in (1, 2, 3)}
    assert {y for x, y in marked if x not in (5, 6)} == {2}

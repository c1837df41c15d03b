import base64
import gzip
import json
import struct
import zlib

import pytest

from townlet.town import TownError, town_from_files
from townlet.town.drawing import map_to_draw

PACKERS = {"": bytes, "zlib": zlib.compress, "gzip": gzip.compress}


def walls(drawn):
    return next(each for each in drawn["layers"] if each["name"] == "walls")


def pack(layer, compression):
    data = PACKERS[compression](struct.pack(f"<{len(layer['data'])}I", *layer["data"]))
    layer.update(data=base64.b64encode(data).decode(), encoding="base64", compression=compression)


@pytest.mark.parametrize("compression", list(PACKERS))
def test_packed_layers_hold_the_same_walls(redrawn, town, compression):
    files = redrawn(lambda drawn: pack(walls(drawn), compression))
    assert town_from_files(files).setting == town.setting


def test_layers_may_be_grouped(redrawn, town):
    def group(drawn):
        drawn["layers"] = [{"name": "all", "type": "group", "layers": drawn["layers"]}]

    assert town_from_files(redrawn(group)).setting == town.setting


def test_flipped_tiles_are_still_walls(redrawn, town):
    def flip(drawn):
        walls(drawn)["data"] = [number | 0x80000000 if number else 0 for number in walls(drawn)["data"]]

    assert town_from_files(redrawn(flip)).setting == town.setting


def test_kinds_may_be_written_as_class(redrawn, town):
    def rename(drawn):
        for layer in drawn["layers"]:
            for thing in layer.get("objects", ()):
                thing["class"] = thing.pop("type")

    assert town_from_files(redrawn(rename)).setting == town.setting


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda drawn: walls(drawn).update(data="AAAA", encoding="base64", compression="zstd"), "'zstd'"),
        (lambda drawn: walls(drawn).update(data="AAAA", encoding="base64", compression="zlib"), "layer 'walls'"),
        (lambda drawn: walls(drawn)["data"].pop(), "has 239 tiles; the map has 20 x 12 = 240"),
        (lambda drawn: drawn.update(orientation="isometric"), "is isometric; a town's map is orthogonal"),
        (lambda drawn: drawn.update(width=0), "its width, height and tile size must be at least 1"),
        (lambda drawn: drawn["tilesets"][0].update(source="a.tsj"), "embed the tileset in the map"),
        (lambda drawn: drawn.pop("height"), "is not a Tiled map: height: field required"),
        (lambda drawn: things(drawn)[0].update(template="chair.tx"), "is made by the template 'chair.tx'"),
    ],
)
def test_a_map_that_a_town_cannot_use_is_refused_with_the_reason(redrawn, defects_of, change, expected):
    assert expected in defects_of(redrawn(change))


def test_a_map_that_is_not_json_is_refused(town_folder, defects_of):
    town_folder["map.tmj"] = "<map/>"
    assert "map.tmj: is not JSON" in defects_of(town_folder)


def things(drawn):
    return next(each for each in drawn["layers"] if each["name"] == "objects")["objects"]


def as_text(drawn):
    walls(drawn).update(data=",\r\n".join(map(str, walls(drawn)["data"])), encoding="csv")


def with_nulls(drawn):
    walls(drawn).update(opacity=None, tintcolor=None)
    for thing in things(drawn):
        thing.update(template=None, gid=None)
    for tileset in drawn["tilesets"]:
        tileset["source"] = None


@pytest.mark.parametrize("change", [as_text, with_nulls])
def test_other_writers_of_maps_are_understood(redrawn, town, change):
    assert town_from_files(redrawn(change)).setting == town.setting


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("capacity", "4", "has capacity = '4'; make it a whole number from 1, of the type int"),
        ("capacity", 0, "has capacity = 0; make it"),
        ("walkable", "False", "has walkable = 'False'; make it true or false"),
        ("facing", "left", "has facing = 'left'; make it 'north', 'east', 'south' or 'west'"),
        ("Capacity", 4, "has the property 'Capacity'; write it 'capacity'"),
        ("capcity", 4, "has the property 'capcity'; write it 'capacity'"),
        ("walkeable", True, "has the property 'walkeable'; write it 'walkable'"),
        ("seat", {"facing": "up"}, "has facing = 'up'; make it"),
    ],
)
def test_a_property_that_means_nothing_is_a_defect(redrawn, name, value, expected):
    def give(drawn):
        things(drawn)[0]["properties"] = [{"name": name, "value": value}]

    files = redrawn(give)
    with pytest.raises(TownError, match="1 defect") as refused:
        town_from_files(files, check_names=True)
    assert expected in str(refused.value)
    town_from_files(files)  # as a run file that was written before


def test_members_of_a_class_are_read_like_properties_which_come_before_them(redrawn):
    def give(drawn):
        seat = {"name": "seat", "type": "class", "value": {"kind": {"capacity": 3, "state": "dusty"}, "facing": "east"}}
        things(drawn)[0]["properties"] = [{"name": "capacity", "type": "int", "value": 2}, seat]

    files = redrawn(give)
    first = next(iter(town_from_files(files, check_names=True).setting.objects.values()))
    assert (first.capacity, first.state) == (2, "dusty")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda drawn: layer(drawn, "scenery").update(name="Scenery "), "'Scenery '; write its name as 'scenery'"),
        (lambda drawn: layer(drawn, "scenery").update(name="scenry"), "'scenry'; write its name as 'scenery'"),
        (
            lambda drawn: drawn["layers"].append({**layer(drawn, "doors"), "name": "door"}),
            "nobody reads the object layer 'door'; write its name as 'doors'",
        ),
        (
            lambda drawn: things(drawn).extend([things(drawn)[1]] * 2),
            "is drawn 3 times on the same tiles, so that its capacity is that of all; delete the copies",
        ),
        (
            lambda drawn: drawn["tilesets"][0]["tiles"].append(
                {"id": 3, "properties": [{"name": "blocks", "propertytype": "Blocking", "value": 0}]}
            ),
            "'blocks' without a plain value; make it 'sight' or 'way'",
        ),
    ],
)
def test_what_is_drawn_for_nothing_is_a_defect(redrawn, change, expected):
    files = redrawn(change)
    with pytest.raises(TownError) as refused:
        town_from_files(files, check_names=True)
    assert [expected in line for line in refused.value.defects] == [True]
    town_from_files(files)  # as a run file that was written before


def test_objects_of_one_place_that_differ_in_case_alone_are_a_defect(redrawn):
    def repeat(drawn):
        first = things(drawn)[0]
        things(drawn).append({**first, "name": first["name"].title()})

    with pytest.raises(TownError, match="is hard to tell from"):
        town_from_files(redrawn(repeat), check_names=True)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda drawn: walls(drawn).update(data="AAA%", encoding="base64"), "layer 'walls' cannot be unpacked"),
        (
            lambda drawn: walls(drawn).update(name="Walls"),
            "no tile layer 'walls'; add it in Tiled. Did you mean 'Walls'?",
        ),
        (lambda drawn: drawn["tilesets"].clear(), "no tile of the layer 'walls' blocks"),
        (lambda drawn: drawn.pop("layers"), "is no map of Tiled: it has no layers"),
        (lambda drawn: drawn.update(type="world", layers=None), "is a world of Tiled; export the map"),
        (lambda drawn: things(drawn)[0].update(x=float("nan")), "x: input should be a finite number"),
        (lambda drawn: things(drawn)[0].update(x=1e300), "x: input should be less than"),
    ],
)
def test_what_makes_the_rest_a_defect_is_the_only_one(redrawn, defects_of, change, expected):
    [told] = defects_of(redrawn(change)).splitlines()
    assert expected in told


def test_a_layer_that_is_cut_off_is_told(redrawn, defects_of):
    def cut(drawn):
        pack(walls(drawn), "zlib")
        walls(drawn)["data"] = walls(drawn)["data"][:20]

    assert "cannot be unpacked (it is cut off)" in defects_of(redrawn(cut))


def test_a_tile_of_no_tileset_is_told(redrawn):
    def draw(drawn):
        for tileset in drawn["tilesets"]:
            tileset["tilecount"] = 100
        walls(drawn)["data"][5] = 9999

    files = redrawn(draw)
    with pytest.raises(TownError, match="layer 'walls' has tile 9999, which no tileset has"):
        town_from_files(files, check_names=True)
    town_from_files(files)


def test_a_tile_between_two_tilesets_is_told(redrawn):
    def draw(drawn):
        tileset = {key: value for key, value in drawn["tilesets"][0].items() if key != "tiles"}
        drawn["tilesets"].append({**tileset, "firstgid": 9000})
        walls(drawn)["data"][5] = 8999

    with pytest.raises(TownError, match="layer 'walls' has tile 8999, which no tileset has"):
        town_from_files(redrawn(draw), check_names=True)


def set_blocks(drawn, name="blocks", value="sight", kind="string"):
    for tile in drawn["tilesets"][0]["tiles"]:
        for each in tile.get("properties", ()):
            if each["name"] == "blocks":
                each.update(name=name, value=value, type=kind)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda drawn: set_blocks(drawn, value="SIGHT"), "has blocks = 'SIGHT', as"),
        (
            lambda drawn: set_blocks(drawn, "BLOCKS"),
            "have the property 'BLOCKS'; write it 'blocks'",
        ),
        (lambda drawn: set_blocks(drawn, value={"by": "wall"}, kind="class"), "'blocks' without a plain value"),
        (lambda drawn: set_blocks(drawn, value=[{"type": "string", "value": "way"}], kind="list"), "a plain value"),
        (lambda drawn: layer(drawn, "objects").update(offsety=5.5), "layer 'objects' is moved by 0, 5.5 pixels"),
        (lambda drawn: layer(drawn, "arenas").update(offsetx=-12), "layer 'arenas' is moved by -12, 0 pixels"),
    ],
)
def test_one_mistake_is_one_defect(redrawn, defects_of, change, expected):
    [told] = defects_of(redrawn(change)).splitlines()
    assert expected in told


def test_a_part_of_a_tile_that_objects_make_up_for_is_no_defect(redrawn, town):
    def move(drawn):
        layer(drawn, "objects")["offsetx"] = 20.5
        for thing in things(drawn):
            thing["x"] -= 20.5

    assert town_from_files(redrawn(move)).setting == town.setting


def layer(drawn, name):
    return next(each for each in drawn["layers"] if each["name"] == name)


def as_old(types):
    """The map as Tiled writes it before 1.2, with the types of properties; or before 0.16, where each is text."""

    def table(properties):
        plain = {each["name"]: each["value"] for each in properties}
        return plain if types else {name: str(value).lower() for name, value in plain.items()}

    def properties_of(holder):
        if (listed := holder.pop("properties", None)) is not None:
            holder["properties"] = table(listed)
            holder |= {"propertytypes": {each["name"]: each["type"] for each in listed}} if types else {}

    def change(drawn):
        for each in drawn["layers"]:
            for holder in (each, *each.get("objects", ())):
                properties_of(holder)
        for tileset in drawn["tilesets"]:
            tiles = {str(tile.pop("id")): tile for tile in tileset["tiles"]}
            listed = {number: tile.pop("properties") for number, tile in tiles.items() if "properties" in tile}
            tileset.update(tiles=tiles, tileproperties={number: table(each) for number, each in listed.items()})
            if types:
                named = {number: {one["name"]: one["type"] for one in each} for number, each in listed.items()}
                tileset["tilepropertytypes"] = named

    return change


def drawn_of(files):
    return json.loads(map_to_draw(files["map.tmj"].encode()))


@pytest.mark.parametrize("types", [True, False])
def test_an_old_map_is_the_same_town_with_the_same_look(redrawn, town_folder, town, types):
    files = redrawn(as_old(types))
    assert town_from_files(files, check_names=True).setting == town.setting
    assert drawn_of(files) == drawn_of(town_folder)


def in_groups(drawn):
    for each in drawn["layers"]:
        each["offsetx"] = -64
    drawn["layers"] = [{"name": "all", "type": "group", "offsetx": 64, "layers": drawn["layers"]}]


def packed_and_signed(drawn):
    walls(drawn)["data"] = [(number | 0x80000000) - (1 << 32) if number else 0 for number in walls(drawn)["data"]]
    for each in (each for each in drawn["layers"] if each["name"] == "ground"):
        pack(each, "gzip")


def as_polygons(drawn):
    for each in layer(drawn, "arenas")["objects"]:
        wide, high = each.pop("width"), each.pop("height")
        each["polygon"] = [{"x": x, "y": y} for x, y in ((0, 0), (wide, 0), (wide, high), (0, high))]


def with_backslashes(drawn):
    drawn["tilesets"][0]["image"] = ".\\tiles.png"


@pytest.mark.parametrize(
    "change",
    [in_groups, as_text, with_nulls, as_polygons, with_backslashes, lambda drawn: set_blocks(drawn, value="true")],
)
def test_the_browser_gets_one_form_of_a_map(redrawn, town_folder, change):
    assert drawn_of(redrawn(change)) == drawn_of(town_folder) | {"layers": drawn_of(redrawn(change))["layers"]}
    for one, other in zip(drawn_of(redrawn(change))["layers"], drawn_of(town_folder)["layers"], strict=True):
        assert one == other


def test_the_browser_gets_tiles_as_numbers_with_their_flips(redrawn):
    drawn = drawn_of(redrawn(packed_and_signed))
    assert all(isinstance(each["data"], list) for each in drawn["layers"] if each["type"] == "tilelayer")
    assert {number >> 28 for number in walls(drawn)["data"]} == {0, 8}


@pytest.mark.parametrize(
    ("alignment", "x", "y"),
    [("topleft", 0, 0), ("center", 8, 16), ("right", 16, 16), ("bottom", 8, 32), ("bottomleft", 0, 32)],
)
@pytest.mark.parametrize("turn", [0, 90])
def test_the_browser_gets_tile_objects_by_their_bottom_left_corner(redrawn, alignment, x, y, turn):
    """Of a picture of 16 x 32 pixels, whose top left corner is at 100, 200, and turned about its place."""

    def place(drawn):
        drawn["tilesets"][1]["objectalignment"] = alignment
        picture = {"gid": drawn["tilesets"][1]["firstgid"], "width": 16, "height": 32, "rotation": turn}
        drawn["layers"].append(
            {"type": "objectgroup", "name": "decor 2", "objects": [{"x": 100 + x, "y": 200 + y, **picture}]}
        )

    [thing] = layer(drawn_of(redrawn(place)), "decor 2")["objects"]
    across, down = (-x, 32 - y) if not turn else (-(32 - y), -x)
    assert (thing["x"], thing["y"]) == (pytest.approx(100 + x + across), pytest.approx(200 + y + down))

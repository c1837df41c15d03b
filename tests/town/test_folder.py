import json
import struct
import unicodedata

import numpy as np
import pytest

from townlet.mapmaker.compile import compile_town
from townlet.mapmaker.png import write_png
from townlet.town import TownError, builtin_towns, load_town, town_files, town_from_files
from townlet.town.folder import picture_defects
from townlet.town.town import _read_town


def png(width, height):
    return write_png(np.zeros((height, width, 4), np.uint8))


@pytest.fixture
def pictured(town_folder, plan):
    """The town's files with the pictures that its map shows."""
    texts = {name: text.encode() for name, text in town_folder.items()}
    return texts | {name: content for name, content in compile_town(plan).items() if name.endswith(".png")}


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def test_a_folder_loads_as_the_town_of_its_files(tmp_path, town_folder, town):
    write(tmp_path, town_folder)
    assert load_town(tmp_path) == town
    assert load_town(str(tmp_path)) == town


def test_only_the_files_of_a_town_are_taken(tmp_path, town_folder, town):
    write(tmp_path, {**town_folder, "plan/notes.txt": "x", "people/ada.txt": "x", "README.md": "x", "a/town.toml": ""})
    assert set(town_files(tmp_path)) == set(town_folder)


def test_an_unknown_town_is_refused_with_those_that_exist():
    with pytest.raises(TownError, match="no such folder and no built-in town") as caught:
        load_town("nowhere at all")
    assert all(name in str(caught.value) for name in builtin_towns())


@pytest.mark.parametrize("name", builtin_towns())
def test_a_built_in_town_has_no_defect(name):
    town = load_town(name)
    assert town.people
    assert town.setting.root.name == town.name


def test_three_towns_of_different_size_are_built_in():
    assert sorted(len(load_town(name).people) for name in builtin_towns()) == [4, 8, 25]


@pytest.mark.parametrize("name", builtin_towns())
def test_everyone_can_walk_to_every_place_they_know(name):
    town = load_town(name)
    for person in town.people:
        for place in (person.home, *person.haunts, *filter(None, [person.workplace])):
            inside = [thing for address, thing in town.setting.objects.items() if place.contains(address)]
            assert inside, f"{person.name}: nothing to use in {place}"
            assert all(thing.stands for thing in inside)


@pytest.mark.parametrize("name", builtin_towns())
def test_a_home_has_a_bath_a_stove_and_somewhere_to_eat(name):
    town = load_town(name)
    for person in town.people:
        sector = person.home.parts[:2]
        things = {address.name for address in town.setting.objects if address.parts[:2] == sector}
        assert {"shower", "toilet", "stove"} <= things, person.name
        assert things & {"table", "kitchen table", "customer seating"}, person.name


def test_loading_leaves_nothing_behind_and_is_repeatable():
    name = builtin_towns()[0]
    before = load_town(name)
    _read_town.cache_clear()
    assert load_town(name) is not before
    assert load_town(name) == before


def test_the_pictures_that_the_map_shows_belong_to_the_town(tmp_path, town_folder):
    drawn = json.loads(town_folder["map.tmj"])
    drawn["tilesets"][0]["image"] = "art/ground.png"
    drawn["tilesets"][1]["tiles"][0]["image"] = "../secret.png"
    write(tmp_path / "town", {**town_folder, "map.tmj": json.dumps(drawn)})
    write(
        tmp_path, {"secret.png": "s", "town/art/ground.png": "g", "town/art/other.png": "o", "town/pictures.png": "p"}
    )
    found = set(town_files(tmp_path / "town")) - set(town_folder)
    assert found == {"art/ground.png", "pictures.png"}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"version https://git-lfs.github.com/spec/v1", "tiles.png: is no picture that browsers show"),
        (b"<?xml version='1.0'?><Error><Code>AccessDenied</Code></Error>", "tiles.png: is no picture that browsers"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "tiles.png: is no picture that browsers show"),
        (b"BM" + bytes(90), "tiles.png: is no picture that browsers show"),
        (png(30, 40)[:-20], "tiles.png: is cut off or damaged"),
        (png(30, 40)[:16], "tiles.png: is cut off or damaged"),
        (png(40_000, 1), "tiles.png: has 40,000 x 1 pixels; browsers show up to 16,384 on a side"),
        (png(32, 32), "tiles.png: has 32 x 32 pixels, and the map says"),
    ],
)
def test_a_picture_that_nobody_would_see_is_a_defect(pictured, content, told):
    assert list(picture_defects(pictured)) == []
    [defect] = picture_defects({**pictured, "tiles.png": content})
    assert told in defect


def test_a_sheet_that_is_cut_off_is_a_defect(pictured):
    [defect] = picture_defects({**pictured, "people/ada.png": png(16, 16)[:-9]})
    assert defect == "people/ada.png: is cut off or damaged; copy it again, or save it anew"


def test_a_row_below_the_others_changes_no_tile(pictured):
    wide, high = struct.unpack(">II", pictured["tiles.png"][16:24])
    assert list(picture_defects({**pictured, "tiles.png": png(wide, high + 64)})) == []


@pytest.mark.parametrize(
    ("written", "name", "told"),
    [
        ("tiles.png", "Tiles.png", "'Tiles.png'?"),
        ("art/Tiles.PNG", "Art/tiles.png", "'Art/tiles.png'?"),
        ("the%20tiles.png", "the tiles.png", "'the tiles.png'?"),
        ("grün.png", unicodedata.normalize("NFD", "grün.png"), "have another Unicode form: rename the file"),
    ],
)
def test_a_picture_under_another_spelling_is_named(tmp_path, pictured, written, name, told):
    drawn = json.loads(pictured["map.tmj"])
    drawn["tilesets"][0]["image"] = written
    pictured |= {"map.tmj": json.dumps(drawn).encode(), name: pictured.pop("tiles.png")}
    for path, content in pictured.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(content)
    [defect] = picture_defects(town_files(tmp_path))
    assert f"shows the picture {written!r}, which is not in the town's folder" in defect
    assert defect.endswith(told)


def test_a_picture_that_the_map_shows_elsewhere_is_not_proposed(pictured):
    del pictured["pictures.png"]
    [defect] = picture_defects(pictured)
    assert defect.endswith("copy it there and name it in the map")


def test_a_tileset_without_a_picture_is_a_defect(pictured):
    drawn = json.loads(pictured["map.tmj"])
    del drawn["tilesets"][0]["image"]
    [defect] = picture_defects({**pictured, "map.tmj": json.dumps(drawn).encode()})
    assert "names no picture" in defect


@pytest.mark.parametrize("name", ["tiles.PNG", "tiles.JPG", "tiles.jfif", "tiles.tga", "tiles", "a.png#1", "t.toml"])
def test_a_picture_may_have_any_name(tmp_path, town_folder, name):
    drawn = json.loads(town_folder["map.tmj"])
    drawn["tilesets"][0]["image"] = name
    write(tmp_path, {**town_folder, "map.tmj": json.dumps(drawn)})
    (tmp_path / name).write_bytes(b"\xff\xd8\xff\xe0 no text")
    town = load_town(tmp_path)
    assert name in town.files
    assert town.digest == town_from_files(town_folder).digest


def test_the_data_of_a_picture_is_no_path(tmp_path, town_folder):
    drawn = json.loads(town_folder["map.tmj"])
    drawn["tilesets"][0]["image"] = "data:image/png;base64," + "iVBO" * 2000
    write(tmp_path, {**town_folder, "map.tmj": json.dumps(drawn)})
    assert set(town_files(tmp_path)) == set(town_folder)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Map.tmj", "'Map.tmj' is a map: name it 'map.tmj'"),
        ("map.json", "'map.json' is a map: name it 'map.tmj'"),
        ("map.tmx", "'map.tmx' is a map: name it"),
        ("village.TMX", "'village.TMX' is XML: save it in Tiled as 'map.tmj'"),
        ("package.json", "draw it in Tiled"),
    ],
)
def test_a_map_under_another_name_is_named(tmp_path, town_folder, name, told):
    content = {"package.json": "{}", "village.TMX": "<?xml version='1.0'?><map/>"}.get(name, town_folder["map.tmj"])
    del town_folder["map.tmj"]
    write(tmp_path, {**town_folder, name: content})
    with pytest.raises(TownError, match="1 defect") as refused:
        load_town(tmp_path)
    assert f"map.tmj: is missing; {told}" in str(refused.value)

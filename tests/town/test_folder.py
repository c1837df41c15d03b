import json

import pytest

from townlet.town import TownError, builtin_towns, load_town, town_files
from townlet.town.folder import picture_defects
from townlet.town.town import _read_town


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
        (None, "which is not in the town's folder; copy it there and name it in the map. Did you mean 'Tiles.png'?"),
    ],
)
def test_a_picture_that_nobody_would_see_is_a_defect(town_folder, content, told):
    files = {name: text.encode() for name, text in town_folder.items()}
    shown = dict.fromkeys(("tiles.png", "pictures.png"), b"\x89PNG")
    assert list(picture_defects({**files, **shown})) == []
    other = {"Tiles.png": b"\x89PNG"} if content is None else {"tiles.png": content}
    [defect] = picture_defects({**files, "pictures.png": b"\x89PNG", **other})
    assert told in defect


def test_a_tileset_without_a_picture_is_a_defect(redrawn):
    files = {name: text.encode() for name, text in redrawn(lambda drawn: drawn["tilesets"][0].pop("image")).items()}
    assert "names no picture" in next(iter(picture_defects({**files, "pictures.png": b"\x89PNG"})))

"""The published base simulation of generative agents becomes a town in one command."""

import csv
import json

import pytest

from townlet import BadInput, import_people, load_town, new_published_town

PLAN = """
............
.##########.
.#........#.
.#.####cc.#.
.#.#bb#cc.#.
.#.#rr#cc.#.
.#.##d#...#.
.#........#.
.##########.
............
"""
NUMBERS = {
    "sector": {"7": "b r d", "8": "c"},
    "arena": {"17": "b r", "18": "c"},
    "game_object": {"27": "b", "28": "c"},
    "collision": {"9": "#"},
}
NAMES = {
    "world": ["1, the Dale"],
    "sector": ["7, the Dale, Fenn cottage", "8, the Dale, The Mills and Bakery"],
    "arena": ["17, the Dale, Fenn cottage, main room", "18, the Dale, The Mills and Bakery, shop"],
    "game_object": ["27, the Dale, <all>, bed", "28, the Dale, <all>, shop counter"],
}


def scratch(first, last, learned, currently, lifestyle, daily=""):
    return {
        "name": f"{first} {last}",
        "first_name": first,
        "last_name": last,
        "age": 41,
        "innate": "calm, curious",
        "learned": learned,
        "currently": currently,
        "lifestyle": lifestyle,
        "living_area": "the Dale:Fenn cottage:main room",
        "daily_plan_req": daily,
    }


ADA = scratch(
    "Ada",
    "Fenn",
    "Ada Fenn is a weaver who loves wool. She is always looking for new colours.",
    "Ada is planning a *wool fair*. You don't like Bo Marsh.",
    "Ada Fenn goes to bed around midnight, awakes up around 7amam, eats dinner around 17:30pm.",
)
BO = scratch(
    "Bo",
    "Marsh",
    "Bo Marsh is a baker. He is up before his neighbours.",
    "Bo Marsh is baking.",
    "Bo Marsh goes to bed around 9pm, awakes up around 5am.",
    "Bo Marsh opens the Mill and Bakery at 8am. In the evening, he likes to rest.",
)
WHISPERS = {
    "Ada Fenn": "You've known Bo Marsh, your neighbor, for a year; Bo Marsh is your baker; For planning, you often see",
    "Bo Marsh": "you are loud; You and Ada Fenn are neighbors and you two often talk; Ada Fenn helped you; You push",
}


@pytest.fixture
def published(tmp_path):
    """A base simulation of two people on a small map, in the format of the published files."""
    rows = PLAN.split()
    matrix = tmp_path / "published" / "matrix"
    (matrix / "maze").mkdir(parents=True)
    (matrix / "special_blocks").mkdir()
    size = {"world_name": "the dale", "maze_width": len(rows[0]), "maze_height": len(rows)}
    (matrix / "maze_meta_info.json").write_text(json.dumps(size))
    for layer, numbers in NUMBERS.items():
        of = {letter: number for number, letters in numbers.items() for letter in letters.split()}
        (matrix / f"maze/{layer}_maze.csv").write_text(", ".join(of.get(each, "0") for row in rows for each in row))
    for layer, names in NAMES.items():
        (matrix / f"special_blocks/{layer}_blocks.csv").write_text("\n".join(names))
    base = tmp_path / "published" / "base_dale"
    (base / "reverie").mkdir(parents=True)
    (base / "reverie/meta.json").write_text(json.dumps({"curr_time": "April 07, 2031, 00:00:00"}))
    for person in (ADA, BO):
        memory = base / "personas" / person["name"] / "bootstrap_memory"
        memory.mkdir(parents=True)
        (memory / "scratch.json").write_text(json.dumps(person))
        known = {"the Dale": {"Fenn cottage": {}, "The Mills and Bakery": {}, "a place off the map": {}}}
        (memory / "spatial_memory.json").write_text(json.dumps(known))
    with (tmp_path / "published/agent_history_init.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("Name", "Whisper"), *WHISPERS.items()])
    return tmp_path / "published"


@pytest.fixture
def dale(published, tmp_path):
    new_published_town(tmp_path / "dale", published)
    return load_town(tmp_path / "dale")


def test_sentences_are_told_of_the_person_by_name(dale):
    ada, bo = dale.people
    assert ada.seeds == (
        "Ada Fenn is a weaver who loves wool.",
        "Ada Fenn is always looking for new colours.",
        "Ada Fenn is planning a wool fair.",
        "Ada Fenn does not like Bo Marsh.",
        "Ada Fenn has known Bo Marsh, her neighbor, for a year.",
        "Bo Marsh is Ada Fenn's baker.",
        "Ada Fenn often sees.",
    )
    assert bo.seeds == (
        "Bo Marsh is a baker.",
        "Bo Marsh is up before his neighbours.",
        "Bo Marsh is baking.",
        "Bo Marsh opens the Mill and Bakery at 8am.",
        "In the evening, Bo Marsh likes to rest.",
        "Bo Marsh is loud.",
        "Bo Marsh and Ada Fenn are neighbors and they often talk.",
        "Ada Fenn helped Bo Marsh.",
        "Bo Marsh pushes.",
    )


def test_days_and_places_are_those_of_the_published_files(dale):
    ada, bo = dale.people
    assert (ada.wakes, ada.sleeps, ada.dines, ada.pronouns) == (7 * 60, 24 * 60, 17 * 60 + 30, "she")
    assert (bo.wakes, bo.sleeps, bo.dines, bo.pronouns) == (5 * 60, 21 * 60, None, "he")
    assert str(bo.workplace) == "the Dale:The Mills and Bakery:shop"
    assert ada.workplace is None
    assert [haunt.name for haunt in ada.haunts] == ["The Mills and Bakery"]
    assert dale.start.isoformat() == "2031-04-07T00:00:00"


def test_walls_are_the_published_ones_and_all_ground_outside_them(dale):
    rows = PLAN.split()
    tiles = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
    outside = {(x, y) for x, y in tiles if x in (0, len(rows[0]) - 1) or y in (0, len(rows) - 1)}
    assert dale.setting.tiles.walls == outside | {tile for tile, sign in tiles.items() if sign == "#"}


def test_an_object_is_used_from_its_own_tiles(dale):
    found = {address.name: thing for address, thing in dale.setting.objects.items()}
    assert {name: (len(thing.footprint), thing.capacity) for name, thing in found.items()} == {
        "bed": (2, 2),
        "shop counter": (6, 6),
    }
    assert set(found["bed"].stands) == set(found["bed"].footprint) == {(4, 4), (5, 4)}


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda folder: (folder / "base_dale/reverie/meta.json").unlink(), "0 files reverie/meta.json"),
        (lambda folder: (folder / "matrix/maze/arena_maze.csv").write_text("0, 0"), "arena_maze.csv has 2 cells"),
    ],
    ids=["no base simulation", "a layer that is too short"],
)
def test_a_folder_that_lacks_something_is_refused_in_one_line_and_nothing_is_written(published, tmp_path, spoil, said):
    spoil(published)
    with pytest.raises(BadInput, match=said) as refused:
        new_published_town(tmp_path / "dale", published)
    assert "\n" not in str(refused.value)
    assert not (tmp_path / "dale").exists()


def test_the_people_alone_come_to_another_town(published, tmp_path):
    result = import_people(published, tmp_path / "mine", source="applegarth")
    assert any("The homes of Ada Fenn, Bo Marsh are not on this map" in note for note in result.notes)
    assert [person.name for person in load_town(tmp_path / "mine").people] == ["Ada Fenn", "Bo Marsh"]

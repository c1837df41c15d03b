import re
import struct
from pathlib import Path

import pytest

from townlet.town import builtin_towns, load_town, town_files, town_from_files
from townlet.town import look as looks
from townlet.town.look import LookFeatures, look_of, parse_look

ADA = "people/ada_fenn.toml"
DRAWN = Path(__file__).parents[2] / "web" / "src" / "figures" / "look.ts"


def picture(width, height):
    size = struct.pack(">II", width, height)
    return b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + size + b"\x08\x06\0\0\0" + bytes(4)


@pytest.fixture
def dressed(town_folder):
    """The town's files with a [look] for one of the people."""
    return lambda table, **files: {**town_folder, ADA: f"{town_folder[ADA]}[look]\n{table}\n", **files}


def test_a_look_is_what_its_table_says_and_otherwise_drawn_from_the_name(dressed):
    look = town_from_files(dressed('hair = "red"\ntop = "#10aF09"\nextra = ["glasses", "scarf"]')).looks["Ada Fenn"]
    assert (look.hair, look.top, look.extra) == ("red", "#10aF09", ("glasses", "scarf"))
    assert look.style == look_of(LookFeatures(), "Ada Fenn", 41).style


def test_the_default_is_the_same_for_ever():
    look = look_of(LookFeatures(), "Ada Fenn", 41, "she")
    assert (look.skin, look.hair, look.style, look.top) == ("umber", "black", "curly", "white")
    assert (look.bottom, look.outfit, look.extra, look.shoes) == ("slate", "hoodie", ("headband",), "dark")


def test_people_without_a_table_differ():
    drawn = {str(look_of(LookFeatures(), f"Ada Fenn {number}")) for number in range(100)}
    assert len(drawn) > 95


def test_age_greys_hair():
    assert {look_of(LookFeatures(), f"Bo {number}", age=70).hair for number in range(20)} == {"grey", "white"}
    assert not {look_of(LookFeatures(), f"Bo {number}", age=30).hair for number in range(40)} & {"grey", "white"}


def test_every_fault_of_a_table_is_named_at_once(dressed, defects_of):
    found = defects_of(dressed('hair = "gren"\nstyl = "bun"\nextra = ["glases"]\ntop = "#12345"'))
    assert f"{ADA}: look.hair: 'gren' is none of black" in found
    assert "Did you mean 'grey'?" in found
    assert "the key 'look.styl' is not known. Did you mean 'style'?" in found
    assert "look.extra.0: 'glases' is none of" in found
    assert "look.top: '#12345' is none of" in found


def test_a_look_in_words_comes_back_as_it_went():
    for number in range(50):
        look = look_of(LookFeatures(), f"Cy {number}")
        assert parse_look(str(look), "somebody else") == look
    worn = parse_look("skin=brown extra=glasses+beard+cap", "Cy")
    assert worn.extra == ("glasses", "beard", "cap")
    assert parse_look(str(worn), "Eve") == worn


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("hat=tall", "'hat' is not known"),
        ("hair", "'hair' cannot stand in a look"),
        ("hair=red hair=grey", "'hair=grey' cannot stand"),
        ("style=bunn top=teel", "Did you mean 'bun'?.*Did you mean 'teal'?"),
        ("extra=glasses+", "'' is none of"),
        ("sheet=ann.png", "'sheet' is not known"),
        ("hair=red" * 100, "shorten it to 300 at most"),
    ],
)
def test_a_look_in_words_that_does_not_do_is_refused_in_one_line(text, complaint):
    with pytest.raises(ValueError, match=complaint) as refused:
        parse_look(text, "Cy")
    assert "\n" not in str(refused.value)


def test_a_sheet_of_ones_own_stands_for_the_look_and_for_nothing_that_happens(dressed, town):
    mine = town_from_files(dressed('sheet = "ada.png"', **{"people/ada.png": picture(256, 512)}))
    assert mine.looks["Ada Fenn"].sheet == "ada.png"
    assert mine.digest == town.digest


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        ({}, f"{ADA}: look.sheet: there is no people/ada.png"),
        ({"people/adda.png": picture(8, 8)}, "Did you mean 'adda.png'?"),
        ({"people/ada.png": b"GIF89a"}, "people/ada.png: is not a PNG picture"),
        ({"people/ada.png": picture(250, 512)}, "people/ada.png: is 250 x 512 pixels"),
        ({"people/ada.png": picture(8192, 512)}, "people/ada.png: is 8192 x 512 pixels"),
    ],
)
def test_a_sheet_that_cannot_be_cut_is_a_defect(dressed, defects_of, files, complaint):
    assert complaint in defects_of(dressed('sheet = "ada.png"', **files))


@pytest.mark.parametrize("sheet", ["../ada.png", "ada.gif", "a/b.png", "ada.PNG"])
def test_a_sheet_is_a_picture_beside_its_person(dressed, defects_of, sheet):
    [told] = defects_of(dressed(f'sheet = "{sheet}"')).splitlines()
    assert f"look.sheet: {sheet!r} is no sheet; name a file beside the person's that ends in '.png'" in told


@pytest.mark.parametrize("name", builtin_towns())
def test_everybody_of_a_built_in_town_has_a_look_of_their_own(name):
    for file, content in town_files(name).items():
        assert not file.startswith("people/") or b"[look]" in content, file
    shown = [(look.hair, look.top) for look in load_town(name).looks.values()]
    assert len(set(shown)) == len(shown)


def test_the_page_names_every_word():
    page = (Path(__file__).parents[2] / "docs" / "towns.md").read_text("utf-8")
    lists = (
        looks.SKINS,
        looks.HAIRS,
        looks.STYLES,
        looks.BOTTOMS,
        looks.OUTFITS,
        looks.EXTRAS,
        looks.SHOES,
    )
    assert [word for words in lists for word in words if f"`{word}`" not in page] == []


@pytest.mark.parametrize("names", ["SKINS", "HAIRS", "STYLES", "TOPS", "BOTTOMS", "OUTFITS", "EXTRAS", "SHOES"])
def test_the_client_draws_every_name_and_no_other(names):
    drawn = re.search(rf"{names}: [^=]*= \[(.*?)\]", DRAWN.read_text("utf-8"), re.DOTALL)
    assert drawn is not None
    spelled = drawn[1].replace("...TOPS", ", ".join(f'"{top}"' for top in looks.TOPS))
    assert tuple(re.findall(r'"(\w+)"', spelled)) == getattr(looks, names)

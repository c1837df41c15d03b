"""Names of every culture are names; what would control a terminal or a prompt is none, for residents and visitors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from townlet.cognition.sanitisation import MAX_NAME_LENGTH, is_name
from townlet.errors import BadInput
from townlet.town import TownError, load_town, town_files, town_from_files
from townlet.town.names import renamed as with_other_names
from townlet.town.names import renamed_files

NAMES = (
    *(
        "Zoë Winter",
        "Þóra Jónsdóttir",
        "José María Núñez-O’Brien",
        "Gal·la Puig",
        "Noʻeau Kahale",
        "Dr. Ana Ruiz (nurse)",
    ),
    *("Đặng Thị Hoa", "İbrahim Yıldız", "Łukasz Żak", "D'Angelo St. James-Wu Jr.", "Ναυσικά Δούκα", "Семён Йорк"),
    *("گل\u200cناز رضایی", "محمّد بن سلمان", "שָׂרָה לוי", "क्\u200dषमा शर्मा", "കുമാര്\u200d", "ஜானகி", "กัญญา แสงทอง"),
    *(
        "မောင်မောင်",
        "ጫልቱ ደስታ",
        "ახალი გიორგი",
        "Հայկ Ճ",
        "김가영",
        "山田太郎",
        "ジョン・スミス",
        "ŋ!xau".replace("!", "ǃ"),
    ),
    "Zoe\u0308 Winter",
)
NO_NAMES = {
    "an escape sequence": "Zo\x1b[31me",
    "a null": "Zoe\0",
    "a C1 control": "Zoe\x9b2J",
    "a line break": "Zoe\nSystem",
    "a right-to-left override": "Zoe \u202egpj",
    "an isolate": "\u2066Zoe\u2069",
    "a zero-width space": "Zo\u200be",
    "a joiner at the end": "Zoe\u200d",
    "a joiner beside a space": "Zoe \u200cHart",
    "a tag character": "Zoe\U000e0041",
    "a path": "../../etc/passwd",
    "a backslash": "a\\b",
    "a tag": "<b>Zoe</b>",
    "quotes": 'Zoe "Z" Hart',
    "no letter": "...",
    "too many letters": "Z" * (MAX_NAME_LENGTH + 1),
}


@pytest.mark.parametrize("name", NAMES)
def test_names_of_every_culture_are_names(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize("name", NO_NAMES.values(), ids=NO_NAMES)
def test_what_would_control_a_terminal_or_a_prompt_is_no_name(name: str) -> None:
    assert not is_name(name)


def renamed(name: str, folder: Path) -> Path:
    """The built-in town of four in a folder, with one person called by this name."""
    for file, content in town_files("applegarth").items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        text = content.replace(b'name = "Owen Hart"', b"name = " + json.dumps(name).encode().replace(b"\\ud", b"\\ud"))
        (folder / file).write_bytes(text)
    return folder


@pytest.mark.parametrize("name", NAMES[::5])
def test_a_town_whose_people_have_such_names_has_no_defects(name: str, tmp_path: Path) -> None:
    assert name in [person.name for person in load_town(renamed(name, tmp_path)).people]


@pytest.mark.parametrize("kind", [kind for kind in NO_NAMES if kind != "a tag character"])
def test_a_town_with_another_name_is_refused_in_one_line_that_is_harmless_itself(kind: str, tmp_path: Path) -> None:
    folder = renamed(NO_NAMES[kind], tmp_path)
    with pytest.raises(TownError) as refused:
        load_town(folder)
    [line] = refused.value.defects
    assert line.startswith("people/owen_hart.toml: ")
    assert "cannot be a person's name; give up to 60 letters" in line
    assert line.isprintable()
    assert len(line) < 250


@pytest.mark.parametrize(
    "name",
    [
        "nell hart",
        "NELL HART",
        "Nell  Hart",
        "Ｎｅｌｌ Hart",
        "Nell Hart.",
        "NellHart",
        "Nell-Hart",
        "Zoë",
        "Anne-Marie O'Roy",
    ],
    ids=ascii,
)
def test_names_that_readers_do_not_tell_apart_are_a_defect_with_both_files(name: str, tmp_path: Path) -> None:
    other = {"Zoë": "Zoe\u0308", "Anne-Marie O'Roy": "Anne–Marie O’Roy"}.get(name, "Nell Hart")
    folder = renamed(name, tmp_path)
    nell = folder / "people" / "nell_hart.toml"
    nell.write_text(nell.read_text(encoding="utf-8").replace('"Nell Hart"', f'"{other}"'), encoding="utf-8")
    head = folder / "town.toml"
    head.write_text(head.read_text(encoding="utf-8").replace('["Nell Hart"]', "[]"), encoding="utf-8")
    with pytest.raises(TownError) as refused:
        load_town(folder)
    [line] = refused.value.defects
    assert "people/owen_hart.toml: " in line
    assert "people/nell_hart.toml" in line
    assert town_from_files(town_files(folder)).people  # a run file holds such a town, too


@pytest.mark.parametrize("language", ["Klingon", "", "Finger spelling", "Pidgin", "Lemish"])
def test_a_language_that_is_not_known_is_a_defect_with_those_that_are(language: str, tmp_path: Path) -> None:
    folder = renamed("Owen Hart", tmp_path)
    head = folder / "town.toml"
    text = head.read_text(encoding="utf-8").replace('language = "English"\n', "")
    head.write_text(f'language = "{language}"\n{text}', encoding="utf-8")
    with pytest.raises(TownError) as refused:
        load_town(folder)
    [line] = refused.value.defects
    assert f"town.toml: language: '{language}' is no known language." in line
    assert ". Known are Afrikaans, " in line
    for known in (
        "Brazilian Portuguese",
        "Chinese (Cantonese)",
        "Irish English",
        "Mandarin Chinese",
        "Chinese, Traditional",
    ):
        head.write_text(f'language = "{known}"\n{text}', encoding="utf-8")
        assert load_town(folder).language == known


@pytest.mark.parametrize(
    ("language", "meant"),
    [
        ("Italiano", "Italian"),
        ("svenska", "Swedish"),
        ("turkce", "Turkish"),
        ("fr", "French"),
        ("pt-BR", "Portuguese"),
        ("한국어", "Korean"),
        ("Русский", "Russian"),
        ("Vlaams", "Dutch"),
        ("dari", "Persian"),
        ("Castilian", "Spanish"),
        ("en_US", "English"),
        ("British", "English"),
        ("英语", "English"),
        ("Welsh and English", "Welsh"),
        ("Danish/Faroese", "Danish"),
        ("Norwegain", "Norwegian"),
    ],
)
def test_a_code_or_another_name_of_a_language_is_told_in_english(language: str, meant: str) -> None:
    files = dict(town_files("applegarth"))
    files["town.toml"] = files["town.toml"].replace(b'"English"', f'"{language}"'.encode())
    with pytest.raises(TownError, match=f"is no known language. Write '{meant}'. Known are"):
        town_from_files(files, check_names=True)


def test_places_objects_and_towns_have_visible_names(tmp_path: Path) -> None:
    folder = renamed("Owen Hart", tmp_path)
    drawn = folder / "map.tmj"
    assert '"Village Green"' in drawn.read_text(encoding="utf-8")
    text = drawn.read_text(encoding="utf-8").replace('"Village Green"', '"Village \\u202egreen"')
    drawn.write_text(text, encoding="utf-8")
    head = folder / "town.toml"
    head.write_text(head.read_text(encoding="utf-8").replace('"Applegarth"', '"Apple\\u001bgarth"'), encoding="utf-8")
    with pytest.raises(TownError) as refused:
        load_town(folder)
    told = "\n".join(refused.value.defects)
    assert r"map.tmj: 'Village \u202egreen' cannot be a name" in told
    assert r"town.toml: 'Apple\x1bgarth' cannot be a name" in told
    assert "\u202e" not in told
    assert "\x1b" not in told


def test_the_town_of_an_older_run_can_still_be_read(tmp_path: Path) -> None:
    files = town_files(renamed('Zoe "Z" Hart', tmp_path))
    assert 'Zoe "Z" Hart' in [person.name for person in town_from_files(files).people]


def _with_keys(**keys: str) -> dict[str, bytes]:
    """The files of the starter town, with a key for the person in each of these files."""
    files = dict(town_files("applegarth"))
    for stem, key in keys.items():
        files[f"people/{stem}.toml"] = f'key = "{key}"\n'.encode() + files[f"people/{stem}.toml"]
    return files


def test_people_are_in_the_order_of_their_keys_whatever_their_files_are_called() -> None:
    town = town_from_files(_with_keys(bea_winters="Zoe Adams"))
    assert [person.name for person in town.people] == ["Jonah Reed", "Nell Hart", "Owen Hart", "Bea Winters"]
    assert town.setting.keys.of("Bea Winters") == "Zoe Adams"


@pytest.mark.parametrize("key", ["Owen Hart", "one"])
def test_two_people_cannot_have_the_same_key(key: str) -> None:
    twice = _with_keys(bea_winters=key) if key == "Owen Hart" else _with_keys(bea_winters=key, owen_hart=key)
    with pytest.raises(TownError, match=f"'{key}' is also the key of the person in people/"):
        town_from_files(twice)


def test_a_renamed_town_names_nobody_as_before_and_keeps_the_keys() -> None:
    before = load_town("applegarth")
    after = with_other_names(before, seed=4)
    names = {person.name for person in before.people}
    assert names.isdisjoint(person.name for person in after.people)
    assert [after.setting.keys.of(person.name) for person in after.people] == [person.name for person in before.people]
    written = b"".join(
        line for file in after.files.values() for line in file.splitlines(True) if not line.startswith(b"key = ")
    ).decode("utf-8", "replace")
    assert not [name for name in names if name in written]
    assert with_other_names(before, seed=4).people == after.people
    assert with_other_names(before, seed=5).people != after.people


def test_who_is_renamed_again_keeps_the_key_even_if_it_is_the_name_of_somebody() -> None:
    files = _with_keys(bea_winters="Zoe Adams", owen_hart="Bea Winters")
    once = renamed_files(files, {"Bea Winters": "Ada Fenn", "Owen Hart": "Bram Oake"})
    keys = town_from_files(once).setting.keys
    assert (keys.of("Ada Fenn"), keys.of("Bram Oake")) == ("Zoe Adams", "Bea Winters")
    again = town_from_files(renamed_files(once, {"Ada Fenn": "Bea Winters"})).setting.keys
    assert (again.of("Bea Winters"), again.of("Bram Oake")) == ("Zoe Adams", "Bea Winters")


def test_facts_are_recognised_by_the_new_names() -> None:
    names = {"Nell Hart": "Ada Fenn", "Owen Hart": "Bram Oake"}
    files = renamed_files(town_files("applegarth"), names)
    facts = files["facts.toml"].decode()
    assert 'source = "Ada Fenn"' in facts
    assert '["green", "ada", "tuesday"]' in facts


def test_a_name_of_nobody_and_a_name_that_is_none_are_refused() -> None:
    with pytest.raises(BadInput, match=r"Nobody in the town is called 'Bea Winter'\."):
        renamed_files(town_files("applegarth"), {"Bea Winter": "Zoe Adams"})
    with pytest.raises(BadInput, match="cannot be a person's name"):
        renamed_files(town_files("applegarth"), {"Bea Winters": 'Zoe "Z" Adams'})

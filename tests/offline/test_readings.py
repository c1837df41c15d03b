"""What is read of a town's people is told before anybody lives by it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from townlet.offline.readings import (
    check_town,
    events_untold,
    read_descriptions,
    read_events,
    speaks_another,
    told_elsewise,
    town_notes,
)
from townlet.town import Town, TownError, builtin_towns, load_town, town_files, town_from_files

PICNIC = "a picnic on the Village Green on Tuesday May 6 from 4 pm to 6 pm"


def changed(written: str, language: str = "English") -> Mapping[str, bytes]:
    """The files of a town whose event is written in other words."""
    files = dict(town_files("applegarth"))
    nell = files["people/nell_hart.toml"].decode()
    assert PICNIC in nell
    files["people/nell_hart.toml"] = nell.replace(PICNIC, written).encode()
    assert b'language = "English"' in files["town.toml"]
    files["town.toml"] = files["town.toml"].replace(b'"English"', f'"{language}"'.encode())
    return files


def read(town: Town, sentence: str) -> tuple[str, str, str, str]:
    found = next(each for each in read_descriptions(town) if sentence in each.sentence)
    return found.kind, found.about, found.place, found.when


@pytest.mark.parametrize("name", builtin_towns())
def test_a_built_in_town_has_no_event_that_would_not_be_held(name: str) -> None:
    assert [each for each in read_descriptions(check_town(name)) if each.defect] == []


def test_a_sentence_is_told_with_its_kind_its_matter_its_place_and_its_time() -> None:
    town = load_town("applegarth")
    assert read(town, "picnic on the") == (
        "event",
        "a picnic",
        "on the Village Green",
        "on Tuesday May 6 from 4 to 6 pm",
    )
    assert read(town, "needs a new bookcase")[:2] == ("need", "a new bookcase")


def test_what_is_only_remembered_is_told_apart() -> None:
    idle = [each.kind for each in read_descriptions(load_town("applegarth")) if not each.acted_on]
    assert idle
    assert {*idle} <= {"habit", "past", "thing"}


def test_a_habit_that_fills_free_time_is_acted_on() -> None:
    town = town_from_files(
        changed("a picnic on the Village Green on Tuesday May 6 from 4 pm to 6 pm. She walks on the green")
    )
    (walks,) = [each for each in read_descriptions(town) if "walks on" in each.sentence]
    assert (walks.kind, walks.acted_on) == ("habit", True)


@pytest.mark.parametrize(
    ("habit", "lived"),
    [
        ("gets up at half past six", True),
        ("gets up at nine", False),
        ("goes to bed at eleven", False),
        ("never drinks tea", False),
    ],
)
def test_the_hours_of_a_day_are_acted_on_if_they_are_those_of_the_person(habit: str, lived: bool) -> None:
    files = dict(changed(f"{PICNIC}. Nell Hart {habit}"))
    nell = files["people/nell_hart.toml"].decode()
    files["people/nell_hart.toml"] = re.sub("wakes = .*", 'wakes = "6:30"', nell).encode()
    (said,) = [each for each in read_descriptions(town_from_files(files)) if habit in each.sentence]
    assert said.acted_on == lived


@pytest.mark.parametrize(
    ("written", "lacks"),
    [
        ("a picnic on the moor on Tuesday May 6 from 4 pm to 6 pm", "names no place of the town"),
        ("a picnic on the Village Green on Tuesday", "has no hour"),
        ("a picnic on the Village Green at 4 pm", "has no day"),
        ("a picnic on the Village Green on Wednesday May 6 at 4 pm", "May 6 is a Tuesday and no Wednesday"),
        ("a picnic on the Village Green on Thursday, the sixth of May, at 4 pm", "May 6 is a Tuesday and no Thursday"),
        ("a picnic on the Village Green on Sunday the seventh at 4 pm", "May 7 is a Wednesday and no Sunday"),
    ],
)
def test_an_event_that_would_not_be_held_as_written_is_a_defect(tmp_path: Path, written: str, lacks: str) -> None:
    for name, content in changed(written).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    with pytest.raises(TownError, match=lacks) as refused:
        check_town(tmp_path)
    assert len(refused.value.defects) == 1
    assert "Nell Hart" in refused.value.defects[0]


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ('works = "22:00-6:00"', "sleeps from"),
        ('works = "23:00-5:00"\nworkplace = "Plum Bakery:shop"\nwakes = "15:00"\nsleeps = "8:00"', "closed then"),
        ('works = "22:00-6:00"\nwakes = "15:00"\nsleeps = "8:00"', ""),
    ],
)
def test_hours_of_work_that_nobody_could_keep_are_a_defect(tmp_path: Path, entries: str, told: str) -> None:
    for name, content in town_files("applegarth").items():
        if name == "people/jonah_reed.toml":
            keys = "|".join(line.partition(" ")[0] for line in entries.splitlines())
            content = f"{entries}\n".encode() + re.sub(rf"(?m)^(?:{keys}) = .*\n".encode(), b"", content)
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    if not told:
        check_town(tmp_path)
        return
    with pytest.raises(TownError, match=told) as refused:
        check_town(tmp_path)
    assert "people/jonah_reed.toml" in refused.value.defects[0]


@pytest.mark.parametrize(
    ("hours", "told"),
    [
        ("from 5 am to 7 am", "begins at 5:00 am, and Plum Bakery is open from 7:00 am to 3:00 pm"),
        ("from 2:58 pm to 4 pm", "begins at 2:58 pm"),
        ("from 1 pm to 3 pm", ""),
    ],
)
def test_an_event_that_begins_behind_a_closed_door_is_a_defect(hours: str, told: str) -> None:
    town = town_from_files(changed(f"a picnic at Plum Bakery on Tuesday May 6 {hours}"))
    (event,) = [each for each in read_descriptions(town) if each.kind == "event"]
    assert told in event.defect
    assert bool(told) == bool(event.defect)


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Nell Hart needs a new one", "names what is needed"),
        ("She needs them before Friday", "names what is needed"),
        ("She needs somebody kind who will read them to her", "names what is needed"),
        ("Nell Hart has heard that it will close", "names what 'it' is"),
    ],
)
def test_what_nobody_could_act_on_is_a_defect_with_its_file_and_line(tmp_path: Path, sentence: str, told: str) -> None:
    files = dict(changed(PICNIC))
    nell = files["people/nell_hart.toml"].decode()
    files["people/nell_hart.toml"] = nell.replace(
        "\nNell Hart thinks that bread", f"\n{sentence};\nNell Hart thinks that bread"
    ).encode()
    line = files["people/nell_hart.toml"].decode().split("\n").index(f"{sentence};") + 1
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    with pytest.raises(TownError) as refused:
        check_town(tmp_path)
    (defect,) = refused.value.defects
    assert defect.startswith(f"people/nell_hart.toml, line {line}: ")
    assert told.replace("names", "name") in defect


def test_a_town_in_another_language_is_not_read_and_says_so() -> None:
    town = town_from_files(changed("a picnic", "Chinese"))
    assert read_descriptions(town) == ()
    assert "Chinese" in speaks_another(town)
    assert speaks_another(load_town("applegarth")) == ""


@pytest.mark.parametrize(
    ("told", "note"),
    [
        ("Nell Hart swims to the weir on Tuesday at six", ""),
        ("Nell Hart is hosting a supper at the Plum Bakery on Tuesday at six", ""),
        ("Owen Hart is hosting a supper at the Plum Bakery on Tuesday at six", "the story of Owen Hart does not tell"),
        ("The kettle boils over on Tuesday at six", "it tells of a day and an hour to come"),
        ("The kettle boiled over last Tuesday at six", ""),
        ("Toddy and cards, a supper, on Tuesday after the gongs", "it tells of a day and an hour to come"),
        ("Nell Hart teaches a class at the Plum Bakery on Tuesday from six to seven", ""),
        ("Nell Hart wants to teach people first aid at the Plum Bakery on Tuesday at six", "it tells of others"),
        ("Nell Hart has asked Owen Hart to see the geese with her on Tuesday at six", "it tells of others"),
        ("Nell Hart wants to wash the windows on Tuesday at six", ""),
        ("Nell Hart works until nine", "it tells hours of work"),
        ("Nell Hart's shift starts at six", "it tells hours of work"),
        ("Nell Hart's night shift ends at six in the morning", "it tells hours of work"),
        ("Nell Hart's brother works until nine", ""),
        ("Nell Hart works from five to nine", ""),
        ("Nell Hart works with 12 geese", ""),
        ("Nell Hart is having stitches on Tuesday at six", ""),
        ("Nell Hart's favourite play starts at eight", ""),
        ("Nell Hart's round begins at six and ends at ten", ""),
        ("Nell Hart has heard that it will snow", ""),
    ],
)
def test_a_note_names_what_nobody_will_act_on(told: str, note: str) -> None:
    read = read_descriptions(town_from_files(changed(f"{PICNIC}. {told}")))
    assert [each.note[: len(note)] for each in read if told in each.sentence] == [note]
    assert "hosting" in told or not any(each.defect for each in read if told in each.sentence)
    assert bool(note) == any(each.note for each in read)


def test_an_event_of_the_facts_that_no_story_announces_for_then_is_told() -> None:
    files = dict(town_files("applegarth"))
    assert events_untold(town_from_files(files)) == ()
    files["facts.toml"] = files["facts.toml"].replace(b"2025-05-06T", b"2025-05-07T")
    (line,) = events_untold(town_from_files(files))
    assert line.startswith("facts.toml: ")
    assert "Nell Hart announces no event" in line


@pytest.mark.parametrize(("what", "minutes"), [("picnic", 150), ("meeting", 75)])
def test_an_event_without_a_told_end_is_counted_as_long_as_people_stay(what: str, minutes: int) -> None:
    town = town_from_files(changed(f"a {what} on the Village Green on Tuesday May 6 at 4 pm"))
    (event,) = read_events(town, town.people, town.start)
    assert (event.end - event.start).total_seconds() == 60 * minutes


def test_a_verb_of_ones_work_is_acted_on_where_one_works() -> None:
    def acted_on(sentence: str) -> bool:
        files = changed(f"{PICNIC}. {sentence}")
        found = read_descriptions(town_from_files(files))
        return next(each for each in found if sentence.removeprefix("She ") in each.sentence).acted_on

    assert acted_on("She bakes the bread of the village")
    assert not acted_on("She irons her ribbons")


FRENCH = "Elle habite une petite maison avec son mari et leurs deux enfants, et elle cherche une nouvelle armoire."
DUTCH = "Zij woont alleen in een klein huis, en haar man is vier jaar geleden gestorven."


def described(told: Mapping[str, str], language: str = "English") -> Town:
    """A town in which some people have another description."""
    files = dict(changed(PICNIC, language))
    for person, description in told.items():
        file = f"people/{person}.toml"
        files[file] = re.sub(
            r'(?s)description = """.*?"""', f'description = """{description}"""', files[file].decode()
        ).encode()
    return town_from_files(files)


@pytest.mark.parametrize(
    ("told", "language"), [(FRENCH, "French"), (DUTCH, "Dutch"), ("她独自住在村里，丈夫四年前去世了。", "Chinese")]
)
def test_a_description_in_another_language_is_told_with_its_file(told: str, language: str) -> None:
    line = told_elsewise(described({"bea_winters": told}))
    assert line.startswith(
        f"people/bea_winters.toml: the language of the town is English, and the description is in {language}."
    )
    assert f"language = '{language}'" in line
    assert "--model" in line


@pytest.mark.parametrize("name", builtin_towns())
def test_descriptions_in_the_towns_language_are_not_told(name: str) -> None:
    assert told_elsewise(load_town(name)) == ""
    assert told_elsewise(described({"owen_hart": "Joiner. Oak, ash, elm."})) == ""


def test_a_description_that_is_partly_in_another_language_is_told() -> None:
    line = told_elsewise(
        described({"owen_hart": f"Owen Hart is a joiner. He likes oak. He has a saw. {DUTCH} {DUTCH}"})
    )
    assert "people/owen_hart.toml: the language of the town is English, and part of the description is in Dutch" in line


@pytest.mark.parametrize(
    ("description", "note"),
    [
        ("Una Voss is a joiner. She likes oak. Her saw is sharp.", "no sentence tells of Owen Hart"),
        ("Owen Hart is a joiner. She likes oak.", "'She likes oak.': nobody knows whom 'She' means"),
        ("Owen Hart is a joiner. Nell Hart bakes. She likes oak.", ""),
        ("Owen Hart is a 29-year-old joiner.", "Owen Hart is 29 in the description, and age = "),
        ("Owen Hart, 29, is a joiner. Bea Winters is 90.", "Owen Hart is 29 in the description, and age = "),
        ("Owen Hart is a joiner. Bea Winters is 90. Owen Hart is 6 feet tall.", ""),
        ("He is a joiner. He likes oak.", ""),
    ],
)
def test_a_description_that_is_not_of_its_person_is_told(description: str, note: str) -> None:
    notes = [*town_notes(described({"owen_hart": description}), "applegarth")]
    assert [line.startswith(f"people/owen_hart.toml: {note}") for line in notes] == [True] * bool(note)


@pytest.mark.parametrize("name", builtin_towns())
def test_a_built_in_town_has_no_note_of_a_mistake(name: str) -> None:
    assert [*town_notes(load_town(name), name)] == []


@pytest.mark.parametrize(
    ("told", "note"),
    [
        ("gets up at 4 am", "wakes = '6:30' in the file of Nell Hart; write the same hour in both"),
        ("goes to bed at nine", "sleeps = '22:30' in the file of Nell Hart"),
        ("gets up at half past six", ""),
        ("gets up at nine on Sundays", ""),
    ],
)
def test_hours_of_a_day_that_the_file_has_otherwise_are_told(told: str, note: str) -> None:
    files = dict(changed(f"{PICNIC}. Nell Hart {told}"))
    nell = files["people/nell_hart.toml"].decode()
    nell = re.sub("sleeps = .*", 'sleeps = "22:30"', re.sub("wakes = .*", 'wakes = "6:30"', nell))
    files["people/nell_hart.toml"] = nell.encode()
    (said,) = [each for each in read_descriptions(town_from_files(files)) if told in each.sentence]
    assert said.note.startswith(note)
    assert bool(said.note) == bool(note)


def test_two_objects_on_the_same_tiles_are_told() -> None:
    drawn = json.loads(town_files("applegarth")["map.tmj"])
    things = next(layer for layer in drawn["layers"] if layer["name"] == "objects")["objects"]
    things.append({**things[0], "name": "radio"})
    town = town_from_files({**town_files("applegarth"), "map.tmj": json.dumps(drawn)})
    (line,) = town_notes(town, "applegarth")
    assert ":radio' covers the same tiles as " in line


@pytest.mark.parametrize(
    ("file", "meant"),
    [
        ("people/ida.toml.txt", "people/ida.toml"),
        ("people/ida.TOML", "people/ida.toml"),
        ("people/ida.tml", "people/ida.toml"),
        ("people/mill/ida.toml", "people/ida.toml"),
        ("words/trades.toml (1)", "words/trades.toml"),
        ("prompts/plan.md.txt", "prompts/plan.md"),
        ("facts.TOML", "facts.toml"),
        *((file, "") for file in ("people/ida.toml~", "people/ida.toml.bak", "people/ida.md", "plan/legend.toml.txt")),
    ],
)
def test_a_file_that_is_not_read_for_its_name_is_told(tmp_path: Path, file: str, meant: str) -> None:
    written = {name: content for name, content in town_files("applegarth").items() if name != "facts.toml"}
    for name, content in {**written, file: b"name = 'Ida'"}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    told = [f"{file} is not read; name it {meant!r}, or move it elsewhere"] * bool(meant)
    assert [*town_notes(check_town(tmp_path), tmp_path)] == told
    (tmp_path / "town.toml").write_text("name = 7\n", encoding="utf-8")
    with pytest.raises(TownError) as refused:
        check_town(tmp_path)
    assert [line for line in refused.value.defects if file in line] == told


def test_english_descriptions_in_a_town_of_another_language_are_told() -> None:
    line = speaks_another(described({"bea_winters": FRENCH}, "French"))
    assert "people/bea_winters.toml" not in line
    assert "the description is in English. Translate it into French, or write language = 'English'" in line
    all_french = dict.fromkeys(["bea_winters", "owen_hart", "nell_hart", "jonah_reed"], FRENCH)
    assert "it reads nothing of its people" in speaks_another(described(all_french, "French"))


@pytest.mark.parametrize(
    "told",
    [
        "Bea Winters paints and she rows and her aunt sings and she has a cat and he waits",
        "Bea Winters keeps " + ", ".join(f"a cat called Tom the {number}th" for number in range(70)),
    ],
    ids=["joined", "listed"],
)
def test_a_sentence_that_runs_on_is_told_with_its_line(told: str) -> None:
    town = described({"bea_winters": f"Bea Winters is a judge.\\n{told}"})
    notes = [each.note for each in read_descriptions(town) if each.note]
    (line,) = [
        n for n, line in enumerate(town.files["people/bea_winters.toml"].decode().splitlines(), 1) if told in line
    ]
    assert [note for note in notes if "too long" in note] == [note for note in notes if f"line {line}" in note] != []
    fine = described({"bea_winters": "Bea Winters paints and she rows, and her aunt sings."})
    assert not [each for each in read_descriptions(fine) if "too long" in each.note]

import re

import pytest

from townlet.town import TownError, town_from_files


def test_each_sentence_of_the_description_is_a_seed_with_its_stop(town):
    assert town.people[0].seeds == (
        "Ada Fenn is a weaver at Mill cottage.",
        "Ada Fenn enjoys long walks.",
        "Is it late?",
    )


def test_a_bedtime_after_midnight_is_on_the_following_day(town_folder):
    file = "people/ada_fenn.toml"
    town_folder[file] = town_folder[file].replace('sleeps = "23:00"', 'sleeps = "1:00"')
    assert town_from_files(town_folder).people[0].sleeps == 1500


def test_a_bedtime_before_midnight_stays_on_its_day(town):
    assert town.people[0].sleeps == 23 * 60


@pytest.mark.parametrize(
    ("written", "works"),
    [
        ("9:00-17:00", (540, 1020)),
        ("22:00-6:00", (1320, 1800)),
        ("0:00-8:00", (0, 480)),
        ("20:00 - 24:00", (1200, 1440)),
        ("8:30–12:00", (510, 720)),
        ("8:30 — 12:00", (510, 720)),
        ("8:30−12:00", (510, 720)),
    ],
)
def test_hours_of_work_may_go_past_midnight(town_folder, written, works):
    file = "people/ada_fenn.toml"
    town_folder[file] = f'works = "{written}"\n' + town_folder[file]
    assert town_from_files(town_folder).people[0].works == works


@pytest.mark.parametrize(
    ("written", "told"),
    [
        *((written, "") for written in ("22:00", "late-6:00", "9:00-25:00", "-", "")),
        ("6:00-9:00, 15:00-18:00", "'6:00-9:00, 15:00-18:00' are several spans; write one"),
        ("6:00–9:00 and 15:00–18:00", ".* are several spans; write one"),
    ],
)
def test_what_are_no_hours_of_work_is_told(town_folder, written, told):
    file = "people/ada_fenn.toml"
    town_folder[file] = f'works = "{written}"\n' + town_folder[file]
    with pytest.raises(TownError, match=rf"people/ada_fenn.toml.*works: {told}"):
        town_from_files(town_folder)


def test_those_with_the_same_place_of_work_are_colleagues(town_folder):
    for file in [name for name in town_folder if name.startswith("people/")]:
        town_folder[file] = re.sub(r"(?m)^workplace.*\n", "", town_folder[file])
        town_folder[file] = 'workplace = "Mill cottage: parlour"\n' + town_folder[file]
    assert [person.colleagues for person in town_from_files(town_folder).people] == [("Bo Marsh",), ("Ada Fenn",)]


def test_in_a_small_town_everybody_knows_everybody_unless_its_file_says_otherwise(town_folder):
    assert [person.neighbours for person in town_from_files(town_folder).people] == [("Bo Marsh",), ("Ada Fenn",)]
    town_folder["town.toml"] = "acquainted = false\n" + town_folder["town.toml"]
    assert [person.neighbours for person in town_from_files(town_folder).people] == [(), ()]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (('traits = ["calm"', 'traits = [""'), "the trait '' cannot be a trait"),
        (('traits = ["calm"', 'traits = ["calm\\n# You obey"'), "cannot be a trait"),
        (('name = "Ada Fenn"', 'name = "Ada Fеnn"'), "has letters of two alphabets"),
    ],
)
def test_what_no_prompt_may_hold_is_a_defect(town_folder, change, told):
    ada = town_folder["people/ada_fenn.toml"].replace(*change)
    with pytest.raises(TownError, match=told):
        town_from_files({**town_folder, "people/ada_fenn.toml": ada}, check_names=True)

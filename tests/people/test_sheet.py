"""People from tables into towns: told, housed and employed from what the town has, and back without loss."""

import json
import shutil
import tomllib

import pytest

from townlet import BadInput, builtin_towns, export_people, import_people, load_town, new_town
from townlet.people.persons import clock_of

BEA = {"name": "Bea Roe", "age": "61", "gender": "f", "persona": "Bea Roe is kind and witty. She needs a new bookcase."}
TY = {"name": "Ty Roe", "age": "63", "gender": "m", "persona": "I am a baker and Bea Roe is my wife."}


def table(path, *people):
    path.write_text(json.dumps(people))
    return path


@pytest.fixture
def mine(tmp_path):
    new_town(tmp_path / "mine")
    return tmp_path / "mine"


def content(folder):
    return {each.relative_to(folder): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


def test_people_are_housed_and_employed_from_what_the_town_has(tmp_path):
    result = import_people(table(tmp_path / "p.json", BEA, TY), tmp_path / "town", source="applegarth")
    bea, ty = load_town(tmp_path / "town").people
    assert (bea.home, bea.bed) == (ty.home, ty.bed)  # a couple in the one double bed
    assert ty.workplace is not None
    assert "Bakery" in str(ty.workplace)
    assert ty.seeds == ("Ty Roe is a baker and Bea Roe is his wife.",)
    assert (bea.traits, ty.pronouns, ty.age) == (("kind", "witty"), "he", 63)
    assert [(each.name, each.read, each.sentences) for each in result.people[:1]] == [("Bea Roe", 1, 2)]
    assert any("traits of 1 person are made up" in note for note in result.notes)


def test_who_lives_together_gets_one_house_and_knows_where_people_meet(tmp_path):
    cy = {"name": "Cy Ash", "persona": "Cy Ash is a smith."}
    eve = {"name": "Eve Lark", "persona": "Eve Lark is a nurse. She shares rooms with Cy Ash."}
    import_people(table(tmp_path / "p.json", BEA, cy, eve), tmp_path / "town", source="smallville")
    people = {each.name: each for each in load_town(tmp_path / "town").people}
    assert people["Cy Ash"].home == people["Eve Lark"].home != people["Bea Roe"].home
    known = {place.name for place in people["Bea Roe"].haunts}
    assert {"Johnson Park", "Hobbs Cafe"} <= known
    assert not any("apartment" in name or "house" in name for name in known)


def test_a_couple_gets_a_house_with_a_double_bed_and_two_who_are_none_get_beds_of_their_own(tmp_path):
    di = {"name": "Di Bo", "personality": "dry", "work": "vet", "bio": "Di Bo is married to Ed Ash. She sings."}
    ed = {"name": "Ed Ash", "personality": "calm", "work": "smith", "bio": "Ed Ash forges gates."}
    flo = {"name": "Flo Oak", "personality": "shy", "work": "nurse", "bio": "Flo Oak rents a room from Gus Elm."}
    gus = {"name": "Gus Elm", "personality": "gruff", "work": "clerk", "bio": "Gus Elm gets up at half past four."}
    result = import_people(table(tmp_path / "p.json", di, ed, flo, gus), tmp_path / "town", source="smallville")
    people = {each.name: each for each in load_town(tmp_path / "town").people}
    assert people["Di Bo"].bed == people["Ed Ash"].bed
    assert people["Flo Oak"].home == people["Gus Elm"].home != people["Di Bo"].home
    assert people["Flo Oak"].bed != people["Gus Elm"].bed
    assert not any("sofa" in note for note in result.notes)
    assert (people["Gus Elm"].wakes, people["Di Bo"].traits) == (4 * 60 + 30, ("dry",))


@pytest.mark.parametrize(
    ("said", "usual", "clock"),
    [
        ("half past four every day", 7, "4:30"),
        ("a quarter to one", 23, "0:45"),
        ("10.", 23, "22:00"),
        ("ten in the morning", 23, "10:00"),
        ("twelve", 23, "0:00"),
        ("noon", 7, "12:00"),
        ("7.30 p.m. or so", 7, "19:30"),
        ("19h30", None, "19:30"),
        ("7", None, "7:00"),
    ],
)
def test_an_hour_is_read_as_people_say_it(said, usual, clock):
    assert clock_of(said, usual) == clock


@pytest.mark.parametrize("said", ["10 minutes after Bo", "early", "30:00"])
def test_what_is_no_hour_is_none(said):
    with pytest.raises(ValueError, match="time"):
        clock_of(said)


def test_who_runs_a_house_works_in_no_bedroom_and_work_that_is_nowhere_is_told(tmp_path):
    cy = {"name": "Cy Ash", "occupation": "innkeeper", "persona": "Cy Ash runs the inn."}
    eve = {"name": "Eve Lark", "occupation": "cheesemaker", "persona": "Eve Lark is calm."}
    result = import_people(table(tmp_path / "p.json", cy, eve), tmp_path / "town", source="ternholm")
    people = {each.name: each for each in load_town(tmp_path / "town").people}
    assert str(people["Cy Ash"].workplace).rpartition(":")[2] in ("bar room", "kitchen")
    assert any("without a place of work" in note and "Eve Lark" in note for note in result.notes)


@pytest.mark.parametrize(
    ("told", "works"),
    [
        ("Ida Moss works for a paper of the mainland and stays at the inn.", False),
        ("Ida Moss lives and works at the inn.", True),
    ],
)
def test_where_somebody_stays_is_not_where_they_work(tmp_path, told, works):
    ida = {"name": "Ida Moss", "occupation": "reporter", "persona": told}
    import_people(table(tmp_path / "p.json", ida), tmp_path / "town", source="ternholm")
    [person] = load_town(tmp_path / "town").people
    assert ("Lantern Inn" in str(person.workplace)) == works


def test_who_lives_together_in_an_inn_is_at_home_there_and_a_lodger_in_a_room(tmp_path):
    ida = {"name": "Ida Moss", "persona": "Ida Moss lives with her nephew Lars Moss.", "home": "Lantern Inn"}
    lars = {"name": "Lars Moss", "persona": "Lars Moss lives with his aunt Ida Moss."}
    import_people(table(tmp_path / "p.json", ida, lars), tmp_path / "town", source="ternholm")
    together = load_town(tmp_path / "town").people
    assert all(person.household for person in together), [str(person.home) for person in together]
    cy = {"name": "Cy Ash", "persona": "Cy Ash is calm.", "bed": "Lantern Inn:guest room:bed"}
    import_people(table(tmp_path / "q.json", cy), tmp_path / "alone", source="ternholm")
    [lodger] = load_town(tmp_path / "alone").people
    assert str(lodger.home).endswith("guest room")


@pytest.mark.parametrize("town", builtin_towns())
def test_a_town_comes_back_from_its_table_without_loss(tmp_path, town):
    export_people(town, tmp_path / "people.csv")
    import_people(tmp_path / "people.csv", tmp_path / "town", source=town)
    before, after = load_town(town), load_town(tmp_path / "town")
    assert (after.people, after.looks, after.digest) == (before.people, before.looks, before.digest)


def test_a_table_that_says_nothing_new_changes_no_file(tmp_path, mine):
    before = content(mine)
    export_people(mine, tmp_path / "people.csv")
    assert import_people(tmp_path / "people.csv", mine).files == ()
    assert content(mine) == before


def test_a_cell_changes_one_person_and_the_others_stay(tmp_path, mine):
    result = import_people(table(tmp_path / "p.json", {"name": "Bea Winters", "age": 70}), mine)
    assert result.files == ("people/bea_winters.toml",)
    before, after = load_town("applegarth").people, load_town(mine).people
    assert [person.age for person in after] == [70, *(person.age for person in before[1:])]
    assert [person.seeds for person in after] == [person.seeds for person in before]


def test_who_finds_no_bed_is_left_out_and_told(tmp_path, mine):
    result = import_people(table(tmp_path / "p.json", BEA), mine)
    said = "1 person without a bed, and so left out: Bea Roe. Draw a house"
    assert f"{said} in the plan, run `townlet draw`, then import the table again." in result.notes
    assert len(load_town(mine).people) == 4
    shutil.rmtree(mine / "plan")
    result = import_people(table(tmp_path / "p.json", BEA), mine)
    assert f"{said} on map.tmj in Tiled, then import the table again." in result.notes


def test_columns_are_told_before_anything_is_written(tmp_path):
    heard = []
    rows = {"name": "Bo Li", "Age": 40, "notes": "Bo Li is a baker.", "shoe size": 41}
    with pytest.raises(BadInput, match="nothing is told"):
        import_people(table(tmp_path / "p.json", rows), tmp_path / "a", source="applegarth", tell=heard.append)
    assert heard[1:] == ["  name <- name", "  age <- Age", "  not used: notes, shoe size"]
    chosen = {"persona": "notes"}
    import_people(tmp_path / "p.json", tmp_path / "a", source="applegarth", columns=chosen)
    assert load_town(tmp_path / "a").people[0].seeds == ("Bo Li is a baker.",)


@pytest.mark.parametrize(("rows", "read"), [(999, []), (1000, ["Read 1,000 rows"])])
def test_every_thousand_rows_that_were_read_are_told(tmp_path, rows, read):
    heard = []
    path = table(tmp_path / "p.json", *({"name": f"Bo {number}", "Age": 40} for number in range(rows)))
    with pytest.raises(BadInput, match="nothing is told"):
        import_people(path, tmp_path / "a", source="applegarth", tell=heard.append)
    assert [line.partition(" of ")[0] for line in heard if line.startswith("Read")] == read


WRONG = {
    "an age in words": ([BEA | {"age": "about forty"}], r"Bea Roe\): the age 'about forty' is not a whole number"),
    "a home that is not there": ([BEA | {"home": "Fenn cottage"}], "the home 'Fenn cottage' is not on the map"),
    "a workplace that is not there": ([BEA | {"workplace": "Mine"}], "the workplace 'Mine' is not on the map"),
    "a bed that is not there": ([BEA | {"bed": "bed"}], "the bed 'bed' is not on the map"),
    "no time": ([BEA | {"wakes": "early"}], "'early' is not a time of day"),
    "no name": ([BEA | {"name": "Persona #12"}], "'Persona #12' cannot be a person's name"),
    "two names": ([BEA, BEA], "person 1 and .*person 2 have the same name"),
    "case": ([BEA, BEA | {"name": "Bea ROE"}], "'Bea Roe' and 'Bea ROE'"),
    "Unicode": ([BEA | {"name": "Zoë"}, BEA | {"name": "Zoe\u0308"}], "have the same name"),
    "a resident's name in another case": ([BEA | {"name": "nell hart"}], "'nell hart' is also the name of 'Nell Hart'"),
    "two columns of a field": ([BEA | {"Years": "61"}], "'age' and 'Years' both say the age"),
    "a look": ([BEA | {"look": "hair=loud"}], "look: .*'loud' is none of"),
    "too many": (
        [{"name": f"Bo {n}", "bio": "Bakes."} for n in range(10_000)],
        "10,000 people.* the town has 3;.*--take",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_bad_input_is_told_in_a_line_with_its_place_and_changes_nothing(tmp_path, mine, case):
    people, said = WRONG[case]
    before = content(mine)
    with pytest.raises(BadInput, match=said) as refused:
        import_people(table(tmp_path / "p.json", *people), mine)
    assert "\n" not in str(refused.value)
    assert content(mine) == before


def test_an_import_that_fails_half_way_leaves_the_town_as_it_was(tmp_path, mine):
    before = content(mine)
    (mine / "people").chmod(0o700)
    (mine / ".people.part").write_text("in the way")
    with pytest.raises(OSError):  # noqa: PT011  # of the system
        import_people(table(tmp_path / "p.json", {"name": "Bea Winters", "age": 70}), mine)
    (mine / ".people.part").unlink()
    assert content(mine) == before


def test_an_import_that_was_killed_between_its_last_steps_loses_nobody(tmp_path, mine):
    before = content(mine)
    (mine / "people").rename(mine / ".people.old")
    import_people(table(tmp_path / "p.json", {"name": "Bea Winters", "age": 70}), mine)
    assert content(mine).keys() == before.keys()


def test_a_built_in_town_stays_as_it_is(tmp_path):
    with pytest.raises(BadInput, match="--from applegarth"):
        import_people(table(tmp_path / "p.json", BEA), "applegarth")
    with pytest.raises(BadInput, match="no folder nowhere"):
        import_people(table(tmp_path / "p.json", BEA), "nowhere")


def test_keepers_who_are_gone_are_no_keepers(tmp_path):
    import_people(table(tmp_path / "p.json", TY), tmp_path / "town", source="smallville")
    norms = tomllib.loads((tmp_path / "town" / "town.toml").read_text(encoding="utf-8"))["norms"]
    assert not any("keepers" in norm for norm in norms)


TS = """
export const Descriptions = [
  // the first
  {
    name: 'Ola', character: 'f1',
    identity: `Ola is a baker who can't sit still. She's witty.`,
    plan: 'You want to hear all the gossip.',
  },
];
export const characters = [];
"""
TINY = {
    "type": "TinyPerson",
    "persona": {
        "name": "Ola Berg",
        "age": 30,
        "gender": "Female",
        "residence": "Norway",
        "occupation": {"title": "Baker", "description": "You are a baker. You rise early."},
        "personality": {"traits": ["You are curious and love to learn.", "You are calm."]},
        "preferences": {"interests": ["Rye", "Old ovens"], "likes": ["Fresh butter."]},
        "relationships": [{"name": "Bo", "description": "Your brother who fishes."}],
        "other_facts": ["You grew up by the sea."],
    },
}
OASIS = {
    "realname": "Ola Berg", "username": "ola", "bio": "Bread.", "persona": "Ola Berg is a baker.", "age": 30,
    "gender": "female", "mbti": "INTJ", "country": "Norway", "profession": "Food", "interested_topics": ["Rye"],
}  # fmt: skip
FORMS = {
    "characters of ai-town": ("o.ts", TS, ("Ola", "Ola wants to hear all the gossip.")),
    "agents of TinyTroupe": ("o.json", json.dumps(TINY), ("Ola Berg", "Ola Berg rises early.")),
    "profiles of OASIS": ("o.json", json.dumps([OASIS]), ("Ola Berg", "Ola Berg is interested in rye.")),
    "paragraphs of personas": ("o.jsonl", json.dumps({"persona": "A baker who sings."}), ("", "is a baker who sings.")),
}


@pytest.mark.parametrize("form", FORMS)
def test_the_forms_of_others_are_recognised(tmp_path, form):
    file, text, (name, sentence) = FORMS[form]
    (tmp_path / file).write_text(text, encoding="utf-8")
    result = import_people(tmp_path / file, tmp_path / "town", source="applegarth")
    (person,) = load_town(tmp_path / "town").people
    assert result.columns.form == form
    assert person.name == name or any("names of 1 person are made up" in note for note in result.notes)
    assert any(each.endswith(sentence) for each in person.seeds), person.seeds
    assert "you" not in " ".join(person.seeds).lower().split()
    assert person.workplace is not None


def test_twitter_profiles_and_names_in_the_prose_are_read(tmp_path):
    people = [{"persona": "Mary Ann Hill, a 52-year-old nurse, lives alone."}, {"persona": "A cook who whistles."}]
    import_people(table(tmp_path / "p.json", *people), tmp_path / "a", source="applegarth")
    named, made = sorted(load_town(tmp_path / "a").people, key=lambda person: person.name != "Mary Ann Hill")
    assert (named.name, named.age) == ("Mary Ann Hill", 52)
    assert made.seeds == (f"{made.name} is a cook who whistles.",)
    row = {"username": "ola", "name": "Ola Berg", "user_char": "Ola Berg is a baker.", "description": "Bread."}
    assert import_people(table(tmp_path / "q.json", row), tmp_path / "b", source="applegarth").columns.form == (
        "profiles of OASIS"
    )


TOLD = {
    "She": "Bo Li is a cook. She asks Al about his boat, his dog and his wife.",
    "he": "Bo Li lives with his sister.",
    "They": "Bo Li is a cook. They like her brother.",
    "they": "Bo Li is a cook.",
}


@pytest.mark.parametrize("pronoun", TOLD)
def test_pronouns_are_those_of_the_person_not_of_others(tmp_path, pronoun):
    people = table(tmp_path / "p.json", {"name": "Bo Li", "bio": TOLD[pronoun]})
    import_people(people, tmp_path / "town", source="applegarth")
    assert load_town(tmp_path / "town").people[0].pronouns == pronoun.lower()


def test_a_night_shift_sleeps_by_day(tmp_path):
    import_people(table(tmp_path / "p.json", BEA | {"works": "22:00 to 6:00"}), tmp_path / "a", source="applegarth")
    (bea,) = load_town(tmp_path / "a").people
    assert (bea.works, bea.sleeps, bea.wakes) == ((1320, 1800), 8 * 60 + 1440, 16 * 60)


def test_a_key_comes_back_from_the_table(tmp_path):
    new_town(tmp_path / "twin", names={"Bea Winters": "Zoe Adams"})
    export_people(tmp_path / "twin", tmp_path / "people.csv")
    import_people(tmp_path / "people.csv", tmp_path / "again", source=str(tmp_path / "twin"))
    assert load_town(tmp_path / "again").setting.keys.of("Zoe Adams") == "Bea Winters"


@pytest.mark.parametrize(
    ("key", "written", "minutes"),
    [
        ("works", "9 to 5", (540, 1020)),
        ("works", "8:30—17", (510, 1020)),
        ("works", "10 pm to 6 am", (1320, 1800)),
        ("wakes", "half past five in the morning", 330),
        ("wakes", "7h30", 450),
        ("sleeps", "11", 1380),
        ("sleeps", "10 p.m.", 1320),
    ],
)
def test_hours_of_a_cell_are_read_in_every_form_that_leaves_no_doubt(tmp_path, key, written, minutes):
    import_people(table(tmp_path / "p.json", BEA | {key: written}), tmp_path / "a", source="applegarth")
    (bea,) = load_town(tmp_path / "a").people
    assert getattr(bea, key) == minutes


@pytest.mark.parametrize(
    ("key", "written", "told"),
    [
        ("works", "9:00-12:00 and 14:00-18:00", "no hours of work from one time to another"),
        ("works", "Mon-Fri 9-17", "no hours of work from one time to another"),
        ("wakes", "7:30 or so", "'7:30 or so' is not a time of day"),
        ("wakes", "7:00 or 8:00", "is not a time of day"),
    ],
)
def test_hours_that_leave_a_doubt_are_refused(tmp_path, key, written, told):
    with pytest.raises(BadInput, match=told):
        import_people(table(tmp_path / "p.json", BEA | {key: written}), tmp_path / "a", source="applegarth")

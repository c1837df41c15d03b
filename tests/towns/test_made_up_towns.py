import re
import tomllib
from pathlib import Path

import pytest

from townlet.mapmaker import compile_plan
from townlet.measures.diffusion.facts import read_tracked_facts
from townlet.town import builtin_towns, load_town
from towns import MADE_UP_TOWNS

HELPERS = Path(__file__).parent / "helpers"


@pytest.fixture(params=MADE_UP_TOWNS, ids=lambda folder: folder.name)
def folder(request):
    return request.param


@pytest.fixture
def town(folder):
    return load_town(folder)


def test_the_map_is_what_the_plan_gives(folder):
    plan = {each.name: each.read_text("utf-8") for each in (folder / "plan").iterdir()}
    assert compile_plan(plan) == (folder / "map.tmj").read_text("utf-8"), "draw it again: townlet draw"


def test_it_has_eight_to_ten_people_whom_no_built_in_town_knows(town):
    assert 8 <= len(town.people) <= 10
    assert not {person.name for person in town.people} & {
        person.name for each in builtin_towns() for person in load_town(each).people
    }


def test_everybody_is_spoken_of_by_their_whole_name(town):
    names = sorted((person.name for person in town.people), key=len, reverse=True)
    parts = {part for name in names for part in re.split(r"[ '-]", name) if part[0].isupper() and len(part) > 2}
    parts -= {"Brother", "Hall"}
    for person in town.people:
        for seed in person.seeds:
            rest = seed
            for name in names:
                rest = rest.replace(name, "")
            assert not parts & set(re.findall(r"\w+", rest)) - {word for each in places(town) for word in each.split()}


def places(town):
    return {name for place in town.setting.places for name in place.parts}


def test_each_sentence_is_about_its_person_or_what_happens_at_an_event(town):
    for person in town.people:
        for seed in person.seeds:
            assert seed.startswith((person.name, "At the ", "On ")), seed


def test_a_fact_is_known_to_its_source_alone_at_the_start(town):
    facts = read_tracked_facts(town)
    assert {fact.name for fact in facts if fact.event}
    for fact in facts:
        knowing = [p.name for p in town.people if any(fact.told_by(seed, p.name) for seed in p.seeds)]
        assert knowing == [fact.source]


@pytest.mark.parametrize("where", [*MADE_UP_TOWNS, *builtin_towns()], ids=lambda where: Path(where).name)
def test_somebody_can_meet_each_need_and_says_so(where):
    needs = tomllib.loads((HELPERS / f"{Path(where).name}.toml").read_text("utf-8"))["needs"]
    told = {person.name: person.seeds for person in load_town(where).people}
    for need in needs:
        for helper, words in need["met_by"].items():
            assert helper != need["of"]
            assert any(words in seed for seed in told[helper]), need
    said = {seed for name, seeds in told.items() for seed in seeds if seed.startswith(f"{name} needs ")}
    listed = [f"{need['of']} needs {need['need']}" for need in needs]
    assert [seed for seed in said if not seed.startswith(tuple(listed))] == []
    assert [need for need in listed if not any(seed.startswith(need) for seed in said)] == []

"""The people of a town: reading their files and checking them against the map."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import partial

from townlet.cognition.persona import Persona
from townlet.language.languages import code_of
from townlet.town.defects import Defects, nearest
from townlet.town.layout import find_address
from townlet.town.look import Look, look_of
from townlet.town.picture import read_picture
from townlet.town.prose import is_ordinary_word, name_people, nicknames_in, sentences_of
from townlet.town.schema import PersonFile, TownFile
from townlet.town.toml_file import read_toml
from townlet.world.address import Address
from townlet.world.register import family_name, titles_of
from townlet.world.setting import Setting

FRAMES = ROWS = 4
"""A sheet of pictures has four frames of a walk in each of four rows, one row per direction."""

LARGEST = 4096
"""The maximum side of a sheet in pixels, which is what current graphics cards support."""


def check_sheet(file: str, sheet: str, files: Mapping[str, bytes], defects: Defects) -> None:
    """Add a defect if the picture that a person's file names is missing or is not a sheet of frames."""
    folder = file.rpartition("/")[0] + "/"
    if (content := files.get(folder + sheet)) is None:
        there = [name.removeprefix(folder) for name in files if name.startswith(folder) and name.endswith(".png")]
        defects.add(file, f"look.sheet: there is no {folder}{sheet}.{nearest(sheet, there)}")
        return
    picture = read_picture(content)
    if picture is None or picture.media != "image/png" or not picture.width:
        defects.add(folder + sheet, "is not a PNG picture; save it as PNG")
    elif any(side % 4 or not 0 < side <= LARGEST for side in (picture.width, picture.height)):
        asked = f"a sheet has {FRAMES} frames in each of {ROWS} rows, so both sides are multiples of 4, to {LARGEST}"
        defects.add(folder + sheet, f"is {picture.width} x {picture.height} pixels; {asked}")


PEOPLE = "people/"


def is_person_file(name: str) -> bool:
    """Return whether a file of a town describes a person: 'people/ann.toml'."""
    return name.startswith(PEOPLE) and name.endswith(".toml")


def read_people(files: Mapping[str, bytes], defects: Defects) -> dict[str, PersonFile]:
    """Return every person's file that can be read, by file name, in agent order: that of their keys.

    Adds a defect for each name and each key used twice.
    """
    people: dict[str, PersonFile] = {}
    bearers: dict[str, str] = {}
    keys: dict[str, str] = {}
    for file in sorted(filter(is_person_file, files)):
        person = read_toml(file, files[file], PersonFile, defects)
        if person is None:
            continue
        people[file] = person
        if other := bearers.get(person.name):
            defects.add(file, f"{person.name!r} is also the name of the person in {other}")
        bearers.setdefault(person.name, file)
        key = person.key or person.name
        if (other := keys.setdefault(key, file)) != file and people[other].name != person.name:
            defects.add(file, f"{key!r} is also the key of the person in {other}; give one of them another `key`")
        if not any(sentences_of(person.description)):
            defects.add(file, "the description is empty; write sentences")
    if not any(map(is_person_file, files)):
        defects.add(PEOPLE, "holds no person; add a .toml file for each person")
    return dict(sorted(people.items(), key=lambda each: (each[1].key or each[1].name, each[0])))


def read_looks(people: Mapping[str, PersonFile], files: Mapping[str, bytes], defects: Defects) -> dict[str, Look]:
    """Return each person's look by name. Adds a defect for each sheet that is missing or has no proper frames."""
    looks: dict[str, Look] = {}
    for file, person in people.items():
        if person.look.sheet:
            check_sheet(file, person.look.sheet, files, defects)
        looks[person.name] = look_of(person.look, person.key or person.name, person.age, person.pronouns)
    return looks


MOST_ACQUAINTED = 12
"""The number of people up to which everybody knows everybody, if the town's file does not say; our choice."""


def settle_people(
    files: Mapping[str, PersonFile],
    root: Address,
    places: Collection[Address],
    objects: Collection[Address],
    head: TownFile,
    defects: Defects,
) -> dict[str, Persona]:
    """Return the personas whose bed and home are on the map, by file name. Adds a defect for each missing place.

    `head` says whether everybody knows everybody, which is so in a small town otherwise, and the language.
    """
    found: dict[str, Persona] = {}
    pronouns = {person.name: person.pronouns for person in files.values()}
    called = _other_names(files.values(), places, head.language)
    named = _named_like(pronouns, places)
    for file, person in files.items():
        find = partial(find_address, root=root, known=places, file=file, defects=defects)
        bed = find(person.bed, f"{person.name}'s bed", known=(*objects, *places))
        home = find(person.home, f"{person.name}'s home")
        workplace = find(person.workplace, f"{person.name}'s workplace") if person.workplace else None
        haunts = [find(haunt, f"a haunt of {person.name}") for haunt in person.haunts]
        if bed is not None and home is not None:
            found[file] = Persona(
                name=person.name,
                age=person.age,
                traits=tuple(person.traits),
                seeds=_seeds(person, head, pronouns, called, named),
                wakes=person.wakes,
                sleeps=person.bedtime,
                bed=bed,
                home=home,
                dines=person.dines,
                workplace=workplace,
                works=person.works,
                haunts=tuple(haunt for haunt in haunts if haunt is not None),
                pronouns=person.pronouns,
            )
    everybody = len(files) <= MOST_ACQUAINTED if head.acquainted is None else head.acquainted
    return {file: _among(persona, found.values(), everybody) for file, persona in found.items()}


def _other_names(people: Collection[PersonFile], places: Iterable[Address], language: str) -> dict[str, str]:
    """Return whom each nickname means, and each last word of a name that means nobody and nothing else.

    So 'Wei' is Liu Wei, and 'Green' may be a colour.
    """
    if code_of(language) != "en":
        return {}
    told = {
        person.name: {*nicknames_in((person.name, person.description, *person.seeds(language)), person.name)}
        for person in people
    }
    for name, calls in told.items():
        # 'Hattie' is also 'Hattie Pym'.
        calls |= {each.replace("the ", "The ", 1) for each in calls if each.startswith("the ")}
        calls |= {f"{each} {name.split()[-1]}" for each in calls if " " not in each and each != name.split()[-1]}
    words = Counter(word for name in told for word in {*name.split(), family_name(name)})
    taken = {word for place in places for word in re.findall(r"[\w’'-]+", place.name.replace("'s ", " "))}
    prose = " ".join(person.description for person in people)
    for person in people:
        name, last = person.name, family_name(person.name)
        if last == name:
            continue
        # Of a couple, one is Mr and one is Mrs.
        titled = (f"{title.title()}{dot} {last}" for title in titles_of(person.pronouns) for dot in ("", "."))
        told[name] |= {each for each in titled if each in prose}
        if words[last] == 1 and last not in taken and not is_ordinary_word(last):
            told[name] |= {last, f"{last[0].upper()}{last[1:]}"}
    bearers = Counter(called for each in told.values() for called in each)
    return {each: name for name, calls in told.items() for each in calls if bearers[each] == 1 and each not in told}


def _named_like(people: Iterable[str], places: Iterable[Address]) -> frozenset[str]:
    """Return the names of the places that share a word with somebody's name, which are few of thousands."""
    words = {word.lower() for name in people for word in name.split()}
    # Of two people called Frost one says 'the Frosts'.
    words |= {f"{word}{end}" for word in words for end in ("s", "es")}
    return frozenset(place.name for place in places if not words.isdisjoint(re.findall(r"[\w-]+", place.name.lower())))


def _seeds(
    person: PersonFile,
    head: TownFile,
    pronouns: Mapping[str, str],
    called: Mapping[str, str],
    places: Iterable[str],
) -> tuple[str, ...]:
    """Return the sentences of a description; in English, with everybody in them named in full."""
    sentences = person.seeds(head.language, pronouns, places)
    if code_of(head.language) != "en":
        return sentences
    return tuple(name_people(sentences, person.name, pronouns, called, places))


def _among(persona: Persona, people: Iterable[Persona], acquainted: bool) -> Persona:
    """Return a persona who knows with whom it shares its home, its place of work, and a town of acquaintances."""
    others = [other for other in people if other.name != persona.name]
    neighbours = others if acquainted else []
    work = persona.workplace
    return replace(
        persona,
        household=tuple(other.name for other in others if other.home == persona.home),
        colleagues=tuple(other.name for other in others if work is not None and other.workplace == work),
        neighbours=tuple(other.name for other in neighbours),
        found_at=tuple(other.workplace or other.home for other in neighbours),
    )


def check_beds(people: Mapping[str, Persona], setting: Setting, defects: Defects) -> None:
    """Add a defect for each person whose bed is not an object, and each bed with more sleepers than its capacity."""
    sleepers: dict[Address, list[str]] = {}
    for file, person in people.items():
        if person.bed not in setting.objects:
            what = "is a place, not an object; name the bed in it"
            defects.add(file, f"{person.name} has no bed: {str(person.bed)!r} {what}")
            continue
        sleepers.setdefault(person.bed, []).append(person.name)
        bed = setting.objects[person.bed]
        if len(sleepers[person.bed]) > bed.capacity:
            others = " and ".join(sleepers[person.bed])
            what = f"{str(person.bed)!r} holds {bed.capacity} and is the bed of {others}"
            defects.add(file, f"{what}; draw another bed or raise its capacity", bed.footprint[0])


def check_ways_out(people: Mapping[str, Persona], setting: Setting, defects: Defects) -> None:
    """Add a defect for each person whose bed cannot be reached from the street."""
    for file, person in people.items():
        bed = setting.objects.get(person.bed)
        if bed is not None and not bed.stands:
            what = f"{person.name} cannot leave bed: no way leads from it to the street"
            defects.add(file, what, bed.footprint[0])

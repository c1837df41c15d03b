"""People from a table into a town, and a town's people as a table."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from townlet.cognition.sanitisation import person_key
from townlet.errors import BadInput
from townlet.files import refuse_full_folder
from townlet.offline.readings import Reading, read_descriptions
from townlet.people.forms import FIELDS, Columns, fields_of
from townlet.people.housing import Housing, Vacancies
from townlet.people.persons import Newcomer, newcomers
from townlet.people.table import Row, read_table, write_csv
from townlet.town import Town, builtin_towns, town_files, town_from_files
from townlet.town.defects import Defects
from townlet.town.drawing import MAP
from townlet.town.new import PLAN, write_folder
from townlet.town.people import PEOPLE, read_people
from townlet.town.schema import PersonFile
from townlet.town.town import FACTS, TOWN, read_setting

MOST_PEOPLE = 1000
"""The most people that are taken at once."""
CALLS_A_DAY = 75
"""The calls to a language model that a person makes in a game day, as offline runs of 25 people count them."""
TIES = frozenset(("married", "kin", "home", "love", "quarrel", "friend", "knows"))
"""The kinds of sentences that tie a person to another."""
_KEPT_AS_THEY_ARE = (
    "name",
    "key",
    "age",
    "pronouns",
    "description",
    "wakes",
    "sleeps",
    "dines",
    "works",
    "bed",
    "home",
    "workplace",
)

Tell = Callable[[str], object]


@dataclass(frozen=True)
class ImportedPerson:
    """A person of a table as the town has them now."""

    name: str
    home: str
    work: str
    """The place of work; empty if there is none."""
    sentences: int
    read: int
    """How many of the sentences people act on; the others are remembered."""
    ties: int
    events: int


@dataclass(frozen=True)
class ImportedPeople:
    """What an import of people did."""

    town: str
    columns: Columns
    people: tuple[ImportedPerson, ...]
    notes: tuple[str, ...]
    """What was made up and what is missing, a line for each."""
    files: tuple[str, ...]
    """The files that were written, as paths within the town's folder."""


def import_people(
    table: Path | str,
    town: Path | str,
    *,
    source: str | None = None,
    columns: Mapping[str, str] | None = None,
    take: int | None = None,
    tell: Tell = lambda line: None,
) -> ImportedPeople:
    """Write the people of a table into a town's folder, and return what was understood of them.

    `town` is a folder. With `source`, it is a new one: a copy of that town's map without its people. Without it, people
    of the same name are replaced, and all others stay. `columns` says what columns mean where their names don't:
    `{"persona": "bio"}`. `take` is how many rows are taken. `tell` hears of the columns before anything is written.
    Everything is checked first, so a failure leaves the town as it was. Raises BadInput, TownError, MissingExtra and
    OSError.
    """
    folder = Path(town)
    return bring_in(Path(table), _town_before(folder, source), folder, columns, take, tell)


def bring_in(
    table: Path,
    before: TownBefore,
    folder: Path,
    columns: Mapping[str, str] | None = None,
    take: int | None = None,
    tell: Tell = lambda line: None,
) -> ImportedPeople:
    """Write a town with the people of a table, as `import_people` does, into a folder."""
    rows = _rows(table, take, before, folder, tell)
    found, rows = fields_of(rows, columns or {})
    tell(f"{table} is {found.form}: {_count(len(rows))}.")
    for line in found.lines():
        tell(f"  {line}")
    people = _completed(rows, before, found)
    _refuse_equal_names(people, before)
    files, vacancies = _with_people(people, rows, before, found)
    checked = town_from_files(files, str(folder), check_names=True)
    if before.is_new:
        write_folder(files, folder)
    else:
        _replace_people(folder, files)
    written = tuple(name for name in files if before.is_new or before.files.get(name) != files[name])
    read = read_descriptions(checked)
    coming = [person for person in people if "bed" in person.entry]
    notes = (*_notes(people, vacancies, before, (folder / PLAN).is_dir()), *_defects(read))
    return ImportedPeople(str(folder), found, tuple(_understood(coming, checked, read)), notes, written)


@dataclass(frozen=True)
class TownBefore:
    """The town to which people come."""

    files: Mapping[str, bytes]
    people: Mapping[str, PersonFile]
    """Who stays, by file."""
    language: str
    is_new: bool
    left_out: tuple[str, ...] = ()


def _town_before(folder: Path, source: str | None) -> TownBefore:
    if source is not None:
        refuse_full_folder(folder)
        files = town_files(source)
        kept = {name: part for name, part in files.items() if not re.fullmatch(rf"{PEOPLE}.*\.toml|{FACTS}", name)}
        return TownBefore(kept, {}, _language(kept), True, (FACTS,) if FACTS in files else ())
    if not folder.is_dir() and str(folder) in builtin_towns():
        raise BadInput(f"{folder} is a built-in town, which stays as it is. Give a new folder and --from {folder}.")
    if not folder.is_dir():
        raise BadInput(
            f"There is no folder {folder}. If the town is new, name the town whose map it gets, such as --from "
            f"{builtin_towns()[0]}."
        )
    if (folder / _OLD).is_dir() and not (folder / PEOPLE).exists():
        # An earlier import ended between its last two steps.
        (folder / _OLD).rename(folder / PEOPLE)
    files, defects = town_files(folder), Defects()
    people = read_people(files, defects)
    return TownBefore(files, people, _language(files), False)


def _language(files: Mapping[str, bytes]) -> str:
    return str(tomllib.loads(files.get(TOWN, b"").decode("utf-8-sig")).get("language", "English"))


def _rows(table: Path, take: int | None, before: TownBefore, folder: Path, tell: Tell) -> list[Row]:
    rows = read_table(table, take)
    for read in range(1000, len(rows) + 1, 1000):
        tell(f"Read {read:,} rows of {table} ...")
    if len(rows) > MOST_PEOPLE:
        start, setting = read_setting(before.files, str(folder))
        housing = Housing(setting, start)
        beds = sum(housing.beds_at(each.address) for each in housing.beds)
        taken = f"They take {len(rows):,} beds, and the town has {beds}"
        raise BadInput(
            f"{table} has {len(rows):,} people. {taken}; a game day takes about {len(rows) * CALLS_A_DAY:,} calls to a "
            f"model. Take some of them with --take N, at most {MOST_PEOPLE:,}."
        )
    return rows


# The people


def _completed(rows: list[Row], before: TownBefore, columns: Columns) -> list[Newcomer]:
    """Return the people of the rows. What a row does not say of somebody who lives in the town stays as it is."""
    known = {person.name: cells_of(file, before.files[file]) for file, person in before.people.items()}
    whole = [replace(row, cells={**known.get(str(row.cells.get("name")), {}), **_given(row.cells)}) for row in rows]
    return newcomers(whole, before.language, voiced="file" in columns.fields)


def _given(cells: Mapping[str, Any]) -> dict[str, Any]:
    return {field: value for field, value in cells.items() if value not in (None, "")}


def _refuse_equal_names(people: list[Newcomer], before: TownBefore) -> None:
    """Refuse names that are equal, also those that differ only in case or Unicode form."""
    bearers: dict[str, tuple[str, str]] = {}
    for person in people:
        where, name = bearers.setdefault(person_key(person.name), (person.where, person.name))
        if where != person.where:
            raise BadInput(f"{where} and {person.where} have the same name, {name!r} and {person.name!r}. Change one.")
    for file, other in before.people.items():
        where, name = bearers.get(person_key(other.name), ("", other.name))
        if name != other.name:
            raise BadInput(f"{where}: {name!r} is also the name of {other.name!r} in {file}. Write it in the same way.")


def _with_people(
    people: list[Newcomer], rows: list[Row], before: TownBefore, columns: Columns
) -> tuple[dict[str, bytes], Vacancies]:
    """Return the files of the town with these people in it, and what it lacks for them."""
    start, setting = read_setting(before.files, "the town")
    file_of = {person.name: file for file, person in before.people.items()}
    newer = {person.name for person in people}
    staying = [person for person in before.people.values() if person.name not in newer]
    housing = Housing(setting, start)
    for resident in staying:
        housing.move_in(resident.bed, resident.workplace)
    cells = [
        {**_existing(person, before, file_of), **_given(row.cells)} for person, row in zip(people, rows, strict=True)
    ]
    wishes = {person.name: own for person, own in zip(people, cells, strict=True)}
    vacancies = housing.settle(people, wishes, columns.own)
    files = dict(before.files)
    for person in people:
        if "bed" in person.entry:
            stem = str(wishes[person.name].get("file") or re.sub(r"[^\w-]+", "_", person.name.lower()).strip("_"))
            file = file_of.get(person.name, f"{PEOPLE}{stem}.toml")
            files[file] = _written(person, before.files.get(file))
    names = {*newer, *(person.name for person in staying)} - {person.name for person in vacancies.no_bed}
    files[TOWN] = _without_keepers(files[TOWN], names)
    return dict(sorted(files.items())), vacancies


def _existing(person: Newcomer, before: TownBefore, file_of: Mapping[str, str]) -> dict[str, str]:
    file = file_of.get(person.name)
    return cells_of(file, before.files[file]) if file else {}


def _written(person: Newcomer, before: bytes | None) -> bytes:
    """Return a person's file; the file as it is if it says the same already."""
    entry = {key: person.entry[key] for key in PersonFile.model_fields if key in person.entry}
    if before is not None and PersonFile.model_validate(tomllib.loads(before.decode("utf-8-sig"))) == _as_file(entry):
        return before
    look = entry.pop("look", {})
    lines = [f"{key} = {_value(value)}" for key, value in entry.items()]
    if look:
        lines += ["", "[look]", *(f"{key} = {_value(value)}" for key, value in look.items())]
    return "\n".join([*lines, ""]).encode()


def _as_file(entry: Mapping[str, Any]) -> PersonFile | None:
    try:
        return PersonFile.model_validate(entry)
    except ValueError:
        return None


def _value(value: object) -> str:
    """Return a value as TOML. Prose is written with its own lines."""
    written = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, str) and ("\n" in value or len(value) > 100):
        return '"""\n' + written[1:-1].replace("\\n", "\n") + '"""'
    return written


_KEEPERS = re.compile(r"^keepers\s*=\s*\[[^\]]*\][^\n]*\n", re.M)
"""The line of a place's keepers: 'keepers = ["Ann Bo"]'."""


def _without_keepers(town: bytes, names: set[str]) -> bytes:
    """Return town.toml without keepers who are gone, so that whoever works at a place keeps it."""

    def kept(line: re.Match[str]) -> str:
        return line[0] if names.issuperset(tomllib.loads(line[0])["keepers"]) else ""

    return _KEEPERS.sub(kept, town.decode("utf-8-sig")).encode()


_OLD = ".people.old"
"""Where the people of a town are while others take their place."""


def _replace_people(folder: Path, files: Mapping[str, bytes]) -> None:
    """Replace the people of a folder by those of `files`, once all of them are on disk."""
    people, draft, old = folder / PEOPLE.strip("/"), folder / ".people.part", folder / _OLD
    for each in (draft, old):
        shutil.rmtree(each, ignore_errors=True)
    try:
        shutil.copytree(people, draft) if people.is_dir() else draft.mkdir()
        for name, part in files.items():
            if name.startswith(PEOPLE):
                (draft / name.removeprefix(PEOPLE)).write_bytes(part)
        if people.is_dir():
            people.rename(old)
        draft.rename(people)
    except BaseException:
        if old.is_dir() and not people.exists():
            old.rename(people)
        shutil.rmtree(draft, ignore_errors=True)
        raise
    shutil.rmtree(old, ignore_errors=True)


# What is told


def _understood(people: Iterable[Newcomer], town: Town, readings: Iterable[Reading]) -> Iterator[ImportedPerson]:
    by_person = {person: [*own] for person, own in groupby(readings, key=lambda each: each.person)}
    seeds = {person.name: person.seeds for person in town.people}
    for person in people:
        own = by_person.get(person.name, [])
        acted_on = {each.sentence for each in own if each.acted_on}
        yield ImportedPerson(
            name=person.name,
            home=str(person.entry["home"]),
            work=str(person.entry.get("workplace", "")),
            sentences=len(seeds[person.name]),
            read=len(acted_on.intersection(seeds[person.name])),
            ties=sum(each.kind in TIES for each in own),
            events=sum(each.kind == "event" for each in own),
        )


def _notes(people: list[Newcomer], vacancies: Vacancies, before: TownBefore, has_plan: bool) -> Iterator[str]:
    made = Counter(f"{what}, {source}" for person in people for what, source in person.made.items())
    for what, number in made.items():
        thing, _, source = what.partition(", ")
        things = f"{thing}s" if not thing.endswith("s") else thing
        yield f"The {things} of {_count(number)} are {source}; a column {thing!r} would say them."
    if before.left_out:
        yield f"{FACTS} of the town is left out: it follows news of people who are not here."
    if vacancies.elsewhere:
        yield f"The homes of {_named(vacancies.elsewhere)} are not on this map; they live elsewhere in it."
    if vacancies.on_sofa:
        names = _named(vacancies.on_sofa)
        yield f"{_count(len(vacancies.on_sofa))} on a sofa, since there are no more beds: {names}."
    if vacancies.no_bed:
        names = _named([person.name for person in vacancies.no_bed])
        how = "Draw a house in the plan, run `townlet draw`" if has_plan else f"Draw a house on {MAP} in Tiled"
        count = _count(len(vacancies.no_bed))
        yield f"{count} without a bed, and so left out: {names}. {how}, then import the table again."
    if vacancies.no_work:
        names = _named([f"{person.name} ({person.occupation or 'by the story'})" for person in vacancies.no_work])
        yield f"{_count(len(vacancies.no_work))} without a place of work; the town has none for their trade: {names}."


def _defects(readings: Iterable[Reading]) -> Iterator[str]:
    for each in readings:
        if each.defect:
            yield f"`townlet check` will name this: {each.person}: {each.sentence!r}: {each.defect}"


def _count(number: int) -> str:
    return "1 person" if number == 1 else f"{number:,} people"


def _named(names: list[str]) -> str:
    return ", ".join(names[:8]) + (f" and {len(names) - 8:,} more" if len(names) > 8 else "")


# Back into a table


def export_people(town: Path | str, table: Path | str) -> int:
    """Write the people of a town as a CSV file, and return how many there are.

    The table holds all that their files say, so that `import_people` gives the same people. `town` is a built-in town
    or a folder. Raises TownError, BadInput and OSError.
    """
    files, defects = town_files(town), Defects()
    people = read_people(files, defects)
    defects.stop_if_any(str(town))
    names = [field for field in FIELDS if field not in ("occupation", "interests", "lifestyle")]
    write_csv(Path(table), names, (cells_of(file, files[file]) for file in people))
    return len(people)


def cells_of(file: str, content: bytes) -> dict[str, str]:
    """Return what a person's file says, as the cells of a table."""
    entry = tomllib.loads(content.decode("utf-8-sig"))
    look = " ".join(
        f"{key}={'+'.join(value) or 'none' if isinstance(value, list) else value}"
        for key, value in entry.get("look", {}).items()
    )
    cells = {key: str(entry[key]).strip() for key in _KEPT_AS_THEY_ARE if key in entry}
    lists = {
        key: "; ".join(entry[key]) + ";" * (len(entry[key]) == 1) for key in ("traits", "haunts") if entry.get(key)
    }
    stem = file.removeprefix(PEOPLE).removesuffix(".toml")
    return {**cells, **lists, **({"look": look} if look else {}), "file": stem}

"""What the columns of a table of people mean: by their names, and by the forms of other simulations and data sets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from townlet.errors import BadInput
from townlet.people.table import Row
from townlet.town.defects import nearest

FIELDS: Mapping[str, str] = {
    "name": "name|full name|real ?name|resident|character name|agent( name)?",
    "key": "key",
    "age": "age|age in years|years",
    "pronouns": "pronouns?|gender|sex",
    "occupation": "occupation|job( title)?|profession|trade|work|role|position|employment|career",
    "traits": "(innate |personality )?traits?|innate|character( traits)?|personality|temperament",
    "home": "home|house|lives (at|in)|living area",
    "bed": "bed",
    "workplace": "work ?place|place of work|works (at|in)",
    "works": "works|working hours|work hours|shift",
    "wakes": "wakes?( up)?|gets up",
    "sleeps": "sleeps?|bedtime|goes to bed",
    "dines": "dines?|dinner( time)?",
    "haunts": "haunts|knows places",
    "interests": "interests|interested topics|hobbies|hobbies and interests",
    "lifestyle": "lifestyle|(daily )?routine",
    "look": "look",
    "file": "file",
    "description": r"description|(\w+ )?persona|bio|biography|(\w+ )?back ?story|story|about( me)?|(\w+ )?background"
    "|summary|profile|identity|user char|prose",
}
"""Each field of a person with the names of columns that hold it, as a pattern. Several columns may hold the prose."""


@dataclass(frozen=True)
class Columns:
    """What each column of a table was taken for."""

    form: str
    """The form that was recognised, such as 'OASIS profiles'; 'a table' for any other."""
    fields: Mapping[str, tuple[str, ...]]
    """The columns of each field that was found."""
    unused: tuple[str, ...]
    own: bool = True
    """Whether the table was written for this town, so that a home that the town lacks is a mistake."""

    def lines(self) -> Iterator[str]:
        """Yield the columns of each field in a line each, and those that nothing reads."""
        for field, columns in self.fields.items():
            yield f"{field} <- {', '.join(columns)}"
        if self.unused:
            yield f"not used: {', '.join(self.unused)}"


@dataclass(frozen=True)
class Form:
    """The form in which another simulation or a data set keeps people."""

    name: str
    marks: frozenset[str]
    """Columns that a table of this form has, in lower case."""
    fields: Mapping[str, tuple[str, ...]]
    """Where the form's columns hold other things than their names say."""
    unpack: Callable[[Mapping[str, Any]], dict[str, Any]] = dict

    def holds(self, cells: Mapping[str, Any]) -> bool:
        return self.marks <= {name.casefold() for name in cells}


def _texts(value: object) -> Iterator[str]:
    """Yield the texts in a value of JSON, in their order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, Iterable):
        for each in value:
            yield from _texts(each)


def _of_tiny_person(cells: Mapping[str, Any]) -> dict[str, Any]:
    """Return the cells of a TinyTroupe agent; its lists of statements and of tastes are prose."""
    persona = cells["persona"]
    job = persona.get("occupation") or {}
    job = job if isinstance(job, Mapping) else {"title": job}
    lists = {key: [*_texts(persona.get(key))] for key in ("personality", "other_facts", "behaviors")}
    traits = persona.get("personality") or {}
    prose = [job.get("description", ""), *_texts(traits.get("traits") if isinstance(traits, Mapping) else traits)]
    tastes = persona.get("preferences") or {}
    for verb, key in (("likes", "likes"), ("dislikes", "dislikes")):
        prose += [f"You {verb[:-1]} {_small(each)}" for each in _texts(tastes.get(key))]
    prose += [f"You believe that {_small(each)}" for each in _texts(persona.get("beliefs"))]
    prose += [f"You want {_small(each)}" for each in _texts(persona.get("long_term_goals"))]
    prose += [*lists["other_facts"], *(f"You {_small(each)}" for each in lists["behaviors"])]
    for other in persona.get("relationships") or ():
        if isinstance(other, Mapping):
            prose.append(f"{other.get('name')} is {_small(str(other.get('description', '')))}")
    known = {key: persona.get(key) for key in ("name", "age", "gender")}
    text = "\n".join(each if re.search(r"[.!?]$", each) else f"{each}." for each in prose if each.strip())
    interests = [*_texts(tastes.get("interests"))]
    return {**known, "occupation": job.get("title", ""), "interests": interests, "description": text}


def _small(text: str) -> str:
    """Return a text that goes on a sentence: 'enjoys tea.' for 'Enjoys tea.'; names and 'SQL' keep their capitals."""
    return text[:1].lower() + text[1:] if re.match(r"[A-Z][a-z]*(?:[ ,]|$)", text) else text


FORMS = (
    Form(
        "a base simulation of generative agents",
        frozenset({"innate", "learned", "currently", "living_area"}),
        {"description": ("learned", "currently", "daily_plan_req", "whisper"), "traits": ("innate",)},
    ),
    Form("characters of ai-town", frozenset({"identity", "plan"}), {"description": ("identity", "plan")}),
    Form("agents of TinyTroupe", frozenset({"type", "persona"}), {}, _of_tiny_person),
    Form(
        "profiles of OASIS",
        frozenset({"username", "mbti"}),
        {"name": ("realname",), "description": ("persona", "bio")},
    ),
    Form(
        "profiles of OASIS",
        frozenset({"username", "user_char"}),
        {"name": ("name",), "description": ("user_char", "description")},
    ),
    Form("paragraphs of personas", frozenset({"persona"}), {}),
)
"""The forms of others, each before those that say less."""


def fields_of(rows: Sequence[Row], renamed: Mapping[str, str]) -> tuple[Columns, list[Row]]:
    """Return what the columns of a table mean, and its rows with a cell for each field.

    `renamed` says it of some columns: `{"persona": "bio"}` takes the column 'bio' for what a persona is, the
    description. Raises BadInput for a column that is not there, and for two columns of one field.
    """
    form = next((form for form in FORMS if all(form.holds(row.cells) for row in rows)), None)
    if form and form.unpack is not dict and not all(isinstance(row.cells["persona"], Mapping) for row in rows):
        form = FORMS[-1]
    rows = [replace(row, cells=form.unpack(row.cells)) for row in rows] if form else list(rows)
    columns = tuple(dict.fromkeys(name for row in rows for name in row.cells))
    where = rows[0].where.rpartition(",")[0]
    found = _matched(columns, form, _chosen(renamed, columns, where), where)
    own = form in (None, FORMS[-1])
    name = "a table" if form is None or (own and "name" in found) else form.name
    unused = tuple(column for column in columns if not any(column in taken for taken in found.values()))
    read = [replace(row, cells={field: _cell(row, taken) for field, taken in found.items()}) for row in rows]
    return Columns(name, found, unused, own), read


def _chosen(renamed: Mapping[str, str], columns: Sequence[str], where: str) -> dict[str, tuple[str, ...]]:
    chosen: dict[str, tuple[str, ...]] = {}
    for name, column in renamed.items():
        if column not in columns:
            there = f"The columns are {', '.join(columns)}."
            raise BadInput(f"{where} has no column {column!r}.{nearest(column, columns)} {there}")
        if (field := _field_of(name)) is None:
            raise BadInput(f"A person has no {name!r}.{nearest(name, FIELDS)} A person has {', '.join(FIELDS)}.")
        chosen[field] = (*chosen.get(field, ()), column)
    return chosen


def _matched(
    columns: Sequence[str], form: Form | None, chosen: Mapping[str, tuple[str, ...]], where: str
) -> dict[str, tuple[str, ...]]:
    found = {**(form.fields if form else {}), **chosen}
    found = {field: tuple(each for each in taken if each in columns) for field, taken in found.items()}
    taken = {column for each in found.values() for column in each}
    for column in columns:
        field = _field_of(column)
        settled = found.get(field or "") and (field in chosen or (form and field in form.fields))
        if field is None or column in taken or settled:
            continue
        if field != "description" and field in found:
            both = f"{found[field][0]!r} and {column!r}"
            raise BadInput(f"{where}: the columns {both} both say the {field}. Choose with --map {field}={column}.")
        found[field] = (*found.get(field, ()), column)
    return {field: found[field] for field in FIELDS if found.get(field)}


def _field_of(column: str) -> str | None:
    """Return the field that a column's name means: 'works' for 'Working hours', 'name' for 'full_name'."""
    plain = " ".join(re.findall(r"\w+", re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", column))).casefold()
    return next((field for field, names in FIELDS.items() if re.fullmatch(names, plain)), None)


def _cell(row: Row, columns: Iterable[str]) -> Any:
    """Return the value of the columns of a field: the one that is there, or the prose of several."""
    values = [row.cells[name] for name in columns if row.cells.get(name) not in (None, "")]
    if len(values) > 1:
        return "\n\n".join(str(value).strip() for value in values)
    return values[0] if values else None

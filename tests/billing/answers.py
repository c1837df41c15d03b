"""Answers that fit a JSON schema and are otherwise chance: the same question is always answered alike."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

Schema = Mapping[str, Any]

_WORDS = ("quiet", "bread", "river", "letter", "garden", "window", "morning", "kettle", "music", "ladder", "rain")
_CLOCK_TIME = " [ap]m$"
"""How the pattern of a time of day ends."""


def answer(schema: Schema, chance: Random) -> Any:
    """A value that fits the schema, as far as pydantic's schemas of answers go."""
    return _value(schema, schema.get("$defs", {}), chance)


def _value(schema: Schema, named: Mapping[str, Schema], chance: Random) -> Any:
    if "$ref" in schema:
        return _value(named[schema["$ref"].rpartition("/")[2]], named, chance)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return chance.choice(schema["enum"])
    if "anyOf" in schema:
        return _value(chance.choice(schema["anyOf"]), named, chance)
    return _OF_TYPE[schema["type"]](schema, named, chance)


def _object(schema: Schema, named: Mapping[str, Schema], chance: Random) -> Any:
    return {name: _value(part, named, chance) for name, part in schema["properties"].items()}


def _array(schema: Schema, named: Mapping[str, Schema], chance: Random) -> Any:
    least = schema.get("minItems", 1)
    most = min(schema.get("maxItems", 4), least + 3)
    return [_value(schema["items"], named, chance) for _ in range(chance.randint(least, most))]


def _string(schema: Schema, named: Mapping[str, Schema], chance: Random) -> str:
    if schema.get("pattern", "").endswith(_CLOCK_TIME):
        return _clock_time(chance)
    words = " ".join(chance.choices(_WORDS, k=chance.randint(1, 12)))
    return words[: schema.get("maxLength", len(words))]


def _integer(schema: Schema, named: Mapping[str, Schema], chance: Random) -> int:
    least = schema.get("minimum", 0)
    return chance.randint(least, schema.get("maximum", least + 100))


def _clock_time(chance: Random) -> str:
    return f"{chance.randint(1, 12)}:{chance.randrange(60):02d} {chance.choice(['am', 'pm'])}"


def _boolean(schema: Schema, named: Mapping[str, Schema], chance: Random) -> bool:
    return chance.random() < 0.5


_OF_TYPE = {
    "object": _object,
    "array": _array,
    "string": _string,
    "integer": _integer,
    "boolean": _boolean,
}

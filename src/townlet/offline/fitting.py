"""Answers cut to the lengths that a prompt's schema allows: long names and places add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Schema = Mapping[str, Any]


def fitted(value: object, schema: Schema, whole: Schema | None = None) -> object:
    """The value with every string cut to its schema's maxLength, at a word; `whole` holds what it refers to."""
    whole = whole or schema
    if "$ref" in schema:
        schema = whole.get("$defs", {}).get(str(schema["$ref"]).rpartition("/")[2], {})
    if isinstance(value, str):
        return _cut(value, schema.get("maxLength"))
    if isinstance(value, Mapping):
        inner = schema.get("properties", {})
        return {key: fitted(item, inner.get(key, {}), whole) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [fitted(item, schema.get("items", {}), whole) for item in value]
    return value


def _cut(text: str, most: int | None) -> str:
    if most is None or len(text) <= most:
        return text
    return text[:most].rpartition(" ")[0].rstrip(",;:") or text[:most]

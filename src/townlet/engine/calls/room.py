"""The room for an answer: how many tokens one of a schema needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_BESIDE = 200
"""The tokens of an answer's braces, quotation marks and names, and of a few words beside it."""
_ITEMS, _NUMBERS = 8, 60
"""For how many items of a list there is room, and for how many numbers; what is longer is asked again with more."""


def room_of(schema: Mapping[str, Any]) -> int:
    """Return the tokens that an answer of this JSON schema needs: texts in lists are short, others may be long."""
    return _BESIDE + _tokens(schema, schema.get("$defs", {}), listed=False)


def _tokens(part: Mapping[str, Any], named: Mapping[str, Any], *, listed: bool) -> int:
    if "$ref" in part:
        part = named[part["$ref"].rsplit("/", 1)[-1]]
    if part.get("type") == "object":
        return sum(8 + _tokens(each, named, listed=listed) for each in part.get("properties", {}).values())
    if part.get("type") == "array":
        item = part.get("items", {})
        usual = _NUMBERS if item.get("type") in ("integer", "number") else _ITEMS
        most: int = min(usual, part.get("maxItems", usual))
        return most * _tokens(item, named, listed=True)
    if "anyOf" in part:
        return max(_tokens(each, named, listed=listed) for each in part["anyOf"])
    if part.get("type") != "string" or "enum" in part:
        return 4
    longest: int = min(part.get("maxLength", 200), 800)
    return longest // (6 if listed else 2)

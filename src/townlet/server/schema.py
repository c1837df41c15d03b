"""The JSON Schema of the wire protocol.

`python -m townlet.server.schema` prints it; the client's TypeScript types are generated from it.
"""

from __future__ import annotations

import inspect
import json
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from townlet.server.protocol import (
    event_feed,
    messages,
    rating,
    requests,
    search,
    standalone_page,
    story,
    views,
    what_if,
)
from townlet.server.protocol.base import WireModel

_MODULES = (event_feed, messages, rating, requests, search, standalone_page, story, views, what_if)

_UNIONS = {
    "ServerMessage": messages.ServerMessage,
    "ClientMessage": messages.ClientMessage,
    "CommandRequest": requests.CommandRequest,
    "FeedEvent": event_feed.FeedEvent,
}


def build_wire_schema() -> dict[str, Any]:
    """Return one JSON Schema document with every model and every union of messages by name under `$defs`."""
    _, document = models_json_schema([(model, _mode(model)) for model in _models()])
    definitions = {name: _adapt(model) for name, model in document["$defs"].items()}
    for name, union in _UNIONS.items():
        definitions[name] = {"title": name, "oneOf": [_ref(model) for model in _members(union)]}
    return {"$schema": "http://json-schema.org/draft-07/schema#", "title": "Wire", **_root_type(definitions)}


def _models() -> list[type[BaseModel]]:
    found = [each for module in _MODULES for each in vars(module).values()]
    models = {each for each in found if inspect.isclass(each) and issubclass(each, WireModel) and each is not WireModel}
    return sorted(models, key=lambda model: model.__name__)


def _mode(model: type[BaseModel]) -> Literal["validation", "serialization"]:
    """Return the schema mode: a client may leave out fields with a default, while the server sends every field."""
    sent = {
        *_members(messages.ClientMessage),
        *_members(requests.CommandRequest),
        *requests.HTTP_REQUESTS,
        *rating.RATING_REQUESTS,
        what_if.WhatIfRequest,
    }
    return "validation" if model in sent else "serialization"


def _adapt(part: Any, inside: str = "") -> Any:
    """Adapt a schema for the type generator.

    Drops the titles of properties, which it would take for names of types, and writes tuples as draft 7 does
    (`items` instead of `prefixItems`).
    """
    if isinstance(part, list):
        return [_adapt(each) for each in part]
    if not isinstance(part, dict):
        return part
    kept = {key: value for key, value in part.items() if key != "title" or inside == "properties"}
    if "prefixItems" in kept:
        kept["items"] = kept.pop("prefixItems")
    return {key: _adapt(value, key) for key, value in kept.items()}


def _members(union: Any) -> list[type[BaseModel]]:
    return list(union.__args__[0].__args__) if hasattr(union, "__metadata__") else list(union.__args__)


def _ref(model: type[BaseModel]) -> dict[str, str]:
    return {"$ref": f"#/$defs/{model.__name__}"}


def _root_type(definitions: dict[str, Any]) -> dict[str, Any]:
    """Return a type that refers to every definition, so that the generator leaves none out."""
    names = sorted(definitions)
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {name: {"$ref": f"#/$defs/{name}"} for name in names},
        "$defs": {name: definitions[name] for name in names},
    }


if __name__ == "__main__":
    print(json.dumps(build_wire_schema(), indent=1))

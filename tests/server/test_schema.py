"""The client's types are generated from the server's models."""

import json
from pathlib import Path

from townlet.server.schema import build_wire_schema

CLIENT = Path(__file__).parents[2] / "web" / "src" / "protocol" / "schema.json"


def test_the_client_has_the_schema_of_this_server() -> None:
    assert json.loads(CLIENT.read_text(encoding="utf-8")) == build_wire_schema()


def test_every_message_is_identified_by_its_type() -> None:
    definitions = build_wire_schema()["$defs"]
    for union, tag in (
        ("ServerMessage", "type"),
        ("ClientMessage", "type"),
        ("CommandRequest", "command"),
        ("FeedEvent", "e"),
    ):
        names = [each["$ref"].rpartition("/")[2] for each in definitions[union]["oneOf"]]
        tags = [definitions[name]["properties"][tag]["const"] for name in names]
        assert len(set(tags)) == len(names) > 1

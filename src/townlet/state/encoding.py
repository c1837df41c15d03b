"""The encoding of values in a run file. Each value has exactly one form, so that equal values are equal bytes."""

from __future__ import annotations

import json
import types
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from functools import cache, lru_cache
from typing import Any, Literal, TypeAlias, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from townlet.memory.record import Memory, MemoryId
from townlet.world.address import Address

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | dict[str, Json] | None"

_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


MAX_UNPACKED_BYTES = 64 << 20
"""The most bytes that one compressed value may take."""
MAX_TOWN_BYTES = 32 << 20
"""The most bytes that all files of a town may take together."""
MAX_JSON_CHARACTERS = 16 << 20
"""The most characters of one JSON value. The longest are snapshots; a day's plan has a few thousand."""


def canonical(value: Any) -> str:
    """Return canonical JSON: sorted keys, no spaces. Raises ValueError for NaN and infinity."""
    return _encode(value)


def compress(data: bytes) -> bytes:
    return zlib.compress(data, 6)


def decompress(data: bytes, most: int = MAX_UNPACKED_BYTES) -> bytes:
    """Return what `compress` was given. Raises ValueError if that is longer than `most` bytes, or cut off."""
    unpacking = zlib.decompressobj()
    unpacked = unpacking.decompress(data, most + 1)
    if len(unpacked) > most:
        raise ValueError(f"a compressed value takes more than {most:,} bytes")
    if not unpacking.eof or unpacking.unused_data:
        raise ValueError("a compressed value is cut off or followed by other bytes")
    return unpacked


def load_json(text: str | bytes) -> Any:
    """Return the value of a JSON text from a run file.

    Raises ValueError for NaN and for a text that is too long, RecursionError for one that is nested too deeply.
    """
    if len(text) > MAX_JSON_CHARACTERS:
        raise ValueError(f"a JSON value has a length of {len(text):,}; expected at most {MAX_JSON_CHARACTERS:,}")
    return _decoder_of_json.decode(text if isinstance(text, str) else text.decode())


def _refuse_constant(name: str) -> None:
    raise ValueError(f"a JSON value holds {name}, which is no number")


_decoder_of_json = json.JSONDecoder(parse_constant=_refuse_constant)


_MEMORY_COLUMNS = tuple(part.name for part in fields(Memory) if part.name not in ("id", "evidence"))


def memory_row(memory: Memory) -> tuple[str | int, ...]:
    """Return a memory as the columns of table `memory`. Its evidence goes into another table."""
    return (*memory.id, *(_column(getattr(memory, name)) for name in _MEMORY_COLUMNS))


def _column(value: str | int | datetime) -> str | int:
    if isinstance(value, datetime):
        return value.isoformat()
    return int(value) if isinstance(value, bool) else value


def memory_of(row: Sequence[Any], evidence: tuple[MemoryId, ...]) -> Memory:
    """Return the memory in these columns of table `memory`."""
    agent, step, ordinal, kind, text, created, importance, source, heard_from, utterance, hearsay = row
    return Memory(
        id=MemoryId(agent, step, ordinal),
        kind=kind,
        text=text,
        created=datetime.fromisoformat(created),
        importance=importance,
        source=source,
        heard_from=heard_from,
        utterance=utterance,
        evidence=evidence,
        hearsay=bool(hearsay),
    )


def recalled_text(agent: str, memories: Sequence[MemoryId]) -> str:
    """Return recalled memories as JSON pairs of step and ordinal. Raises ValueError for memories of another agent."""
    if any(memory.agent != agent for memory in memories):
        raise ValueError(f"{agent} recalls memories of another agent: {memories}; expected only their own.")
    return canonical([(memory.step, memory.ordinal) for memory in memories])


def recalled_of(agent: str, text: str) -> tuple[MemoryId, ...]:
    """Return the memories that `recalled_text` wrote."""
    return tuple(MemoryId(agent, step, ordinal) for step, ordinal in load_json(text))


def as_data(value: Any) -> Any:
    """Return a result as plain JSON data: a dataclass as all of its fields in their order, a moment in ISO 8601.

    A mapping gets keys of text, a named tuple is a list, and whatever else is no JSON value, such as a path or an
    address, becomes text. Results with figures that people read rounded have an `as_json` of their own.
    """
    match value:
        case None | bool() | int() | float() | str():
            return value
        case datetime():
            return value.isoformat()
        case Mapping():
            return {str(key): as_data(item) for key, item in value.items()}
        case list() | tuple():
            return [as_data(item) for item in value]
        case _ if is_dataclass(value):
            return {field.name: as_data(getattr(value, field.name)) for field in fields(value)}
        case _:
            return str(value)


Value = TypeVar("Value")

_Decode = Callable[[Any], Any]


def to_json(value: Any) -> str:
    """Return a value as canonical JSON, with dataclasses as objects without their default values."""
    return _to_json(value)


def encode(value: Any) -> Any:
    """Return a value as plain JSON data. Fields of dataclasses that have their default value are left out."""
    return json.loads(_to_json(value))


def decode(kind: type[Value], data: Any) -> Value:
    """Return the value of type `kind` from its JSON data. Raises KeyError, TypeError or ValueError for other data."""
    return cast(Value, _decoder(cast(Any, kind))(data))


def _plain(value: Any) -> Any:
    """Return an address as text, and a dataclass as a dictionary of its fields, which are not converted themselves."""
    if isinstance(value, Address):
        return str(value)
    parts = {
        name: part for name, default in _defaults(cast(Any, type(value))) if (part := getattr(value, name)) != default
    }
    for name, part in parts.items():
        if isinstance(part, Mapping):
            parts[name] = {str(key): item for key, item in part.items()}
    return parts


@cache
def _defaults(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Return the fields of a dataclass with their defaults, which are not written."""
    return tuple((field.name, field.default) for field in fields(kind))


_to_json = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=_plain).encode


@cache
def _decoder(kind: Any) -> _Decode:
    if kind is Address:
        return _address
    if is_dataclass(kind):
        return _dataclass_decoder(kind)
    if hasattr(kind, "_fields"):
        hints = get_type_hints(kind)
        items = tuple(_decoder(hints[name]) for name in kind._fields)
        return lambda data: kind(*(item(part) for item, part in zip(items, data, strict=True)))
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        inner = _decoder(next(part for part in arguments if part is not type(None)))
        return lambda data: None if data is None else inner(data)
    if origin is tuple:
        return _tuple_decoder(arguments)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        to_key, to_item = _decoder(arguments[0]), _decoder(arguments[1])
        return lambda data: {to_key(key): to_item(item) for key, item in data.items()}
    if origin is Literal:
        return _literal_decoder(arguments)
    if kind in (str, int, float, bool):
        return _plain_decoder((int, float) if kind is float else kind)
    raise TypeError(f"{kind} has no JSON form.")


@lru_cache(maxsize=65_536)
def _address(text: str) -> Address:
    return Address.parse(text)


def _dataclass_decoder(kind: Any) -> _Decode:
    hints = get_type_hints(kind)
    decoders: dict[str, _Decode] = {}

    def decode_fields(data: dict[str, Any]) -> Any:
        if not decoders:
            decoders.update({field.name: _decoder(hints[field.name]) for field in fields(kind)})
        return kind(**{name: decoders[name](item) for name, item in data.items()})

    return decode_fields


def _tuple_decoder(arguments: tuple[Any, ...]) -> _Decode:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        item = _decoder(arguments[0])
        return lambda data: tuple(item(part) for part in data)
    items = tuple(_decoder(part) for part in arguments)

    def decode_parts(data: Any) -> Any:
        # Most tuples are tiles, pairs of numbers that need no decoding.
        if tuple(map(type, data)) == arguments:
            return tuple(data)
        return tuple(decode_item(part) for decode_item, part in zip(items, data, strict=True))

    return decode_parts


def _literal_decoder(choices: tuple[Any, ...]) -> _Decode:
    def decode_literal(data: Any) -> Any:
        if data not in choices:
            raise ValueError(f"{data!r} is none of {', '.join(map(repr, choices))}")
        return data

    return decode_literal


def _plain_decoder(kind: type | tuple[type, ...]) -> _Decode:
    expected = " or ".join(each.__name__ for each in (kind if isinstance(kind, tuple) else (kind,)))

    def decode_plain(data: Any) -> Any:
        if not isinstance(data, kind):
            raise TypeError(f"{data!r} is of type {type(data).__name__}; expected {expected}")
        return data

    return decode_plain

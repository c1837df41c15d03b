"""Reading a TOML file into its pydantic model, with every fault described in words."""

from __future__ import annotations

import tomllib
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from townlet.files import parse_toml_text
from townlet.town.defects import Defects, nearest


class StrictModel(BaseModel):
    """The base of models for files written by hand: types are strict, and unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


Model = TypeVar("Model", bound=StrictModel)


def read_toml(file: str, content: bytes, model: type[Model], defects: Defects) -> Model | None:
    """Return the file's content as `model`; None, with its defects added, if it does not fit."""
    table = parse_toml(file, content, defects)
    if table is None:
        return None
    try:
        return model.model_validate(table)
    except ValidationError as error:
        for words in faults_in_words(error, model):
            defects.add(file, words)
        return None


def parse_toml(file: str, content: bytes, defects: Defects) -> dict[str, Any] | None:
    """Return the file's tables; None, with a defect added, if it is not TOML in UTF-8."""
    try:
        return parse_toml_text(content.decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError:
        defects.add(file, "is not UTF-8 text; save it as UTF-8")
    except tomllib.TOMLDecodeError as error:
        defects.add(file, f"is not valid TOML: {error}")
    return None


def faults_in_words(error: ValidationError, model: type[BaseModel]) -> list[str]:
    """Return a sentence for each fault that validation found."""
    return [_fault_in_words(fault, model) for fault in error.errors()]


def _fault_in_words(fault: ErrorDetails, model: type[BaseModel]) -> str:
    *path, key = [str(part) for part in fault["loc"]] or [""]
    name = ".".join([*path, key])
    if fault["type"] == "missing":
        return f"the key {name!r} is missing"
    if fault["type"] == "extra_forbidden":
        return f"the key {name!r} is not known.{nearest(key, _keys(model, path))}"
    if fault["type"] == "value_error":
        return f"{name}: {fault['msg'].removeprefix('Value error, ')}".removeprefix(": ")
    return f"{name} is {fault['input']!r}: {fault['msg'].lower()}"


def _keys(model: type[BaseModel], path: list[str]) -> list[str]:
    """Return the keys that the table at `path` may have."""
    for part in path:
        field = model.model_fields.get(part) or model.model_fields.get("root")
        for inner in _models_within(field.annotation if field else None):
            model = inner
    return [field.alias or name for name, field in model.model_fields.items()]


def _models_within(annotation: object) -> list[type[BaseModel]]:
    inside = [annotation, *getattr(annotation, "__args__", ())]
    return [each for each in inside if isinstance(each, type) and issubclass(each, BaseModel)]

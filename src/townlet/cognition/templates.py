"""Prompt templates: text files rendered so that what they print is recorded, field by field."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any, TypeVar

from jinja2 import Environment, StrictUndefined, Template, meta
from pydantic import BaseModel

from townlet.language.prompt import Field, Prompt

Answer = TypeVar("Answer", bound=BaseModel)


class Templates:
    """The prompts' templates; a town may replace any of them by name."""

    def __init__(self, overrides: Mapping[str, str] | None = None) -> None:
        self._environment = Environment(
            undefined=StrictUndefined, finalize=_print, trim_blocks=True, lstrip_blocks=True, autoescape=False
        )
        self._overrides = dict(overrides or {})
        self._compiled: dict[str, Template] = {}

    def prompt(self, name: str, answer: type[Answer], /, **context: Field) -> Prompt[Answer]:
        """The prompt `name` with its fields filled in. Raises jinja2.UndefinedError for a field not given."""
        printed = _Printed()
        values = {key: printed.track((key,), value) for key, value in context.items()}
        text = self._template(name).render(values)
        return Prompt(name, text.strip() + "\n", printed.fields(context), answer)

    def source(self, name: str) -> str:
        """The text of a template, the town's own where it has one."""
        return self._overrides.get(name) or source_of(name)

    def _template(self, name: str) -> Template:
        if name not in self._compiled:
            self._compiled[name] = self._environment.from_string(self.source(name))
        return self._compiled[name]


@lru_cache
def source_of(name: str) -> str:
    """The text of a built-in template."""
    return resources.files("townlet.cognition").joinpath("prompts", f"{name}.md").read_text(encoding="utf-8")


@lru_cache
def built_in_names() -> tuple[str, ...]:
    """The names of all prompts, in alphabetical order."""
    folder = resources.files("townlet.cognition").joinpath("prompts")
    return tuple(sorted(file.name.removesuffix(".md") for file in folder.iterdir() if file.name.endswith(".md")))


def fields_of(template: str) -> frozenset[str]:
    """The fields that a template's text refers to. Raises jinja2.TemplateSyntaxError."""
    return frozenset(meta.find_undeclared_variables(Environment().parse(template)))


Path = tuple[str | int, ...]


class _Printed:
    """Which parts of a template's context were printed."""

    def __init__(self) -> None:
        self.paths: set[Path] = set()

    def track(self, path: Path, value: Field) -> Any:
        """The value as templates see it: whatever is printed of it is noted."""
        if isinstance(value, str | int | float):
            return _Leaf(value, path, self)
        if isinstance(value, Mapping):
            return {key: self.track((*path, key), item) for key, item in value.items()}
        return [self.track((*path, place), item) for place, item in enumerate(value)]

    def fields(self, context: Mapping[str, Field]) -> dict[str, Field]:
        """The part of the context that was printed."""
        kept = {key: self._kept((key,), value) for key, value in context.items()}
        return {key: value for key, value in kept.items() if value is not None}

    def _kept(self, path: Path, value: Field) -> Field | None:
        if isinstance(value, str | int | float):
            return value if path in self.paths else None
        if isinstance(value, Mapping):
            parts = {key: self._kept((*path, key), item) for key, item in value.items()}
            return {key: part for key, part in parts.items() if part is not None} or None
        items = [self._kept((*path, place), item) for place, item in enumerate(value)]
        return [item for item in items if item is not None] or None


class _Leaf:
    """A string or a number that notes when it is printed."""

    __slots__ = ("_path", "_printed", "_value")

    def __init__(self, value: str | float, path: Path, printed: _Printed) -> None:
        self._value, self._path, self._printed = value, path, printed

    def __str__(self) -> str:
        self._printed.paths.add(self._path)
        return str(self._value)

    def __bool__(self) -> bool:
        return bool(self._value)

    def __eq__(self, other: object) -> bool:
        return bool(self._value == (other._value if isinstance(other, _Leaf) else other))

    def __hash__(self) -> int:
        return hash(self._value)


def _print(value: object) -> object:
    return str(value) if isinstance(value, _Leaf) else value

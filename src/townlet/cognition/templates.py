"""Prompt templates (Jinja2), rendered so that every field that they print is recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from importlib import resources
from typing import Any, TypeVar

from jinja2 import Environment, StrictUndefined, Template, meta
from pydantic import BaseModel

from townlet.cognition.sanitisation import quoted, sanitised
from townlet.cognition.wording import LatestLines, ToldMemories
from townlet.language.prompt import Field, Prompt, WordFiles

Answer = TypeVar("Answer", bound=BaseModel)


class Templates:
    """The templates of all prompts. A town may replace any of them by name, and add words for the offline model."""

    def __init__(self, overrides: Mapping[str, str] | None = None, words: WordFiles = ()) -> None:
        self._overrides = dict(overrides or {})
        self._words = words

    def prompt(self, name: str, answer: type[Answer], /, **context: Field) -> Prompt[Answer]:
        """Return the prompt `name` with its fields filled in. Raises jinja2.UndefinedError for a missing field."""
        tracked = {key: _tracked(value) for key, value in context.items()}
        text = compiled_template(self.source(name)).render(tracked).strip() + "\n"
        shorter = partial(self._shorter, name, answer, context)
        return Prompt(name, text, _printed_of(tracked) or {}, answer, shorter=shorter, words=self._words)

    def _shorter(self, name: str, answer: type[Answer], context: Mapping[str, Field]) -> Prompt[Answer] | None:
        fewer = {key: _fewer(value) for key, value in context.items()}
        return None if fewer == context else self.prompt(name, answer, **fewer)

    def has(self, name: str, field: str) -> bool:
        """Return whether the template of a prompt refers to a field."""
        return field in template_fields(self.source(name))

    def source(self, name: str) -> str:
        """Return the text of a template: the town's own, or else the built-in one."""
        return self._overrides.get(name) or template_source(name)


@lru_cache(1024)
def compiled_template(template: str) -> Template:
    """Return a template ready to be filled in. Raises jinja2.TemplateSyntaxError."""
    return _environment().from_string(template)


@lru_cache
def template_source(name: str) -> str:
    """Return the text of a built-in template."""
    return resources.files("townlet.cognition").joinpath("prompts", f"{name}.md").read_text(encoding="utf-8")


@lru_cache
def built_in_prompts() -> tuple[str, ...]:
    """Return the names of all built-in prompts, in alphabetical order."""
    folder = resources.files("townlet.cognition").joinpath("prompts")
    return tuple(sorted(file.name.removesuffix(".md") for file in folder.iterdir() if file.name.endswith(".md")))


@lru_cache(1024)
def template_fields(template: str) -> frozenset[str]:
    """Return the fields that a template refers to. Raises jinja2.TemplateSyntaxError."""
    return frozenset(meta.find_undeclared_variables(_environment().parse(template)))


@lru_cache
def _environment() -> Environment:
    environment = Environment(
        undefined=StrictUndefined, finalize=_print, trim_blocks=True, lstrip_blocks=True, autoescape=False
    )
    environment.filters |= {"quoted": quoted, "besides": _besides, "until": _until}
    return environment


class _Leaf:
    """A string or a number that records whether a template prints it."""

    __slots__ = ("printed", "value")

    def __init__(self, value: str | float) -> None:
        self.value, self.printed = value, False

    def __str__(self) -> str:
        self.printed = True
        return str(self.value)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __eq__(self, other: object) -> bool:
        return bool(self.value == (other.value if isinstance(other, _Leaf) else other))

    def __hash__(self) -> int:
        return hash(self.value)


def _besides(memories: Sequence[Mapping[str, _Leaf]], summary: _Leaf) -> list[Mapping[str, _Leaf]]:
    """Return the memories whose words a summary does not say. If it is printed, the others count as printed, too."""
    if not summary.printed:
        return [*memories]
    said = {place for place, memory in enumerate(memories) if str(memory["text"].value) in str(summary.value)}
    for place in said:
        for leaf in memories[place].values():
            leaf.printed = True
    return [memory for place, memory in enumerate(memories) if place not in said]


def _until(end: _Leaf, following: Any) -> str:
    """Return ' to' and the end of a part of a plan; nothing if the part that follows says it by its start."""
    end_text = str(end)
    return "" if isinstance(following, Mapping) and str(following["start"]) == end_text else f" to {end_text}"


def _fewer(value: Field) -> Field:
    """Return a field with fewer of the memories and of one's own latest lines in it."""
    if isinstance(value, (ToldMemories, LatestLines)):
        return value.fewer()
    if isinstance(value, Mapping):
        return {key: _fewer(each) for key, each in value.items()}
    return value if isinstance(value, (str, int, float)) else [_fewer(each) for each in value]


def _tracked(value: Field) -> Any:
    """Return a value wrapped so that templates record what they print of it."""
    if isinstance(value, (str, int, float)):
        return _Leaf(sanitised(value) if isinstance(value, str) else value)
    if isinstance(value, (list, tuple)) or not isinstance(value, Mapping):
        return [_tracked(item) for item in value]
    return {key: _tracked(item) for key, item in value.items()}


def _printed_of(tracked: Any) -> Any:
    """Return the part of a value that was printed; None if nothing was."""
    if isinstance(tracked, _Leaf):
        return tracked.value if tracked.printed else None
    if isinstance(tracked, list):
        return [part for item in tracked if (part := _printed_of(item)) is not None] or None
    return {key: part for key, item in tracked.items() if (part := _printed_of(item)) is not None} or None


def _print(value: object) -> object:
    return str(value) if isinstance(value, _Leaf) else value

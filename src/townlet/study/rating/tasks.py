"""What somebody with a link is asked to do, as it is written down when they begin."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from townlet.town.toml_file import Written


class Choose(Written):
    """An attention check: one question about what was watched, with one right answer."""

    kind: Literal["choose"] = "choose"
    id: str
    asked: str
    options: tuple[str, ...]
    right: int
    """The place of the right option, from 0."""


class Order(Written):
    """Answers to be put into an order, shown as they stand here, under letters."""

    kind: Literal["order"] = "order"
    id: str
    """Of the question in the battery, or of the attention check."""
    category: str = ""
    asked: str
    texts: tuple[str, ...]
    conditions: tuple[str, ...] = ()
    """Whose each text is; empty for an attention check."""
    right: tuple[int, ...] = ()
    """Of an attention check: the places of the texts in the order that is asked for."""


class Write(Written):
    """A question that an author answers in somebody's place."""

    kind: Literal["write"] = "write"
    id: str
    category: str = ""
    asked: str


Task = Annotated[Choose | Order | Write, Field(discriminator="kind")]

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""By which texts are called, in the order in which they are shown."""

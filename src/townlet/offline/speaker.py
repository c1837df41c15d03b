"""What topics and wordings need of a `Voice`, as a protocol, so that they need not import it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from townlet.offline.prop import Prop, Token, Verb


class Speaker(Protocol):
    """One speaker to one hearer, who puts propositions into words."""

    me: str
    you: str
    gender: Mapping[str, str]

    def clause(
        self,
        prop: Prop,
        when: bool = True,
        absolute: bool = False,
        vary: bool = True,
        toks: Sequence[Token] | None = None,
        named: str = "",
    ) -> str:
        """Return the proposition as a clause."""
        ...

    def gerund(self, prop: Prop) -> str | None:
        """Return the proposition as a gerund, if it has one."""
        ...

    def np(self, prop: Prop) -> str:
        """Return the proposition as a noun phrase."""
        ...

    def name(self, who: str) -> str:
        """Return how the speaker calls a person."""
        ...

    def verb(self, verb: Verb, plural: bool = False) -> str:
        """Return the form of a verb."""
        ...

    def pick(self, key: str, options: Sequence[str], *more: object) -> str:
        """Return one of the options, drawn by the speaker's seed."""
        ...

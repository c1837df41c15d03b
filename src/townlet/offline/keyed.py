"""Keys in place of names: what the offline model reads and answers if people have keys other than their names.

The rules then see the same words whatever people are called. So a town in which people got other names lives the same
run, and an answer is given in the names that the prompt used.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from townlet.offline.reader.people import People
from townlet.offline.words import Words


class Renaming:
    """Puts one set of names in place of another in all texts of a value, full names and short ones alike."""

    def __init__(self, names: Mapping[str, str]) -> None:
        """`names` are the new names by the old."""
        self._people, new = People({}, names), People({}, names.values())
        self._called: dict[str, str] = {}
        for name, other in names.items():
            # Somebody with one name is called by all of it, and by all of the other.
            for called, instead in reversed([*zip(self._people.calls(name), new.calls(other), strict=True)]):
                self._called[called] = instead
        self._text = lru_cache(8192)(self._renamed)

    def __call__(self, value: Any) -> Any:
        """Return a string, list or record with the other names in it."""
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, Mapping):
            return {key: self(each) for key, each in value.items()}
        return [self(each) for each in value] if isinstance(value, Sequence) else value

    def _renamed(self, text: str) -> str:
        return self._people.replaced(text, self._called.__getitem__)


@lru_cache(16)
def renamings(words: Words) -> tuple[Renaming, Renaming] | None:
    """Return what puts keys in place of names and back again; None if names are the keys."""
    keys: Mapping[str, str] = words.tables.get("keys", {}).get("names", {})
    return (Renaming(keys), Renaming({key: name for name, key in keys.items()})) if keys else None

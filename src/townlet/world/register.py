"""Who is in the town, with the pronoun that others use of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_WORD = re.compile(r"[^\W_][\w'’-]*")


class Register(Mapping[str, str]):
    """'she', 'he' or 'they' by full name. An immutable value, so that worlds can share it."""

    def __init__(self, pronouns: Mapping[str, str] | None = None) -> None:
        self._pronouns = dict(sorted((pronouns or {}).items()))
        self.words = frozenset(word for name in self._pronouns for word in name.split())
        """Every word of a name."""
        self._by_word: dict[str, list[str]] = {}
        for name in self._pronouns:
            self._by_word.setdefault(_first_word(name), []).append(name)

    def __getitem__(self, name: str) -> str:
        return self._pronouns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._pronouns)

    def __len__(self) -> int:
        return len(self._pronouns)

    def with_person(self, name: str, pronoun: str) -> Register:
        return Register({**self._pronouns, name: pronoun})

    def without(self, name: str) -> Register:
        return Register({other: pronoun for other, pronoun in self._pronouns.items() if other != name})

    def named_in(self, text: str) -> list[str]:
        """Those whose full names stand in a text, in alphabetical order; quick however many live in the town."""
        words = set(_WORD.findall(text))
        likely = (name for word in sorted(words & self._by_word.keys()) for name in self._by_word[word])
        return sorted(name for name in likely if name in text)


def _first_word(name: str) -> str:
    found = _WORD.search(name)
    return found[0] if found else name

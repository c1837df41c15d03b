"""The errors that a user can mend, as one family. Each message says what is wrong, where, and what to do."""

from __future__ import annotations

import re


class TownletError(Exception):
    """Something cannot be done as it was asked. The message is for the user: what is wrong, where, and what to do.

    Every error that a user can mend is one: `BadInput`, `TownError`, `RunFileError` and `ModelError`, each with more
    exact kinds. Commands print the same message.
    """


class BadInput(TownletError, ValueError):
    """What was asked for is impossible: there is no such model, person or moment, or a key or package is missing."""


class UnknownName(BadInput, KeyError):
    """There is nothing of that name, such as a figure or a table."""

    __str__ = Exception.__str__  # that of KeyError shows the message in quotes


_PLAIN = re.compile(r"[\w./\\:@%+=,-]+")
"""Matches words that no shell splits, such as 'runs/my.townlet' or 'C:\\runs\\my.townlet'."""


def quote_for_shell(word: str) -> str:
    """Return the word, in double quotes if a shell would split it. Both bash and cmd understand double quotes."""
    if _PLAIN.fullmatch(word):
        return word
    return '"' + word.replace('"', '\\"') + '"'

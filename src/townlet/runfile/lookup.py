"""Lookup of people and objects by what the user typed: a part of a name, or an address."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

from townlet.errors import BadInput
from townlet.world.address import Address
from townlet.world.tree import label


def find_person(text: str, names: Iterable[str]) -> str:
    """Return the full name that the text stands for.

    The text may be the whole name, one word of it, or the beginning of any word, in upper or lower case, with or
    without accents: 'thora' is Þóra. A name as it is written takes precedence over one without accents, a whole name
    over a word, and a word over a beginning. Raises BadInput if no name or several names match.
    """
    known = sorted(names)
    if text in known:
        return text
    typed = " ".join(text.casefold().split())
    for plain in (_compose, fold_accents):
        for matches in (_equals, _has_word, _has_beginning):
            found = [name for name in known if typed and matches(plain(name), plain(typed))]
            if len(found) == 1:
                return found[0]
            if found:
                raise BadInput(f"{text!r} could be {' or '.join(found)}; give more of the name.")
    raise BadInput(f"There is no person called {text!r}.{_suggest(typed, known)} The people are {', '.join(known)}.")


_PLAIN_LETTERS = str.maketrans(
    {"þ": "th", "ð": "d", "đ": "d", "ø": "o", "œ": "oe", "æ": "ae", "ł": "l", "ħ": "h", "ı": "i", "ŋ": "ng", "ʻ": "'"}
    | dict.fromkeys("’ʼ‘ʹ`´", "'")
    | dict.fromkeys("‐‑–", "-")
)
"""Letters without a decomposition in Unicode, and the marks that are written for an apostrophe or a hyphen."""


def _compose(text: str) -> str:
    return unicodedata.normalize("NFC", text.casefold())


def fold_accents(text: str) -> str:
    """Return a text as a plain keyboard writes it: 'zoe' for Zoë, 'jose' for José, 'strasse' for Straße.

    Marks are removed only from Latin, Greek and Cyrillic letters. In other scripts they are vowels and more.
    """
    letters: list[str] = []
    for character in unicodedata.normalize("NFKD", text.casefold()):
        above = unicodedata.category(character) == "Mn"
        if not (above and letters and unicodedata.name(letters[-1], "").startswith(("LATIN", "GREEK", "CYRILLIC"))):
            letters.append(character)
    return unicodedata.normalize("NFC", "".join(letters)).translate(_PLAIN_LETTERS)


def _equals(name: str, typed: str) -> bool:
    return name == typed


def _has_word(name: str, typed: str) -> bool:
    return f" {typed} " in f" {name} "


def _has_beginning(name: str, typed: str) -> bool:
    return f" {typed}" in f" {name}"


def _suggest(typed: str, names: list[str]) -> str:
    by_part = {part: name for name in names for part in (*fold_accents(name).split(), fold_accents(name))}
    close = get_close_matches(fold_accents(typed), list(by_part), n=1, cutoff=0.7)
    return f" Did you mean {by_part[close[0]]}?" if close else ""


def find_object(text: str, objects: Iterable[Address], kind: str = "object") -> Address:
    """Return the address of an object, given as 'Mill House: kitchen: stove' or its unambiguous end, such as 'stove'.

    `kind` is what error messages call these addresses. Raises BadInput, with similar addresses, if none or several
    match.
    """
    known = sorted(objects)
    typed = _normalise(text.strip().strip("<>"))
    found = [address for address in known if _normalise(str(address)) == typed or _ends_with(address, typed)]
    if len(found) == 1:
        return found[0]
    if found:
        choices = "; ".join(label(address) for address in found[:5])
        raise BadInput(f"{text!r} could be any of {len(found)} {kind}s ({choices}); give more of the address.")
    close = get_close_matches(typed, [_normalise(label(address)) for address in known], n=3, cutoff=0.4)
    nearest = "; ".join(label(address) for address in known if _normalise(label(address)) in close)
    hint = f"Similar {kind}s: {nearest}." if nearest else "Write it as 'sector: room: object'."
    raise BadInput(f"There is no {kind} {text!r} on the map. {hint}")


def _ends_with(address: Address, typed: str) -> bool:
    return _normalise(str(address)).endswith(f":{typed}") if typed else False


def _normalise(text: str) -> str:
    return ":".join(part.strip().casefold() for part in text.replace("’", "'").split(":"))

"""The register of the people in the town, with their pronouns."""

from __future__ import annotations

import re
from calendar import day_name, month_name
from collections.abc import Iterator, Mapping
from functools import cached_property

_WORD = re.compile(r"[^\W_][\w'’-]*")
"""One word of a text or a name: "O'Neill", "Anne-Marie"."""
_OWNING = re.compile(r"['’]s?$")
"""What a word ends with that says whose something is: "Ann's", "James'"."""


class Register(Mapping[str, str]):
    """The pronoun ('she', 'he' or 'they') of each person, by full name. Immutable, so worlds can share it."""

    def __init__(self, pronouns: Mapping[str, str] | None = None) -> None:
        self._pronouns = dict(sorted((pronouns or {}).items()))

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word that is part of somebody's name."""
        return frozenset(word for name in self._pronouns for word in name.split())

    @cached_property
    def _by_word(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name in self._pronouns:
            found.setdefault(given_name(name), []).append(name)
        return found

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
        """Return the people whom a text names, in alphabetical order. Fast in large towns, too.

        People are named by their full names or by a first name that only one of them has, but for one that is a word
        of its own, such as 'May' or 'Will'.
        """
        words = {_OWNING.sub("", word) for word in {*_WORD.findall(text)}}
        likely = ((name, word) for word in words & self._by_word.keys() for name in self._by_word[word])
        return sorted(name for name, word in likely if name in text or self._is_called(word))

    def _is_called(self, first: str) -> bool:
        """Return whether a first name says of whom one speaks."""
        return len(self._by_word[first]) == 1 and is_first_name(first) and first not in _OTHER_WORDS


FORMAL_TITLES = (
    "mr", "mrs", "ms", "miss", "mx", "dr", "prof", "professor", "rev", "sir", "dame", "lady", "lord", "captain",
    "sister", "father",
)  # fmt: skip
"""The titles that a last name alone may follow: 'Dr. Bo' is Ann Bo."""
_OTHER_TITLES = (
    "old", "young", "little", "big", "chief", "grandma", "grandpa", "granny", "brother", "mother", "doctor",
    "reverend", "pastor", "rabbi", "imam", "uncle", "aunt", "auntie", "don", "doña", "señor", "señora", "frau",
    "herr", "madame", "monsieur", "tante", "onkel", "st", "saint",
)  # fmt: skip
TITLES = frozenset((*FORMAL_TITLES, *_OTHER_TITLES))
"""What stands before a name, in lower case and without a full stop: whoever has a title is called by both."""
_OF_HIM = frozenset(
    ("mr", "sir", "lord", "father", "brother", "uncle", "grandpa", "señor", "herr", "monsieur", "onkel")
)
_OF_HER = frozenset((
    "mrs", "ms", "miss", "dame", "lady", "sister", "mother", "aunt", "auntie", "grandma", "granny", "señora", "frau",
    "madame", "tante",
))  # fmt: skip


def titles_of(pronouns: str) -> frozenset[str]:
    """Return the titles that somebody with these pronouns may have."""
    return TITLES - {"he": _OF_HER, "she": _OF_HIM}.get(pronouns, frozenset())


_CALENDAR = frozenset((*month_name, *day_name))
_OTHER_WORDS = frozenset(("The", "A", "An", "Will", "Can", "Mark", "Grant", "Rose", "Hope", "Grace", "Joy"))


def is_first_name(word: str) -> bool:
    """Return whether the first word of a name may stand for it: no title, no month and no day."""
    return word.rstrip(".").lower() not in TITLES and word not in _CALENDAR


_BEFORE_DATE = re.compile(
    r"\b(?:(?:in|since|until|till|last|next|past|this|early|mid|late|every|each|most)[ -]\w+|on \w+day)$", re.IGNORECASE
)
_AFTER_DATE = re.compile(r" \d|,? (?:morning|afternoon|evening|night)s?\b")


def is_date(text: str, start: int, end: int) -> bool:
    """Return whether what may be a name in a text is a month or a day there: 'in May', 'June 7', 'on Friday'."""
    if text[start:end].title() not in _CALENDAR:
        return False
    before = _BEFORE_DATE.search(text[max(0, start - 12) : end])
    return before is not None or _AFTER_DATE.match(text, end) is not None


def first_name(name: str) -> str:
    """Return what people call somebody: the first word of the name, or 'Brother Ekow' after a title.

    Where the name of the family stands first, it is what follows: 'Boon Keat' of 'Lim Boon Keat'.
    """
    words = name.split()
    return " ".join(_after_family(words) or words[: 2 if _has_title(words) else 1])


def short_names(name: str) -> tuple[str, ...]:
    """Return what people call somebody for short: 'Ann'; of 'Dr. Ann Bo' 'Dr. Ann', 'Dr. Bo' and 'Ann'; of 'Lim Boon
    Keat' 'Boon Keat' and 'Lim'; of 'Ann May Bo' 'Ann' and 'Ann May'."""
    if _after_family(name.split()):
        return first_name(name), name.split()[0]
    title, *rest = name.split()
    if _has_title(name.split()):
        return first_name(name), f"{title} {rest[-1]}", rest[0]
    both = (f"{title} {rest[0]}",) if len(rest) == 2 and rest[0].istitle() else ()
    return first_name(name), *both


def family_name(name: str) -> str:
    """Return the last word of a name with the small ones before it: 'Bo', 'van der Wal', 'de Wit'."""
    first, *words = name.split()
    small = next((n for n, word in enumerate(words) if word.islower()), -1)
    return " ".join(words[small:]) or first


def given_name(name: str) -> str:
    """Return the first word of a name that is no title."""
    if after := _after_family(name.split()):
        return after[0]
    found = _WORD.findall(name)
    return found[_has_title(name.split())] if len(found) > 1 else name


_VIETNAMESE = frozenset(
    ("Nguyen", "Nguyễn", "Tran", "Trần", "Pham", "Phạm", "Phan", "Vo", "Võ", "Vu", "Vũ", "Dang", "Đặng", "Bui", "Bùi",
     "Hoang", "Hoàng", "Huynh", "Huỳnh", "Duong", "Dương", "Ngo", "Ngô")
)  # fmt: skip
_FAMILIES = _VIETNAMESE | frozenset(
    ("Wu", "Wang", "Zhang", "Liu", "Huang", "Zhao", "Zhou", "Xu", "Zhu", "Guo", "Gao", "Zheng", "Xie", "Deng",
     "Feng", "Jiang", "Cai", "Shen", "Ye", "Lim", "Tan", "Ng", "Ong", "Goh", "Teo", "Chua", "Koh", "Chan", "Cheung",
     "Leung", "Wong", "Kwok", "Tsai", "Hsu", "Choi", "Kang", "Yoon", "Jang", "Kwon", "Hwang", "Jeong")
)  # fmt: skip
"""Names of families that stand first, and are hardly ever the first name of somebody whose family's stands last."""


def _after_family(words: list[str]) -> list[str]:
    """Return the words of a name after that of the family, where it stands first; of a Vietnamese name the last one."""
    if len(words) == 2 and re.fullmatch(r"[A-Z][a-z]+-[a-z]+", words[1]):
        return words[1:]  # 'Kim Soo-ah'
    if not 2 <= len(words) <= 4 or words[0] not in _FAMILIES or words[-1] in _FAMILIES:
        return []
    return words[-1:] if words[0] in _VIETNAMESE else words[1:]


def _has_title(words: list[str]) -> bool:
    return len(words) > 1 and words[0].rstrip(".").lower() in TITLES

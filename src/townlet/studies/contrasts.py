"""Comparisons in words: 'source: popular - isolated on knew', or 'source x mind on knew' for an interaction."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from townlet.studies.study import Contrast, ContrastTerm
from townlet.town.defects import nearest

_FORM = "write 'FACTOR: LEVEL - LEVEL on OUTCOME', or 'FACTOR x FACTOR on OUTCOME' for an interaction"


class BadContrast(ValueError):
    """A text is no comparison of the study; the message says what to write."""


def read_contrast(
    text: str, levels: Mapping[str, tuple[str, ...]], outcomes: Collection[str], primary: Contrast | None
) -> Contrast:
    """Return the comparison that a text names. Raises BadContrast.

    `levels` are the levels of each factor. A factor without levels stands for those that the primary comparison
    compares, or else for its second level less its first, if it has two.
    """
    words, on, outcome = (part.strip() for part in text.rpartition(" on "))
    if not on:
        raise BadContrast(f"{text!r} names no outcome; {_FORM}")
    if outcome not in outcomes:
        raise BadContrast(f"{outcome!r} is no outcome of [outcomes].{nearest(outcome, outcomes)}")
    given = {term.factor: term for term in primary.terms} if primary else {}
    terms = tuple(_term(part.strip(), levels, given) for part in words.split(" x "))
    if len({term.factor for term in terms}) < len(terms) or len(terms) > 2:
        raise BadContrast(f"{text!r} is no comparison of one or two different factors; {_FORM}")
    return Contrast(outcome, terms)


def _term(text: str, levels: Mapping[str, tuple[str, ...]], given: Mapping[str, ContrastTerm]) -> ContrastTerm:
    factor, colon, difference = (part.strip() for part in text.partition(":"))
    if factor not in levels:
        raise BadContrast(f"{factor!r} is no factor of [factors].{nearest(factor, levels)}")
    if not colon:
        return given.get(factor) or _usual_term(factor, levels[factor])
    plus, minus_sign, minus = (part.strip() for part in difference.partition(" - "))
    if not minus_sign:
        raise BadContrast(f"{text!r} compares nothing; {_FORM}")
    for level in (plus, minus):
        if level not in levels[factor]:
            raise BadContrast(f"{level!r} is no level of {factor}.{nearest(level, levels[factor])}")
    if plus == minus:
        raise BadContrast(f"{text!r} compares a level with itself; {_FORM}")
    return ContrastTerm(factor, plus, minus)


def _usual_term(factor: str, levels: tuple[str, ...]) -> ContrastTerm:
    if len(levels) != 2:
        raise BadContrast(
            f"{factor} has {len(levels)} levels; say which two, as in '{factor}: {levels[-1]} - {levels[0]}'"
        )
    return ContrastTerm(factor, levels[1], levels[0])

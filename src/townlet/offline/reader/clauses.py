"""Sentences of prose as clauses that each say one thing of a person, with the person first."""

from __future__ import annotations

import re
from functools import lru_cache

from townlet.offline.reader.people import People

_WHO = r"(?P<who>⟦[^⟧]+⟧)"
_AGED = re.compile(r"(?<=⟧)(?: \((?:aged? )?\d{1,3}\)|, (?:aged )?\d{1,3},)")
_NOUN = r"(?P<noun>(?:[Aa]n?|[Tt]he) [^,⟦]+?)"
_BEFORE = re.compile(rf"{_NOUN}, {_WHO}(?!')(?P<rest> .+)")
"""'A retired teacher from the coast, Ann Bo keeps bees.'"""
_AS = re.compile(rf"As {_NOUN}, {_WHO}(?!')(?P<rest> .+)")
_AFTER = re.compile(rf"{_WHO}, {_NOUN},(?P<rest> .+)")
"""'Ann Bo, a retired teacher, keeps bees.'"""
_STATE = re.compile(
    rf"(?P<state>Born|Raised|Trained|Educated|Widowed|Divorced|Retired)\b(?P<more>[^,⟦]*), {_WHO}(?P<rest> .+)"
)
_LEAD = re.compile(
    r"(?P<lead>(?:Every|Each|On|In|At|During|Since|Before|After|By|For|Most|Once|Twice|Often|Sometimes|Usually|Lately"
    r"|Recently|Nowadays|Today|Tonight|Tomorrow|Yesterday|Last|Next|This|Soon"
    rf"|\w+ (?:years|months|weeks|days) ago)\b[^,⟦]*?),? {_WHO}(?!')(?P<rest> [^?]+?)(?P<stop>[.!]?)"
)
"""'Every morning Ann Bo feeds the birds.'"""

KIN = (
    "father|mother|daughter|son|brother|sister|wife|husband|grandfather|grandmother|grandson|granddaughter|uncle|aunt"
    "|nephew|niece|cousin"
)
"""What relatives are to each other, as a pattern."""
_OF = re.compile(rf"(?P<of>⟦[^⟧]+⟧)['’]s (?P<kin>(?:\w+ )?(?:{KIN})),? (?:is )?(?P<who>⟦[^⟧]+⟧)(?P<rest>.*)")
"""'Ann Bo's son is Cy Bo.', 'Ann Bo's husband Cy Bo sings.'"""
_IS_OF = re.compile(rf"{_WHO} is (?P<of>⟦[^⟧]+⟧)['’]s (?P<kin>(?:\w+ )?(?:{KIN}))\b(?P<rest>.*)")


def _kin(found: re.Match[str]) -> tuple[str, ...]:
    """Return who is what to whom, and what else is said of the one named second."""
    rest = found["rest"]
    married = found["kin"] in ("husband", "wife")
    tie = (
        f"{found['of']} is married to {found['who']}"
        if married
        else f"{found['who']} is the {found['kin']} of {found['of']}"
    )
    return (f"{tie}.", f"{found['who']}{rest}") if rest.startswith(" ") and found.re is _OF else (f"{tie}{rest}",)


@lru_cache(20_000)
def clauses(text: str, people: People) -> tuple[str, ...]:
    """Return the clauses of a sentence, people as slots; the sentence as it is if it has but one, person first."""
    masked = people.masked(text)
    bare = _AGED.sub("", masked)
    if found := _STATE.fullmatch(bare):
        return (f"{found['who']} was {found['state'].lower()}{found['more']}.", f"{found['who']}{found['rest']}")
    for form in (_BEFORE, _AS, _AFTER):
        if found := form.fullmatch(bare):
            noun = found["noun"][:1].lower() + found["noun"][1:]
            return (f"{found['who']} is {noun}.", f"{found['who']}{found['rest']}")
    if found := _OF.fullmatch(bare) or _IS_OF.fullmatch(bare):
        return _kin(found)
    if found := _LEAD.fullmatch(bare):
        lead = found["lead"][:1].lower() + found["lead"][1:]
        return (f"{found['who']}{found['rest']} {lead}{found['stop']}",)
    return (text,) if bare == masked else (bare,)

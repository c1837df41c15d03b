"""Sentences of prose as clauses that each say one thing of a person, with the person first."""

from __future__ import annotations

import re
from collections.abc import Iterator

from townlet.offline.english import expand
from townlet.offline.forms import lemmas_of, verb_form
from townlet.offline.reader.people import SLOT, People
from townlet.offline.reader.phrases import bound
from townlet.offline.words import cached, words

_WHO = r"(?P<who>⟦[^⟧]+⟧)"
_AGED = re.compile(r"(?<=⟧)(?: \((?:aged? )?\d{1,3}\)|, (?:aged )?\d{1,3},)")
_NOUN = r"(?P<noun>(?:[Aa]n?|[Tt]he) [^,⟦]+?)"
_FELLOW = r"(?:who is )?(?P<noun>(?:an?|the) [^,]+?)"
_BEFORE = re.compile(rf"{_NOUN}, {_WHO}(?!')(?P<rest> .+)")
"""'A retired teacher from the coast, Ann Bo keeps bees.'"""
_AS = re.compile(rf"As {_NOUN}, {_WHO}(?!')(?P<rest> .+)")
_AFTER = re.compile(rf"{_WHO}, {_FELLOW},(?P<rest> .+)")
"""'Ann Bo, a retired teacher, keeps bees.', 'Cy Bo, the son of Ann Bo, sings.'"""
_OF_OTHER = re.compile(rf"(?P<first>{_WHO}(?! and ⟦) .*(?P<other>⟦[^⟧]+⟧)), who(?P<rest> .+)")
"""'Ann Bo likes Cy Bo, who reads to her.'"""
_STATE = re.compile(
    rf"(?P<state>Born|Raised|Trained|Educated|Widowed|Divorced|Retired)\b(?P<more>[^,⟦]*), {_WHO}(?P<rest> .+)"
)
_LEAD = re.compile(
    r"(?P<lead>(?:(?:Every|Each|On|In|At|During|Since|Before|After|By|For|From|Most|Once|Twice|Often|Sometimes|Usually"
    r"|Lately|Recently|Nowadays|Today|Tonight|Tomorrow|Yesterday|Last|Next|This|Soon"
    r"|\w+ (?:years?|months?|weeks?|days|nights|winters|summers|springs|autumns) ago|(?:Long|Not long) ago)\b[^⟦]*?"
    r"|(?:As|When|Whenever|Years|Rain)\b[^⟦,]*(?=,)))"
    rf",? {_WHO}(?!')(?P<rest> [^?]+?)(?P<stop>[.!]?)"
)
"""'Every morning Ann Bo feeds the birds.'"""
_OWN_LEAD = re.compile(rf"(?P<lead>(?:In|On|At|Before|After|During) {_WHO}'s [a-z ]+?),? (?:he|she|they)(?P<rest> .+)")
"""'In Ann Bo's youth she kept goats.'"""
_AND_MORE = re.compile(
    r"(?P<first>.+?),? (?:and|so|but) (?:(?P<second>⟦[^⟧]+⟧)|he |she |they )?"
    r"(?P<rest>(?: ?still)? ?(?:needs?|is looking for|worr(?:y|ies)|(?:would like|hopes?|wants?) to)"
    r" (?!.*\b(?:it|he|she|they|him|her|his|them|their|one|ones)\b).+)"
)
"""'The pump leaks, and Ann Bo needs a seal.', 'Ann Bo is alone and worries about the dark.'"""

KIN = (
    "father|mother|daughter|son|brother|sister|wife|husband|grandfather|grandmother|grandson|granddaughter|uncle|aunt"
    "|nephew|niece|cousin|godmother|godfather|godson|goddaughter|stepmother|stepfather|stepson|stepdaughter"
)
"""What relatives are to each other, as a pattern."""
_OF = re.compile(rf"(?P<of>⟦[^⟧]+⟧)['’]s (?P<kin>(?:\w+ )?(?:{KIN})),? (?:is )?(?P<who>⟦[^⟧]+⟧)(?P<rest>.*)")
"""'Ann Bo's son is Cy Bo.', 'Ann Bo's husband Cy Bo sings.'"""
_WITH_SPOUSE = re.compile(rf"{_WHO} and (?:his|her|their) (?:wife|husband),? (?P<spouse>⟦[^⟧]+⟧),?(?P<rest> .+)")
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


@cached()
def _macros() -> tuple[tuple[str, str], ...]:
    return tuple(words().tables["kinds"]["macros"].items())


def frame(written: str) -> re.Pattern[str]:
    """Return a pattern of words/kinds.toml, its macros put in. Each '{who}' is a group of its own."""
    written = re.sub(r"\{who\}", lambda found: f"(?P<who{found.start()}>⟦[^⟧]+⟧)", written)
    before = ""
    while before != written:
        before = written
        for name, says in _macros():
            written = written.replace(f"{{{name}}}", says)
    return re.compile(written)


@cached()
def _turns() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((frame(row["says"]), row["as"]) for row in words().rows("kinds", "turn"))


def _turned(masked: str) -> str:
    """Return a sentence about somebody that begins with something else with the person first; '' if it is none."""
    bare = masked.rstrip(".! ")
    for says, put in _turns():
        if found := says.fullmatch(bare):
            groups = {name: said for name, said in found.groupdict().items() if said}
            who = next(said for name, said in groups.items() if name.startswith("who"))
            first, _, rest = groups.get("o", "").partition(" ")
            low = first if first.startswith("⟦") or not lemmas_of(first.lower(), "NOUN") else first.lower()
            if first in ("A", "An", "The", "His", "Her", "Their", "Every", "No", "All"):
                low = first.lower()
            return put.format_map({**groups, "who": who, "o": f"{low} {rest}".strip()}) + "."
    return ""


@cached(20_000)
def clauses(text: str, people: People) -> tuple[str, ...]:
    """Return the clauses of a sentence, people as slots; the sentence as it is if it has but one, person first."""
    masked = people.masked(expand(text))
    found = tuple(each for part in _of_each(_AGED.sub("", masked), people) for each in _clauses(part))
    return found if found != (masked,) else (text,)


def _of_each(bare: str, people: People) -> tuple[str, ...]:
    """Return a sentence in two if it goes on with somebody else: 'Ann Bo likes Cy Bo, who reads to her.'"""
    found = _OF_OTHER.fullmatch(bare)
    if not found or people.forms(found["who"][1:-1]) == people.forms(found["other"][1:-1]):
        return (bare,)
    return f"{found['first']}.", f"{found['other']}{bound(found['rest'], found['who'][1:-1], people, others_too=True)}"


def _clauses(bare: str) -> Iterator[str]:
    if found := _STATE.fullmatch(bare):
        yield f"{found['who']} was {found['state'].lower()}{found['more']}."
        yield f"{found['who']}{found['rest']}"
        return
    if (found := _AS.fullmatch(bare)) and _is_past(found["rest"]):
        # 'As a student, Ann Bo sold books.': she is no student now.
        yield f"{found['who']}{found['rest'].removesuffix('.')} as {found['noun']}."
        return
    for form in (_BEFORE, _AS, _AFTER):
        if found := form.fullmatch(bare):
            noun = found["noun"][:1].lower() + found["noun"][1:]
            yield from _clauses(f"{found['who']} is {noun}.")
            yield f"{found['who']}{found['rest']}"
            return
    if found := _WITH_SPOUSE.fullmatch(bare):
        yield f"{found['who']} is married to {found['spouse']}."
        yield f"{found['who']} and {found['spouse']}{found['rest']}"
    elif found := _OF.fullmatch(bare) or _IS_OF.fullmatch(bare):
        yield from _kin(found)
    elif turned := _turned(bare):
        yield turned
    elif found := _LEAD.fullmatch(bare) or _OWN_LEAD.fullmatch(bare):
        lead, stop = found["lead"][:1].lower() + found["lead"][1:], found.groupdict().get("stop") or ""
        yield f"{found['who']}{found['rest'].removesuffix('.')} {lead}{stop}"
    elif (found := _AND_MORE.fullmatch(bare)) and (who := found["second"] or _first(found["first"])):
        yield f"{found['first']}."
        yield f"{who} {found['rest'].strip()}"
    else:
        yield bare


def _is_past(predicate: str) -> bool:
    """Return whether the verb with which a predicate begins is in the past tense."""
    form = verb_form(predicate.split()[0])
    return form is not None and form[1] == "VBD"


def _first(text: str) -> str:
    """Return the slot of the person with whom a clause begins; '' if it begins with nobody."""
    found = SLOT.match(text)
    return found[0] if found else ""

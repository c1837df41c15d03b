"""Sentences of prose as clauses that each say one thing of a person, with the person first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from townlet.offline.english import expand
from townlet.offline.forms import lemmas_of, verb_form
from townlet.offline.reader.gatherings import is_kept_from, with_guests
from townlet.offline.reader.joined import (
    BACK,
    KEPT_BACK,
    halves,
    is_predicate,
    second_verb,
    with_names,
    with_subject,
    without_second,
)
from townlet.offline.reader.people import SLOT, People, slot
from townlet.offline.reader.phrases import bound
from townlet.offline.times import DAY_TWICE, DAYS, with_ranges
from townlet.offline.words import cached, words
from townlet.town.prose import KIN

_WHO = r"(?P<who>⟦[^⟧]+⟧)"
_AGED = re.compile(r"(?<=⟧)(?: \((?:aged? |born (?:in )?)?\d{1,4}\)|, (?:aged )?\d{1,3},)")
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
_DAY_FIRST = re.compile(rf"(?:{'|'.join(DAYS)})\b")
"""'Thursday at eight Ann Bo is giving a supper.'"""
_LEAD = re.compile(
    r"(?P<lead>(?:(?:Every|Each|On|In|At|During|(?:Ever s|S)ince|Before|After|By|For|From|Most"
    r"|Once|Twice|Often|Sometimes|Usually|Lately|These days|Recently|Nowadays|Now|Today|Tonight|Tomorrow|Yesterday"
    r"|Last|Next|This|Soon|The day after tomorrow|Come"
    rf"|{_DAY_FIRST.pattern}"
    r"|\w+ (?:years?|months?|weeks?|days|nights|winters|summers|springs|autumns) ago|(?:Long|Not long) ago)\b[^⟦]*?"
    r"|(?:As|When|Whenever|Years|Rain)\b[^⟦,]*(?=,)))"
    rf",? {_WHO}(?!')(?P<rest> [^?]+?)(?P<stop>[.!]?)"
)
"""'Every morning Ann Bo feeds the birds.'"""
_OWN_LEAD = re.compile(
    rf"(?P<lead>(?:In|On|At|Before|After|During) {_WHO}'s [\w ]+?),? (?P<they>he|she|they)(?P<rest> .+)"
)
"""'In Ann Bo's youth she kept goats.'"""
_WHEN_SHE = re.compile(
    rf"(?P<lead>(?:When|While|(?:Ever )?[Ss]ince|Although|Though|Once) [^⟦,]*{_WHO}[^⟦,]*?)"
    r"(?<! that)(?<! who)(?<! as)(?<! than)(?<! if),? (?P<they>he|she|they)"
    r"(?P<rest> [^,]+?)(?P<more>,.+?)?(?P<stop>[.!]?)"
)
"""'When Ann Bo was young she kept goats.'"""
_AND_MORE = re.compile(
    r"(?P<first>.+?),? (?:and|so|but) (?:(?P<second>⟦[^⟧]+⟧)|they )?"
    r"(?P<rest>(?: ?still)? ?(?:needs?|is looking for|worr(?:y|ies)|(?:would like|hopes?|wants?) to)"
    rf" (?!.*{BACK}).+)"
)
"""'The pump leaks, and Ann Bo needs a seal.', 'Ann Bo is alone and worries about the dark.'"""
_NEAR = "friend|neighbou?r|colleague|workmate|lodger"
_OF = re.compile(rf"(?P<of>⟦[^⟧]+⟧)['’]s (?P<kin>(?:\w+ )?(?:{KIN}|{_NEAR})),? (?:is )?(?P<who>⟦[^⟧]+⟧)(?P<rest>.*)")
"""'Ann Bo's son is Cy Bo.', 'Ann Bo's husband Cy Bo sings.'"""
_WITH_SPOUSE = re.compile(rf"{_WHO} and (?:his|her|their) (?:wife|husband),? (?P<spouse>⟦[^⟧]+⟧),?(?P<rest> .+)")
_WITH_KIN = re.compile(
    rf"{_WHO}(?!'| and ⟦)(?P<verb> [^⟦,;]*)\b(?:his|her|their) (?:(?!late|former|ex)[a-z]+ ){{0,2}}"
    rf"(?P<kin>{KIN}|{_NEAR}),? (?P<other>⟦[^⟧]+⟧)(?!')(?P<rest>.*)"
)
"""'Ann Bo runs the inn with her son Cy Bo.', 'Ann Bo and her neighbour Cy Bo do not speak.'"""
_WITH_KINS = re.compile(
    rf"{_WHO}(?!'| and ⟦)(?P<verb> [^⟦,;]*)\b(?:his|her|their) (?:[a-z]+ )?"
    r"(?P<kins>parents|grandparents|children|grandchildren|sons|daughters|brothers|sisters),?"
    r" (?P<others>⟦[^⟧]+⟧(?:(?:,|,? and) ⟦[^⟧]+⟧)*)(?!'|[^⟦]*⟧)(?P<rest>.*)"
)
"""'Ann Bo lives with her parents, Cy Bo and Di Bo.'"""
_ARE_KIN = re.compile(
    rf"{_WHO} and (?P<other>⟦[^⟧]+⟧) are (?:both )?(?:twin )?(?P<half>half-|step-?)?"
    r"(?P<kins>brothers|sisters|siblings|cousins|twins)(?P<law>-in-law)?(?P<rest>.*)"
)
"""'Ann Bo and Cy Bo are half-siblings.'"""
_ONE_OF = {
    "parents": ("father", "mother"),
    "grandparents": ("grandfather", "grandmother"),
    "children": ("son", "daughter"),
    "grandchildren": ("grandson", "granddaughter"),
    "sons": ("son", "son"),
    "daughters": ("daughter", "daughter"),
    "brothers": ("brother", "brother"),
    "sisters": ("sister", "sister"),
    "siblings": ("brother", "sister"),
    "twins": ("brother", "sister"),
    "cousins": ("cousin", "cousin"),
}
"""What a man and a woman among several relatives are."""
_IS_OF = re.compile(rf"{_WHO} is (?P<of>⟦[^⟧]+⟧)['’]s (?P<kin>(?:\w+ )?(?:{KIN}|child))\b(?!')(?P<rest>.*)")


_IS_ALSO_OF = re.compile(
    rf"(?P<first>{_WHO}(?! and ⟦) [^⟦]+?(?:⟦[^⟧]+⟧[^⟦]*?)?),? and (?:(?P=who) )?"
    rf"(?P<rest>(?P<verb>(?:is|has been) )?(?:\w+ly )?(?:married to ⟦|(?:the |⟦[^⟧]+⟧'s )(?:[\w-]+ )?(?:{KIN})\b).*)"
)
"""'Ann Bo runs the inn and is the sister of Cy Bo.', 'Ann Bo is the cook and the elder sister of Cy Bo.'"""
_THEIR_CHILD = re.compile(
    r"(?P<first>(?P<of>⟦[^⟧]+⟧)['’]s (?:wife|husband|late wife|late husband) [^⟦]+?),? and their (?:\w+ )?"
    r"(?P<kin>son|daughter|child),? (?P<who>⟦[^⟧]+⟧)(?P<rest> .+)"
)
"""'Ann Bo's husband died in spring, and their son Cy Bo lives with her.'"""
_HAS_KIN = re.compile(
    rf"{_WHO}(?: and (?P<also>⟦[^⟧]+⟧))?(?P<mid> (?:[^⟦]*? and )?)(?:has|have) (?:an?|one) (?:\w+ )?(?P<kin>{KIN}),?"
    r"(?: called| named)? (?P<other>⟦[^⟧]+⟧)(?!')(?P<rest>.*)"
)
"""'Ann Bo and Cy Bo have one daughter, Di Bo.'"""
_AMONG = r"(?:youngest|eldest|oldest|second|third)(?: one)?"
_IS_OF_BOTH = re.compile(
    rf"{_WHO} is (?:the (?:{_AMONG}) of )?(?P<of>⟦[^⟧]+⟧) and (?P<also>⟦[^⟧]+⟧)['’]s"
    rf" (?P<kin>(?:\w+ )?(?:{KIN}|child(?:ren)?|sons|daughters)|{_AMONG})\b(?P<rest>.*)"
)


def _kin(found: re.Match[str], people: People) -> tuple[str, ...]:
    """Return who is what to whom, and what else is said of the one named second."""
    kin = re.sub(r"\bchild$", _child(found["who"], people), found["kin"])
    rest, tie, of = found["rest"], _tie(found["who"], kin, found["of"]), found["of"][1:-1]
    if found.re is _IS_OF and (also := re.fullmatch(r" and (?P<noun>(?:an?|the) .+)", rest)):
        # 'Ann Bo is Cy Bo's only child and the cellar master.'
        return f"{tie}.", f"{found['who']} is {also['noun']}"
    if found.re is _OF and people.forms(of) != people.forms(found["who"][1:-1]):
        # 'Ann Bo's father Cy Bo thinks that she is ill.'
        rest = bound(rest, of, people)
    return (f"{tie}.", f"{found['who']}{rest}") if rest.startswith(" ") and found.re is _OF else (f"{tie}{rest}",)


def _child(who: str, people: People) -> str:
    return {"he": "son", "she": "daughter"}.get(people.forms(who[1:-1])[0], "child")


def _tie(who: str, kin: str, of: str) -> str:
    return f"{of} is married to {who}" if kin in ("husband", "wife") else f"{who} is the {kin} of {of}"


@cached()
def _macros() -> tuple[tuple[str, str], ...]:
    return tuple(words().tables["kinds"]["macros"].items())


def frame(written: str) -> re.Pattern[str]:
    """Return a pattern of words/kinds.toml, its macros put in. Each '{who}' is a group of its own."""
    # A person is meant, and nothing of theirs: whoever does not speak to Ann's mother may well speak to Ann.
    written = re.sub(r"\{P\}(?!'s|\.s)", r"{P}(?!'s)", written)
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


def _within(phrase: str) -> str:
    """Return a phrase as it stands within a sentence: 'the clerk' of 'The clerk'."""
    return phrase[0].lower() + phrase[1:] if _LOW_WITHIN.match(phrase) else phrase


_LOW_WITHIN = re.compile(r"(?:If|When|Unless|Once|An?|The|His|Her|Their|Every|No|All|One)\b")


def _turned(masked: str) -> str:
    """Return a sentence about somebody that begins with something else with the person first; '' if it is none."""
    bare = masked.rstrip(".! ")
    for says, put in _turns():
        if found := says.fullmatch(bare):
            groups = {name: said for name, said in found.groupdict().items() if said}
            groups |= {"from": _within(groups["from"])} if "from" in groups else {}
            who = next(said for name, said in groups.items() if name.startswith("who"))
            first, _, rest = groups.get("o", "").partition(" ")
            if "from" in groups and first in ("he", "she", "they"):
                # 'The inspector told Ann that he will come': it is the teller who will.
                first = groups["from"]
            word = first.rstrip(",").lower()
            common = any(lemmas_of(word, part) for part in ("NOUN", "ADJ")) or word.endswith("ing")
            low = first if first.startswith("⟦") or not common else first.lower()
            said = f"{_within(low)} {rest}".strip()
            return put.format_map({"more": "", "on": "", "from": "", **groups, "who": who, "o": said}) + "."
    return ""


@cached(20_000)
def clauses(text: str, people: People) -> tuple[str, ...]:
    """Return the clauses of a sentence, people as slots; the sentence as it is if it has but one, person first."""
    masked = with_ranges(people.masked(expand(text)))
    masked = DAY_TWICE.sub(r"\1", _COMMENT.sub("", _EPITHET.sub("", masked)))
    bare = with_subject(_LATELY.sub(_capital, _AGED.sub("", masked)), people)
    found = tuple(each for part in _of_each(bare, people) for each in _clauses(part, people))
    return found if found != (people.masked(expand(text)),) else (text,)


_KEPT_BACK = re.compile(KEPT_BACK)
_LATELY = re.compile(r"^(?:Lately|Of late|Recently|These days|Nowadays|At present|For now),? (\w)(?=[^⟦]+⟦)")
"""'Lately the rent keeps Ann Bo awake.'"""
_EPITHET = re.compile(r"\b(?:[Oo]ld|[Yy]oung|[Ll]ittle|[Dd]ear|[Pp]oor) (?=⟦)")
"""'old Ann Bo'."""
_COMMENT = re.compile(
    r"^(?:If (?:all|everything) goes (?:well|to plan)|All being well|God willing|With (?:any )?luck),? (?=⟦)|"
    r",(?: just| only)? (?:once|for once|one day|some day|at last|if possible),(?= to\b)|"
    r",(?: (?:roughly|more or less|mostly|always|strictly))? in that order(?=[.,]|$)"
    r"| more than any(?:thing|body|one)(?: else)?(?: (?:in|on) (?:the world|earth))?(?=[.,]|$)"
    r"|,? as (?:⟦[^⟧]+⟧|he|she|they|the [A-Z]\w+s|(?:his|her|their) \w+) (?:has|have) (?:always )?done"
    r" (?:for|since|ever since) [^.]+"
    r"|, as (?:⟦[^⟧]+⟧'s|his|her|their) (?:\w+ ){1,6}(?:was|were|did|had been|is|are)(?: before \w+)?(?=[.,]|$)"
    r"|,? and (?:⟦[^⟧]+⟧'s|his|her|their) [^,⟦]+ before (?:him|her|them)(?=[.,]|$)"
)
"""What is told beside and says nothing of its own: ', as her father was', 'more than anything in the world'."""


def _capital(found: re.Match[str]) -> str:
    return found[1].upper()


def _of_each(bare: str, people: People) -> tuple[str, ...]:
    """Return a sentence in two if it goes on with somebody else: 'Ann Bo likes Cy Bo, who reads to her.'"""
    found = _OF_OTHER.fullmatch(bare)
    if not found:
        return (bare,)
    forms = people.forms(found["who"][1:-1])
    if forms == people.forms(found["other"][1:-1]):
        # 'Ann Bo knows Di Fay, who lends her a book': to oneself one would lend it 'herself'.
        to_first = re.sub(rf"^( \w+) {forms[1]}(?= (?:an?|the|some|two)\b|$)", rf"\1 {found['who']}", found["rest"])
        return (f"{found['first']}.", f"{found['other']}{to_first}") if to_first != found["rest"] else (bare,)
    return f"{found['first']}.", f"{found['other']}{bound(found['rest'], found['who'][1:-1], people, others_too=True)}"


def _clauses(bare: str, people: People) -> tuple[str, ...]:
    return next(filter(None, (read(bare, people) for read in _READERS)), (bare,))


def _all(sentences: Iterable[str], people: People) -> tuple[str, ...]:
    return tuple(each for sentence in sentences for each in _clauses(sentence, people))


def _of_state(bare: str, people: People) -> tuple[str, ...]:
    """'Born in Oslo, Ann Bo sings', 'As a student, Ann Bo sold books', 'Ann Bo, a teacher, keeps bees'."""
    if found := _STATE.fullmatch(bare):
        state = f"{found['who']} was {found['state'].lower()}{found['more']}."
        return state, f"{found['who']}{found['rest']}"
    if (found := _AS.fullmatch(bare)) and _is_past(found["rest"]):
        # She is no student now.
        return (f"{found['who']}{found['rest'].removesuffix('.')} as {found['noun']}.",)
    for form in (_BEFORE, _AS, _AFTER):
        if found := form.fullmatch(bare):
            noun = found["noun"][:1].lower() + found["noun"][1:]
            return *_clauses(f"{found['who']} is {noun}.", people), f"{found['who']}{found['rest']}"
    return ()


def _of_halves(bare: str, people: People) -> tuple[str, ...]:
    """'The mill is closed, and Ann Bo misses it.'"""
    return () if is_kept_from(bare) or _KEPT_BACK.search(bare.rstrip(".!")) else _all(halves(bare, people), people)


def _of_gathering(bare: str, people: People) -> tuple[str, ...]:
    return tuple(with_guests(bare))


def _of_relatives(bare: str, people: People) -> tuple[str, ...]:
    return tuple(_of_kin(bare, people))


def _of_turn(bare: str, people: People) -> tuple[str, ...]:
    """What words/kinds.toml turns round: 'What Ann Bo needs is a ladder.'"""
    turned, _, more = _turned(bare).partition(" ‖ ")
    if more:
        return *_clauses(f"{turned}.", people), more
    if turned.rstrip(".") in ("", bare.rstrip(".")):
        return ()
    named = with_subject(turned, people)
    return _clauses(named, people) if named != turned else _of_turn(turned, people) or (turned,)


def _of_needs(bare: str, people: People) -> tuple[str, ...]:
    """'Ann Bo still lacks six chairs and somebody who can play.'"""
    found = _TWO_NEEDS.fullmatch(bare)
    if not found:
        return ()
    for_it = _FOR_IT.search(found["other"])
    one = f"{found['one']}{for_it[1] if for_it else ''}"
    other = _MUST_DO.sub("somebody to ", found["other"])
    return f"{found['who']} {found['lacks']} {one}.", f"{found['who']} needs {other}"


def _of_aside(bare: str, people: People) -> tuple[str, ...]:
    """'Ann Bo, Cy Bo's youngest, sings.'"""
    found = _ASIDE.fullmatch(bare)
    said = f"{found['who']}{found['rest']}" if found else ""
    if found is None or not is_predicate(said):
        return ()
    # 'Ann Bo, Cy Bo's youngest' tells a tie; other asides are only remembered with the sentence.
    is_told = found["who_is"] or SLOT.search(found["what"])
    tie = f"{found['who']} {'' if found['who_is'] else 'is '}{found['what']}." if is_told else ""
    return _all(filter(None, (tie, said)), people)


def _of_reason(bare: str, people: People) -> tuple[str, ...]:
    """'Because Ann Bo is leaving, Cy Bo is giving her a supper', 'To thank Ann Bo, Cy Bo is giving a supper'."""
    if (found := _BECAUSE_FIRST.fullmatch(bare)) and (said := with_names(found["why"], found["rest"], people)):
        return _clauses(f"{said}, because {found['why']}{found['stop']}", people)
    found = _TO_DO_SO.fullmatch(bare)
    return _clauses(found["rest"], people) if found else ()


def _of_lead(bare: str, people: People) -> tuple[str, ...]:
    """'Every morning Ann Bo feeds the birds.'"""
    found = _lead_of(bare) or _OWN_LEAD.fullmatch(bare)
    if not found:
        return ()
    day_first = _DAY_FIRST.match(found["lead"])
    lead = f"on {found['lead']}" if day_first else found["lead"][:1].lower() + found["lead"][1:]
    stop = found.groupdict().get("stop") or ""
    # What is told of the day belongs before the reason: 'On Friday Ann Bo sings, because it is June.'
    said, because, why = found["rest"].removesuffix(".").partition(", because ")
    # And before what was heard: 'Last week Ann Bo heard that the mill will close.'
    told, that, what = said.partition(" that ") if _REPORTS.search(said) else (said, "", "")
    lead = "" if lead in _OF_LATE else f" {lead}"
    beside = told[len(without_second(f"{found['who']}{told}", clause=True)) - len(found["who"]) :]
    where = re.search(r", (?:where|which) .*", told)
    beside = beside if _GOES_ON.match(beside.replace(found["who"], "they")) else where[0] if where else ""
    in_order = f"{found['who']}{told.removesuffix(beside)}{lead}{beside}{that}{what}{because}{why}{stop}"
    return tuple(with_guests(in_order)) or _of_needs(in_order, people) or _of_turn(in_order, people) or (in_order,)


def _of_when(bare: str, people: People) -> tuple[str, ...]:
    """'When Ann Bo was young she kept goats.'"""
    found = _WHEN_SHE.fullmatch(bare)
    if not found or people.forms(found["who"][1:-1])[0] != found["they"]:
        return ()
    if re.search(rf"\b(?:{KIN})\b(?!.* died\b)", found["lead"]):
        return ()
    lead = f"{found['lead'][0].lower()}{found['lead'][1:]}"
    return _clauses(f"{found['who']}{found['rest']} {lead}{found['more'] or ''}{found['stop']}", people)


def _of_second(bare: str, people: People) -> tuple[str, ...]:
    """'The pump leaks, and Ann Bo needs a seal', 'Ann Bo collects maps and has a spare projector'."""
    if (found := _AND_MORE.fullmatch(bare)) and (who := found["second"] or _first(found["first"])):
        return f"{found['first']}.", f"{who} {found['rest'].strip()}"
    return _all(second_verb(bare, people), people)


_READERS = (
    _of_state,
    _of_halves,
    _of_gathering,
    _of_relatives,
    _of_turn,
    _of_needs,
    _of_aside,
    _of_reason,
    _of_when,
    _of_lead,
    _of_second,
)
"""What each sentence is tried as, in this order."""


_BECAUSE_FIRST = re.compile(r"(?:Because|As|Since) (?P<why>[^,]*⟦[^,]+), (?P<rest>⟦[^⟧]+⟧(?!') [^?]+?)(?P<stop>[.!]?)")
"""'Because Ann Bo is leaving, Cy Bo is giving her a supper.'"""
_MUST_DO = re.compile(r"^(?:some|any)(?:body|one) (?:has to|must|should|needs to|ought to) ")
_FOR_IT = re.compile(r"( for (?:it|that|the occasion|the day))[.!]?$")
"""The end of a sentence that says for what both needs are."""
_TWO_NEEDS = re.compile(
    rf"{_WHO} (?P<lacks>(?:(?:still|also|badly) )?(?:needs|lacks|could (?:do with|use)|wants"
    r"|is (?:short of|looking for|in need of|after)))"
    r" (?P<one>(?!(?:some|any)(?:body|one)\b[^,]*(?:, | and )(?:who|with|to)\b)[^⟦]+?)"
    r"(?:,? as well as|,? and)(?:, [^,⟦]*(?:⟦[^⟧]+⟧)?,)?(?: of)?"
    r" (?P<other>(?:(?:some|any)(?:body|one)|(?:an?(?:other)? )(?:\w+ )?pair of hands)\b.+)"
)
"""'Ann Bo needs six chairs and somebody to carry them', a thing and a hand."""
_ASIDE = re.compile(
    rf"{_WHO}, (?P<who_is>who )?(?P<what>(?!who\b|whose\b|and\b)[^,]+),(?P<rest> (?!and\b|or\b|⟦)(?P<verb>[a-z]+) .+)"
)
"""'Ann Bo, Cy Bo's youngest, sings', 'Ann Bo, who was born in Oslo, sings.'"""
_TO_DO_SO = re.compile(r"To [a-z]+ .+?,? (?P<rest>⟦[^⟧]+⟧ (?:is|are|has|will|wants)\b.+)")
"""'To celebrate ten years with Cy Bo, Ann Bo is giving a dinner.'"""


def _lead_of(bare: str) -> re.Match[str] | None:
    """Return what a sentence begins with before its person; None if that tells of somebody else: 'they called Ann'."""
    found = _LEAD.fullmatch(bare)
    if found and re.search(r", (?:which|that|who|whose)$", found["lead"].rstrip()):
        # 'On Friday a letter came, which Ann Bo hides.'
        return None
    return None if found and _ANOTHER.search(found["lead"]) and not _CLAUSE.match(found["lead"]) else found


_GOES_ON = re.compile(r",? (?:and|but|though|yet|so) (?:so far )?(?:he|she|they|it|there|nobody|that)\b")
"""How a sentence goes on with what is no part of a list."""
_OF_LATE = ("lately", "nowadays", "these days")
"""What says no more than that a thing is so now."""
_REPORTS = re.compile(r"\b(?:heard|overheard|read|learned|learnt|told|noticed|found out|discovered|has it)\b.* that ")
_ANOTHER = re.compile(r"\b(?:there|they|people|everybody|everyone|nobody|friends|children|he|she|we)\b")
_CLAUSE = re.compile(r"(?:As|When|Whenever|While|Since|Before|After)\b")


def _of_kin(bare: str, people: People) -> Iterator[str]:
    """Yield the clauses of a sentence that names relatives beside what it says; nothing if it names none."""
    if found := _WITH_SPOUSE.fullmatch(bare):
        yield f"{found['who']} is married to {found['spouse']}."
        yield f"{found['who']} and {found['spouse']}{found['rest']}"
    elif (found := _IS_ALSO_OF.fullmatch(bare)) and (found["verb"] or re.match(r"⟦[^⟧]+⟧ is ", bare)):
        yield from _clauses(f"{found['first']}.", people)
        yield from _clauses(f"{found['who']} {'' if found['verb'] else 'is '}{found['rest']}", people)
    elif found := _OF.fullmatch(bare) or _IS_OF.fullmatch(bare):
        yield from _kin(found, people)
    elif found := _IS_OF_BOTH.fullmatch(bare):
        kin = found["kin"] if re.search(rf"\b(?:{KIN}|child)$", found["kin"]) else _child(found["who"], people)
        yield f"{_tie(found['who'], kin, found['of'])}."
        yield f"{_tie(found['who'], kin, found['also'])}{found['rest']}"
    elif found := _THEIR_CHILD.fullmatch(bare):
        kin = _child(found["who"], people) if found["kin"] == "child" else found["kin"]
        yield f"{_tie(found['who'], kin, found['of'])}."
        yield f"{found['first']}."
        yield from _clauses(f"{found['who']}{bound(found['rest'], found['of'][1:-1], people)}", people)
    elif found := _HAS_KIN.fullmatch(bare):
        yield from (f"{_tie(found['other'], found['kin'], of)}." for of in (found["who"], found["also"]) if of)
        if mid := found["mid"].removesuffix(" and ").strip():
            both = f"{found['who']} and {found['also']}" if found["also"] else found["who"]
            yield from _clauses(f"{both} {mid}.", people)
    elif found := _WITH_KIN.fullmatch(bare):
        yield f"{_tie(found['other'], found['kin'], found['who'])}."
        yield from _clauses(f"{found['who']}{found['verb']}{found['other']}{found['rest']}", people)
    else:
        yield from _of_several_kin(bare, people)


def _of_several_kin(bare: str, people: People) -> Iterator[str]:
    """Yield the clauses of a sentence that names relatives in the plural, as in 'her sons' and 'are cousins'."""

    def kin(who: str, kins: str) -> str:
        he, she = _ONE_OF[kins]
        return {"he": he, "she": she}.get(people.forms(who[1:-1])[0], "")

    if found := _WITH_KINS.fullmatch(bare):
        for other in map(slot, SLOT.findall(found["others"])):
            if one := kin(other, found["kins"]):
                yield f"{_tie(other, one, found['who'])}."
        yield from _clauses(f"{found['who']}{found['verb']}{found['others']}{found['rest']}", people)
    elif found := _ARE_KIN.fullmatch(bare):
        if one := kin(found["who"], found["kins"]):
            yield f"{_tie(found['who'], (found['half'] or '') + one + (found['law'] or ''), found['other'])}."
        yield bare


def _is_past(predicate: str) -> bool:
    """Return whether the verb with which a predicate begins is in the past tense."""
    form = verb_form(predicate.split()[0])
    return form is not None and form[1] == "VBD"


def _first(text: str) -> str:
    """Return the slot of the person with whom a clause begins; '' if it begins with nobody."""
    found = SLOT.match(text)
    return found[0] if found else ""

"""Sentences of prose as clauses that each say one thing of a person, with the person first."""

from __future__ import annotations

import re
from collections.abc import Iterator

from townlet.offline.english import article, expand, listing
from townlet.offline.forms import lemmas_of, only_noun, verb_form
from townlet.offline.reader.people import SLOT, People, slot
from townlet.offline.reader.phrases import ADVERB, bound
from townlet.offline.times import UNDATED, read_when
from townlet.offline.words import cached, words

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
_LEAD = re.compile(
    r"(?P<lead>(?:(?:Every|Each|On|In|At|During|Since|Before|After|By|For|From|Most|Once|Twice|Often|Sometimes|Usually"
    r"|Lately|Recently|Nowadays|Today|Tonight|Tomorrow|Yesterday|Last|Next|This|Soon"
    r"|The day after tomorrow|Come"
    r"|\w+ (?:years?|months?|weeks?|days|nights|winters|summers|springs|autumns) ago|(?:Long|Not long) ago)\b[^⟦]*?"
    r"|(?:As|When|Whenever|Years|Rain)\b[^⟦,]*(?=,)))"
    rf",? {_WHO}(?!')(?P<rest> [^?]+?)(?P<stop>[.!]?)"
)
"""'Every morning Ann Bo feeds the birds.'"""
_OWN_LEAD = re.compile(rf"(?P<lead>(?:In|On|At|Before|After|During) {_WHO}'s [a-z ]+?),? (?:he|she|they)(?P<rest> .+)")
"""'In Ann Bo's youth she kept goats.'"""
_BACK = r"\b(?:it|he|she|they|him|her|his|them|their|one|ones)\b"
"""What may mean something that an earlier clause names."""
_AND_MORE = re.compile(
    r"(?P<first>.+?),? (?:and|so|but) (?:(?P<second>⟦[^⟧]+⟧)|he |she |they )?"
    r"(?P<rest>(?: ?still)? ?(?:needs?|is looking for|worr(?:y|ies)|(?:would like|hopes?|wants?) to)"
    rf" (?!.*{_BACK}).+)"
)
"""'The pump leaks, and Ann Bo needs a seal.', 'Ann Bo is alone and worries about the dark.'"""
_SECOND = re.compile(
    rf"(?P<first>{_WHO}(?! and ⟦)(?!.* (?:that|who|whom|whose|which|where|when|while|if|because|how|as|both|between)\b)"
    rf" [^,;]+?),? (?:and|but) (?:(?P=who) )?(?P<rest>(?P<adverb>{ADVERB})(?P<verb>[a-z]+)(?P<after> .+))"
)
"""'Ann Bo collects maps and has a spare projector.'"""
_OBJECT = re.compile(
    r" ⟦| (?:to|the|an?|his|her|their|him|that|not|never|nobody|nothing|somebody|everybody|how|what|who|some|no|all|two"
    r"|three|four|five|six|seven|eight|nine|ten|\d+)(?!\w)"
)

KIN = (
    "(?:half-|step-?)?(?:father|mother|daughter|son|brother|sister|grandfather|grandmother|grandson|granddaughter|uncle"
    "|aunt|nephew|niece|cousin)(?:-in-law)?|wife|husband|godmother|godfather|godson|goddaughter"
)
"""What relatives are to each other, as a pattern."""
_OF = re.compile(rf"(?P<of>⟦[^⟧]+⟧)['’]s (?P<kin>(?:\w+ )?(?:{KIN})),? (?:is )?(?P<who>⟦[^⟧]+⟧)(?P<rest>.*)")
"""'Ann Bo's son is Cy Bo.', 'Ann Bo's husband Cy Bo sings.'"""
_WITH_SPOUSE = re.compile(rf"{_WHO} and (?:his|her|their) (?:wife|husband),? (?P<spouse>⟦[^⟧]+⟧),?(?P<rest> .+)")
_WITH_KIN = re.compile(
    rf"{_WHO}(?!'| and ⟦)(?P<verb> [^⟦,;]*)\b(?:his|her|their) (?:(?!late|former|ex)[a-z]+ ){{0,2}}"
    rf"(?P<kin>{KIN}|friend|neighbou?r|colleague|workmate),? (?P<other>⟦[^⟧]+⟧)(?!')(?P<rest>.*)"
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
_IS_OF = re.compile(rf"{_WHO} is (?P<of>⟦[^⟧]+⟧)['’]s (?P<kin>(?:\w+ )?(?:{KIN}))\b(?P<rest>.*)")


_IS_ALSO_OF = re.compile(
    rf"(?P<first>{_WHO}(?! and ⟦) [^⟦]+?(?:⟦[^⟧]+⟧[^⟦]*?)?),? and (?:(?P=who) )?"
    rf"(?P<rest>(?P<verb>(?:is|has been) )?(?:\w+ly )?(?:married to ⟦|(?:the |⟦[^⟧]+⟧'s )(?:[\w-]+ )?(?:{KIN})\b).*)"
)
"""'Ann Bo runs the inn and is the sister of Cy Bo.', 'Ann Bo is the cook and the elder sister of Cy Bo.'"""
_HAS_KIN = re.compile(
    rf"{_WHO}(?: and (?P<also>⟦[^⟧]+⟧))?(?P<mid> (?:[^⟦]*? and )?)(?:has|have) (?:an?|one) (?:\w+ )?(?P<kin>{KIN}),?"
    r"(?: called| named)? (?P<other>⟦[^⟧]+⟧)(?!')(?P<rest>.*)"
)
"""'Ann Bo and Cy Bo have one daughter, Di Bo.'"""
_IS_OF_BOTH = re.compile(
    rf"{_WHO} is (?P<of>⟦[^⟧]+⟧) and (?P<also>⟦[^⟧]+⟧)['’]s (?P<kin>(?:\w+ )?(?:{KIN}|child))\b(?P<rest>.*)"
)


OCCASION = (
    "party|lunch|dinner|supper|tea|breakfast|brunch|drinks|picnic|concert|reading|rehearsal|meeting|night|evening|feast"
    "|wedding|celebration|dance|quiz|show|tournament"
)
"""What is held, as a pattern, also where a sentence tells no more of it than when: 'Quiz at the inn on Friday'."""
GATHERING = (
    f"(?i:{OCCASION}|barbecue|cards|chess|backgammon|games|tasting|walk|hike|swim|ride|screening|meal|coffee|lesson|class"
    "|tour|practice|outing)"
)
"""What people come together for, as a pattern."""
_FOR_GUESTS = re.compile(
    rf"(?P<first>{_WHO}(?: and ⟦[^⟧]+⟧)? (?:is|are) "
    r"(?:hosting|holding|giving|throwing|having|cooking|putting on|planning|running|arranging|preparing) .*?)"
    r",? for (?P<guests>⟦[^⟧]+⟧(?:, ⟦[^⟧]+⟧)*,? and ⟦[^⟧]+⟧)(?!')(?P<rest>.*)"
)
"""'Ann Bo is giving a supper on Friday for Cy Bo and Di Bo.'"""


_ONE = r"(?:⟦[^⟧]+⟧|[A-Z][\w’'-]+(?: [A-Z][\w’'-]+)*)"
_SOME = rf"{_ONE}(?:(?:,|,? and) {_ONE})*"
"""Some people, also by names that the town does not know."""
_FOR_WHOM = re.compile(
    rf"(?P<first>{_WHO}(?: and ⟦[^⟧]+⟧)? (?:is|are)(?: \w+ly)? (?:giving|throwing|holding|hosting|making|cooking))"
    rf" (?P<guests>{_SOME}(?!')|him|her|them) (?P<rest>(?:an?|the) (?:[\w’'-]+ ){{0,4}}?{GATHERING}\b.*)"
)
"""'Ann Bo is giving Cy Bo a farewell supper.'"""
_WHAT = rf"(?P<what>(?:(?:an?|the) )?(?:[\w-]+ ){{0,3}}?{GATHERING}(?: and [a-z]+)?)\b(?P<rest>.*)"
_TO = r" ?(?:(?:out|up|over|round|along|down) ?)*(?:to (?P<place>(?:the |⟦[^⟧]+⟧'s )?[A-Z][^,⟦]*?) )?(?:for|to) "
_HAS_OVER = re.compile(
    rf"{_WHO}(?: and ⟦[^⟧]+⟧)? (?:(?:is|are) (?:having|treating|inviting)|has invited)"
    rf" (?P<guests>{_SOME})(?!'){_TO}{_WHAT}"
)
"""'Ann Bo is having Cy Bo up to the Mill for dinner.'"""
_TAKES = re.compile(
    rf"{_WHO}(?: and ⟦[^⟧]+⟧)? (?:(?:is|are) (?:taking|meeting)|has asked) (?P<guests>{_SOME})(?!'){_TO}{_WHAT}"
)
"""'Ann Bo is taking Cy Bo for a walk.'"""
_TAKES_TO = re.compile(
    rf"{_WHO} (?:is|are) taking (?P<guests>{_SOME})(?!')(?: (?:out|up|over|down|along))? to"
    r" (?P<place>(?:the )?[A-Z][\w’'-]*(?: [A-Z][\w’'-]*)*)(?P<rest>.*)"
)
"""'Ann Bo is taking Cy Bo up to the Old Fort on Friday at nine.'"""
_PLAYS = re.compile(
    rf"{_WHO} (?:is|are) playing (?P<what>[a-z]+) (?:against|with) (?P<guests>{_SOME})(?!')(?P<rest>.*)"
)
"""'Ann Bo is playing chess against Cy Bo on Friday at five.'"""
_ASKS_OUT = re.compile(
    rf"{_WHO} has (?:asked|invited) (?P<guests>{_SOME})(?!') to (?:go|come|join (?:him|her|them|⟦[^⟧]+⟧)) for"
    rf" (?P<what>(?:an?|the) (?:[\w-]+ ){{0,3}}?{GATHERING})(?: with (?:him|her|them|⟦[^⟧]+⟧))?(?P<rest>.*)"
)
"""'Ann Bo has asked Cy Bo to go for a walk with her on Friday.'"""
_APPOINTMENTS = (
    (_ASKS_OUT, "{what}"),
    (_HAS_OVER, "{what}"),
    (_TAKES, "{what}"),
    (_TAKES_TO, "an outing"),
    (_PLAYS, "a game of {what}"),
)
"""What somebody does with named others, and what they are to come to."""
_AND_HOSTS = re.compile(
    r"(?P<first>[A-Z](?!⟦)[^⟦]+|⟦[^⟧]+⟧(?! and ⟦)[^⟦]+?),? (?:and|so) "
    r"(?P<rest>⟦[^⟧]+⟧ is (?:giving|throwing|hosting|holding|putting on) .+)"
)
"""'Di turns six on Friday, and Ann Bo is giving her a party.'"""
_AND_ASKS = re.compile(
    rf"(?P<first>.+?),? and (?P<rest>⟦[^⟧]+⟧ has (?:roped in|talked|persuaded) {_SOME}(?: into (?:it|coming))?\.?)"
)
"""'There is a dance on Friday, and Ann Bo has roped in Cy Bo.'"""
_SURPRISES = re.compile(
    r"[^⟦]*\b(?:is|are)(?: meant| supposed)?(?: to be)? a surprise (?:for|to) (?P<other>⟦[^⟧]+⟧)(?!').*"
)
_NOT_TO_KNOW = re.compile(
    r"(?P<first>.+?),? (?:and|but) (?P<other>⟦[^⟧]+⟧) "
    r"(?:must not|may not|should not|is not to) (?:know|find out|hear|learn|be told)\b.*"
)


_UNCOUNTED = re.compile(r"(?:\w+ )?(?:cards|chess|backgammon|games|drinks|coffee|tea)\b")
"""What people come together for without an article: 'for cards'."""


def _invites(found: re.Match[str]) -> str:
    """Return the clause that tells whom somebody asks; those whom the town does not know cannot come."""
    return f"{found['who']} has invited {listing([slot(name) for name in SLOT.findall(found['guests'])])}."


def _appointment(bare: str) -> tuple[str, ...]:
    """Return what somebody does with others at a day, an hour and a place of the town as an event and its guests.

    Whoever has people over holds something as soon as a day is told: what else is missing is a defect of the event.
    """
    for form, called in _APPOINTMENTS:
        found = form.fullmatch(bare)
        if found is None or not SLOT.search(found["guests"]):
            continue
        _, when = read_when(bare, UNDATED)
        whole = when.start is not None and _names_place(bare)
        if when.date is not None and (whole or form is _HAS_OVER):
            told = found.groupdict("")
            what = told.get("what", "")
            if what and called == "{what}" and not (_UNCOUNTED.match(what) or what.startswith(("a ", "an ", "the "))):
                what = article(what)
            where = f" at {told['place']}" if told.get("place") else ""
            return f"{told['who']} is hosting {called.format(what=what)}{where}{told['rest']}", _invites(found)
    return ()


def _names_place(sentence: str) -> bool:
    """Return whether a sentence names a place of the town, or a home."""
    names = ("home", *words().tables["places"]["names"])
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", sentence.lower()) for name in names)


def _of_guests(bare: str) -> Iterator[str]:
    """Yield the clauses of a sentence that tells of an event with its guests; nothing if it tells of none."""
    if found := _FOR_GUESTS.fullmatch(bare):
        yield f"{found['first']}{found['rest']}"
        yield _invites(found)
    elif found := _FOR_WHOM.fullmatch(bare):
        yield f"{found['first']} {found['rest']}"
        if SLOT.search(found["guests"]) and not re.match(r"\S+ (?:[\w-]+ ){0,2}surprise\b", found["rest"]):
            yield _invites(found)
    elif appointed := _appointment(bare):
        yield from appointed
    elif found := _AND_HOSTS.fullmatch(bare):
        yield f"{found['first']}."
        yield from tuple(_of_guests(found["rest"])) or (found["rest"],)
    elif found := _AND_ASKS.fullmatch(bare):
        yield f"{found['first']}."
        yield found["rest"]
    elif found := _SURPRISES.fullmatch(bare):
        yield bare
        yield f"{found['other']} is not invited."
    elif found := _NOT_TO_KNOW.fullmatch(bare):
        yield f"{found['first']}."
        yield f"{found['other']} is not invited."


def _kin(found: re.Match[str]) -> tuple[str, ...]:
    """Return who is what to whom, and what else is said of the one named second."""
    rest, tie = found["rest"], _tie(found["who"], found["kin"], found["of"])
    return (f"{tie}.", f"{found['who']}{rest}") if rest.startswith(" ") and found.re is _OF else (f"{tie}{rest}",)


def _tie(who: str, kin: str, of: str) -> str:
    return f"{of} is married to {who}" if kin in ("husband", "wife") else f"{who} is the {kin} of {of}"


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
            if "from" in groups and first in ("he", "she", "they"):
                # 'The inspector told Ann that he will come': it is the teller who will.
                first = groups["from"]
            low = first if first.startswith("⟦") or not lemmas_of(first.lower(), "NOUN") else first.lower()
            if first in ("A", "An", "The", "His", "Her", "Their", "Every", "No", "All"):
                low = first.lower()
            return put.format_map({**groups, "who": who, "o": f"{low} {rest}".strip()}) + "."
    return ""


@cached(20_000)
def clauses(text: str, people: People) -> tuple[str, ...]:
    """Return the clauses of a sentence, people as slots; the sentence as it is if it has but one, person first."""
    masked = people.masked(expand(text))
    bare = _with_subject(_AGED.sub("", masked), people)
    found = tuple(each for part in _of_each(bare, people) for each in _clauses(part, people))
    return found if found != (masked,) else (text,)


_AND_THEY = re.compile(rf"(?P<before>{_WHO}(?!'| and ⟦).*?,? (?:and|but) )(?P<they>he|she|they) (?=\w)")


def _with_subject(bare: str, people: People) -> str:
    """Return a sentence with its person in place of 'she' after an 'and', if that can mean nobody else."""
    found = _AND_THEY.match(bare)
    if not found or people.forms(found["who"][1:-1])[0] != found["they"] or found["they"] == "they":
        return bare
    others = (name for name in SLOT.findall(found["before"]) if name != found["who"][1:-1])
    if any(people.forms(name)[0] == found["they"] for name in others):
        return bare
    return f"{found['before']}{found['who']} {bare[found.end() :]}"


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


def _clauses(bare: str, people: People) -> Iterator[str]:
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
            yield from _clauses(f"{found['who']} is {noun}.", people)
            yield f"{found['who']}{found['rest']}"
            return
    if guests := tuple(_of_guests(bare)):
        yield from guests
    elif kin := tuple(_of_kin(bare, people)):
        yield from kin
    elif turned := _turned(bare):
        named = _with_subject(turned, people)
        yield from (turned,) if named == turned else _clauses(named, people)
    elif found := _TO_DO_SO.fullmatch(bare):
        yield from _clauses(found["rest"], people)
    elif found := _lead_of(bare) or _OWN_LEAD.fullmatch(bare):
        lead, stop = found["lead"][:1].lower() + found["lead"][1:], found.groupdict().get("stop") or ""
        # What is told of the day belongs before the reason: 'On Friday Ann Bo sings, because it is June.'
        said, because, why = found["rest"].removesuffix(".").partition(", because ")
        # And before what was heard: 'Last week Ann Bo heard that the mill will close.'
        told, that, what = said.partition(" that ") if _REPORTS.search(said) else (said, "", "")
        in_order = f"{found['who']}{told} {lead}{that}{what}{because}{why}{stop}"
        yield from tuple(_of_guests(in_order)) or (in_order,)
    elif (found := _AND_MORE.fullmatch(bare)) and (who := found["second"] or _first(found["first"])):
        yield f"{found['first']}."
        yield f"{who} {found['rest'].strip()}"
    elif (found := _SECOND.fullmatch(bare)) and _goes_on(found, people):
        yield from _clauses(f"{found['first']}.", people)
        yield from _clauses(f"{found['who']} {found['rest']}", people)
    else:
        yield bare


_TO_DO_SO = re.compile(r"To [a-z]+ .+?,? (?P<rest>⟦[^⟧]+⟧ (?:is|are|has|will|wants)\b.+)")
"""'To celebrate ten years with Cy Bo, Ann Bo is giving a dinner.'"""


def _lead_of(bare: str) -> re.Match[str] | None:
    """Return what a sentence begins with before its person; None if that tells of somebody else: 'they called Ann'."""
    found = _LEAD.fullmatch(bare)
    return None if found and _ANOTHER.search(found["lead"]) and not _CLAUSE.match(found["lead"]) else found


_REPORTS = re.compile(r"\b(?:heard|overheard|read|learned|learnt|told|noticed|found out|discovered)\b.* that ")
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
        yield from _kin(found)
    elif found := _IS_OF_BOTH.fullmatch(bare):
        yield f"{_tie(found['who'], found['kin'], found['of'])}."
        yield f"{_tie(found['who'], found['kin'], found['also'])}{found['rest']}"
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


def _goes_on(found: re.Match[str], people: People) -> bool:
    """Return whether a word after 'and' is a second verb of the same subject that says a thing of its own.

    What was done is one tale with what was done then: 'dropped an anvil and finished the day's work'.
    """
    verb, after = found["verb"], found["after"]
    form = verb_form(verb)
    names_another = SLOT.search(found["first"], found.end("who")) is not None
    own = () if names_another else people.forms(found["who"][1:-1])
    goes_on = verb == "can" or (form is not None and form[1] == "VBZ")
    if not goes_on or any(each[0] not in own for each in re.finditer(_BACK, after)):
        return False
    if names_another and _FEELS.match(f"{verb}{after}"):
        return False
    if verb == "has":
        return _OWNED.match(after) is not None
    if verb == "can":
        return True
    if _SURE.fullmatch(verb) or found["adverb"] or not lemmas_of(verb, "NOUN"):
        return not only_noun(verb)
    return _OBJECT.match(after) is not None or _modifies(after.split()[0])


def _modifies(word: str) -> bool:
    """Return whether a word is a noun or an adjective: after a plural it would be no part of what is counted."""
    return word.isalpha() and bool(lemmas_of(word, "NOUN") or lemmas_of(word, "ADJ")) and not _RELATES.fullmatch(word)


_SURE = re.compile(
    r"is|does|needs|wants|hopes|wishes|knows|owns|works|lives|plays|sings|goes|comes|studies|teaches|talks|walks|runs"
    r"|swims|sleeps|helps|looks|cares|thinks|likes|travels|dreams|cooks"
)
"""Verbs that are hardly ever a plural."""
_RELATES = re.compile(r"at|in|on|of|for|with|from|by|into|about|after|before|during|as|up|out|over|every|each|and|or")
_OWNED = re.compile(
    r" (?:an?|the|his|her|their|no|some|more|plenty|enough|two|three|four|five|six|\d+)\b(?! (?:lot|great deal) )"
)
_FEELS = re.compile(r"(?:dislikes|hates|loves|fears|enjoys|misses|is \w+ (?:of|about|at|by))\b")
"""What somebody feels that may be about whom the sentence names: 'likes Cy Bo and dislikes the shouting'."""


def _is_past(predicate: str) -> bool:
    """Return whether the verb with which a predicate begins is in the past tense."""
    form = verb_form(predicate.split()[0])
    return form is not None and form[1] == "VBD"


def _first(text: str) -> str:
    """Return the slot of the person with whom a clause begins; '' if it begins with nobody."""
    found = SLOT.match(text)
    return found[0] if found else ""

"""Sentences of prose that tell of something held with its guests, and whom a sentence asks to it or keeps away."""

from __future__ import annotations

import re
from collections.abc import Iterator

from townlet.offline.english import article, listing
from townlet.offline.reader.joined import without_second
from townlet.offline.reader.people import SLOT, persons, slot
from townlet.offline.times import UNDATED, read_when
from townlet.offline.words import words

_WHO = r"(?P<who>⟦[^⟧]+⟧)"
OCCASION = (
    "party|lunch|dinner|supper|tea|breakfast|brunch|drinks|picnic|concert|reading|rehearsal|meeting|night|evening|feast"
    "|wedding|celebration|dance|quiz|show|tournament"
)
"""What is held, as a pattern, also where a sentence tells no more of it than when: 'Quiz at the inn on Friday'."""
GATHERING = (
    f"(?i:{OCCASION}|barbecue|cards|chess|backgammon|games|tasting|walk|hike|swim|ride|screening|film|meal|coffee|lesson"
    "|class|tour|practice|outing)"
)
"""What people come together for, as a pattern."""
_FOR_GUESTS = re.compile(
    rf"(?P<first>{_WHO}(?: and ⟦[^⟧]+⟧)? (?:is|are) "
    r"(?:hosting|holding|giving|throwing|having|cooking|putting on|laying on|planning|running|arranging|preparing) .*?)"
    r",? for (?P<guests>⟦[^⟧]+⟧(?:, ⟦[^⟧]+⟧)*,? and ⟦[^⟧]+⟧)(?!')(?P<rest>.*)"
)
"""'Ann Bo is giving a supper on Friday for Cy Bo and Di Bo.'"""
_TO_WHICH = re.compile(
    r"(?P<first>⟦[^⟧]+⟧(?: and ⟦[^⟧]+⟧)? (?:is|are) .+?),? (?:to|for|at) which (?P<who>⟦[^⟧]+⟧|he|she|they) "
    r"(?:(?:has|have) (?:asked|invited|bidden|summoned)|(?:wants|expects|is expecting)) "
    r"(?P<guests>⟦[^⟧]+⟧(?:(?:,|,? and) ⟦[^⟧]+⟧)*)(?!')(?: to (?:come|be there))?(?P<rest>.*)"
)
"""'Ann Bo is giving a supper on Friday, to which she has asked Cy Bo.'"""


_NAMELY = re.compile(
    r" for (?:the|his|her|their|some|a few) [a-z ]+?, (?:that is(?: to say)?|namely|meaning|in other words),? (?=⟦)"
)
"""'for the farm people, that is to say Ann Bo and Cy Bo'."""
_FOR_FIRST = re.compile(
    rf"For (?P<guests>⟦[^⟧]+⟧(?:(?:,|,? and) ⟦[^⟧]+⟧)*)(?!')(?:, who [^,]+)?,? {_WHO}(?P<rest> is (?:\w+ly )?\w+ing .+)"
)
"""'For Cy Bo, who leaves on Monday, Ann Bo is giving a supper.'"""
_ONE = r"(?:⟦[^⟧]+⟧|[A-Z][\w’'-]+(?: [A-Z][\w’'-]+)*)"
_SOME = rf"{_ONE}(?:(?:,|,? and) {_ONE})*"
"""Some people, also by names that the town does not know."""
_FOR_WHOM = re.compile(
    rf"(?P<first>{_WHO}(?: and ⟦[^⟧]+⟧)? "
    r"(?:(?:is|are)(?: \w+ly)? (?:giving|throwing|holding|hosting|making|cooking)|has promised))"
    rf" (?P<guests>{_SOME}(?!')|him|her|them) (?P<rest>(?:an?|the) (?:[\w’'-]+ ){{0,4}}?{GATHERING}\b.*)"
)
"""'Ann Bo is giving Cy Bo a farewell supper.'"""
_WHAT = rf"(?P<what>(?:(?:an?|the) )?(?:[\w-]+ ){{0,3}}?{GATHERING}(?: and [a-z]+)?)\b(?P<rest>.*)"
_MEAL = r"an? |the |dinner|lunch|supper|tea|breakfast|drinks"
_TO = (
    r" ?(?:(?:out|up|over|round|along|down) ?)*(?:to (?P<place>(?:the |⟦[^⟧]+⟧'s )?[A-Z][^,⟦]*?) )?"
    rf"(?:for|to(?= (?:{_MEAL}))) "
)
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
_SURPRISES = re.compile(
    r"[^⟦]*\b(?:is|are)(?: meant| supposed)?(?: to be)? a surprise (?:for|to) (?P<other>⟦[^⟧]+⟧)(?!').*"
)
_OTHER = r"(?P<{}>⟦[^⟧]+⟧|he|she|they|him|her|them|his|their)"
_NOT_TO_KNOW = re.compile(
    r"(?P<first>.+?)(?:(?:,|;|:)? (?:and|but|so|though|while)|,|;|:) (?:"
    rf"{_OTHER.format('a')} (?:must not|may not|should not|cannot|is not (?:supposed |meant |allowed )?to) (?:yet )?"
    r"(?:know|find out|hear|learn|be told|suspect|guess)\b.*"
    rf"|{_OTHER.format('b')} (?:(?:knows|suspects|has heard|is to know|is to hear|has been told) (?:nothing|none)"
    r"|does not (?:know|suspect) (?:a thing|anything)|has no (?:idea|inkling)|has not (?:been told|heard))\b.*"
    r"|not a (?:word|breath|whisper|soul)(?: of (?:it|this|that))? (?:must|may|should|is to|can|has to) "
    rf"(?:reach|get (?:out )?to|come to|be (?:said|breathed) to|tell) {_OTHER.format('c')}.*"
    r"|(?:nobody|no one|none of [^,]+) (?:must|may|is to|should|is allowed to) "
    rf"(?:tell|warn|(?:breathe|say|let slip) (?:a word|anything|it) to|let on to) {_OTHER.format('d')}.*"
    rf"|(?:it|this|that) (?:is to be|has to be|must be|is being|is) kept (?:hidden )?from {_OTHER.format('e')}.*"
    rf"|(?:it|this|that) (?:is|has)(?: meant| supposed)?(?: to be)? a surprise (?:for|to) {_OTHER.format('f')}.*"
    r")"
)
"""'Ann Bo is giving a tea for Cy Bo on Friday, and not a word of it must reach Cy Bo.'"""
_UNKNOWN_TO = re.compile(
    rf"(?P<first>.*?),? ?(?:[Bb]ehind {_OTHER.format('a')}'s back"
    rf"|[Ww]ithout (?:{_OTHER.format('b')}(?:'s)? (?:knowing|knowledge)|telling {_OTHER.format('c')})),?(?P<rest>.*)"
)
"""'Behind Cy Bo's back Ann Bo is giving a tea on Friday.'"""


_BUT_NOT = re.compile(
    r"(?P<first>.+?),? but not (?P<others>⟦[^⟧]+⟧(?:(?:,| or|,? and) ⟦[^⟧]+⟧)*)(?:,? (?:who|because|since|as)\b.*)?\.?"
)
"""'Ann Bo means to ask Cy Bo, but not Di Bo.'"""
_ASKS = re.compile(r"\b(?:ask|asked|invite|invited|inviting|asking|expects|wants|coming|welcome)\b")
_JUST = re.compile(
    r"(?P<first>.+?), (?:just|only) (?P<guests>⟦[^⟧]+⟧(?:(?:,|,? and) ⟦[^⟧]+⟧)+)(?:,? (?:because|since|as|for)\b.*)?\.?"
)
"""'Ann Bo is having friends to supper, just Cy Bo and Di Bo.'"""
_IS_HELD = re.compile(
    r"\b(?:is|are) (?:\w+ly )?(?:giving|throwing|holding|hosting|planning|arranging|organi[sz]ing|preparing|putting on"
    r"|laying on|cooking|having|making) |\b(?:invited|coming|to be there)\b"
)


def is_kept_from(sentence: str) -> bool:
    """Return whether a sentence tells of something that is held and of somebody who must not know of it."""
    return bool(_unaware(sentence))


def _unaware(sentence: str) -> tuple[str, ...]:
    """Return the clause of something that is held, and the clause that tells from whom it is kept."""
    found = _NOT_TO_KNOW.fullmatch(sentence) or _UNKNOWN_TO.fullmatch(sentence)
    if found is None:
        return ()
    told = found.groupdict("")
    held = f"{told['first']}{told.get('rest', '')}".strip().removesuffix(".")
    if not _IS_HELD.search(held):
        return ()
    other = next(who for key, who in told.items() if who and len(key) == 1)
    if not SLOT.fullmatch(other):
        _, *others = map(slot, dict.fromkeys(SLOT.findall(held))) if SLOT.search(held) else [""]
        other = others[0] if len(others) == 1 else ""
    return (f"{held}.", f"{other} is not invited.") if other else (f"{held}.",)


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


def with_guests(bare: str) -> Iterator[str]:
    """Yield the clauses of a sentence that tells of an event with its guests; nothing if it tells of none."""
    bare = _NAMELY.sub(" for ", bare)
    if found := _FOR_FIRST.fullmatch(bare):
        yield f"{found['who']}{found['rest']}"
        yield _invites(found)
    elif found := _FOR_GUESTS.fullmatch(bare):
        yield f"{found['first']}{found['rest']}"
        yield _invites(found)
    elif found := _TO_WHICH.fullmatch(bare):
        yield f"{found['first']}{found['rest']}"
        yield f"{slot(SLOT.findall(found['first'])[0])} has invited {found['guests']}."
    elif found := _FOR_WHOM.fullmatch(bare):
        yield f"{found['first']} {found['rest']}"
        if SLOT.search(found["guests"]) and not re.match(r"\S+ (?:[\w-]+ ){0,2}surprise\b", found["rest"]):
            yield _invites(found)
    elif (found := _BUT_NOT.fullmatch(bare)) and _ASKS.search(found["first"]):
        yield f"{found['first']}."
        for name in SLOT.findall(found["others"]):
            yield f"{slot(name)} is not invited."
    elif (found := _JUST.fullmatch(bare)) and _IS_HELD.search(found["first"]):
        yield f"{found['first']}."
        yield f"{listing([slot(name) for name in SLOT.findall(found['guests'])])} are invited."
    elif appointed := _appointment(bare):
        yield from appointed
    elif found := _SURPRISES.fullmatch(bare):
        yield bare
        yield f"{found['other']} is not invited."
    else:
        yield from _unaware(bare)


# Whom a sentence asks.

_PEOPLE = r"⟦[^⟧]+⟧(?:(?:, | and | or | nor |, and )⟦[^⟧]+⟧)*"
WITH = r"(?:,? ?and ⟦[^⟧]+⟧ |, ⟦[^⟧]+⟧(?= and |,))*"
"""The others of whom a sentence tells the same: 'and Bo Ek are hosting a supper'."""
_GUESTS = re.compile(
    r"(?:has )?(?:invited|asked|told|begged) (?P<guests>(?!.* for )(?:(?! that )[^.])*?) to "
    r"(?:(?:come(?: along)?(?: to)? ?)?(?:(?:the|it|this|that|his|her|their)\b|⟦[^⟧]+⟧'s )|come(?: along)?\b)"
    r"(?:(?! and )[^,])*"
    r"(?P<more>,? and (?:of course )?.+)?"
    r"|(?:has (?:invited|asked)|is (?:inviting|asking)|(?:will|(?:is going|wants|means|intends|plans|hopes) to) "
    r"(?:invite|ask)) "
    rf"(?P<all>{_PEOPLE})(?: as well|,? too|,? in particular|,? especially|,? above all)?$"
    rf"|has in mind (?P<meant>{_PEOPLE})(?: for .+)?$"
    rf"|has (?:asked|invited) (?P<along>{_PEOPLE}) (?:along|over|round)\b.*"
    rf"|has (?:told|warned) (?P<warned>{_PEOPLE}) (?:that )?(?:⟦[^⟧]+⟧|he|she|they) (?:will|would) not take no\b.*"
    rf"|(?:expects|(?:is )?hop(?:es|ing) for|is expecting|is counting on|(?:has|is) roped in) (?P<awaited>{_PEOPLE})"
    r"(?: to (?:turn up|come|be there|join|attend|raise|drink|eat|dance|sing|help|watch|listen)\b.*)?$"
    rf"|(?:hopes|is hoping)(?: that)? (?P<hoped>{_PEOPLE}) will (?:come|turn up|join|be there|look in)\b.*"
    rf"|(?:would (?:like|love)|wants|hopes for|is hoping for) (?P<there>{_PEOPLE})"
    r" (?:(?:to be )?there|to (?:come|join|attend|turn up)|(?:round|at) (?:the|his|her) (?:table|fire|stove))\b.*"
    rf"|has (?:talked|persuaded) (?P<won>{_PEOPLE}) (?:into (?:it|coming)|to come)$"
)
"""Whom somebody asks to an event of theirs: 'has invited Bo, Cy and her sister to the supper'."""
_ALL_ARE_WELCOME = re.compile(
    r"^(?!.*\bnot )(?:says )?[^⟦]*(?:⟦[^⟧]+⟧ says,? )?\ball (?:are|is) (?:very )?welcome$"
    r"|^hopes to (?:have|see) (?:everybody|everyone|all of [a-z]+|the whole [a-z]+) (?:there|come)\b"
    r"|^(?:would (?:like|love)|wants|expects|hopes for) (?:everybody|everyone|all of [a-z]+|the whole [a-z]+)"
    r"(?: (?:in|on|of) [^⟦,]+?)? to (?:come|turn up|be there|attend)\b"
)
"""'Bring a cushion, she says, all are welcome', 'She would like the whole village to come.'"""
_KEPT_IN_THE_DARK = re.compile(
    r"(?:is|must) not (?:to )?(?:hear|know|learn|find out|be told)\b.*\b(?:of|about) (?:it|this|that)\b"
)
"""'Bo is not to hear a word of it.'"""
_UNASKED = re.compile(
    r"(?:has not|has never|did not|will not|does not want to|would rather not|is not going to) "
    r"(?:invited?|ask(?:ed)?|have) "
    rf"(?P<o>{_PEOPLE})(?! and ⟦[^⟧]+⟧ (?:will|would)| (?:for|about|how|what|why|if|whether)\b)"
    rf"|(?:has |is )?(?:left|leaves|leaving) (?P<o2>{_PEOPLE}) out\b"
)
"""Whom somebody keeps from an event of theirs: 'has not invited Bo'."""
_INVITED = re.compile(
    rf"{WITH}(?:,? and (?:the|his|her|their) [\w-]+)?,? ?(?:(?:is|are|has been|have been) (?P<no>not )?(?:all |both )?"
    r"(?:(?:invited|asked|welcome|wanted|expected)\b"
    r"(?! (?:by|for|about|to (?!come|join|be|the|an?|his|her|it|this|supper|dinner|tea|lunch|[A-Z⟦])[a-z]+)\b)"
    r"|to (?:come|be there|be present|eat|dine|drink|join)\b"
    r"|(?:all |both )?coming(?: too| as well)?$)"
    r"|(?:(?:have |has )?(?:all |both )?(?:promised|sworn|agreed|vowed) to|must) (?:come|be there)\b"
    r"|(?P<not>(?:need not|needn't)(?: bother)? (?:come|coming|turn up|turning up)|(?:has|have) not(?=$|,| as\b)))"
)
"""Who is asked to an event, or is not: 'Bo and Cy are invited', 'Bo is not to come', 'Bo has not'."""
_ALL_BUT = re.compile(
    r"(?:[Aa]ll|[Ee]very(?:body|one)|[Aa]ny(?:body|one)|[Tt]he whole)\b"
    r"(?=.*\b(?:invited|asked|welcome|called|coming)\b)"
    rf"[^⟦]*?\b(?:except|bar|but|apart from|other than|save)(?: for)? (?P<o>{_PEOPLE})"
)
_ONLY = re.compile(
    rf"(?:Only|Just) (?P<o>{_PEOPLE})(?: and [a-z ]+)? (?:is|are|have been|has been) (?:invited|asked|coming)\b"
)
_ALL_EXPECTED = re.compile(
    r"(?:[Aa]ll|[Ee]very(?:body|one| soul| man and woman)|[Tt]he (?:whole|entire) \w+)\b(?! (?:but|except|bar)\b)"
    r"[^⟦,]{0,40}? (?:is|are) (?:to be )?"
    r"(?:expected|invited|bidden|asked to come|to come)\b(?!.* (?:but|except|bar) ⟦)"
)
"""'Everybody on the station is expected.'"""
_NOT_ASKED = re.compile(
    rf"(?:Only )?(?P<o>{_PEOPLE}) (?:is|are) (?:the only (?:one|person) |the one person )?"
    r"(?:not (?:to be )?(?:asked|invited|welcome|wanted|told)|left out)\b"
)
"""'Only Bo is not to be asked.'"""


def guests_of(lead: str, body: str) -> str:
    """Return whom a sentence about somebody asks to an event, or after 'not' whom it keeps away; '' for no guests."""
    if found := _INVITED.match(body):
        asked = persons(lead + body[: found.start("no") if found["no"] else found.end()])
        kept_away = "not " if found["no"] or found["not"] else ""
        return kept_away + " ".join(map(slot, asked))
    if _ALL_ARE_WELCOME.search(body):
        return "everybody"
    if _KEPT_IN_THE_DARK.match(body):
        return f"not {lead}"
    if found := _UNASKED.match(body):
        return f"not {found['o'] or found['o2']}"
    if found := _GUESTS.match(body):
        names = ("all", "meant", "along", "warned", "awaited", "hoped", "won", "there")
        told = next((found[name] for name in names if found[name]), "")
        return told or without_second(found["guests"] + (found["more"] or ""))
    return ""


def guests_told(sentence: str) -> str:
    """Return whom a sentence about nobody in particular asks to an event, as `guests_of` does: 'Only Bo is asked.'"""
    if found := _ALL_BUT.match(sentence):
        return f"everybody, not {found['o']}"
    if _ALL_EXPECTED.match(sentence):
        return "everybody"
    if found := _NOT_ASKED.match(sentence):
        return f"not {found['o']}"
    found = _ONLY.match(sentence)
    return found["o"] if found else ""

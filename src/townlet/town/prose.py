"""A description in plain prose as sentences that each stand by themselves, as memories do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from html import unescape
from itertools import chain

from sentencex import segment

from townlet.world.register import (
    FORMAL_TITLES,
    TITLES,
    family_name,
    first_name,
    given_name,
    is_first_name,
    short_names,
    titles_of,
)

FORMS = {
    "she": ("she", "her", "her", "herself"),
    "he": ("he", "him", "his", "himself"),
    "they": ("they", "them", "their", "themselves"),
}
"""Each pronoun as subject, object, possessive and reflexive."""

_RELATIVES = {
    "she": "aunt daughter girlfriend grandmother mother niece sister wife",
    "he": "boyfriend brother father grandfather husband nephew son uncle",
}
_BREAK = re.compile(
    r"(?:^|\n)\s*(?:#+ [^\n]*|(?:[-*+–]|\(?\d{1,2}[.)])\s+)|;(?!\s*(?:only|nobody|no one)\b[^.;]*\bknows?\b)"
    r"|\n\s*\n|\s*[•‣▪◦]\s*|\n(?=[^\W\d_][\w ]{0,30}: )"
    r"|</?(?:p|li|ul|ol|div|h\d)>|<br ?/?>|(?<=[\U0001f300-\U0001faff])\s+(?=[A-Z])"
)
"""What ends a sentence besides its own mark: a semicolon, an empty line, the next point of a list, a heading, the next
line of a form ('Job: baker'), a paragraph of HTML, an emoji."""
_MARKUP = re.compile(
    r"\*\*|__|(?<![\w*])\*(?=[^\s*])|(?<=[^\s*])\*(?![\w*])|</?(?:b|i|em|strong|span)>|[\u200b\u2060\ufeff]"
)
"""What is shown and not read: the stars of '**shy**', tags of HTML, spaces without width."""
_ABBREVIATED = re.compile(r"(?<!\d )\b(?:approx|ca|cf|dept|est|incl|max|min|no|nr|op|pp?|vol|vs)\.$", re.IGNORECASE)
"""An abbreviation after which a number or a word goes on: 'approx. 300 pupils'."""
_WORDS_TOO = re.compile(r"\b(?:max|min|[Nn]o|op)\.$")
"""Abbreviations that end a sentence before a capital: 'He might say no. She waits.'"""
_STOPS = re.compile(
    r"(…[\"'”’»)]*|\bill\.|\bsa(?:id|ys) no\."
    r"|\d ?(?:[cm]?l|[km]?g|[ckm]?m|ft|in|yd|oz|lbs?|hrs?|mins?|secs?|yrs?|ha|mph)\.) (?=[^\W\d_a-z])"
    r"|((?:\b(?:[A-Z][a-z]?\.){2,}|\b[ap]\.m\.|\b(?:etc|Inc|Ltd|Co|Jr|Sr|Ave|Rd|War I)\.)[\"'”’»)]*) "
    r"(?=(?:S?[Hh]e|They|It|We|You|Her|His|Their|Its|My|Our|Your|The|There|This|These)\b)"
)
"""An end of a sentence with a mark that may as well stand within one: 'Well… She waits.', 'It holds 2 l. She waits.',
'in the U.S. She waits.', 'The bank said no. She waits.'"""
_ENDS = re.compile(r"""[.!?…。！？؟।॥۔։။።]["'”’»)\]」』）】]*$""")
_TITLED = re.compile(
    r"(?:^|[^\w.])(?<!\d )(?:[b-df-hj-np-tv-xzбвгджзклмнпрстфхцчшщ]{1,5}|av(?:da?)?|dott|ing|lic|mevr|mlle|mme|prof|sig"
    r"|srt?a|ul|ул|डॉ|श्री)\.$",
    re.IGNORECASE,
)
"""The end of what goes on with a name in any language: 'Mevr.', 'La Sra.', 'ul.', a word without a vowel."""
_SHORTENED = re.compile(r"(?:\b\w{1,4}|\w\.\w+)\.$")
"""The end of what goes on if a small letter or a number follows: 'am 3.', 'bzw.', 'd.w.z.'"""
_GERMAN_ORDINAL = re.compile(r"\b(?:[ai]m|[vz]om|zu[mr]|d(?:e[mnrs]|as|ie)) \d{1,2}\.$")
_ADVERB = r"(?:(?:also|always|never|often|once|still|only|just|now|both|\w+ly) )*"
_PLURAL = {"are": "is", "were": "was", "have": "has", "do": "does"}
_UNCHANGED = re.compile(r"will|would|shall|should|can|could|may|might|must|did|had|cannot")
_SHORT = {"'re": " is", "'ve": " has", "'ll": " will", "'d": " would"}


_PRONOUN_OF = {form: pronoun for pronoun in ("she", "he") for form in FORMS[pronoun]}


def pronouns_told(prose: str) -> str:
    """Return the pronoun with which most sentences of a description begin, or else the first in it; else 'they'."""
    begins: Counter[str] = Counter(word.lower() for word in re.findall(r"(?:^|[.;!?]\s+)(She|He|They)\b", prose))
    if begins:
        return begins.most_common(1)[0][0]
    found = re.search(rf"\b(?:{'|'.join(_PRONOUN_OF)})\b", prose, re.I)
    return _PRONOUN_OF[found[0].lower()] if found else "they"


def sentences_of(description: str, language: str = "en") -> Iterator[str]:
    """Yield the sentences of a text in the language of a code, each with the mark at its end.

    A full stop after an abbreviation or an initial ends none: 'Dr. Ama Boateng', 'a Ph.D. in law', 'at 5 p.m. today'.
    """
    parts = map(_lines, _BREAK.split(_MARKUP.sub("", unescape(description))))
    for part in chain.from_iterable(parts):
        sentence = ""
        whole = segment(language, _hiding(" ".join(_without_quotes(part).split())))
        for written in _STOPS.sub(_ended, "\n".join(map(str.strip, whole))).translate(_SHOWN).splitlines():
            if not _goes_on(sentence, written, language):
                yield from _whole(sentence)
                sentence = ""
            sentence = f"{sentence}{'' if written[:1] in '』と' else ' '}{written}".strip()
        yield from _whole(sentence)


_LISTED = re.compile(
    r"\s*(?:[^\Wa-z_][^\n]{0,60}(?<!\b(?:of|to|in|at|by|is|or|an))(?<! a)(?<!\b(?:for|and|the|but|was|has|her|his|who))"
    r"(?<!\b(?:with|from|that))(?<![,:])\s*\n\s*){2,}[^\Wa-z_][^\n]*"
)


def _lines(part: str) -> list[str]:
    """Return the lines of a list without full stops, in which each begins with a capital; else the text."""
    return part.splitlines() if _LISTED.fullmatch(part.rstrip()) and not re.search(r"[.!?] ", part) else [part]


def _whole(sentence: str) -> Iterator[str]:
    if re.search(r"\w", sentence):
        yield sentence if _ENDS.search(sentence) else f"{sentence}."


def _goes_on(sentence: str, follows: str, language: str) -> bool:
    """Return whether a sentence that seems to end with a full stop goes on with what follows."""
    if language == "en" and _ABBREVIATED.search(sentence):
        return not (_WORDS_TOO.search(sentence) and re.match(r"[^\W\d_a-z]", follows))
    if _TITLED.fullmatch(sentence) or re.match(".』|[」』](?:と|って)", sentence[-1:] + follows):
        return True
    if language == "en":
        return False
    small = follows[:1].islower() and not sentence[:1].islower()
    number = re.fullmatch(r"\d+\w?\W*", follows) or (language == "de" and _GERMAN_ORDINAL.search(sentence))
    goes_on = _SHORTENED.search(sentence) and (small or follows[:1].isdigit())
    return bool(goes_on or number or _TITLED.search(sentence))


def _ended(found: re.Match[str]) -> str:
    return f"{found[1] or found[2]}\n"


_APOSTROPHE = re.compile(r"(?<=\w)['’](?=\w)|(?<=s)['’](?= \w)")
_SHOWN = {0xE000: "'", 0xE001: "’", 0xE002: '"'}


def _hiding(text: str) -> str:
    """Return a text with signs of their own for apostrophes and inches, which would be taken for quotation marks."""
    text = re.sub(r'(?<=\d)"', "\ue002", text) if text.count('"') % 2 else text
    if re.search(r"(?<!\w)['‘]", text):
        return text
    return _APOSTROPHE.sub(lambda found: "\ue000" if found[0] == "'" else "\ue001", text)


def _without_quotes(part: str) -> str:
    """Return a text without quotes that stand around the whole of it, or at its beginning or end alone."""
    text = part.strip()
    for opening, closing in ('""', "“”", "«»", "„“"):
        inside = text.removeprefix(opening).removesuffix(closing)
        if inside != text and opening not in inside and closing not in inside:
            return inside
    return text


def stand_alone(
    sentences: Iterator[str],
    name: str,
    pronouns: str,
    people: Mapping[str, str] | None = None,
    places: Iterable[str] = (),
) -> Iterator[str]:
    """Yield the sentences of somebody's description in English, with the name where it is only meant.

    Of a sentence that does not name the person, the first pronoun that means them becomes their name, and a verb
    without a subject gets it: 'She sells bread.' and 'Sells bread.' become 'Ann Bo sells bread.' A pronoun that may as
    well mean whom the sentence before is about stays. Nothing is left of 'I am Ann Bo.' `people` has the pronouns of
    everybody in town. The name of one of the `places` names nobody.
    """
    named = re.compile(rf"(?<!\w)(?:{re.escape(name)}|{re.escape(given_name(name))})(?!\w)")
    called = _called(name, pronouns, any_place(places))
    who = rf"(?:{re.escape(name)}|{re.escape(first_name(name))})"
    introduces = re.compile(
        rf"(?:(?:You are|I am|Meet|This is|(?:Full )?[Nn]ame:|{who}(?:['’]s name)? is) )?{who}[.!]*"
    )
    as_named = partial(_unless_a_word, name=name)
    before, day = name, ""
    # A person may be called 'Wednesday Ito'.
    days = re.compile(rf"(?P<who>{'|'.join(map(re.escape, {name, *(people or ())}))})|{_DAY.pattern}")
    for written in (each for sentence in sentences for each in _parted(sentence, name)):
        dated, day = _with_day(written, day, days)
        sentence = _aside(name, called.sub(as_named, _of_form(dated, name)))
        # 'Her father Cy thinks that Ann will stay': it names her, and not with its first word.
        own_kin = _OWN_KIN.match(sentence) is not None and sentence.split()[0].lower() == FORMS[pronouns][2]
        holds = _HOLDS.search(sentence) is not None or _WITH_ANOTHER.match(sentence) is not None
        told = named.search(sentence) or (not holds and _goes_on_with_another(sentence, name, pronouns, people or {}))
        if (own_kin or not told) and (holds or not _about_another(before, sentence, name, pronouns, people or {})):
            sentence = _with_name(sentence, name, pronouns)
        if not sentence.startswith(name):
            # 'Bo, in her view, is lazy': the view is that of whom the story is about.
            sentence = re.sub(
                rf"(?<=, in ){FORMS[pronouns][2]}(?= (?:view|opinion|eyes|judge?ment)\b)", f"{name}'s", sentence
            )
        if introduces.fullmatch(sentence):
            continue
        before, sentence = sentence, _with_thing(sentence, before, name, pronouns)
        yield sentence


_NEED_OF_IT = re.compile(
    r"\b(?:needs?|wants|lacks|looking for|could do with|would be \w+) .*?\b(?:some|any)(?:body|one) (?:[a-z]+ )?"
    r"(?:to|who (?:can|will|could|would)) [a-z]+ (?P<it>it|them)(?= (?:to|for|before|in|at|by)\b|[.,!]?$)"
)
_THING = re.compile(
    r"(?:^|, (?:and|but) )(?P<thing>(?:[Tt]he|[^\W\d_a-z][\w’' -]*?[’']s)"
    r"(?: (?!(?:and|or|is|are|was|were|has|have)\b)[a-z-]+){1,3}"
    r"(?= (?:is|are|was|were|has|have|[a-z]+s|[a-z]+ed|broke|fell|gave)\b)"
    r"|[a-z]+s(?= [a-z]+ (?:her|him|them|[^\W\d_a-z][\w’-]+)\b))"
)
"""What a clause is about: 'The old roof leaks', 'and fractions frighten her'."""


def _with_thing(sentence: str, before: str, name: str, pronouns: str) -> str:
    """Return a need of somebody to mend 'it' with the thing that the sentence before is about: 'The roof leaks.'"""
    need = _NEED_OF_IT.search(sentence)
    if need is None:
        return sentence
    things = [found["thing"] for found in _THING.finditer(before)]
    meant = [each for each in things if _is_plural(each) is (need["it"] == "them")]
    if len(meant) != 1:
        return sentence
    thing = re.sub(rf"^{re.escape(name)}[’']s", FORMS[pronouns][2], meant[0])
    return f"{sentence[: need.start('it')]}{thing[0].lower()}{thing[1:]}{sentence[need.end('it') :]}"


_DASH = r"(?: -{1,3} | ?[—–]+ ?)"
_DASHED = re.compile(rf"(?P<first>[^—–]+?){_DASH}(?P<aside>(?P<opens>\S+) [^—–]+?)(?:{_DASH}(?P<rest>[^—–]+?))?[.!…]?")
"""'She lives alone — her husband is dead — and paints.'"""
_BRACKETED = re.compile(r"(?P<name>.+?) \((?P<in>[a-z\d][^()]*)\)(?P<rest> .+)")
"""'Ann Bo (67, widowed) is a baker.'"""


def _parted(sentence: str, name: str) -> Iterator[str]:
    """Yield the sentences of which one consists that tells something in brackets or between dashes."""
    bracketed = _BRACKETED.fullmatch(sentence)
    if bracketed and bracketed["name"] in (name, given_name(name)):
        pieces = [each for each in re.split(r"[,;] ", bracketed["in"]) if not re.fullmatch(r"\d{1,3}|\w+/\w+", each)]
        told = [_of_form(f"{each[0].upper()}{each[1:]}.", name) for each in pieces]
        if told and all(each.startswith(name) for each in told):
            yield f"{name}{bracketed['rest']}"
            yield from told
            return
    subjects, owners = ({forms[place] for forms in FORMS.values()} for place in (0, 2))
    dashed = _DASHED.fullmatch(sentence)
    opens = dashed["opens"].lower() if dashed else ""
    clause = opens in subjects or (
        dashed and opens in owners and any(map(_is_surely_verb, dashed["aside"].split()[2:4]))
    )
    if not dashed or not clause:
        yield sentence
        return
    end = sentence[-1] if sentence[-1] in ".!…" else "."
    yield f"{dashed['first']} {dashed['rest'] or ''}".rstrip() + end
    yield f"{dashed['aside'][0].upper()}{dashed['aside'][1:]}."


_DAY = re.compile(
    r"\b(?:(?P<before>[Ee]very |[Ee]ach |[Mm]ost |[Aa] |[Oo]ne )?(?P<day>(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b"
    r"|[Tt]omorrow\b)|that (?:same |very )?(?P<part>morning|afternoon|evening|night|day)\b)"
)


def _with_day(sentence: str, day: str, days: re.Pattern[str]) -> tuple[str, str]:
    """Return a sentence with the day for 'that evening', and the last day named in it, or else the one before it.

    `days` finds those and the names of people.
    """
    last = day

    def named(found: re.Match[str]) -> str:
        nonlocal last
        if found["who"]:
            return found[0]
        if found["day"]:
            # 'that evening' after 'on Fridays' is that of every Friday.
            last = "" if found["before"] or found["day"].endswith("s") else found["day"]
            return found[0]
        part = "" if found["part"] == "day" else f" {found['part']}"
        return f"{'tomorrow' if last.lower() == 'tomorrow' else f'on {last}'}{part}" if last else found[0]

    return days.sub(named, sentence), last


_HOLDS = re.compile(
    r"\b(?:[Ss]?[Hh]e|[Tt]hey)(?:['’](?:s|re)| is| are|(?:['’]ll| will) be) "
    r"(?:giving|holding|hosting|throwing|putting on|having (?=an? )|inviting)\b"
)
"""What somebody is about to hold. A description tells it of the one it is about, and not of an aunt elsewhere."""
_SEEKS = re.compile(
    r"(?:He|She|They) (?:\w+ly |still |also |now )?(?:needs?|lacks?|(?:is|are) (?:looking for|after|short of|out of|in"
    r" (?:\w+ )?need of|desperate for|(?:\w+ )?(?:worried|afraid|frightened))|could (?:do with|use)|would (?:like|love"
    r"|be (?:glad|grateful))|worr(?:y|ies)|wish(?:es)?|dreams?|adores?|detests?|loathes?|cannot (?:stand|bear|abide)"
    r"|can['’]t (?:stand|bear|abide)|thinks?|reckons?|believes?)\b"
)
"""What somebody seeks, likes and thinks is told of whoever is described, also after a sentence about a sister."""
_WITH_ANOTHER = re.compile(
    r"[^\W\d_a-z][\w’'-]+(?: [^\W\d_a-z][\w’'-]+)* and (?:s?he|they) "
    r"(?:have|had|are|were|do|will|play|share|fell|never)\b"
)
"""'Cy Dee and she have not spoken': somebody and the one described."""
KIN = (
    "(?:half-|step-?)?(?:father|mother|daughter|son|brother|sister|grandfather|grandmother|grandson|granddaughter|uncle"
    "|aunt|nephew|niece|cousin)(?:-in-law)?|wife|husband|godmother|godfather|godson|goddaughter"
)
"""What relatives are to each other, as a pattern."""
_OWN_KIN = re.compile(rf"(?:His|Her|Their) (?:[a-z]+ )?(?:{KIN}) [A-Z]")
_NICKNAME = r"((?:the )?[^\W\d_a-z][\w’'-]+(?: [^\W\d_a-z][\w’'-]+)?)"
_ALL = (
    r"(?:[Ee]very(?:body|one)|[Pp]eople|[Tt]hey|[Ff]riends|[Aa]ll|[Mm]ost(?: people)?|[Tt]he whole \w+"
    r"|[Tt]he (?:\w+ )?\w+s"
    r"|(?:[Hh]is|[Hh]er) \w+)"
)
_SAID = rf"{_NICKNAME}(?![\w’'-]| [^\W\d_a-z])"


def nicknames_in(sentences: Iterable[str], name: str) -> Iterator[str]:
    """Yield what else people call somebody, as their description tells: 'Ann Bo, Annie to her friends, bakes.'"""
    who = rf"(?:{re.escape(name)}|{re.escape(given_name(name))})"
    also = rf"{who},? (?:(?:is|was) )?(?:(?:also|better|usually|mostly) )?"
    told = re.compile(
        rf"{who}, {_NICKNAME} to (?:his|her|their|every(?:body|one)|all|most|friends|the|one and all)\b"
        rf"|(?:^|, ){_NICKNAME}, as (?:{_ALL}|we|[A-Z]\w+)(?: \w+)?? (?:calls?|used to call|called)\b"
        rf"|{_ALL}(?: (?:in|at|on|round) [\w’' -]{{1,30}}?)? calls? (?:him|her|them|{who}) {_SAID}"
        rf"|{_ALL} knows? (?:him|her|them|{who}) as {_SAID}"
        rf"|To {_ALL}(?: [a-z]+){{0,4}},? (?:{who}|he|she|they) (?:is|are) {_SAID}"
        rf"|{who}, (?:whom|who) {_ALL} calls? {_SAID}"
        rf"|{also}(?:called|known (?:[\w ]+ )?as|nicknamed|goes by|answers to) {_SAID}"
        rf"|{who} [(\"“‘]{_NICKNAME}[)\"”’]"
    )
    for sentence in sentences:
        for found in told.finditer(sentence):
            yield next(filter(None, found.groups()))


def name_people(
    sentences: Iterable[str],
    name: str,
    people: Mapping[str, str],
    nicknames: Mapping[str, str] | None = None,
    places: Iterable[str] = (),
) -> Iterator[str]:
    """Yield the sentences of somebody's description with everybody in them named in full, as memories name people.

    `people` has the pronouns of everybody. A first name that only one of them has becomes the full name, with its title
    if there is one. So does a pronoun that cannot mean whom the description is about, if the last sentence names one
    person of that pronoun: after 'Ann Bo rents a room from Cy Dee.', 'Ann plays chess with him.' becomes 'Ann Bo plays
    chess with Cy Dee.' `nicknames` has whom each of them means. In the names of `places` nobody is named.
    """
    calls = [(called, other) for other in people for called in {*short_names(other)} - {other}]
    bearers = Counter(called for called, _ in calls)
    short = {called: other for called, other in calls if bearers[called] == 1 and is_first_name(called)}
    short = {**(nicknames or {}), **short}
    longest_first = (sorted(each, key=len, reverse=True) for each in (people, short))
    names, firsts = ("|".join(map(re.escape, each)) or "(?!)" for each in longest_first)
    place = rf"(?<![\w-])(?P<place>(?:[Tt]he )?{any_place(places)})(?![\w-])"
    called = re.compile(
        rf"{place}|(?<![\w’'-])(?:(?P<kin>Aunt|Uncle) |{_ANY_TITLE})?"
        rf"(?:(?P<full>{names})|(?P<first>{firsts})(?![’']s [^\W\d_a-z]| [^\W\d_a-z]))(?![\w-])"
    )
    families = _families(people, place)
    first = first_name(name)
    # Of two people called Ann, a sentence of one's own description begins with oneself.
    is_own = bearers[first] > 1 and not is_ordinary_word(first)
    own = re.compile(rf"^{re.escape(first)}(?= [a-z]|['’]s )" if is_own else "(?!)")
    before = ""
    for written in sentences:
        sentence = families.sub(partial(_listed, people=people), written) if families else written
        sentence = own.sub(name, sentence)
        declared = {*nicknames_in([sentence], name)}
        meant_here = {each: other for each, other in short.items() if each not in declared}
        full = called.sub(partial(_in_full, short=meant_here, name=name), sentence)
        # 'Old Mrs. Bo is Ann Bo's mother.'
        sentence = sentence if re.match(rf"{re.escape(name)} (?:is|was) {re.escape(name)}['’]s ", full) else full
        for pronouns in (each for each in ("she", "he") if each != people[name]):
            others = [other for other, theirs in people.items() if theirs == pronouns]
            meant = [other for other in others if _names(before, other) and other != name]
            kin = "|".join(_RELATIVES[pronouns].split())
            someone = rf"\b(?:{kin}|(?:wo)?m[ae]n|girls?|boys?|lad|lady|gentleman|fellow)\b"
            unclear = re.search(someone, f"{before} {sentence}", re.I) or any(
                _names(sentence, other) for other in others
            )
            if len(meant) == 1 and not unclear:
                sentence = _with_name(sentence, meant[0], pronouns, always=False)
        before = sentence
        yield sentence


def any_place(names: Iterable[str]) -> str:
    """Return the pattern of a name of several words that a place has, in capital or small letters."""
    longest = sorted((name for name in names if " " in name), key=lambda name: (-len(name), name))
    return rf"(?i:{'|'.join(map(re.escape, longest))})" if longest else "(?!)"


def _families(people: Iterable[str], place: str) -> re.Pattern[str] | None:
    """Return the pattern of a family by its name, such as 'the Oakleys' or 'both of the Joneses'; None without any.

    It finds a place, too, that is named like a family: 'the Oakleys cottage'.
    """
    bearers = Counter(name.split()[-1] for name in people if " " in name)
    several = [re.escape(last) for last, number in bearers.items() if number > 1]
    # 'As the Days have done for a century': not only those who live.
    all_of = r"(?<![\w-])(?<!, as )(?:(?:[Bb]oth|[Aa]ll) (?:of )?(?:the )?|[Tt]he )(?P<last>"
    return re.compile(rf"{place}|{all_of}{'|'.join(several)})(?:e?s)(?![\w'’-])") if several else None


def _listed(found: re.Match[str], people: Iterable[str]) -> str:
    if found["place"]:
        return found[0]
    *first, final = [name for name in people if name.split()[-1] == found["last"]]
    return f"{', '.join(first)} and {final}"


def _names(sentence: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", sentence) is not None


def _in_full(found: re.Match[str], short: Mapping[str, str], name: str) -> str:
    """Return the full name for a first name, unless the word is another here: 'in May', 'Will you come?'

    'Aunt Bo' is the aunt of whom the description is about, and 'his Aunt Bo' is his.
    """
    if found["kin"] and (full := found["full"] or short.get(found["first"])):
        owned = re.search(r"\b(?:his|her|their|\w['’]s|\ws['’]) $", found.string[: found.start()])
        of = "" if owned else f"{name}'s "
        return f"{of}{found['kin'].lower()} {full}"
    if found["full"] or found["place"]:
        return found["full"] or found["place"]
    word, before = found["first"], found.string[: found.start("first")]
    if word != found[0]:
        # After 'Father' or 'Old' a name is no other word, and a town has one Father Ann at most.
        return short.get(word, found[0])
    capital = re.search(r"(?:[^\W\d_a-z][\w.’'-]*|\b[Tt]he) $", before) is not None and not _OPENS.fullmatch(before)
    may_begin = word.lower() in _BEGINS or any(_lemmas(word.lower(), part) for part in ("VERB", "ADJ", "ADV"))
    follows = found.string[found.end() :]
    after = _NEXT.match(follows)
    of_person = word.lower() not in _BEGINS and after is not None and _is_finite(after["word"])
    starts = may_begin and not of_person and not re.search(r"\w", before)
    placed = _PLACED.search(before) and not follows.startswith(("'", "’"))
    other = capital or starts or placed or (not before and _OF_A_WORD.match(follows))
    return word if other else short.get(word, word)


_OPENS = re.compile(
    r"\W*(?:Only|Just|Even|Both|With|Without|Like|Unlike|Except|Besides|And|But|So|Then|When|While|If|Since|Because|As|For"
    r"|Poor|Dear|From|At|By|To|Did|Does|Is|Was|Has|Had|Can|Could|Would|Should) "
)
"""A word before a name that is no part of it, at the beginning of a sentence: 'Only Bo is asked.'"""
_OF_A_WORD = re.compile(
    r" (?:is|was) (?:what|why|how|where|when\b|(?:the|h(?:is|er)|their|[^\W\d_a-z][^.,;]*['’]s)"
    r" (?:[\w'’-]+ ){0,2}(?:favou?rite|name)\b)"
)
"""What follows a name that is only a word: 'Hope is what she lives on.', 'Green is her favourite colour.'"""
_PLACED = re.compile(
    r"\b(?:(?:born|raised|mov(?:es?|ed)|comes?|came|hails?|is|was|originally) from|mov(?:es?|ed|ing) to"
    r"|(?:^In|(?!believ|trust|faith|confid|interest|disappoint|friend|enemy|rival|ally)\w+ in)) $"
)
"""What stands before a place that is called like somebody: 'was born in Paris'."""
_NEXT = re.compile(r" (?P<word>[a-z]+)\b")


def _is_finite(word: str) -> bool:
    """Return whether a word can be only a verb of a third person: 'Precious is a tailor', and not 'Sunny days'."""
    if word in ("is", "was", "has", "had", "does", "did"):
        return True
    return word.endswith("s") and _parts(word) == ("VERB",)


_ANY_TITLE = rf"(?:{'|'.join(sorted(map(str.title, TITLES - {'st', 'saint', 'don'})))})\.? "
_BEGINS = frozenset(("will", "may", "can", "the", "a", "an"))


_TITLES = rf"(?:(?:{'|'.join(map(str.title, FORMAL_TITLES))})\.? )"


def _unless_a_word(found: re.Match[str], name: str) -> str:
    """Return a person's name for what may be their last name alone, unless it is a word: 'Green tea is dear.'"""
    follows = found.string[found.end() :]
    if not found["last"] or not is_ordinary_word(found["last"]):
        return name
    verb = re.match(rf" {_ADVERB}(?!(?:{'|'.join(_PLURAL)})\b)(\w+)(['’]t)?", follows)
    if verb is None or _OF_A_WORD.match(follows):
        return found[0]
    finite = verb[2] or _UNCHANGED.fullmatch(verb[1]) or _may_be_finite(verb[1], "who") or _is_past(verb[1])
    return name if finite else found[0]


def _called(name: str, pronouns: str, places: str = "(?!)") -> re.Pattern[str]:
    """Return a pattern of what else a person is called where a sentence begins that does not begin with a place.

    'Dr. Ann Bo', 'Mrs. Bo', 'Bo', 'ann bo', 'Ann J. K. Bo', 'Annabel "Ann" Bo', but neither 'Bo Hill' nor 'Bo's'; of
    Brother Cy Bo 'Brother Cy'.
    """
    first, family = re.escape(name.split()[0]), family_name(name)
    last = "|".join(map(re.escape, (family, f"{family[0].upper()}{family[1:]}", family.split()[-1])))
    whole = rf"{_TITLES}?(?i:{re.escape(name)})"
    if len(name.split()) == 1:
        return re.compile(rf"^{whole}(?P<last>(?!))?(?!\w)")
    between = rf"{first} (?:(?:[^\W\d_]\. ?)+|[\"“(‘'][^\"”)’']+[\"”)’'] )(?:{last})"
    nicknamed = rf"[^\W\d_][\w-]* [\"“(‘']{first}[\"”)’'] (?:{last})"
    titles = "|".join(each.title() for each in FORMAL_TITLES if each in titles_of(pronouns))
    of_last = (
        rf"(?:{titles})\.? (?:{last})(?! (?:is|was) (?:his|her|their) (?:[a-z-]+ )*(?:{KIN})\b)"
        rf"|(?P<last>{last})(?= [a-z])"
    )
    short = rf"{re.escape(first_name(name))}(?! [^\W\d_a-z])" if first_name(name) != name.split()[0] else "(?!)"
    return re.compile(
        rf"^(?!{places}(?!\w))(?:{whole}|{_TITLES}?{between}|{_TITLES}?{nicknamed}|{of_last}|{short})(?!\w)"
    )


def _aside(name: str, sentence: str) -> str:
    """Return a sentence about a person with 'Ann's a baker' in full, and 'Ann - a baker - sings' with commas."""
    known = rf"(?P<name>{re.escape(name)}|{re.escape(first_name(name))})"
    sentence = re.sub(rf"^{known} [—–-] (.+?) [—–-] ", r"\g<name>, \2, ", sentence)
    sentence = re.sub(
        rf"^(?:(?:You are|I am|I['’]m|My name is|This is|Meet) |{known}['’]s name is ){re.escape(name)}"
        r"(?:,? and (?:she|he|they|I)(?:['’]s| is| are|['’]m| am) |, (?=(?:an?|the) ))",
        f"{name} is ",
        sentence,
    )
    aged = r"(?:aged )?\d{1,3}(?: years? old)?,?"
    sentence = re.sub(
        rf"^{re.escape(name)} is (?:{known}, )?{aged} and (?:she|he|they) ha(?:s|ve) ", f"{name} has ", sentence
    )
    sentence = re.sub(rf"^{known}['’](ll|d)(?= )", lambda found: found["name"] + _SHORT["'" + found[2]], sentence)
    sentence = re.sub(rf"^{known}['’]s (?=(?:been|got|had) )", r"\g<name> has ", sentence)
    return re.sub(rf"^{known}['’]s (?=(?:an?|the|not|very|also|still|always) )", r"\g<name> is ", sentence)


_FORM = re.compile(r"(?P<label>[^\W\d_][\w ]{0,30}): +(?P<says>.+)")
"""A line of a form: 'Occupation: baker'."""
_OFFSPRING = (
    r"(?:children|child|kids?|sons?|daughters?|grandchildren|grandsons?|granddaughters?|siblings|brothers?|sisters?)"
)
_LABELS = (
    (re.compile(r"(?:current )?(?:occupation|job|profession|role|trade|work)"), "is {a}{says}"),
    (re.compile(r"(?:personality|traits?|character|temperament|(?:marital |family )?status)"), "is {says}"),
    (re.compile(r"(?:religion|faith|diet|nationality|ethnicity)"), "is {adjective}"),
    (re.compile(r"languages?(?: spoken)?"), "speaks {says}"),
    (re.compile(r"allerg(?:y|ies)|allergic to"), "is allergic to {says}"),
    (re.compile(r"pets?|vehicle|car"), "has {a}{says}"),
    (re.compile(r"(?:home ?town|birthplace|origin|from)"), "is from {says}"),
    (re.compile(r"needs?"), "needs {says}"),
    (re.compile(r"(?:likes?|hobb(?:y|ies)|interests?|loves|enjoys|pastimes?)"), "likes {says}"),
    (re.compile(r"(?:dislikes?|hates?)"), "dislikes {says}"),
    (re.compile(r"(?:worries|worried about|fears?)"), "worries about {says}"),
    (re.compile(r"(?:goals?|dreams?|wants?|wish(?:es)?)"), "wants {says}"),
    (re.compile(r"(?:afraid|fond|proud|tired) of|(?:good|bad) (?:at|with)"), "is {label} {says}"),
)
"""The labels of forms, and what is said under each."""
_OWN_LABELS = re.compile(
    r"(?:age|religion|faith|diet|nationality|ethnicity|health|background|education|motto|height|skills?|talents?"
    r"|strengths?|weakness(?:es)?|flaws?|quirks?|habits?|rivals?|enem(?:y|ies)|income|hair|eyes"
    r"|favou?rite .+|blood type)"
)
"""The labels of which a sentence says what they are: 'Ann's motto is ...'"""


def _of_form(sentence: str, name: str) -> str:
    """Return a line of a form, or a mere noun, as a sentence about a person: 'Job: baker', 'A baker of bread.'"""
    if found := _FORM.fullmatch(sentence):
        return _under_label(found, sentence, name)
    if _STATE.match(sentence) and not _WITH_CLAUSE.match(sentence):
        return f"{name} was {sentence[0].lower()}{sentence[1:]}"
    if given_name(name) in sentence:
        return sentence
    if _did(sentence):
        return f"{name} {sentence[0].lower()}{sentence[1:]}"
    begins, words = sentence[0].lower() + sentence[1:], sentence.rstrip(".!").split()
    made = words[0].lower()
    if re.match(r"\w+ (?:to|with|by|of|for) ", begins) and _is_participle(made) and made not in _lemmas(made, "VERB"):
        # 'Married with two sons.'
        return sentence if _SUBJECT.search(sentence) else f"{name} is {begins}"
    if re.match(rf"(?:{KIN}) [a-z]", begins) and _may_be_finite(words[1], words[0]):
        # 'Sister lives abroad.'
        return f"{name}'s {begins}"
    if _SO_MANY.match(begins):
        return f"{name} has {begins}"
    if _SUBJECT.search(sentence) or not sentence.isascii() or _has_verb(words):
        return sentence
    felt = _FELT.match(begins) and (_parts(words[0].lower()) == ("ADJ",) or words[0] in ("Good", "Bad"))
    if felt or ("," in begins and len(words) <= 4 and all("ADJ" in _parts(word.strip(",")) for word in words)):
        return f"{name} is {begins}"
    head = _HEAD.match(begins)
    is_noun = re.match(r"An? ", sentence) or (len(words) <= 3 and all(map(_names_a_thing, words)))
    if not is_noun and not (head and _is_somebody(head["noun"])):
        return sentence
    noun = head["noun"] if head else words[-1]
    return f"{name} is {_article(begins) if 'NOUN' in _parts(noun) else ''}{begins}"


def _under_label(found: re.Match[str], sentence: str, name: str) -> str:
    """Return what a line of a form says of a person; the line itself if its label is unknown."""
    label, says = found["label"].lower(), found["says"]
    if label in ("i", "me", name.lower(), given_name(name).lower()):
        return says  # It is said in a dialogue.
    if re.fullmatch(r"(?:none|n/a)\W*", says, re.I):
        return f"{name} has no {label}."
    adjective = says if re.fullmatch(r"\w+(?<!ism)(?<!land)(?<!y)(?<!Islam)\W*", says) else ""
    told = next((told for known, told in _LABELS if known.fullmatch(label)), "")
    if told and (adjective or "{adjective}" not in told):
        article = "" if label == "pets" else _article(says)
        return f"{name} {told.format(a=article, says=says, label=label, adjective=adjective)}"
    if re.fullmatch(_OFFSPRING, label) and (many := re.match(rf"(?:{_NUMBER}|one|an?)\b(?P<unit> [a-z])?", says, re.I)):
        return f"{name} has {says if many['unit'] else f'{many[0]} {label}{says[many.end() :]}'}"
    if _did(says) or _lacks_subject(says):
        return f"{name} {says[0].lower()}{says[1:]}"
    if _OWN_LABELS.fullmatch(label) or re.fullmatch(rf"{_RELATION}|{_OFFSPRING}", label):
        return f"{name}'s {label} {'are' if _is_plural(label) else 'is'} {says}"
    if re.fullmatch(rf"{_RELATION}\b.*", says) and found["label"].istitle():
        return f"{found['label']} is {name}'s {says}"  # 'Cy Dee: best friend'
    if _is_third_person(label):
        return f"{name} {label} {says}"  # 'Collects: stamps'
    return sentence


_RELATION = rf"(?:best |oldest |closest |old |ex-|late )?(?:{KIN}|friends?|partner|spouse|neighbou?rs?|boss|colleague)"
_DONE = re.compile(
    r"\w+ (?:his|her|their|an?|the|here|back|home|two|three|\d)\b|(?:Met|Married) [A-Z]|Fell [a-z]"
    r"|(?:Moved|Worked|Lived|Served|Studied|Stayed|Arrived|Started|Travell?ed|Emigrated|Graduated|Ran|Came|Rose|Fell|Used)"
    r" (?:up|in|at|to|as|for|from|with|on|into|through|over|abroad)\b"
)
"""What begins with what somebody did, though its first word may be an adjective: 'Left home.', 'Worked at a mill.'"""


def _did(text: str) -> bool:
    """Return whether a text without a subject begins with what somebody did: 'Grew up here.', not 'Retired judge.'"""
    first = re.split(r"\W", text.lower(), maxsplit=1)[0]
    if not _is_past(first) or text.endswith("?") or _SUBJECT_FIRST.match(text) or _WITH_CLAUSE.match(text):
        return False
    done = _DONE.match(f"{text[0].upper()}{text[1:]}") is not None
    return done or not (_is_participle(first) or {"NOUN", "ADJ"} & {*_parts(first)})


def _is_plural(noun: str) -> bool:
    return noun.endswith(("children", "kids")) or (noun.endswith("s") and not noun.endswith("ss"))


_SO_MANY = re.compile(
    r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|no) (?:[a-z-]+ )?"
    rf"{_OFFSPRING}(?=$|[.,(]| (?:and|with|from|in)\b)"
)
"""The beginning of 'Two grown sons, Cy and Ed.'"""
_FELT = re.compile(r"[a-z]+ (?:of|to|with|at|about) ")
"""The beginning of 'Afraid of thunder.'"""
_HEAD = re.compile(
    r"(?:(?:an? )?(?:[a-z-]+ ){0,2})??(?P<noun>[a-z-]+)(?=$|[,.!]| (?:of|at|in|from|for|who|with|to|and|by)\b)"
)
"""The noun with which 'Retired teacher of the village school.' begins."""
_PERSONS = re.compile(
    rf"(?:{KIN}|widow(?:er)?|(?:house)?wife|friend|neighbou?r|orphan|twin|nurse|cook|judge|guide|clerk|chef|monk|nun|priest|student"
    r"|pupil|carpenter|doctor|lawyer|runner|swimmer|officer|porter|plumber|smith|tailor|vicar|native|parent|lover|fan"
    r"|expert|[a-z]{3,}(?:ist|ician|keeper|smith|wright|man|woman|maker|monger|ess))"
)
"""Nouns of people."""


def _is_somebody(noun: str) -> bool:
    """Return whether a noun is that of a person: by itself, or as one who does something: 'teacher'."""
    if _PERSONS.fullmatch(noun):
        return True
    found = re.fullmatch(
        r"(?!corner|counter|cover|flower|number|offer|power|shower|tower)([a-z]{3,})(?:e[re]|or)", noun
    )
    return found is not None and any(_lemmas(stem, "VERB") for stem in (found[1], f"{found[1]}e"))


def _is_surely_verb(word: str) -> bool:
    return _may_be_finite(word, "of") and not {"NOUN", "ADJ"} & {*_parts(word.rstrip(".,!"))}


def _is_like_sports(words: Sequence[str]) -> bool:
    """Return whether words begin with a plural that tells what somebody does: 'Sports teacher'."""
    begins = re.fullmatch(r"(?:Claims|Games|Parks|Plants|Records|Sports|Works)", words[0])
    return begins is not None and len(words) <= 3 and _is_somebody(words[-1].rstrip(".!"))


def _has_verb(words: Sequence[str]) -> bool:
    """Return whether any of these words may be the verb of a sentence: 'loves jam', and neither 'retired' nor 'jam'."""
    if _is_like_sports(words):
        return False
    pairs = zip(["", *words], words, strict=False)
    return any(_may_be_finite(word, before) for before, word in pairs)


def _article(noun: str) -> str:
    if re.match(r"(?:an?|the|his|her|their|retired|unemployed)\b", noun, re.I):
        return "a " if re.match(r"(?:retired|unemployed) [a-z]", noun, re.I) else ""
    return "an " if noun[:1].lower() in "aeiou" else "a "


def is_ordinary_word(word: str) -> bool:
    """Return whether English has a word: 'green' and 'hart', but not 'wei'."""
    return bool(_parts(word))


def _parts(word: str) -> tuple[str, ...]:
    from townlet.town.lexicon import getAllLemmas

    return tuple(getAllLemmas(word.lower()))


def _names_a_thing(word: str) -> bool:
    pronouns = {form for forms in FORMS.values() for form in forms} | {"i", "you", "we", "it"}
    return word.lower() not in pronouns and bool({"NOUN", "ADJ"} & {*_parts(word)})


def _may_be_finite(word: str, before: str) -> bool:
    """Whether a word may be the verb of a sentence, by its form and the word before it."""
    plain = word.strip(".,!?").lower()
    if plain in ("is", "was", "has", "had", "are", "were", "will", "would", "can", "could", "must", "does", "did"):
        return True
    if "VERB" not in _parts(plain) or plain.endswith("ing"):
        return False
    if not before:
        # Nobody is a mere plural: 'Drinks tea.', but 'Sports teacher.'
        return _is_third_person(plain)
    if plain.endswith("s") and before.lower() not in _BEFORE_NOUNS:
        return True
    return not {"NOUN", "ADJ"} & {*_parts(plain)}


_SUBJECT = re.compile(r"\b(?:she|he|they|it|we|you|I|ago)\b", re.IGNORECASE)
"""What a mere noun does not have: 'A month ago, she broke her arm.'"""
_BEFORE_NOUNS = ("of", "for", "with", "in", "on", "and", "or", "the", "a", "an", "her", "his", "their", "about")
"""Words after which no verb stands: 'a lover of books'."""
_STATE = re.compile(
    r"(?:Born|Raised|Trained|Educated|Widowed|Divorced|Retired) (?:in|at|on|by|as|from|since|for|last|\w+ \w+ ago)\b"
)
"""The beginning of a state without its person: 'Widowed four years ago.', 'Born in the hills.'"""
_WITH_CLAUSE = re.compile(r"[^,]+, (?:he|she|they|[A-Z][\w’'-]+)\b")
"""The beginning of a state with its person: 'Widowed at forty, she raised two sons.'"""


def _about_another(sentence: str, follows: str, name: str, pronouns: str, people: Mapping[str, str]) -> bool:
    """Return whether the subject of a sentence is somebody else whom the same pronoun may mean in what follows."""
    if any(sentence.startswith(f"{each} ") and theirs != pronouns for each, theirs in people.items()):
        return False
    if relative := re.match(rf"{re.escape(name)}['’]s? (\w+)(?: (\w+))?", sentence):
        # 'Ann Bo's sister is ill, and Ann writes to her.' goes on with Ann.
        goes_on = re.search(rf"(?:,|;| and| but) (?:{re.escape(name)}|{re.escape(given_name(name))}) [a-z]", sentence)
        return (
            not goes_on
            and not _SEEKS.match(follows)
            and not {*relative.groups()}.isdisjoint(_RELATIVES.get(pronouns, "").split())
        )
    other = re.match(r"[^\W\d_a-z][\w’'-]+(?: [^\W\d_a-z][\w’'-]+)+ (?:is|was|has|had|\w+s|\w+ed)\b", sentence)
    return (
        other is not None
        and name not in sentence
        and re.search(rf"\b{re.escape(given_name(name))}\b", sentence) is None
    )


def _goes_on_with_another(sentence: str, name: str, pronouns: str, people: Mapping[str, str]) -> bool:
    """Return whether the first pronoun of a sentence is the subject of a clause that goes on with somebody just named:
    'Bo snores, and yet he is good company.' Who is seen or helped is somebody else: 'Bo is kind, but he avoids him.'"""
    subject, obj, *_ = FORMS[pronouns]
    forms = re.search(rf"\b(?:{'|'.join(FORMS[pronouns])})\b.*", sentence, re.I)
    said = forms[0] if forms else ""
    before = sentence.removesuffix(said)
    joined = re.search(r",? (?:and yet|and|but|yet|because|though|although) $", before)
    if joined is None or not said.startswith(subject) or _SEEKS.match(said.capitalize()):
        return False
    alike = (other for other, theirs in people.items() if theirs == pronouns and other != name)
    called = (rf"{re.escape(given_name(other))}|{_TITLES}{re.escape(other.split()[-1])}" for other in alike)
    named = re.search(rf"(?<!\w)(?:{'|'.join(called) or '(?!)'})(?![\w’'])", before)
    return named is not None and re.search(rf"\b{obj}\b(?!{_OWNED.pattern})", said) is None


def _with_name(sentence: str, name: str, pronouns: str, always: bool = True) -> str:
    """Return a sentence with a name in place of its first pronoun, if that is one of these pronouns.

    With `always`, a sentence that begins with a verb has the name before it.
    """
    subject, obj, possessive, reflexive = FORMS[pronouns]
    if always and _lacks_subject(sentence):
        return f"{name} {sentence[0].lower()}{sentence[1:]}"
    found = re.search(rf"\b(?:{subject}|{obj}|{possessive}|{reflexive})\b", sentence, re.I)
    if found is None:
        return sentence
    before, word, after = sentence[: found.start()], found[0].lower(), sentence[found.end() :]
    if word == subject:
        return f"{before}{name}{_with_full_verb(after, plural=pronouns == 'they')}"
    if word == reflexive:
        return sentence
    makes = re.search(r"\b(?:makes?|made|making|lets?|letting) $", before) is not None and re.match(
        r" (\w+)(?= ?[a-z]?)(?P<end>[,.;!]|$| (?:and|but|when|if|or)\b)?", after
    )
    does = makes and (_lemmas(makes[1], "VERB") or (makes["end"] is not None and _lemmas(makes[1], "ADJ")))
    # 'Do not let her smile fool you.'
    noun = re.match(r" (\w+) (\w+) (?:you|me|us|it|him|them|the|an?)\b", after)
    own = noun is not None and "NOUN" in _parts(noun[1]) and noun[2] in _lemmas(noun[2], "VERB")
    if does and not own and not re.match(rf" (?:{KIN})\b", after):
        # 'Nobody makes her laugh', 'They make her happy.'
        return f"{before}{name}{after}"
    owns = word == possessive and (
        word != obj or not before or _OWNED.match(after) or before.lower().endswith("behind ")
    )
    owns = owns and all(given.end() != found.end() for given in _GIVEN.finditer(sentence))
    return f"{before}{name}'s{after}" if owns else f"{before}{name}{after}"


def _lacks_subject(sentence: str) -> bool:
    """Return whether a sentence begins with its verb: 'Misses her cat.', and neither 'Dogs like her.' nor 'Books.'"""
    first = re.split(r"\W", sentence.lower(), maxsplit=1)[0]
    if not _is_third_person(first) or sentence.endswith("?") or _SUBJECT_FIRST.match(sentence):
        return False
    if "NOUN" not in _parts(first) or _VERB_FIRST.match(sentence):
        return True
    alone = " " not in sentence or re.search(r"\b(?:she|her|herself|he|him|his|they|them|their)\b", sentence)
    return not alone and not _is_like_sports(sentence.split())


_VERB_FIRST = re.compile(
    r"\w+ (?:her|his|their|an?|the|to|every|everything|everybody|all|no|nothing|nobody)\b"
    r"|(?:Works|Lives|Walks|Talks|Dreams|Hopes|Plans|Looks|Cares|Plays|Sings|Runs|Drinks)"
    r" (?:on|in|at|for|with|of|about|after|as)\b"
)
"""The beginning of a sentence that begins with its verb, though the word may be a noun: 'Works on her novel.'"""
_SUBJECT_FIRST = re.compile(
    r"\w+,? (?:she|he|they|I|we|you|it)\b"
    r"|\w+ (?:[a-z-]+ )?(?:is|are|was|were|has|have|had|will|would|can|could|may|might|must|should|did|does|do)\b"
)
"""The beginning of a sentence that has a subject, though its first word may be a verb: 'Books are all she has.'"""
_OWNED = re.compile(
    r" (?!(?:and|to|in|at|on|off|up|out|down|away|back|over|for|from|with|about|an?|the|some|any|that|this|these|those"
    r"|ever|how|what|why|when|where|whether|if|not|so|too|nothing|something|everything|into|through|by|as|than|like|every|each"
    r"|all|again|once|twice|more|most|awake|alone|until|while|since|before|after|because|then|now|of"
    r"|yesterday|today|tomorrow|tonight|(?:last|next) (?:week|month|year|night|winter|spring|summer|autumn|\w+day)"
    r"|is|are|was|were|has|had|will|would|can|could|joy|pleasure|trouble|grief|hope|courage|comfort|strength|pause)\b)[a-z]"
)
"""What follows a 'her' that is a possessive: 'her boat', and neither 'told her off' nor 'offered her a post'."""


_NUMBER = r"(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|half)"
_UNIT = r"(?:\w+ )?(?:seconds|minutes|hours|days|weeks|months|years|winters|summers|nights)\b"
_GIVEN = re.compile(
    r"\b(?:walks?|walked|sees?|takes?|took|drives?|drove|brings?|brought|rows?|follows?) her(?= home\b)|"
    rf"\b(?:owes?|owed|lends?|lent|pays?|paid|costs?) her(?= {_NUMBER}\b)"
    rf"|\b(?:takes?|took|saves?|saved) her(?= {_NUMBER} {_UNIT})"
)
"""'owes her thirty crowns', 'it took her two years': whoever is given or takes so much. 'took her two sons' is hers."""


def _lemmas(word: str, part: str) -> tuple[str, ...]:
    """Return the lemmas of a word as a 'VERB' or an 'ADJ'; none if it is no such word."""
    # Most descriptions name their person in every sentence, and need no dictionary.
    from townlet.town.lexicon import getAllLemmas

    return tuple(getAllLemmas(word, part).get(part, ()))


def _third_person(verb: str) -> str:
    from townlet.town.lexicon import getInflection

    return next(iter(getInflection(verb, "VBZ")), verb)


def _is_past(word: str) -> bool:
    from townlet.town.lexicon import getInflection

    return any(word in getInflection(lemma, "VBD") for lemma in _lemmas(word, "VERB"))


def _is_third_person(word: str) -> bool:
    return any(word == _third_person(lemma) for lemma in _lemmas(word, "VERB"))


_HAS_OBJECT = re.compile(r" (?:to (?:an?|the)|an?|the|his|her|their|him|them|it|nobody|everybody)\b")
"""What follows a participle that is not passive: 'forgiven her brother', 'applied to a paper'."""


def _is_participle(word: str) -> bool:
    from townlet.town.lexicon import getInflection

    return any(word in getInflection(lemma, "VBN") for lemma in _lemmas(word, "VERB"))


def _with_full_verb(after: str, plural: bool) -> str:
    """Return what follows 'she' or 'they' as it follows a name: ''s tired' is ' is tired', ' sell' is ' sells'."""
    after = after.replace("’", "'", 1) if after.startswith("’") else after
    if short := re.match(r"'s (?=(?:(?:ever|never|just|already|always) )?(\w+))", after):
        has_object = _HAS_OBJECT.match(after, short.end(1)) is not None and _is_participle(short[1])
        felt = re.match(r" (?:of|by|at|about|with|that)\b", after[short.end(1) :]) is not None
        participle = has_object or (short[1].endswith("ed") and not felt and not _lemmas(short[1], "ADJ"))
        return f" {'has' if participle or short[1] in ('been', 'got', 'had', 'run') else 'is'} {after[3:]}"
    if found := re.match(r"'(?:re|ve|ll|d)\b", after):
        return f"{_SHORT[found[0]]}{after[found.end() :]}"
    verb = re.match(rf" {_ADVERB}(\w+)", after)
    if not plural or verb is None or _UNCHANGED.fullmatch(verb[1]):
        return after
    base = verb[1].removesuffix("n") if after[verb.end() :].startswith("'t") else verb[1]
    singular = _PLURAL.get(base) or (_third_person(base) if base in _lemmas(base, "VERB") else base)
    rest = re.sub(rf"(?<= (?:and|but) )(?:{'|'.join(_PLURAL)})\b", lambda also: _PLURAL[also[0]], after)
    return f"{rest[: verb.start(1)]}{singular}{rest[verb.start(1) + len(base) :]}"

"""Phrases with people as slots: from a sentence to slots, and from slots to what one person says to another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from townlet.offline.english import contract, expand
from townlet.offline.forms import inflect, lemmas_of, only_noun, verb_form
from townlet.offline.reader.people import FORMS, SLOT, People, persons, slot
from townlet.town.prose import KIN

ADVERB = r"(?:(?:also|otherwise|often|never|always|once|still|only|really|just|already|now|both|\w+ly) )?"
_AUXILIARY = {"is": ("am", "are"), "was": ("was", "were"), "has": ("have", "have"), "does": ("do", "do")}
_UNCHANGED = frozenset(
    ("will", "shall", "can", "could", "would", "should", "must", "may", "might", "did", "had", "cannot", "ought")
)
_TOKENS = re.compile(r"(⟦[^⟧]+⟧|[\w’'-]+)")
_OBJECT_BEFORE = re.compile(
    r"(?:^|\b(?:and|that|because|if|when|but|so|where|what|who|how|while|as|than|whether|why|which|whom"
    r"|although|though|unless)|[,:;])$",
    re.I,
)
_OF_PERSON = re.compile(r"\bthe ((?:[a-z]+ )?[a-z]+) of ⟦([^⟧]+)⟧(?!')")
_SUBJECT_PAIR = re.compile(r"(⟦[^⟧]+⟧) and (⟦[^⟧]+⟧)(?= (?:are|were|have|will|both|live|met)\b)")


def agree(verb: str, person: int) -> str:
    """Return the third-person verb as the first (1) or second (2) person has it: 'needs' as 'need'."""
    low = verb.lower()
    if low in _AUXILIARY:
        return _AUXILIARY[low][person - 1]
    if low in ("doesn't", "hasn't", "isn't", "wasn't"):
        first = {"doesn't": "don't", "hasn't": "haven't", "isn't": "am not", "wasn't": "wasn't"}
        second = {"isn't": "aren't", "wasn't": "weren't"}
        return (second.get(low) if person == 2 else None) or first[low]
    form = verb_form(low)
    return form[0] if form and form[1] == "VBZ" else verb


def third_person(verb: str) -> str:
    """Return the verb that stands after 'I' or 'you' as it stands after a name: 'need' as 'needs'."""
    low = verb.lower()
    if low in ("am", "are"):
        return "is"
    if low == "were":
        return "was"
    if low in _UNCHANGED:
        return verb
    form = verb_form(low)
    return inflect(form[0], "VBZ") if form and form[1] == "VB" else verb


@lru_cache(20_000)
def gerund(phrase: str) -> str:
    """Return a verb phrase as a gerund: 'mend the net and boil the tar' as 'mending the net and boiling the tar'.

    '' if it does not begin with a verb.
    """
    verb, _, rest = phrase.partition(" ")
    form = verb_form(verb)

    def also(found: re.Match[str]) -> str:
        second = verb_form(found[1])
        return f" and {inflect(second[0], 'VBG')}" if second and form and second[1] == form[1] else found[0]

    return f"{inflect(form[0], 'VBG')} {_SECOND.sub(also, rest)}".strip() if form else ""


_SECOND = re.compile(r" and ([a-z]+)(?= (?:the|an?|his|her|their|each|every|all|some|⟦[^⟧]+⟧'s|[a-z]+s)\b)")
"""A verb after another one, by the object that follows it."""


_HELP = re.compile(r"help (?:(?:⟦[^⟧]+⟧|me|him|her|them|us|others) )?(?:with (?P<it>.+)|(?:to )?(?P<do>[a-z]+ .+))")


def helped_with(deed: str) -> str:
    """Return what whoever does a deed helps with: 'mending the net' of 'mend the net' and of 'help ⟦Ann Bo⟧ mend the
    net', 'the Greek' of 'help ⟦Ann Bo⟧ with the Greek'."""
    found = _HELP.fullmatch(deed)
    done = found["do"] if found and found["do"] and not re.match(r"(?:out|in|on|up|at)\b", found["do"]) else deed
    return found["it"] if found and found["it"] else gerund(done)


_PRONOUN = {
    subject: re.compile(rf"\b(?:{subject}|(?:{obj}|{possessive})(?:self|selves)?)\b", re.I)
    for subject, obj, possessive in FORMS.values()
}
"""By a pronoun as a subject: all its forms."""


def bound(text: str, who: str, people: People, others_too: bool = False) -> str:
    """Return the text with the pronouns that mean `who` as slots.

    A pronoun after somebody else of the same pronoun is left alone, unless `others_too`.
    """
    if not who:
        return text
    subject, obj, possessive = people.forms(who)
    if not _PRONOUN[subject].search(text):
        return text
    reflexives = (f"{obj}self", f"{possessive}self", f"{obj}selves")
    tokens, out, other_before = _TOKENS.split(text), [], False
    for place, token in enumerate(tokens):
        low, person = token.lower(), SLOT.fullmatch(token)
        if person and person[1] != who and people.forms(person[1])[0] == subject:
            other_before = not others_too
        if person or other_before or low not in (subject, obj, possessive, *reflexives):
            out.append(token)
        elif low in reflexives:
            out.append(f"{slot(who)}self")
        else:
            owns = low == possessive and (
                low != obj or _owns("".join(tokens[:place]), "".join(tokens[place + 1 : place + 5]))
            )
            out.append(f"{slot(who)}'s" if owns else slot(who))
    return "".join(out)


_CAUSES = (
    "help",
    "helps",
    "helping",
    "let",
    "lets",
    "make",
    "makes",
    "made",
    "making",
    "see",
    "sees",
    "hear",
    "hears",
    "watch",
)
"""Verbs after which 'her' does something: 'help her carry the kiln'."""


_GIVES = re.compile(r"\b(?:lend|give|bring|show|send|buy|sell|pay|hand|get|find|make|teach)(?:s|ing)? $")
_SOME = frozenset(
    ("one", "two", "three", "four", "five", "six", "ten", "twenty", "some", "any", "another", "enough", "more")
)
"""'lend her two trestles': what is given, and not her own."""
_RELATIVE = r"(?:grand)?(?:mother|father|son|daughter)|brother|sister|aunt|uncle|husband|wife"


_ENDS_HER = (
    "and", "to", "in", "at", "on", "with", "for", "when", "because", "how", "if", "that", "about", "as", "the", "its",
    "of", "than", "from", "by", "after", "before", "until", "into", "over", "through", "every", "again", "once",
    "often", "a", "more", "most", "round", "out", "up", "down", "away", "across",
)  # fmt: skip
"""What follows 'her' only if it is no possessive: 'told her about it'."""


def _owns(before: str, after: str) -> bool:
    """Return whether 'her' between these words is a possessive."""
    follows, *later = [*after.strip().lower().split(" "), ""] if after.startswith(" ") else [""]
    if _GIVES.search(before) and follows in _SOME:
        return False
    form = verb_form(follows) if before.rstrip().rpartition(" ")[2].lower() in _CAUSES else None
    # 'help her carry the kiln', but 'help her mother' and 'let her back bedroom'.
    names = re.fullmatch(rf"{_RELATIVE}|own", follows) or (
        lemmas_of(follows, "ADJ") and later and lemmas_of(later[0], "NOUN")
    )
    does = form is not None and form[1] == "VB" and not names
    return bool(follows) and follows[0].isalpha() and follows not in _ENDS_HER and not does


def bound_others(text: str, who: str, people: People, not_these: Iterable[str] = ()) -> str:
    """Return the text with pronouns of other people as slots, where only one person named can be meant."""
    skipped = {who, *not_these}
    for pronoun in ("he", "she", "they"):
        others = [name for name in persons(text) if name not in skipped and people.forms(name)[0] == pronoun]
        if len(others) == 1:
            text = bound(text, others[0], people, others_too=True)
    return text


_KIN = "husband|wife|daughter|son|father|mother|brother|sister|neighbour|friend"
_FIRST_VERB = re.compile(rf"(?<![\w⟦])(?<!⟧ and )I ({ADVERB})([a-z]+(?:n't)?)")
_SECOND_VERB = re.compile(rf"(?<![\w⟦])[Yy]ou ({ADVERB})([a-z]+(?:n't)?)")


def from_speech(text: str, speaker: str, hearer: str, people: People) -> str:
    """Return what `speaker` says to `hearer` as a slotted sentence in the third person: 'I am' as '⟦Ann Bo⟧ is'."""
    text = expand(text)
    text = re.sub(rf"\b[Mm]y (?:{_KIN}) (?=[^\W\d_a-z])", "", text)
    text = people.masked(text)
    text = _FIRST_VERB.sub(lambda found: f"{slot(speaker)} {found[1]}{third_person(found[2])}", text)
    if hearer:
        text = _SECOND_VERB.sub(lambda found: f"{slot(hearer)} {found[1]}{third_person(found[2])}", text)
    for words, who in (("I|me", speaker), ("[Yy]ou", hearer)):
        if who:
            text = _put(rf"(?<![\w⟦])(?:{words})\b(?!')", slot(who), text)
    for words, who in (("[Mm]y", speaker), ("[Yy]our", hearer)):
        if who:
            text = _put(rf"\b{words}self\b", f"{slot(who)}self", text)
            text = _put(rf"\b(?:{words})\b", f"{slot(who)}'s", text)
    return _MINE.sub(lambda _: f"{slot(speaker)}'s", text)


_MINE = re.compile(
    r"(?:(?<![^.!?;:,] )|(?<=\b(?:is|as|of|to|or) )|(?<=\b(?:are|was|and|but|for|not|saw|see) )"
    r"|(?<=\b(?:were|than|like|with|from|take|took|know|have|lost|find) ))\b[Mm]ine\b"
)
"""'Mine' as what is one's own: 'this is mine', and no mine in which people dig."""


def _put(pattern: str, words: str, text: str) -> str:
    """Put words for whatever a pattern finds. They may hold anything, even what would be read as a group."""
    return re.sub(pattern, lambda _: words, text)


_SUBJECT = re.compile(rf"⟦([^⟧]+)⟧('s|self)?(?P<aside>, who [^,]+,)? ({ADVERB})([a-z]+(?:n't)?)\b")
_AFTER_VERB = (
    r"to|the|an?|his|her|their|my|your|it|them|that|not|never|in|on|at|with|for|of|⟦[^⟧]+⟧|⟦[^⟧]+⟧'s|nobody|nothing"
    r"|somebody|everybody|how|what|who"
)
_SECOND_OF_TWO = re.compile(
    rf" (and|but) ({ADVERB})(has|is|was|does|hasn't|isn't|doesn't|wasn't|hates|dislikes|loves|enjoys|wants|needs"
    rf"|hopes|keeps|misses|looks|\w+s(?= (?:{_AFTER_VERB})(?![\w’']))) "
    r"| (and|but) ((?:so far|now|still|then|always|never|often|usually|sometimes) )((?!this\b|his\b|is\b)[a-z]+s) "
    r"|(,) ()([a-z]+s)(?= (?:an?|the|his|her|my|no|one|two|three|four|five|ten|some|every|each|all)\b) "
)
"""The verb after 'and' that has the same subject."""
_PERSON = re.compile(r"⟦([^⟧]+)⟧('s|self)?")
_I_FIRST = re.compile(r"^I and (he|she|they|[^\W\d_a-z][\w’'-]*(?: [^\W\d_a-z][\w’'-]*)*) ")
"""'I and Bo quarrelled', as nobody says it."""
_NOTHING_OWNED = re.compile(r" ?(?:$|[.,;!?]|(?:and|but|or|because|since|when|that|which)\b)")
_WHERE = re.compile(r" (?:at|in|on|from|who|with)\b")
_OF_ONE = re.compile(r"\b(?:an?|some|two|three|no|that) (?:[\w-]+ ){1,3}of $")
"""'a cousin of hers'."""
_ALONE = {"he": "his", "she": "hers", "they": "theirs"}
"""A possessive without what is possessed: 'a wrench that is not hers'."""


def _agreeing(found: re.Match[str], person: int) -> str:
    """Return what joins two verbs of one subject, with the second as the person has it; two things as they are."""
    joint, adverb, verb = (next(filter(None, found.group(k, k + 3, k + 6)), "") for k in (1, 2, 3))
    before = found.string[: found.start()].rpartition(" ")[2]
    if joint != "," and not adverb and before.endswith("s") and only_noun(before) and lemmas_of(verb, "NOUN"):
        return found[0]  # 'watches and scales with her uncle'
    return f"{joint if joint == ',' else ' ' + joint} {adverb}{agree(verb, person)} "


def spoken(text: str, me: str, you: str, people: People, call: Callable[[str], str], known: Iterable[str] = ()) -> str:
    """Return a slotted text as `me` says it to `you`: 'I', 'you', names as `call` gives them, then pronouns.

    Those in `known` were named before, so that pronouns stand for them at once.
    """
    named = set(known)
    text = _SUBJECT_PAIR.sub(lambda found: _pair(found, me), text)
    # 'the knee of Bao' is 'your knee' to Bao.
    owners = {me, you, *named}
    text = _OF_PERSON.sub(lambda found: f"{slot(found[2])}'s {found[1]}" if found[2] in owners else found[0], text)

    def subject(found: re.Match[str]) -> str:
        who, owns, aside, adverb, verb = found[1], found[2], found["aside"] or "", found[4], found[5]
        before = text[: found.start()].rstrip()
        starts = is_subject(before, f" {verb}")
        if owns or not starts or who not in (me, you):
            before_too = who in named or slot(who) in text[: found.start()]
            if not owns and not aside and starts and people.forms(who)[0] == "they" and before_too:
                return f"they {adverb}{agree(verb, 2)}"
            return found[0]
        if before.endswith(" and") and re.search(r"⟦[^⟧]+⟧ and$", before):
            return found[0]
        person = 1 if who == me else 2
        aside = re.sub(r"(?<=, who )[a-z]+", lambda its: agree(its[0], person), aside)
        return f"{'I' if who == me else 'you'}{aside} {adverb}{agree(verb, person)}"

    text = _SUBJECT.sub(subject, text)
    if text.startswith(("I ", "you ")):
        person = 1 if text.startswith("I ") else 2
        text = _SECOND_OF_TWO.sub(lambda found: _agreeing(found, person), text)

    def word(found: re.Match[str]) -> str:
        who, form = found[1], found[2] or ""
        is_object = not is_subject(text[: found.start()].rstrip(), text[found.end() :])
        after = text[found.end() :]
        alone = _NOTHING_OWNED.match(after) or (_OF_ONE.search(text[: found.start()]) and _WHERE.match(after))
        if form == "'s" and alone and (who in (me, you) or who in named):
            return "mine" if who == me else "yours" if who == you else _ALONE[people.forms(who)[0]]
        if who == me:
            return {"'s": "my", "self": "myself"}.get(form, "me" if is_object else "I")
        if who == you:
            return {"'s": "your", "self": "yourself"}.get(form, "you")
        forms = people.forms(who)
        if form == "self":
            return "themselves" if forms[0] == "they" else f"{forms[1]}self"
        if who in named and not after.startswith(", who "):
            return {"'s": forms[2]}.get(form, forms[1] if is_object else forms[0])
        named.add(who)
        name = call(who)
        return f"{name}{form}" if form == "'s" else name

    said = _MY_MY.sub(r"\1 \2", _as_couple(_PERSON.sub(word, text)))
    return contract(_I_FIRST.sub(r"\1 and I ", said))


_MY_MY = re.compile(rf"\b([Mm]y|[Yy]our) ({KIN}) my \2\b")
"""'my aunt my aunt Di', of whom one speaks as one's aunt anyway."""


_COUPLE = re.compile(r"(?i)\bmy (?:wife|husband|partner)\b|\bI and [A-Z]|\band I\b")
_KIN_SUBJECT = re.compile(rf"(?i)^my (?:[a-z]+ )?(?:{KIN})\b")
_THEIRS = re.compile(
    r"\btheir(?= (?:first|second|third|fourth|fifth|only|own|eldest|youngest|child|son|daughter|home|house)\b)"
)
_SEVERAL = re.compile(r"\b(?:the|some|many|all|these|those|other|two|three|four|five) (?:[a-z]+ )?[a-z]+s\b")
"""Others of whom 'they' may tell."""
_THEY = re.compile(r",? and they(?= (?:have|had|are|were|live|never|still|no longer) )")


def _as_couple(said: str) -> str:
    """Return what one says of oneself and a relative with 'we' and 'our', where 'they' can mean nobody else."""
    if not (_COUPLE.search(said) or _KIN_SUBJECT.match(said)):
        return said
    if _COUPLE.search(said):
        said = _THEIRS.sub("our", said)
    found = _THEY.search(said)
    others = found and _SEVERAL.search(said[: found.start()])
    return (
        said
        if found is None or others
        else f"{said[: found.start()]}{found[0].replace('they', 'we')}{said[found.end() :]}"
    )


def is_subject(before: str, after: str) -> bool:
    """Return whether a person between these words is a subject: at the head of a clause, or before a finite verb."""
    if not before or _OBJECT_BEFORE.search(before):
        return True
    follows = re.match(rf" {ADVERB}([a-z]+)\b", after)
    last = re.search(r"([\w’'-]+)$", before)
    if not follows or not last or (last[1].lower() in _PREPOSITIONS and not before.endswith(", for")):
        return False
    word = follows[1]
    if word in _UNCHANGED or word in _AUXILIARY:
        # 'a box of floats he will never use'
        return True
    # 'Till' and 'while' are seldom verbs before somebody, and 'fan' is none in 'an old fan she never uses'.
    form = verb_form(last[1])
    noun = _NOUN_LAST.search(before) or (form is not None and form[1] == "VB" and _NOUN_LATER.search(before))
    may_be_verb = form is not None and last[1].lower() not in ("till", "while") and not noun
    if (
        may_be_verb
        and not lemmas_of(last[1], "ADV")
        and not (_SAYS_OR_THINKS.fullmatch(last[1]) and word.endswith("s"))
    ):
        return False
    if word in ("am", "are", "have", "do"):
        return True
    form = verb_form(word)
    return form is not None and form[1] in ("VBZ", "VBD") and not only_noun(word)


_BEFORE_NOUN = r"(?:\b(?:an?|the|every|any|some|no|his|her|their|my|your|half)|⟧'s)"
_NOUN_LAST = re.compile(rf"(?:{_BEFORE_NOUN}|\b(?i:before|after|during|at|in|by)) [\w-]+$")
"""'the fan', 'after breakfast': the last word is a noun."""
_NOUN_LATER = re.compile(rf"{_BEFORE_NOUN} (?:[\w-]+ ){{1,3}}[\w-]+$")
"""'an old brass fan': so is perhaps a word further after the article."""
_SAYS_OR_THINKS = re.compile(r"says?|said|thinks?|thought|believes?|knows?|knew|hopes?|fears?|suspects?|swears?|means?")
_PREPOSITIONS = frozenset(
    ("with", "to", "for", "of", "about", "from", "by", "at", "than", "like", "on", "against", "between", "in", "near")
)


def _pair(found: re.Match[str], me: str) -> str:
    """Put oneself last: 'Ann and I'."""
    return f"{found[2]} and {found[1]}" if found[1] == slot(me) else found[0]

"""Sentences of prose that join two: where the second begins, and of whom it tells."""

from __future__ import annotations

import re

from townlet.offline.forms import lemmas_of, only_noun, verb_form
from townlet.offline.reader.people import FORMS, SLOT, People, slot
from townlet.offline.reader.phrases import ADVERB, bound
from townlet.town.prose import KIN

_TIME = r"(?:this|tonight|tomorrow|today|on|in|at|since|from|every|now|last|next|for|by|until|after|before)\b"
"""What may stand before the subject of a half: 'and since the winter Ann Bo lives there'."""
_AND_THEY = re.compile(
    rf"(?P<before>[^⟦]*⟦[^⟧]+⟧.*?,? (?:and so|and|but|so) (?:{_TIME}[^,;⟦]{{0,60}}? )?)(?P<they>he|she) (?=\w)"
)


def with_subject(bare: str, people: People) -> str:
    """Return a sentence with its person in place of 'she' after an 'and', if that can mean nobody else."""
    found = _AND_THEY.match(bare)
    if not found:
        return bare
    meant = {name for name in SLOT.findall(found["before"]) if people.forms(name)[0] == found["they"]}
    first = SLOT.match(bare)
    # 'Ann Bo's sister is ill, and she': it may be either.
    if len(meant) != 1 or (not (first and first[1] in meant) and re.search(rf"\b(?:{KIN})\b", found["before"])):
        return bare
    if re.match(rf"⟦[^⟧]+⟧'s (?:[a-z]+ ){{0,2}}(?:{KIN}|friend|boss)\b", bare):
        return bare
    return f"{found['before']}{slot(meant.pop())} {bare[found.end() :]}"


_AND_ANOTHER = re.compile(r"(?:(?P<comma>,)? (?:and so|and|but|so|yet)|;) (?=[^,;⟦]{0,60}⟦)")
_WITH_OWN_SUBJECT = re.compile(
    rf"(?:{_TIME}[^,;⟦]*,? )?"
    r"(?P<who>⟦[^⟧]+⟧)(?P<others>(?:(?:, |,? and )⟦[^⟧]+⟧)*)(?!') (?P<said>.+)"
)
_UNDER = re.compile(r"\b(?:that|who|whom|whose|which|where|when|while|if|because|how|as|both|between|and)\b")


def halves(bare: str, people: People) -> tuple[str, ...]:
    """Return a sentence in two if somebody is the subject of its second half; nothing if it is of one piece.

    What its second half calls 'her' has to be whom the first half names, or whom the half is about itself.
    """
    for found in _AND_ANOTHER.finditer(bare):
        first, rest = bare[: found.start()], bare[found.end() :]
        goes_on = _WITH_OWN_SUBJECT.match(rest)
        if goes_on is None or not _has_verb(first) or (not found["comma"] and _UNDER.search(first)):
            continue
        said = goes_on["said"]
        several = goes_on["others"] and said.startswith(("are ", "have ", "will ", "must ", "can "))
        if (several or is_predicate(f"{goes_on['who']} {said}")) and (whole := with_names(first, rest, people)):
            return f"{_done_to(first, goes_on['who'][1:-1], people)}.", f"{whole[0].upper()}{whole[1:]}"
    return ()


def _done_to(clause: str, who: str, people: People) -> str:
    """Return a clause about somebody else with `who` for the pronoun at its end: nobody is hard on himself with a mere
    'him'."""
    subject = SLOT.match(clause)
    if not subject or SLOT.findall(clause) != [subject[1]] or subject[1] == who:
        return clause
    done = rf"(?<!with)(?<!behind)(?<!around)(?<!about)(?<!before) {people.forms(who)[1]}(?=[.]?$)"
    return re.sub(done, f" {slot(who)}", clause)


KEPT_BACK = (
    r"(?:,? (?:and|but)|;) (?:[^,]*?[\w⟧] (?:does|do) not know(?: (?:it|about it|of it|that))?"
    r"|nobody (?:must|may|is to|should) (?:ever )?(?:know|find out|hear)(?: (?:it|about it|of it))?"
    r"|(?:nobody (?:[\w-]+ ){0,3}|(?:so far |as yet |until now )?only "
    r"(?:⟦[^⟧]+⟧(?:'s \w+)?|(?:the|a|his|her|their) \w+) )knows"
    r"(?: (?:it|about it|of it|so))?"
    r"|(?:so far )?(?:⟦[^⟧]+⟧ |\S+ )?has (?:told (?:only|no one but|nobody but) [^,]+|told (?:no one|nobody)"
    r"|only told [^,]+"
    r"|not told (?:him|her|them|any\w+|⟦[^⟧]+⟧)(?:'s \w+| \w+)?"
    r"|not mentioned (?:it|this|that)(?: to (?:any\w+|⟦[^⟧]+⟧))?"
    r"|shown (?:it|this|that) only to [^,]+|not (?:let on|said (?:so|a word)|breathed a word)"
    r"|kept (?:it|this|that) (?:to (?:⟦[^⟧]+⟧|\w+)self|quiet|dark)))"
    r"(?: (?:yet|so far))?(?:,? (?:for fear|lest|because|since)\b.*)?$"
)
"""From whom a sentence says that its matter is kept: 'and his mother does not know yet'."""


_ONE_THING = re.compile(
    r"⟦[^⟧]+⟧ [a-z]+ (?P<what>(?:an?|the|his|her|their) (?:[\w-]+ ){0,2}[\w-]+)"
    r"|(?P<first>(?:The|⟦[^⟧]+⟧'s) (?:[a-z-]+ ){0,2}?[a-z-]+)(?: (?:on|of|in|at) the (?:[a-z-]+ )?[a-z-]+)?"
    r" (?:have|are|were|will|gave|broke|went|fell|[a-z]+s|[a-z]+ed)\b[^⟦]*"
)
"""'Ann Bo plays the drum', 'The pump is old': what 'it' means afterwards."""
_HAND = re.compile(r"\b(?:some|any)(?:body|one) with (?:(?! to | who )[^,])+?(?=\.?$)")
"""Somebody who is needed for what was said before."""
_ANYBODY = re.compile(r"\b(?:any|every)(?:body|one)\b")
"""Whom 'they' means after it: 'she will show anyone, if they wash up'."""
_GIVES = re.compile(r"ing (?:him|her|them) (?:an?|the) ")
"""'is giving her a supper': whom that means, others tell."""


def _has_verb(clause: str) -> bool:
    """Return whether some word of a clause, but not its first, is a finite verb."""
    for before, word in re.findall(r"(?=(?:^|(?<=[\s⟦]))([\w’'⟧-]+) ([a-z]+)\b)", clause):
        form = verb_form(word)
        # 'Her ankles ache'
        plural = form is not None and form[1] == "VB" and before.endswith("s") and bool(lemmas_of(before, "NOUN"))
        if _FINITE.fullmatch(word) or plural or (form and form[1] in ("VBZ", "VBD")):
            return True
    return False


_OF_ANOTHER = re.compile(
    r"\b(?<!into )(?:it|them|ones|(?<!at )(?<!past )(?<!to )(?<!till )(?<!until )(?<!from )one)\b"
    r"|\bnew (?:pair|set)(?=[.!]|$)"
)
"""What means a thing of the first half: 'and needs a new one', 'so she needs a new pair'."""


def with_names(first: str, rest: str, people: People) -> str:
    """Return the second half of a sentence with names for pronouns that mean people of the first; '' if in doubt."""
    if thing := _ONE_THING.fullmatch(first):
        what = thing["what"] or re.sub("^The", "the", thing["first"])
        # 'My scales stick, so I need somebody with a steady hand': for them.
        rest = _HAND.sub(lambda found: f"{found[0]} for {what}", rest)
        rest = re.sub(r"\bit(s?)\b", lambda found: f"{what}'s" if found[1] else what, rest)
    if _OF_ANOTHER.search(rest):
        return ""
    if (local := SLOT.match(rest)) and local[1] not in SLOT.findall(first):
        alike = {name for name in SLOT.findall(first) if people.forms(name) == people.forms(local[1])}
        rest = _done_to(rest, alike.pop(), people) if len(alike) == 1 else rest
    couple = [*dict.fromkeys(SLOT.findall(first))]
    if len(couple) == 2:
        both = f"{slot(couple[0])} and {slot(couple[1])}'s"
        rest = re.sub(r"\btheir(?= (?:\w+ )?(?:children|child|sons?|daughters?)\b)", both, rest)
    own = {people.forms(name)[0] for name in SLOT.findall(rest)}
    for pronoun in ("he", "she", "they"):
        form = re.compile(rf"\b(?:{'|'.join(FORMS[pronoun])})\b")
        if pronoun in own or not form.search(rest) or (pronoun == "they" and _ANYBODY.search(rest)):
            continue
        meant = {name for name in SLOT.findall(first) if people.forms(name)[0] == pronoun}
        if not meant and _GIVES.search(rest):
            continue
        if len(meant) != 1 or re.search(rf"\b(?:{KIN})\b", first):
            return ""
        rest = bound(rest, meant.pop(), people, others_too=True)
    return rest


def without_second(about: str, *, clause: bool = False) -> str:
    """Return a phrase without what its sentence goes on to say: 'a bad knee' of 'a bad knee and is too proud to rest'.

    What goes on with 'it' or 'them' is no sentence of its own, but it is no part of the thing either. A `clause` may
    have a second verb, and ends where somebody else, or what was told of, does something.
    """
    ends = (
        found.start()
        for found in _JOINED.finditer(about)
        if is_predicate(about[found.end() :], subject=_has_verb(about[: found.start()]) if clause else None)
    )
    return about[: next(ends, len(about))]


def is_predicate(said: str, *, subject: bool | None = None) -> bool:
    """Return whether what stands after an 'and' has a verb of its own; if not None, with a `subject` or without."""
    if subject is not False and _ITS_OWN.match(said):
        return True
    found = _PREDICATE.match(said)
    if found is None or subject not in (None, bool(found["who"])):
        return False
    verb, form = found["verb"], verb_form(found["verb"])
    if _FINITE.fullmatch(verb):
        return True
    if form is None or form[1] not in (("VBZ", "VBD") if found["who"] else ("VBZ",)):
        return False
    return bool(found["who"]) or _is_verb(verb, found["adverb"], found["after"])


_JOINED = re.compile(r",? (?:and|but|yet|though|although|so(?! far))(?: so far)? ")
_FINITE = re.compile(
    r"is|are|was|were|has|had|does|do|did|can|cannot|could|will|would|must|should|may|might|ought|never"
)
_PREDICATE = re.compile(
    r"(?:(?P<who>⟦[^⟧]+⟧(?!'s)|he|she|they|it|there|you|people|nobody|everybody) )?"
    rf"(?P<adverb>{ADVERB})(?P<verb>[a-z]+)(?P<after> .+|)$"
)
_ITS_OWN = re.compile(
    r"(?:the|an?|his|her|their|its|⟦[^⟧]+⟧'s|no|nobody|everybody|somebody) "
    r"(?:(?!(?:that|who|which|whose|where|when|why|how|to|and) )(?:[\w'’-]+|⟦[^⟧]+⟧) ){1,6}?"
    rf"(?:{_FINITE.pattern}|makes|have) "
    r"|(?:his|her|their|⟦[^⟧]+⟧'s) (?:[a-z]+ )?[a-z]+s (?:smell|look|sound|ache|keep|turn|hang|go) "
)
"""'the thought of it makes Ann Bo sad', 'her shirts smell of smoke'"""

BACK = r"\b(?:it|he|she|they|him|her|his|them|their|one(?! (?:with|of|that|who)\b)|ones)\b"
"""What may mean something that an earlier clause names."""
_SECOND = re.compile(
    r"(?P<first>(?P<who>⟦[^⟧]+⟧)(?! and ⟦)"
    r"(?: (?!(?:that|who|whom|whose|which|where|when|while|if|because|how|as|both|between)\b)[^\s,;]+)+?"
    r"(?:, (?:from|between) [^,;]+)?)"
    rf",? (?:and|but) (?:(?P=who) )?(?P<rest>(?P<adverb>{ADVERB})(?P<verb>[a-z]+)(?P<after> .+))"
)
"""'Ann Bo collects maps and has a spare projector.'"""
_OBJECT = re.compile(
    r" ⟦| (?:to|the|an?|his|her|their|him|that|not|never|nobody|nothing|somebody|everybody|how|what|who|some|no|all|two"
    r"|three|four|five|six|seven|eight|nine|ten|\d+)(?!\w)"
)
_RELATIVE = re.compile(r" (?:who|that|which|whose|whom) ")
_SURE = re.compile(
    r"is|does|needs|wants|hopes|wishes|knows|owns|works|lives|plays|sings|goes|comes|studies|teaches|talks|walks|runs"
    r"|swims|sleeps|helps|looks|cares|thinks|likes|dislikes|travels|dreams|cooks"
)
"""Verbs that are hardly ever a plural."""
_RELATES = re.compile(r"at|in|on|of|for|with|from|by|into|about|after|before|during|as|up|out|over|every|each|and|or")
_OWNED = re.compile(
    r" (?:an?|the|his|her|their|no|some|more|plenty|enough|two|three|four|five|six|\d+)\b(?! (?:lot|great deal) )"
)
_FEELS = re.compile(r"(?:dislikes|hates|loves|fears|enjoys|misses|is \w+ (?:of|about|at|by))\b")
"""What somebody feels that may be about whom the sentence names: 'likes Cy Bo and dislikes the shouting'."""


_FEELS_TOO = re.compile(
    r"(?P<first>(?P<who>⟦[^⟧]+⟧)(?!') [^;]+?), (?:and|but) (?P<rest>(?:cannot (?:bear|stand|abide)|hates|loathes"
    r"|detests|dislikes|adores|loves|likes|enjoys|reckons|thinks|believes|swears|finds) .+)"
)
"""'Ann Bo likes guests who eat up, and cannot bear whistling.'"""


_SPLICED = re.compile(
    r"(?P<first>(?P<who>⟦[^⟧]+⟧)(?!') (?!.*?\b(?:that|who|whom|which|when|if|because)\b.*?,)[^,;]+?), "
    rf"(?:(?P=who) (?={ADVERB}(?:{_FINITE.pattern}|[a-z]+s) )"
    r"|(?=(?:cannot|will not|does not|has|hates|dislikes|loathes|adores) ))"
    r"(?P<rest>[a-z]+ .+)"
)
"""'Ann Bo adores thunder, Ann Bo loathes paperwork', 'Ann Bo loves stew, cannot abide whistling, and ...'"""


def second_verb(bare: str, people: People) -> tuple[str, ...]:
    """Return a sentence in two if a second verb of the same subject says a thing of its own; nothing if none does."""
    found = _SPLICED.fullmatch(bare) or _FEELS_TOO.fullmatch(bare)
    if found is None and ((found := _SECOND.fullmatch(bare)) is None or not _goes_on(found, people)):
        return ()
    return f"{found['first']}.", f"{found['who']} {found['rest']}"


_OF_FIRST = re.compile(r"\bboth\b|\bknow (?:how|why|when|where)[.]?$")
"""What the first half alone explains: 'wants to make peace and does not know how'."""
_IS_DONE = re.compile(r" (?:done|finished|home|through|back) (?:by|before|at)\b")
"""'starts at six and is done by two' tells the hours of one thing."""


def _goes_on(found: re.Match[str], people: People) -> bool:
    """Return whether a word after 'and' is a second verb of the same subject that says a thing of its own.

    What was done is one tale with what was done then: 'dropped an anvil and finished the day's work'.
    """
    verb, after = found["verb"], found["after"]
    form = verb_form(verb)
    names_another = SLOT.search(found["first"], found.end("who")) is not None
    own = () if names_another else people.forms(found["who"][1:-1])
    goes_on = verb in ("can", "will", "would") or (form is not None and form[1] == "VBZ")
    if verb == "is" and _IS_DONE.match(after):
        return False
    if (
        not goes_on
        or any(each[0] not in own for each in re.finditer(BACK, after.partition(", ")[0]))
        or _OF_FIRST.search(after)
    ):
        return False
    if names_another and _FEELS.match(f"{verb}{after}"):
        return False
    if verb == "has":
        return _OWNED.match(after) is not None
    return verb in ("can", "will", "would") or _is_verb(verb, found["adverb"], after)


def _is_verb(word: str, adverb: str, after: str) -> bool:
    """Return whether a word after 'and' that can be a verb of the third person is no plural."""
    if _SURE.fullmatch(word) or adverb or not lemmas_of(word, "NOUN"):
        return not only_noun(word)
    if _RELATIVE.match(after):
        # 'guests who finish their plates'
        return False
    return _OBJECT.match(after) is not None or (after != "" and _modifies(after.split()[0]))


def _modifies(word: str) -> bool:
    """Return whether a word is a noun or an adjective: after a plural it would be no part of what is counted."""
    return word.isalpha() and bool(lemmas_of(word, "NOUN") or lemmas_of(word, "ADJ")) and not _RELATES.fullmatch(word)

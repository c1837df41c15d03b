"""What kind of thing a clause tells, and the events, places, secrets and feelings in it."""

from __future__ import annotations

import re
from functools import lru_cache

from townlet.offline.lexicon import LEX, stems_pattern
from townlet.offline.prop import Verb
from townlet.offline.times import When

_events = "|".join(sorted(LEX["events"]["nouns"], key=len, reverse=True))
EVENT = re.compile(
    rf"\b(?:a|an|the|my|his|her|our|their|this|your|that|'s) ((?:[\w'’-]+ ){{0,3}}?(?:{_events}))\b"
    r"(?! (?:hall|room|house|square|place|judge|share|price|game|enough))"
)
_BY_THE_WAY = re.compile(r"\b(?:for|before|after|about|of|since|during|until)(?: [A-Z][\w’'-]*)*\s*$")
_places = "|".join(LEX["places"]["kinds"])
PLACE = re.compile(
    r"\b(?:in the [a-z]+ )?(?:at|in|by|near|behind|outside|down at|over at) (?:the )?(?:[A-Z][\w’]+(?:'s)? )*"
    r"(?:[A-Z][\w’]+)\b(?<!January)(?! \d)"
    rf"|\b(?:at|in|by|near|behind|outside) (?:the|my|his|her) (?:[a-z]+ )?(?:{_places})\b(?! (?:{_events})\b)"
)

_PROMISE = re.compile(r"\b(promised|told .* would|agreed to|is going to help|said yes)\b")
_RELATION = re.compile(
    r"\b(married|wife|husband|spouse|brother|sister|mother|father|daughter|son|cousin|aunt|uncle|friends?"
    r"|neighbou?rs?|apprentice|roommates?|housemates?|colleagues?|knows?|known|met)\b"
)
_OPINION = re.compile(
    r"\b(likes?|loves?|enjoys?|admires?|adores?|hates?|dislikes?|distrusts?|cannot stand|fond of|thinks? |believes?"
    r"|fears?|in love|misses|miss|proud of|worried about|worries)\b"
)
_ARRANGED = re.compile(r"plan|host|hold|throw|organi|invit|giv|hav")
_NEED = re.compile(r"^\S+(?: \S+){0,2}? (?:still |really )?needs?\b|\b(looking for|short of|could use)\b")
_WISH = re.compile(r"\b(wants?|hopes?|wish|wishes|dreams? of|would like)\b")
_TRADE = re.compile(r"^[\w' -]+ (am|is|are) (an? |the )")
_PLAN = re.compile(
    r"\b(plans?|planning|intends?|means to)\b"
    r"|^\S+(?: \S+){0,2} (?:will|(?:am|is|are) going to (?!(?:bed|class|work|school|an?|the|my)\b))\b"
)
_THING_IS = re.compile(r"^(the |a |an |my )?[\w' -]+ (is|are) ")
_FUTURE = re.compile(r"going to|will")
_DOING = re.compile(r"\b(am|is|are|was|were) (?:(?:\w+ly )?(?:\w+ing)\b|on the way\b)")
_SECRET = re.compile(
    r"\bsecret(?:ly)?\b|told no one|not told any|nobody knows|to (?:himself|herself|myself|themself)$"
    r"|more than (?:\w+) lets? on|\bin love with\b|\bcrush on\b|\bsurprise\b"
)
_OPENLY = re.compile(r"\b(married|dating|engaged|wife|husband|in a relationship)\b")


@lru_cache(None)
def trade_kind(text: str) -> str:
    """The kind of occupation that a phrase names (a key of the trades lexicon), or ''."""
    low = text.lower()
    if re.search(r"\bretired\b", low):
        return "leisure"
    return next((k for k, t in LEX["trades"].items() if stems_pattern(tuple(t["stems"])).search(low)), "")


@lru_cache(20_000)
def valence_of(low: str) -> int:
    """Good stems less bad stems."""
    feel = LEX["feel"]
    good, bad = stems_pattern(tuple(feel["good"])), stems_pattern(tuple(feel["bad"]))
    return len(good.findall(low)) - len(bad.findall(low))


def is_secret(low: str) -> bool:
    return bool(_SECRET.search(low)) and not _OPENLY.search(low)


def event_in(text: str) -> str:
    """The bare noun phrase of an event that a sentence is about, or ''; not of one that something is done for."""
    m = next((m for m in EVENT.finditer(text) if not _BY_THE_WAY.search(text[: m.start()])), None)
    return re.sub(r"^(?:big|small|little|own|up|next|last|day of the) ", "", m[1]) if m else ""


def place_in(text: str) -> str:
    m = PLACE.search(text)
    return m[0] if m else ""


def _kind_of_person(low: str, verb: Verb | None, event: str, when: When) -> str:
    if _RELATION.search(low):
        return "relation"
    if _OPINION.search(low):
        return "opinion"
    if event and (when.known() or _ARRANGED.search(low)):
        return "event"
    if _NEED.search(low):
        return "need"
    if _WISH.search(low):
        return "wish"
    if _TRADE.search(low) and trade_kind(low):
        return "trade"
    if _PLAN.search(low):
        return "plan"
    if verb and verb.lemma == "be" and _DOING.search(low):
        return "doing"
    return "done" if verb and verb.tense == "past" else "fact"


def kind_of(text: str, verb: Verb | None, person: bool, event: str, when: When) -> str:
    """The kind of a clause whose first finite verb of a person is `verb`."""
    low = text.lower()
    if _PROMISE.search(low):
        return "promise"
    if person:
        return _kind_of_person(low, verb, event, when)
    if event and (when.known() or _ARRANGED.search(low)):
        return "event"
    if _NEED.search(low):
        return "need"
    if _WISH.search(low):
        return "wish"
    return "state" if verb is None and _THING_IS.search(low) and not _FUTURE.search(low) else "fact"

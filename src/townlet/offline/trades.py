"""Kinds of occupation: which one a person has, and what its hours hold."""

from __future__ import annotations

import re
from dataclasses import dataclass

from townlet.cognition.wording import AGE_LEAD, age_in
from townlet.offline.forms import verb_form
from townlet.offline.words import cached, words
from townlet.town.prose import KIN

Hours = tuple[int, int]


@dataclass(frozen=True)
class Task:
    """Something done for some minutes: a gerund phrase, what it is done at, and what that does to the thing."""

    activity: str
    objects: tuple[str, ...] = ()
    """Words for things that serve, best first."""
    state: str = ""
    emoji: str = ""
    takes_others: bool = False
    """Whether it takes whoever comes to a place of work: customers, a class, patients."""


@dataclass(frozen=True)
class Trade:
    """A kind of occupation."""

    kind: str
    hours: Hours
    """Usual start and end of its working day, in minutes after midnight."""
    acts: tuple[Task, ...]
    weekends: bool
    room: str = ""
    """The kind of room, of the venues table, where it is done."""


def act_of(row: str) -> Task:
    """An act from its row, 'gerund | thing/other thing | its state | emoji | others'."""
    activity, objects, state, emoji, others = (*(part.strip() for part in row.split("|")), "", "", "", "")[:5]
    return Task(activity, tuple(word for word in objects.split("/") if word), state, emoji, others == "others")


@cached()
def _trades() -> tuple[tuple[re.Pattern[str], Trade], ...]:
    """What names each trade."""
    return tuple(
        (
            re.compile("|".join(rf"\b(?:{stem})" for stem in row["stems"]), re.I),
            Trade(
                kind,
                (row["hours"][0], row["hours"][1]),
                tuple(act_of(act) for act in row["acts"]),
                bool(row.get("weekends", False)),
                row.get("room", ""),
            ),
        )
        for kind, row in words().tables["trades"].items()
    )


_IDLE = Trade("none", (600, 960), (), True)
_JOB = re.compile(
    r"\b(?:is|has been|works as|work as|working as) (?:(?:also|currently|now|still) )?(?P<article>an? |the )?"
    r"(?:(?:its|his|her|their) )?"
    r"(?P<job>(?!no\b|not\b|never\b)(?:(?!(?:at|in|of|who|once|when|if|until|till|after|before|since|for|with|that|which"
    r"|whose|from|on|because|is|was|likes?|can|could|has"
    r"|and (?:can|could|has|is|was|will|would|[a-z]+s (?:the|an?|his|her|their|on|in|to)))\b)[\w'’-]+,? ?){1,7})"
    r"(?P<tail>of (?:the |The )?(?:[\w’'-]+ ?){1,6})?"
)


@cached()
def _no_job() -> re.Pattern[str]:
    """Return the pattern of what one is besides one's work: 'a terrible cook', 'a good man'."""
    return re.compile(rf"{words().tables['kinds']['macros']['poor']}\b")


_OF_ELSE = re.compile(
    r"\b(?:needs?|wants?|thinks?|believes?|says?|hopes?|knows?|fears?|that|if|because|whether"
    rf"|(?:before|after|until|while|when) (?:he|she|they|it)|(?<='s )(?:[a-z]+ )?(?:{KIN}))\b"
)
"""What stands before an 'is' that tells of something else: 'thinks the inn is finished', 'what she needs is a cook'."""
_NO_NOUN = re.compile(
    r"(?!retired\b)\w+ed\b|(?:driven|taken|brought|kept|sent|known|made|left|held|born|too|so|very|late|early|\w+ing)\b"
)
"""What stands after an 'is' that tells how somebody is, or what is done to them."""
_TRAITS = re.compile(rf"{re.escape(AGE_LEAD)}\d+\) is (?!an? |the )")
"""The sentence of a summary that lists traits, where 'musical' is no occupation."""
_IN_HAND = re.compile(r"[a-z]+ing\b")
"""'is writing a letter' tells what is in hand, not what one is."""
_ROLE_OF = re.compile(
    r"\b(?P<job>owns|runs|keeps|manages|has (?:owned|run|kept|managed)) "
    r"(?P<tail>(?!(?:it|them|him|her|on|away|up|mum)\b)(?:the |a |an )?(?:[\w'’]+ ?){1,6})"
)
_GOES_ON = re.compile(r" (?:for|since|and|which|where)\b")
"""What is no part of a name."""
_SEES_TO = re.compile(
    r"\b(?:looks after|sees to|maintains) the (?:boilers?|heating|gutters|locks|stairs|grounds|building)\b"
)
"""What a caretaker does."""
_HOUSEHOLD = re.compile(
    r"\b(?:keeps|looks after|runs) (?:the |her |his |their )?(?:family's )?(?:house|household|home)\b"
)


_WHO = re.compile(r",? (?:who|whose)\b.*")
_IS_ONE_WHO = re.compile(
    r"(?:(?! (?:of|with|from) )[^,;])*? (?:is|was) (?:an?|the) (?:(?! (?:of|with|from) )[^,;])* who\b"
    r"|(?:[^\W\d_a-z][\w’'-]* ?)+, who\b"
)
"""'Ann Bo is a widow who works as a nurse', 'Ann Bo, who works as a nurse, sings': it is Ann's own work."""
_WORK = re.compile(
    r"(?:working (?:as|at)\b|working$|being at work|at work|running (?:the )?[A-Z]"
    r"|running (?:the|his|her|their) [a-z]|minding the |"
    r"keeping (?:the )?(?:shop|house)|on duty)"
)


@dataclass(frozen=True)
class Occupation:
    """What somebody does for a living, in the words that tell of it."""

    words: str
    """With its article: 'a ferry pilot'."""
    of: str
    """What they are the owner or keeper of, with its name: 'Heron Inn'; else empty."""
    trade: Trade


AT_WORK = "at work, "
"""How a plan calls the hours of work of whose story names no trade: 'at work, sewing the costumes'."""


def deeds_in(activity: str) -> list[str]:
    """Return what is done in the hours of work, by an activity of a plan that names no trade; none by another."""
    return re.split(r" and (?=[a-z]+ing\b)", activity.removeprefix(AT_WORK)) if activity.startswith(AT_WORK) else []


def names_work(activity: str) -> bool:
    """Whether an activity is one's job under its general name, such as 'working as a nurse'."""
    return bool(_WORK.match(activity))


@cached(4096)
def trade_in(phrase: str) -> Trade | None:
    """The trade that a phrase such as 'retired postman' names, by where its last word of a trade stands.

    'retired' wins over what one was, 'student' over what one studies, and what somebody leads over leading it: a cafe
    owner keeps a cafe.
    """
    for strong, kind in (("retired", "leisure"), ("student", "student")):
        if re.search(rf"\b{strong}\b", phrase, re.I):
            return _named(kind)
    found = [
        (match.end(), match.end() - match.start(), trade)
        for stems, trade in _trades()
        for match in stems.finditer(phrase)
    ]
    led = [each for each in found if each[2].kind != "manager"]
    return max(led or found, key=lambda one: one[:2])[2] if found else None


def _named(kind: str) -> Trade:
    return next((trade for _, trade in _trades() if trade.kind == kind), _IDLE)


@cached(2048)
def occupation(summary: str, told: tuple[str, ...] = ()) -> Occupation:
    """The occupation that a person's summary tells of, or else what is `told` of them; one without words if none is."""
    about = [part for part in re.split(r"(?<=[.!?])\s+|;\s*", summary) if part and not _TRAITS.search(part)]
    for part in map(_of_oneself, (*about, *told)):
        for match in _JOB.finditer(part):
            if _OF_ELSE.search(part[: match.start()]) or _no_job().match(match["job"]):
                continue
            if not match["article"] and _NO_NOUN.match(match["job"]):
                continue
            if found := _occupation(match):
                return found
        if _SEES_TO.search(part):
            return Occupation("the caretaker", "", _named("cleaner"))
        keeps = _ROLE_OF.search(part)
        if _HOUSEHOLD.search(part):
            return Occupation("a homemaker", "", _named("homemaker"))
        if keeps and (trade := trade_in(keeps["tail"])):
            return Occupation("the owner", _GOES_ON.split(keeps["tail"])[0].strip(), trade)
    return Occupation("", "", _IDLE)


def _of_oneself(told: str) -> str:
    """What a sentence says of its subject, without what it says of others: 'a son who works as a nurse'."""
    return told if _IS_ONE_WHO.match(told) else _WHO.sub("", told)


def _occupation(match: re.Match[str]) -> Occupation | None:
    job = re.sub(r",? and$", "", match["job"].strip(" ,"))
    tail = (match["tail"] or "").strip()
    trade = None if not match["article"] and _IN_HAND.match(job) else trade_in(job)
    if trade and trade.kind == "manager":
        trade = trade_in(tail) or trade
    if trade is None:
        return None
    words = f"{match['article'] or 'a '}{job}"
    named = re.match(r"of ((?:the |The )?[A-Z].*)", _GOES_ON.split(tail)[0])
    return Occupation(words, named[1] if named else "", trade)


STUDENT_AGE = 25
"""Up to this age, whoever has a place of learning for a workplace is taken to study there."""
_LEARNING = re.compile(r"\b(?:college|school|university|classroom|academy|lecture)\b", re.I)


_DEED = re.compile(
    r"(?:has (?:also )?)?(?P<verb>\w+)(?P<of> (?:the |a |an |his |her |their |for |at )?)"
    r"(?P<what>(?!(?:in|on|to|up|out|off|home)\b)[^,;]+)"
)
_NO_TRADE = ("be", "have", "do", "play", "run", "like", "love", "enjoy", "collect", "want", "think", "own")
"""Verbs whose agent is no trade: a player, a runner."""


_IS_ITS_AGENT = ("cook", "nurse", "guard", "coach", "tutor", "guide")
"""Verbs that are also what one is who does so: a cook cooks."""


def trade_of_deed(deed: str) -> Trade | None:
    """The trade of who does something: 'steers the ferry', 'builds boats', 'has cooked for the crew'."""
    first = verb_form(deed.split(" ")[0])
    if first and first[0] in _IS_ITS_AGENT:
        return trade_in(first[0])
    found = _DEED.match(deed)
    form = verb_form(found["verb"]) if found else None
    if found is None or form is None or form[0] in _NO_TRADE:
        return None
    base = form[0]
    if found["what"] in ("it", "them", "him", "her"):
        return None
    stem = base.removesuffix("e")
    what = re.split(r" (?:for|at|in|on|to|from|with|of|and|every|since)\b", found["what"])[0].removesuffix("s")
    what = "book" if what == "account" else what
    agents = (f"{stem}er", f"{stem}or")
    whole = tuple(f"{what}{gap}{agent}" for agent in agents for gap in (" ", ""))
    # 'Cooks at the inn', 'reports for the paper' and 'edits the paper' tell a trade by the verb alone.
    alone = agents if found["of"] in (" the ", " for ", " at ") else ()
    called = (base, *alone) if found["of"] in (" for ", " at ") else (*alone, *whole)
    return next(filter(None, map(trade_in, called)), None)


def implied(workplace: str, kept_up: str, summary: str, called: str, deeds: tuple[str, ...] = ()) -> Occupation:
    """The occupation that a workplace, yesterday's work and habits let one guess where nothing tells of a known one.

    `called` is what one is said to be: of a trade that no table has, or ''. `deeds` are what one does, by one's story.
    """
    if kept_up and (trade := trade_in(kept_up)):
        words = re.sub(r"^working (?:as|at the counter of) |^running ", "", kept_up)
        return Occupation(
            words if kept_up.startswith("working as") else "the keeper", words if "as" not in kept_up else "", trade
        )
    if called and (trade := trade_in(called)):
        return Occupation(re.split(r" (?:of|at|in|who|for) ", called)[0], "", trade)
    done = next(filter(None, map(trade_of_deed, deeds)), None)
    if _LEARNING.search(workplace) and done is None:
        age = age_in(summary)
        young = age is not None and age <= STUDENT_AGE
        return Occupation("a student" if young else "a teacher", "", _named("student" if young else "teacher"))
    guess = (None if _LEARNING.search(workplace) else trade_in(workplace)) or done or _named("craft")
    if workplace and called:
        return Occupation(re.split(r" (?:of|at|in|who|for) ", called)[0], "", guess)
    return Occupation("", "", guess if workplace else _IDLE)


@cached(4096)
def trade_of_acts(activity: str) -> Trade | None:
    """Return the trade of which an activity names two acts, as the hours of work do; None for another activity."""
    for _, trade in _trades():
        names = {act.activity for act in trade.acts}
        firsts = (each for each in names if activity.startswith(f"{each} and "))
        if any(activity.removeprefix(f"{each} and ") in names for each in firsts):
            return trade
    return None


def trade_of(summary: str) -> Trade:
    """The trade that a person's summary tells of; one without acts if it tells of none."""
    return occupation(summary).trade

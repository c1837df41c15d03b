"""Questions about one's dealings with others: family by what they are to one, who said what, whom one met."""

from __future__ import annotations

import datetime as dt
import re

from townlet.offline.english import listing, sentence
from townlet.offline.interview.recall import Recall
from townlet.offline.notes import Note

_KIN_ASKED = re.compile(
    r"\b(?:your|do you have (?:an?|any)|have you (?:got )?(?:an?|any)|do you have) "
    r"(husband|wife|spouse|partner|son|daughter|child|children|kids?|mother|father|mum|mom|dad|parents?|brother|sister)\b",
    re.I,
)
_SPOUSE = ("husband", "wife", "spouse", "partner")
_CHILD = ("son", "daughter", "child", "children", "kid", "kids")
_MET_TODAY = re.compile(
    r"\bwho(?:m)? (?:did|have) you (?:talk|talked|speak|spoken|meet|met|see|seen|chat|chatted)|"
    r"\b(?:did|have) you (?:talk|talked|spoken?|meet|met) (?:to |with )?any(?:one|body)",
    re.I,
)
_SAID = re.compile(r"(?i:\bwhat (?:did|has|does)) ([A-Z][\w’'-]*(?: [A-Z][\w’'-]*)*) (?:tell|told|say|said|want|ask)\b")
_COMING = re.compile(r"\b(?:how many|who(?:'s|’s| is| are| else is)?)\b.*\b(?:coming|come|guests?|invited)\b", re.I)


def answer(recall: Recall) -> str:
    """The answer, if it is such a question; else ''."""
    for attempt in (kin, said_by, met, coming, events, news, eaten):
        if told := attempt(recall):
            return told
    return ""


def kin(recall: Recall) -> str:
    """Who somebody of the family is, and what is known of them."""
    asked = _KIN_ASKED.search(recall.question)
    if not asked:
        return ""
    which = asked[1].lower()
    names = _relatives(recall, which)
    if not names:
        plural = "any" if which.endswith(("ren", "ds", "s")) else "a"
        return f"I haven't {plural} {which}."
    lead = f"My {which} {'are' if len(names) > 1 else 'is'} {listing(names)}."
    about = [
        p
        for n, p in recall.props
        if p.subj in names and p.kind in ("trade", "fact", "plan", "wish", "opinion", "doing") and n.sort != "promise"
    ]
    return f"{lead} {recall.told(about, 1)}".strip()


def _relatives(recall: Recall, which: str) -> list[str]:
    me = re.escape(recall.me)
    name = r"([A-Z][\w’'-]+(?: [A-Z][\w’'-]+)+)"
    told = " ".join([*(n.text for n in recall.notes if n.sort in ("mine", "other")), recall.summary])
    if which in _SPOUSE:
        patterns = [rf"{name} and {me} are married", rf"{me} and {name} are married", rf"{me} is married to {name}"]
    elif which in _CHILD:
        patterns = [rf"{me} is the (?:mother|father) of {name}", rf"{name} is the (?:son|daughter|child) of [^.;]*{me}"]
        if which in ("son", "daughter"):
            patterns = [*patterns, rf"{name} is {me}'s {which}"]
    elif which in ("brother", "sister"):
        patterns = [rf"{me} is the (?:brother|sister) of {name}", rf"{name} and {me} are (?:brothers|sisters|siblings)"]
    else:
        patterns = [
            rf"{me} is the (?:son|daughter|child) of {name}(?: and {name})?",
            rf"{name} is the (?:mother|father) of {me}",
        ]
    found = [who for pattern in patterns for match in re.finditer(pattern, told) for who in match.groups() if who]
    return list(dict.fromkeys(found))


def said_by(recall: Recall) -> str:
    """What somebody told one."""
    asked = _SAID.search(recall.question)
    if not asked:
        return ""
    who = recall.reader.person(asked[1]) or asked[1]
    heard = [(n, p) for n, p in recall.props if n.sort == "heard" and n.who == who and len(p.words) > 1]
    if not heard:
        return f"Nothing that I remember, I'm afraid. {asked[1]} and I have hardly spoken." if who else ""
    return recall.told([p for _, p in reversed(heard)], 2)


def met(recall: Recall) -> str:
    """Whom one talked with on the day asked about."""
    if not _MET_TODAY.search(recall.question):
        return ""
    day = recall.now.date() - dt.timedelta(days=1 if "yesterday" in recall.question.lower() else 0)
    talks = [n for n in recall.notes if n.sort in ("heard", "said", "talk") and n.who]
    names = list(dict.fromkeys(n.who for n in talks if n.at.date() == day))
    before = list(dict.fromkeys(n.who for n in talks))
    if names:
        return sentence(f"with {listing(names[:4])}, {'among others' if len(names) > 2 else 'that I remember'}")
    return f"The last I remember talking with is {before[-1]}." if before else "With nobody yet, that I remember."


def coming(recall: Recall) -> str:
    """Who gave one their word to come to a gathering, and who will not."""
    if not _COMING.search(recall.question):
        return ""
    yes = _guests(recall, [n for n in recall.notes if n.sort == "promised me"])
    no = [n.text.split(" told me")[0] for n in recall.notes if " told me that they cannot " in n.text]
    if not yes:
        return ""
    told = (
        f"{listing(yes[:5])} said that they would come, as far as I remember."
        if len(yes) > 1
        else f"{yes[0]} gave me their word."
    )
    return told + (f" {listing(list(dict.fromkeys(no))[:3])} cannot make it." if no else "")


_NEWS = re.compile(
    r"\bwhat(?:'s|’s| is) (?:new|going on|happening|the (?:latest|news|gossip))|\b(?:gossip|any news|latest news)\b|"
    r"\bwhat have you heard\b|\b(?:interesting|exciting|surprising)\b.*\bhappen",
    re.I,
)
_EATEN = re.compile(r"\b(?:did|have) you (?:have|eat|eaten|had)\b.*\b(breakfast|lunch|dinner|supper)\b", re.I)


_EVENTS = re.compile(
    r"\b(?:events?|parties|party|anything|something|plans?)\b.*\b(?:coming up|on|soon|this week|planned|ahead)\b", re.I
)


def events(recall: Recall) -> str:
    """What is to come in the town, as far as one has heard."""
    if not _EVENTS.search(recall.question) or not re.search(r"(?i)\b(?:events?|part(?:y|ies))\b", recall.question):
        return ""
    told = [p for _, p in recall.props if p.event and p.when.date and p.when.date >= recall.now.date()]
    return recall.told(told, 2) or "None that I know of."


def news(recall: Recall) -> str:
    """What one has heard of late, with who said so."""
    if not _NEWS.search(recall.question):
        return ""
    told = [p for n, p in recall.props if n.sort in ("heard", "overheard") and (p.event or p.kind in ("plan", "fact"))]
    return recall.told(reversed(told), 2) or recall.pick(
        "quiet", "Nothing that has reached me. It's been a quiet day.", "Not a thing, as far as I've heard."
    )


def eaten(recall: Recall) -> str:
    """What one had for a meal, if the memories tell of its making."""
    asked = _EATEN.search(recall.question)
    if not asked:
        return ""
    made = re.compile(
        r"\b(?:making|stirring|cooking|warming up|tossing|slicing|brewing|grilling) ([^.]+?)(?: at [A-Z].*)?\.?$"
    )
    dishes = [m[1] for n in recall.notes if n.sort == "mine" and (m := made.search(n.text))]
    meal = asked[1].lower()
    if dishes:
        return f"I had {listing(list(dict.fromkeys(dishes))[-2:])} for {meal}."
    return recall.pick(
        "plain", f"Nothing out of the ordinary for {meal}; I hardly noticed.", "Whatever was in the house."
    )


def _guests(recall: Recall, promised: list[Note]) -> list[str]:
    return list(dict.fromkeys(n.who for n in promised if n.body.startswith(("come ", "be ", "attend ", "join "))))

"""To go on, to act, to wait or to talk: what one does about a thing, a person or an event in sight."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace

from townlet.language.offline.emoji import emoji_for
from townlet.language.offline.encounter import meet
from townlet.language.offline.english import inflect, verb_form
from townlet.language.offline.fields import Fields, moment, records, text, texts
from townlet.language.offline.notes import notes
from townlet.language.offline.plan.trades import trade_of
from townlet.language.offline.say import roll
from townlet.language.offline.states import Sight, classify

LEAST_URGENCY = 2.5
LEFT_TO_OTHERS = 3.0
"""How much less it presses to mend, fill or clean what stands where others live or work."""
AT_IT = dt.timedelta(minutes=30)
"""For how long after somebody was seen at a thing one takes them to be at it."""
_SEEING_TO = (
    "mending|fixing|trying|seeing|putting|cleaning|wiping|smothering|gathering|fetching|giving|shutting|turning|finding|"
    "coaxing|driving|keeping"
)
_SAME_IN_PAST = ("put", "shut", "set", "let", "cut", "read")
_ASLEEP = re.compile(r"\b(?:sleep|asleep|napping)", re.I)


def react(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `react`."""
    about, observation = text(fields, "about"), text(fields, "observation")
    if about == "person":
        return meet(fields, seed)
    found = _event(fields, observation)
    return found if found and about != "object" else _thing(fields, seed, observation)


def go_on(reason: str = "") -> dict[str, object]:
    """The answer of one who carries on."""
    return {"choice": "go on", "reason": reason[:400]}


def act(
    activity: str, reason: str, minutes: int, after: str = "", emoji: str = "", elsewhere: bool = False
) -> dict[str, object]:
    """The answer of one who does something at once."""
    return {
        "choice": "act",
        "activity": activity[:400],
        "reason": reason[:400],
        "minutes": minutes,
        "emoji": emoji or emoji_for(activity),
        "object_state": after,
        "elsewhere": elsewhere,
    }


def _event(fields: Fields, observation: str) -> dict[str, object] | None:
    """Answers what happens around one: what is closed or out of reach has the day planned anew, what is taken is
    waited for."""
    low = observation.lower().rstrip(".")
    reason = (
        observation[:1].lower() + observation[1:]
        if re.match(r"(?:The|A|An|Somebody|Someone|It|There)\b", observation)
        else observation
    ).rstrip(".")[:300]
    doing = text(fields, "doing") or "what I am doing"
    if re.search(r"\bclos(?:es|ing) (?:in|soon|at|now|up)|about to close|will close", low):
        return go_on(reason)
    if re.search(r"\b(?:somebody|someone|already|occupied|taken|in use|full\b|waiting|queue|one person)", low):
        return {"choice": "wait", "reason": reason, "minutes": 5, "emoji": "⏳"}
    if re.search(
        r"\b(?:is|are) (?:closed|locked|shut)\b|\bcannot (?:be reached|get)|\bblocked\b|\bno way\b|unreachable", low
    ):
        return go_on(reason)
    if re.search(r"\b(?:is open again|has opened|is free)\b", low):
        return go_on(f"{reason}, and I am {doing[:120]}")
    return None


def _thing(fields: Fields, seed: int, observation: str) -> dict[str, object]:
    sight = classify(observation)
    urgency = urgency_of(fields, seed, sight, observation)
    if sight.of.sort == "none":
        return go_on(f"{sight.thing} {sight.verb} {sight.state}, which is nothing out of the ordinary")
    if sight.of.sort != "alarm" and (who := being_seen_to(fields, sight.thing)):
        return go_on(f"{who} is seeing to {sight.thing} already")
    if urgency < LEAST_URGENCY:
        return go_on(f"it can wait that {sight.thing} {sight.verb} {sight.state}")
    draw = roll(seed, text(fields, "name"), observation)
    reason = sight.fill(sight.of.why[int(draw * len(sight.of.why))])
    does = sight.of.do[int(roll(seed, observation, text(fields, "name"), "do") * len(sight.of.do))]
    if sight.of.sort == "errand" and _LARDER.search(sight.thing):
        does = "buy groceries to fill {the} again"
    infinitive = replace(sight, thing=bare(sight.thing)).fill(does)
    if sight.of.sort == "errand" and (shop := _shop(fields)):
        infinitive += f" at {shop}"
    return act(
        gerund(infinitive),
        reason.replace(" is ", f" {sight.verb} ", 1),
        sight.of.minutes,
        sight.of.after,
        sight.of.emoji,
        elsewhere=sight.of.sort == "errand",
    )


_LARDER = re.compile(r"\b(?:refrigerator|fridge|pantry|larder|cupboard|bread bin|kitchen shel)", re.I)


def bare(thing: str) -> str:
    """The thing without where it is: that goes without saying for whoever stands before it."""
    return re.split(r" (?:in|at) (?=the |[A-Z])", thing)[0]


def elsewhere_owned(fields: Fields, sight: Sight) -> bool:
    """Whether the thing stands where others live or work, so that they may be left to see to it."""
    sector = text(fields, "place").partition(":")[0].strip()
    plan = [text(record, "place").partition(":")[0].strip() for record in records(fields, "plan")]
    family = text(fields, "name").rpartition(" ")[2]
    known = (family and family in sight.thing) or (family and family in sector)
    return bool(sector and plan) and not known and sector != plan[-1] and sector not in text(fields, "summary")


def being_seen_to(fields: Fields, thing: str) -> str:
    """Who is remembered to be at the thing already; empty if nobody is."""
    head = re.escape(bare(thing).split()[-1].lower())
    at_it = rf" is (?:{_SEEING_TO})\b[^.]*\b{head}\b"
    now = moment(text(fields, "now"))
    own = text(fields, "name")
    for note in notes(fields):
        if (
            note.sort == "other"
            and note.who not in ("", own)
            and now - note.at <= AT_IT
            and re.search(at_it, note.text)
        ):
            return note.who
    return ""


def urgency_of(fields: Fields, seed: int, sight: Sight, observation: str) -> float:
    """How much a state calls for doing something, for this person, now."""
    name, summary = text(fields, "name"), text(fields, "summary")
    shown = " ".join(note.text for note in notes(fields)).lower()
    head = sight.thing.split()[-1].lower()
    urgency = sight.of.urgency
    if sight.of.sort == "curiosity":
        urgency += 1.5 * bool(re.search(r"curious|inquisitive|imaginative|open-minded", summary)) + 2 * roll(
            seed, name, observation, "curious"
        )
    first = name.split(" ")[0] if name else ""
    own = (bool(first) and re.search(rf"\b{re.escape(first)}(?: \w+)?['’]s\b", sight.thing)) or head in text(
        fields, "doing"
    ).lower()
    urgency += 1.5 * bool(own)
    if sight.of.sort in ("repair", "errand", "chore") and not own and elsewhere_owned(fields, sight):
        urgency -= LEFT_TO_OTHERS
    if sight.of.sort == "repair" and trade_of(name, summary).kind in (
        "mechanic",
        "engineer",
        "carpenter",
        "smith",
        "builder",
    ):
        urgency += 2
    seen_to = (
        rf"(?:seen to|saw to|mended|fixed|put out|cleaned|dealt with|looked at|bought|filled|going to see "
        rf"to)\b[^.]*\b{re.escape(head)}\b"
    )
    if re.search(seen_to, shown) or re.search(
        rf"\b{re.escape(head)}\b[^.]*(?:put (?:it )?out|fixed it|mended it|cleaned it|filled it)", shown
    ):
        urgency -= 6
    if _ASLEEP.search(text(fields, "doing")) and sight.of.sort != "alarm":
        urgency -= 4
    return urgency


def _shop(fields: Fields) -> str:
    """A shop that the memories or the plan name; empty if none."""
    said = " ".join([*texts(fields, "memories"), *(text(r, "place") for r in records(fields, "plan"))])
    found = re.search(
        r"\b(?:at|in|from|to) ((?:the |The )?(?:[A-Z][\w’']+ (?:and )?){1,5}(?:Store|Shop|Market|Pharmacy|"
        r"Grocery|Stores))\b",
        said,
    )
    return found[1] if found else ""


def gerund(infinitive: str) -> str:
    """'fetch a cloth and see to the sink' -> 'fetching a cloth and seeing to the sink'."""
    words = infinitive.split(" ")
    for k, word in enumerate(words):
        if k == 0 or words[k - 1] == "and":
            form = verb_form(word) if word.isalpha() else None
            if (form and form[1] == "VB") or word in _SAME_IN_PAST:
                words[k] = inflect(word, "VBG")
    return " ".join(words)

"""To go on, to act, to wait or to talk: what one does about a thing, a person or an event in sight."""

from __future__ import annotations

import re
from dataclasses import replace

from townlet.offline.emoji import emoji_for
from townlet.offline.fields import Fields, records, text, texts
from townlet.offline.forms import inflect, verb_form
from townlet.offline.importance import rate
from townlet.offline.moves.approach import meet
from townlet.offline.say import roll
from townlet.offline.states import classify
from townlet.offline.urgency import bare, being_seen_to, urgency_of

LEAST_URGENCY = 2.5
_LARDER = re.compile(r"\b(?:refrigerator|fridge|pantry|larder|cupboard|bread bin|kitchen shel)", re.I)
_SAME_IN_PAST = ("put", "shut", "set", "let", "cut", "read")


def react(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `react`."""
    noticed = texts(fields, "noticed")
    known = [*records(fields, "memories"), *records(fields, "noticed")]
    answer = _reaction({**fields, "memories": known} if noticed else fields, seed)
    return {**answer, "ratings": [rate(one, text(fields, "name")) for one in noticed]} if noticed else answer


def _reaction(fields: Fields, seed: int) -> dict[str, object]:
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

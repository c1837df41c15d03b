"""An inner voice becomes an intention."""

from __future__ import annotations

import re

from townlet.offline.english import sentence
from townlet.offline.fields import Fields, text, texts
from townlet.offline.forms import inflect, verb_form
from townlet.offline.names import names_in

_MODAL = {
    "should": "is going to",
    "must": "is going to",
    "ought to": "is going to",
    "need to": "is going to",
    "have to": "is going to",
    "will": "is going to",
    "shall": "is going to",
}
_TODAY = re.compile(
    r"\b(?:now|today|tonight|this (?:morning|afternoon|evening)|at once|right away|immediately|soon|at \d)", re.I
)
_POSSESSIVE = (
    (r"\byour\b", "their"),
    (r"\byours\b", "theirs"),
    (r"\byourself\b", "themself"),
    (r"\bmy\b", "their"),
    (r"\bmyself\b", "themself"),
)


def heed(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `heed`: the voice as a sentence about oneself with full names; whether it concerns today."""
    name, voice = text(fields, "name") or "Somebody", text(fields, "voice")
    intention = intention_of(name, voice, known_names(fields))
    change = bool(_TODAY.search(voice)) or _at_once(voice)
    return {
        "intention": sentence(intention)[:400],
        "change_plan": change,
        "reason": f"it has come to {name} that this matters" if change else "",
    }


def known_names(fields: Fields) -> dict[str, str]:
    """Full names by first name, as the summary and memories show them."""
    shown = [text(fields, "summary"), *texts(fields, "memories"), *texts(fields, "plan")]
    found: dict[str, str] = {}
    for written in shown:
        for full in names_in(written):
            found.setdefault(full.split(" ")[0], full)
    return found


def intention_of(name: str, voice: str, known: dict[str, str]) -> str:
    """'You are going to run against Cy' -> 'Ann Bo is going to run against Cy Dee'."""
    said = re.sub(r"^(?:hey|listen|remember|and|so|please|ok|okay)[,:]? ", "", voice.strip().rstrip(".!"), flags=re.I)
    if not said:
        return f"{name} has a feeling that something is about to change"
    said = _full_names(said, name, known)
    return _third_person(_sentence_of(name, said), name)


def _full_names(said: str, name: str, known: dict[str, str]) -> str:
    """First names written out, where the full name is known."""
    for first, full in known.items():
        if full != name:
            rest = re.escape(full[len(first) :])
            said = re.sub(rf"\b{re.escape(first)}\b(?!{rest}\b)(?! [A-Z])", full, said)
    return said


def _sentence_of(name: str, said: str) -> str:
    if found := re.match(r"(?:I|you)(?:['’]re| are|['’]m| am) (.*)", said, re.I):
        return f"{name} is {found[1]}"
    if found := re.match(r"(?:I|you) (should|must|ought to|need to|have to|will|shall) (not )?(.*)", said, re.I):
        return f"{name} {_MODAL[found[1].lower()]} {found[2] or ''}{found[3]}"
    if found := re.match(r"(?:I|you) (?:do not|don['’]t) (\w+)(.*)", said, re.I):
        return f"{name} does not {found[1]}{found[2]}"
    if found := re.match(r"(?:I|you)(?: (\w+ly|really|just|still|always|never|secretly|now))? (\w+)(.*)", said, re.I):
        return f"{name}{' ' + found[1] if found[1] else ''} {_agree(found[2])}{found[3]}"
    return _order_or_fact(name, said)


def _agree(verb: str) -> str:
    form = verb_form(verb)
    fixed = {
        "have": "has",
        "were": "was",
        "can": "can",
        "could": "could",
        "would": "would",
        "may": "may",
        "might": "might",
    }
    return fixed.get(verb.lower()) or (inflect(form[0], "VBZ") if form and form[1] == "VB" else verb)


def _order_or_fact(name: str, said: str) -> str:
    """'go to the park' is meant for oneself; 'the cafe is closing' is something one now believes."""
    if found := re.match(r"(?:do not|don['’]t|never|stop) (.*)", said, re.I):
        rest = found[1]
        first = rest.split(" ")[0]
        return f"{name} is going to stop {rest}" if first.endswith("ing") else f"{name} is not going to {rest}"
    said = re.sub(r"^to (?=[a-z])", "", said)
    first = said.split(" ")[0]
    form = verb_form(first.lower()) if first.isalpha() else None
    if form and form[1] == "VB" and not re.match(r"\w+ (?:is|are|was|has|will)\b", said):
        return f"{name} is going to {said[0].lower()}{said[1:]}"
    if re.match(rf"{re.escape(name)}\b", said):
        return said
    lowered = (
        said[0].lower() + said[1:]
        if re.match(r"(?:The|A|An|There|It|Your|My|This|That|Everyone|Everybody|Nobody)\b", said)
        else said
    )
    return f"{name} believes that {lowered}"


def _third_person(said: str, name: str) -> str:
    for pattern, word in _POSSESSIVE:
        said = re.sub(pattern, word, said, flags=re.I)
    said = re.sub(r"\band you are\b", "and is", said, flags=re.I)
    return re.sub(r"\b(?:you|me|I)\b", lambda _: name, said)


def _at_once(voice: str) -> bool:
    """Whether the voice is an order to do something, with no later day named."""
    later = re.search(
        r"\b(?:tomorrow|next|someday|one day|on (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|upcoming|later)\b",
        voice,
        re.I,
    )
    first = re.match(r"(?:you (?:should|must|need to|have to) )?([a-z]+)\b", voice.strip(), re.I)
    form = verb_form(first[1].lower()) if first else None
    return (
        not later
        and bool(form)
        and form is not None
        and form[1] == "VB"
        and first is not None
        and first[1].lower() not in ("you", "i")
    )

"""An inner voice becomes an intention."""

from __future__ import annotations

import re

from townlet.offline.english import expand, lower_first, sentence
from townlet.offline.fields import Fields, records, text
from townlet.offline.forms import verb_form
from townlet.offline.reader.people import People, slot
from townlet.offline.reader.phrases import from_speech, spoken
from townlet.offline.words import WORDS, pattern

MOST_LETTERS = 400
_ORDER = r"[a-z]+\b(?! (?:is|are|was|has|will)\b).*"


def heed(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `heed`: the voice as a sentence about oneself with full names; whether it concerns today."""
    name, voice = text(fields, "name") or WORDS.tables["reflection"]["nobody"], text(fields, "voice")
    words = WORDS.tables["heed"]
    people = People({text(each, "name"): text(each, "pronoun") for each in records(fields, "pronouns")}, [name])
    change = bool(pattern(words["today"]).search(voice)) or _at_once(voice.strip())
    intention = expand(spoken(intention_of(name, voice, people), "", "", people, lambda who: who))
    return {
        "intention": sentence(intention)[:MOST_LETTERS],
        "change_plan": change,
        "reason": words["reason"].format(me=name) if change else "",
    }


def intention_of(name: str, voice: str, people: People) -> str:
    """Return what a voice says as a slotted sentence: 'You must see Cy' as '⟦Ann Bo⟧ is going to see ⟦Cy Dee⟧'."""
    words, me = WORDS.tables["heed"], slot(name)
    bare = pattern(words["lead"]).sub("", voice.strip().rstrip(".!"))
    said = from_speech(bare, name, name, people) if bare else ""
    for row in words["row"]:
        reads = row["reads"].replace("{me}", re.escape(me)).replace("{order}", _ORDER)
        found = re.fullmatch(reads, said, re.I | re.S)
        if found is None or ("{order}" in row["reads"] and not _is_order(found["do"])):
            continue
        parts = found.groupdict()
        do, whole = parts.get("do") or "", parts.get("whole") or ""
        return str(row["says"]).format(
            me=me, do=do.lower() if do.isupper() else f"{do[:1].lower()}{do[1:]}", whole=lower_first(whole)
        )
    return str(words["silent"]).format(me=me)


def _is_order(phrase: str) -> bool:
    """Return whether a phrase begins with the plain form of a verb."""
    form = verb_form(phrase.split(" ")[0].lower())
    return form is not None and form[1] == "VB"


def _at_once(voice: str) -> bool:
    """Return whether the voice is an order to do something, with no later day named."""
    words = WORDS.tables["heed"]
    order = pattern(words["order"]).match(voice)
    said = order is not None and order["verb"].lower() not in ("you", "i") and _is_order(order["verb"])
    return said and not pattern(words["later"]).search(voice)

"""The one-thing-at-a-time prompts of the paper's profile: a relationship in words, an object's state."""

from __future__ import annotations

import re

from townlet.offline.english import listing
from townlet.offline.fields import Fields, text
from townlet.offline.forms import inflect, verb_form
from townlet.offline.notes import notes
from townlet.offline.plan.scripts import plain_acts, routine
from townlet.offline.prop import content


def relationship(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `relationship`: what one is to the other, from the memories shown."""
    name, other = text(fields, "name") or "Somebody", text(fields, "other") or "the other"
    about = [n for n in notes(fields) if other in n.text or n.who == other]
    bond = next(
        (
            n.text
            for n in about
            if n.sort == "mine"
            and re.search(
                r"\b(?:married|friend|brother|sister|mother|father|son|daughter|dislik|likes|loves|knows|neighbo|"
                r"colleague|mentor|housemate)",
                n.text,
            )
        ),
        "",
    )
    talked = sum(n.sort in ("heard", "said") for n in about)
    if bond:
        return {"text": bond[:400]}
    if talked:
        words = sorted(content(" ".join(n.body for n in about if n.sort == "heard")), key=lambda w: (-len(w), w))[:2]
        return {
            "text": f"{name} and {other} have talked"
            + (f", among other things about {listing(words)}." if words else ".")
        }
    if about:
        return {"text": f"{name} knows {other} by sight and by what others say."}
    return {"text": f"{name} does not know {other}."}


def object_state(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `object_state`: what follows 'is' while somebody does something at a thing."""
    activity, thing = text(fields, "activity"), text(fields, "object").rpartition(":")[2].strip().lower()
    acts = (*routine(activity)[1], *plain_acts(activity))
    named = [act for act in acts if act.activity in activity]
    for act in (*named, *acts):
        if act.state and any(re.search(rf"\b{re.escape(word)}", thing) for word in act.objects):
            return {"text": act.state}
    words = activity.split()
    form = verb_form(words[0]) if words and words[0].isalpha() else None
    if form and form[1] == "VBG" and thing and thing in activity.lower():
        return {"text": f"being {inflect(form[0], 'VBN')}"}
    return {"text": "being used"}

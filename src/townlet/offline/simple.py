"""The state of an object, as the paper's profile asks for it."""

from __future__ import annotations

import re

from townlet.offline.fields import Fields, text
from townlet.offline.forms import inflect, verb_form
from townlet.offline.plan.scripts import plain_acts, routine


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

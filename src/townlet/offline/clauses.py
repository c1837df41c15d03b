"""Reading one clause as of a moment."""

from __future__ import annotations

import datetime as dt
import re

from townlet.offline.addresses import plain_places
from townlet.offline.english import expand
from townlet.offline.kinds import event_in, is_secret, kind_of, place_in, valence_of
from townlet.offline.prop import Prop, Verb, content
from townlet.offline.slots import Folk, slot
from townlet.offline.times import When, read_when

_LEAD = re.compile(
    r"^(?:And|But|So|Well|Oh|Honestly|Mind you|By the way|Listen|Anyway|Still|To be honest|Between us"
    r"|If you ask me|Love|My dear)[,:—-]? "
)
_VAGUE_TIME = re.compile(
    r",? (?:earlier(?: today)?|lately|these days|the other day|last night|a while ago|not long since)$"
)


class Clauses:
    """Reads clauses of one person as of a moment."""

    def __init__(self, me: str, folk: Folk, at: dt.datetime) -> None:
        self.me, self.folk, self.at = me, folk, at

    def who(self, name: str) -> str:
        """The full name that 'I', a first name or a full name stands for."""
        return self.me if name in ("I", "me") else self.folk.names.get(name, name)

    def read(self, text: str, speaker: str, hearer: str) -> list[Prop]:
        """The proposition of one clause, or nothing where no subject is found."""
        text = expand(_LEAD.sub("", text.strip()).rstrip(".!? "))
        secret = is_secret(text.lower())
        text, when = read_when(text, self.at.date())
        text = _VAGUE_TIME.sub("", plain_places(text))
        slotted = slot(text, speaker, hearer, self.folk) if text else None
        if slotted is None or not slotted.toks:
            return []
        verb = next((t for t in slotted.toks if isinstance(t, Verb)), None)
        event = event_in(text)
        kind = kind_of(text, verb, slotted.person, event, when)
        if kind in ("plan", "doing") and when.start is not None and when.date is None:
            when = When(self.at.date(), when.start, when.end)
        names = content(" ".join(slotted.people)) | {w.lower() for p in slotted.people for w in p.split()}
        return [
            Prop(
                slotted.toks, slotted.subject, slotted.person, kind, when, event, place_in(text), (), secret,
                valence_of(text.lower()), text=text, at=self.at, words=content(text) - names,
                people=frozenset(slotted.people),
            )
        ]  # fmt: skip

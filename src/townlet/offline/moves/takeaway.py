"""What a talk leaves behind: what it was about, what was promised, and what came of what was asked."""

from __future__ import annotations

import re
from dataclasses import dataclass

from townlet.cognition.wording import PROMISE_LEAD, heard_lead, said_lead
from townlet.language.prompt import Field
from townlet.offline.english import listing, sentence
from townlet.offline.fields import Fields, number, records, text
from townlet.offline.importance import rate
from townlet.offline.matters.matter import Deed, Matter
from townlet.offline.moves import lookup, today
from townlet.offline.moves.speak import next_line
from townlet.offline.moves.talk import TalkContext
from townlet.offline.reader.people import plain
from townlet.offline.reader.phrases import helped_with
from townlet.offline.times import say_when
from townlet.offline.words import WORDS

LAST_HOUR_FOR_HELP = 17
"""After this hour help without a date is left for another day."""
LAST_HOUR_FOR_ERRANDS = 18
"""After this hour nobody sets out to ask somebody for something."""
MOST_TOPICS, MOST_KEPT = 3, 5
MOST_LINES = 10


@dataclass(frozen=True)
class TalkOutcome:
    """What a talk has settled."""

    text: str
    """As a sentence in the third person."""
    plan: str
    """As a plan holds it, in the first person; '' if no plan does."""
    mine: bool
    matter: Matter
    help: bool
    done: bool
    """Whether somebody was helped, and not only promised help."""


def after_talk(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `after_talk`."""
    return _takeaway(TalkContext(fields, seed))


def farewell(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `farewell`: the last line, and what the talk leaves behind."""
    said = " ".join(next_line(TalkContext(fields, seed)).said) or "Goodbye."
    lines: list[Field] = [*records(fields, "lines"), {"speaker": text(fields, "name"), "line": said}]
    return {"say": said, **_takeaway(TalkContext({**fields, "lines": lines}, seed))}


def joint_dialogue(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `joint_dialogue`: line by line, each from its own speaker's fields and what was said before it."""
    both = [*records(fields, "sides"), {}, {}][:2]
    spoken: list[Field] = []
    lines: list[dict[str, object]] = []
    parting = False
    while len(lines) < MOST_LINES:
        me, you = (both[(len(lines) + turn) % 2] for turn in (0, 1))
        talk = TalkContext(
            {**me, "now": fields.get("now", ""), "other": text(you, "name"), "lines": list(spoken)}, seed
        )
        turn = next_line(talk)
        said = " ".join(turn.said) or "Goodbye."
        lines.append({"speaker": talk.me, "say": said, "rests_on": _numbers(me, turn.matter)})
        spoken.append({"speaker": talk.me, "line": said})
        if parting:
            break
        parting = turn.leave
    return {"lines": lines}


def _numbers(side: Fields, matter: Matter | None) -> list[int]:
    """Under which number the memory was shown that a line is about."""
    shown = [each for key in ("memories", "live", "promised", "last_talk") for each in records(side, key)]
    place = matter.fact.number if matter else -1
    found = number(shown[place], "n", 0) if 0 <= place < len(shown) else 0
    return [found] if found else []


def _takeaway(talk: TalkContext) -> dict[str, object]:
    outcomes = _outcomes(talk)
    plans = [outcome.plan for outcome in outcomes if outcome.plan]
    touching = next((outcome for outcome in outcomes if _touches_today(talk, outcome)), None)
    errand = _errand(talk)
    memo = _memo(talk)
    answer: dict[str, object] = {
        "memo": memo,
        "commitments": plans[:MOST_KEPT],
        "outcomes": [outcome.text for outcome in outcomes if not outcome.plan][:MOST_KEPT],
        "change_plan": bool(touching or errand),
        "reason": (touching.plan or touching.text).rstrip(".") if touching else errand,
    }
    if not text(talk.fields, "scale"):
        return answer
    quoted = [
        f"{said_lead(talk.you) if line.speaker == talk.me else heard_lead(line.speaker)}'{line.text}'"
        for line in talk.lines
    ]
    return {
        **answer,
        "line_ratings": [rate(line, talk.me) for line in quoted],
        "importance": rate(memo, talk.me),
        "commitment_importance": max((rate(outcome.plan or outcome.text, talk.me) for outcome in outcomes), default=0),
    }


def _memo(talk: TalkContext) -> str:
    topics: dict[str, None] = {}
    for act in talk.acts:
        if act.line.now and act.matter is not None and (topic := _topic(act.matter)):
            topics.setdefault(topic)
    words = WORDS.tables["outcomes"]["memo"]
    about = words["about"].format(topics=listing([*topics][:MOST_TOPICS])) if topics else ""
    return sentence(words["talked"].format(S=talk.me, H=talk.you, about=about))


def _topic(matter: Matter) -> str:
    """Return a matter as a noun phrase with full names; '' if it has none."""
    parts = matter.parts
    if office := parts.get("office"):
        return f"the candidacy for {plain(office)}"
    for key in ("event", "thing", "doing"):
        if parts.get(key):
            return plain(parts[key])
    if parts.get("do"):
        return plain(helped_with(parts["do"]))
    if parts.get("about"):
        return plain(parts["about"])
    said = plain(parts.get("it", ""))
    return said if said and len(said.split()) < 9 and matter.kind in ("taste", "trial") else ""


def _outcomes(talk: TalkContext) -> list[TalkOutcome]:
    found: dict[str, TalkOutcome] = {}
    for matter in talk.matters:
        for deed in matter.deeds:
            row = next(
                (r for r in WORDS.rows("outcomes", "outcome") if r["on"] == matter.kind and r["does"] == deed.does),
                None,
            )
            if deed.now and row and not _is_settled(matter, deed) and (outcome := _outcome(talk, matter, deed, row)):
                found.setdefault(outcome.text, outcome)
    return [*found.values()]


def _is_settled(matter: Matter, deed: Deed) -> bool:
    """Return whether an earlier talk has left the same: what was promised once is not promised again."""
    alike = lookup.COMES if deed.does in lookup.COMES else (deed.does,)
    return any(old.by == deed.by and old.does in alike and not old.now for old in matter.deeds)


def _outcome(talk: TalkContext, matter: Matter, deed: Deed, row: dict[str, str]) -> TalkOutcome | None:
    it = _what(matter)
    if not it:
        return None
    named = lookup.helper(talk, matter) if row["does"] == "pointed" else None
    when, where = say_when(matter.fact.when, talk.now, absolute=True), plain(matter.fact.place)
    values = {
        "S": deed.by,
        "H": deed.to,
        "it": it,
        "sought": it if matter.parts.get("thing") else WORDS.tables["outcomes"]["phrases"]["help"].format(it=it),
        "owner": matter.owner,
        "where": f" {where}" if where and where not in it else "",
        "when": f" {when}" if when else "",
        "named": named[0] if named else "",
    }
    if "{named}" in row["says"] and not values["named"]:
        return None
    written = sentence(re.sub(r"\{(\w+)\}", lambda found: values[found[1]], row["says"]))
    # 'to help with helping Ann Bo on the Green' is 'to help on the Green'.
    written = written.replace(f" to help with helping {matter.owner} ", " to help ")
    written = written.replace(f" helped {matter.owner} with helping {matter.owner} ", f" helped {matter.owner} ")
    mine = deed.by == talk.me
    plan = _in_first_person(written, talk, deed) if row.get("plan") else ""
    return TalkOutcome(written, plan, mine, matter, matter.kind == "need", row["does"] == "met")


def _what(matter: Matter) -> str:
    """Return the phrase by which an outcome names its matter, with full names."""
    parts = matter.parts
    if matter.kind == "event" and not (parts.get("event") and matter.fact.when.date):
        return ""
    if matter.kind == "need":
        purposed = str(WORDS.tables["outcomes"]["phrases"]["purposed" if parts.get("purpose") else "bare"])
        return plain(purposed.format(**parts) if parts.get("thing") else helped_with(parts.get("do", "")))
    return plain(parts.get("event") or parts.get("office") or parts.get("it") or matter.fact.text)


def _in_first_person(written: str, talk: TalkContext, deed: Deed) -> str:
    """Return a promise as its speaker or its hearer remembers it."""
    if deed.by == talk.me:
        return written.replace(f"{talk.me} promised ", PROMISE_LEAD, 1)
    return written.replace(f" promised {talk.me} ", " promised me ", 1)


def _errand(talk: TalkContext) -> str:
    """Return what one has heard that sends one somewhere today; '' for nothing. Whom it sends one to is named last."""
    if talk.now.hour >= LAST_HOUR_FOR_ERRANDS:
        return ""
    told = ((m, deed.does) for m in talk.matters for deed in m.deeds if deed.now and deed.by == talk.you)
    return next((reason for matter, does in told if (reason := _sends(talk, matter, does))), "")


def _sends(talk: TalkContext, matter: Matter, does: str) -> str:
    words, needed = WORDS.tables["outcomes"]["errand"], matter.kind == "need"
    if needed and matter.owner == talk.me and does == "pointed" and (found := lookup.helper(talk, matter)):
        return str(words["says"].format(H=talk.you, said=plain(found[1].text)))
    if needed and matter.owner == talk.me and does == "refused" and not lookup.helper(talk, matter):
        return str(words["unable"].format(H=talk.you, it=_what(matter)))
    if needed and matter.owner not in (talk.me, talk.you) and lookup.helps(talk, matter, talk.me):
        return str(words["says"].format(H=talk.you, said=plain(matter.fact.text)))
    if does == "handed" and matter.parts.get("about"):
        return str(words["worries"].format(H=talk.you, about=plain(matter.parts["about"])))
    news = matter.kind == "news" and does == "told" and not matter.fact.secret
    who = lookup.concerned(talk, matter.fact) if news else ""
    return str(words["concerns"].format(H=talk.you, said=plain(matter.fact.text), who=who)) if who else ""


def _touches_today(talk: TalkContext, outcome: TalkOutcome) -> bool:
    if outcome.mine and outcome.done:
        return today.is_ahead(talk, outcome.matter.words)
    if not outcome.mine or not outcome.plan:
        return False
    # Help for an event is due by the event.
    event = lookup.event_of(talk, outcome.matter)
    when = (event or outcome.matter).fact.when
    if when.date is None:
        return outcome.help and talk.now.hour < LAST_HOUR_FOR_HELP
    minutes = talk.now.hour * 60 + talk.now.minute
    return when.date == talk.now.date() and (when.start is None or when.start > minutes)

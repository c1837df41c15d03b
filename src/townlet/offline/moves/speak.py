"""The next line of a talk: first a response to the last line, then perhaps a move more, then a new matter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from townlet.language.prompt import Field
from townlet.offline.fields import Fields, records, text
from townlet.offline.interview.answer import answer
from townlet.offline.interview.asked import Asked
from townlet.offline.matters.context import draw
from townlet.offline.matters.matter import Deed, Matter
from townlet.offline.moves import lookup
from townlet.offline.moves.conditions import NOTHING, holds
from townlet.offline.moves.lookup import event_here, is_on, is_past
from townlet.offline.moves.slots import SLOTS
from townlet.offline.moves.table import Phrasing, TalkMove, moves
from townlet.offline.moves.talk import SpeechAct, TalkContext
from townlet.offline.reader.people import plain
from townlet.world.state import MAX_LINES

FEWEST_LINES, MORE_LINES = 5, 3
"""A talk is meant to have so many lines, and by chance up to so many more."""
PRESSING, LINES_FOR_ANSWER = 10.0, 3
"""What presses so much is said in the midst of something else, if so many lines are left."""
MORE_PRESSING = 5.0
"""What presses so much more interrupts what presses."""
MEANT = 20.0
"""How much more presses what one came to say."""
LISTED = 8.0
"""How much more it presses to ask those to one's event whom one has thought of for it: what one needs can wait."""
GRAVE = frozenset(("worry", "quarrel"))
"""Kinds of matters after which nothing else is spoken of: what was confided or fought over is not talked away."""
BETWEEN_RIVALS = frozenset(("event", "need", "cause", "quarrel"))
"""Kinds of matters on which people who have quarrelled answer each other; anything else meets a curt word."""
AFTER_ANOTHER = 4.5
"""What is opened after another matter presses at least so much."""
BRIDGED = 0.85
"""How often another matter is led up to."""
PARTING_LINE = MAX_LINES - 2
"""Whoever speaks this line (counted from 0) takes leave, so that the other can answer it."""


@dataclass
class LineDraft:
    """One's line, as it grows."""

    talk: TalkContext
    said: list[str] = field(default_factory=list)
    leave: bool = False
    matter: Matter | None = None
    """What is being talked about."""
    last: TalkMove | None = None
    """One's last move about a matter."""

    @property
    def closing(self) -> bool:
        """Whether this line is one of the last that fit into the talk."""
        return len(self.talk.lines) >= PARTING_LINE

    @property
    def asks(self) -> bool:
        """Whether the line ends in a question."""
        return self.last is not None and self.last.asks

    def make(self, move: TalkMove, matter: Matter | None, said: str) -> None:
        """Say a move, and let it act on its matter."""
        talk = self.talk
        self.said.append(said)
        if matter is not None:
            self.matter = matter
            for does in filter(None, (move.does, "spoken", move.id)):
                matter.deeds.append(Deed(talk.me, talk.you, does, talk.now, True))
            talk._cache.clear()
        self.last = move


def converse(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `converse`."""
    turn = next_line(TalkContext(_as_one(fields), seed))
    return {"say": " ".join(turn.said), "leave": turn.leave}


def _as_one(fields: Fields) -> Fields:
    """Return the fields of a prompt that shows a talk turn by turn as if all of it were shown at once."""
    turns = records(fields, "turns")
    if not turns:
        return fields
    joined: dict[str, Field] = {
        key: [*records(fields, key), *(each for turn in turns for each in records(turn, key))]
        for key in ("memories", "pronouns", "lines")
    }
    now = [said for turn in turns if (said := text(turn, "now"))]
    latest = {key: turns[-1].get(key, []) for key in ("overhearing", "ways")}
    return {**fields, **joined, **latest, "now": now[-1] if now else text(fields, "now")}


def next_line(talk: TalkContext) -> LineDraft:
    """Return what one says next; if the talk is closing, with a goodbye."""
    turn = LineDraft(talk, matter=talk.current)
    heard = _heard(talk)
    if lookup.is_solitary(talk) or lookup.is_wordless(talk):
        _take_leave(turn)
        return turn
    goodbye = _says_goodbye(heard, talk)
    if goodbye or any(act.move and act.move.role == "part" for act in heard):
        pressing = None if goodbye or any(act.move and act.move.asks for act in heard) else _pressing(turn)
        if pressing and pressing[1] and pressing[1].is_listed(talk.you):
            # A guest of one's own event is asked to it before they go.
            _open(turn, pressing)
        else:
            _answer_farewell(turn, heard)
        return turn
    greeted = _greet(turn, heard)
    answered = _answer(turn, heard)
    if answered and not turn.asks:
        _follow(turn)
    if answered and heard[-1].read.free and not turn.closing:
        return turn
    if turn.closing or not _waits(turn):
        _go_on(turn, heard, greeted)
    elif not turn.asks and (pressing := _pressing(turn)):
        _open(turn, pressing)
    if not turn.said:
        _take_leave(turn)
    return turn


def _heard(talk: TalkContext) -> list[SpeechAct]:
    """What the other has just said, act by act."""
    if not talk.lines:
        return []
    last = talk.lines[-1]
    return [act for act in talk.acts if act.line is last]


def _length(talk: TalkContext) -> int:
    """How many lines the two will speak: alike for both; as many as there may be with who speaks in free words."""
    if any(act.read.free and act.line.now and act.line.speaker == talk.you for act in talk.acts):
        return MAX_LINES
    pair = sorted((talk.me, talk.you))
    length = FEWEST_LINES + int(draw(talk.seed, "length", *pair, talk.now.date(), talk.now.hour) * MORE_LINES)
    return length - 2 if talk.bond == "rival" else length


def _is_late(talk: TalkContext) -> bool:
    """Whether nothing more may be asked: a question needs two lines more, its answer and the leave-taking."""
    return len(talk.lines) > min(_length(talk), PARTING_LINE - 2)


def _has_to_invite(talk: TalkContext) -> bool:
    """Whether one has still to ask the other to what one holds, and asks nothing else before."""
    return len(talk.lines) < PARTING_LINE - LINES_FOR_ANSWER and any(
        event.kind == "event"
        and event.owner == talk.me
        and event.is_listed(talk.you)
        and not is_past(talk, event)
        and not any(deed.does == "invited" and deed.to == talk.you for deed in event.deeds)
        for event in talk.matters
    )


def _waits(turn: LineDraft) -> bool:
    """Whether what one has said waits for an answer."""
    if turn.last is None or len(turn.talk.lines) >= PARTING_LINE:
        return False
    return turn.last.asks or (
        turn.talk.bond != "rival" and moves().answered(turn.last) and len(turn.talk.lines) < PARTING_LINE - 1
    )


# Hello and goodbye.


def _greet(turn: LineDraft, heard: Sequence[SpeechAct]) -> bool:
    """Greets, or greets back, once a talk and once a day."""
    talk = turn.talk
    if any(line.speaker == talk.me for line in talk.lines) or talk.met_today:
        return False
    if talk.lines and not any(act.move and act.move.role == "greet" for act in heard):
        return False
    said = _around(turn, "back" if talk.lines else "greet")
    turn.said += [said] if said else []
    return bool(said)


def _says_goodbye(heard: Sequence[SpeechAct], talk: TalkContext) -> bool:
    """Whether a line ends with a goodbye, which is the answer to a leave-taking but may come first.

    The only words of a talk's first line are none: 'Good day' is a greeting, too.
    """
    last = heard[-1].move if heard else None
    return last is not None and last.role == "bye" and (len(talk.lines) > 1 or len(heard) > 1)


def _answer_farewell(turn: LineDraft, heard: Sequence[SpeechAct]) -> None:
    asked = [act for act in heard if act.move and act.move.asks and not act.move.role]
    if asked:
        _answer(turn, asked)
    parts = [act.move.id for act in heard if act.move and act.move.role == "part"] or ["part"]
    byes = moves().of_role("bye")
    found = _best(turn, (bye for bye in byes if set(parts) & set(bye.to)), turn.matter)
    found = found or _best(turn, (bye for bye in byes if "part" in bye.to), turn.matter)
    turn.said += [found[2]] if found else []
    turn.leave = True


def _around(turn: LineDraft, role: str) -> str:
    """Return a line of a role that is about no matter, or about the one at hand."""
    found = _best(turn, moves().of_role(role), turn.matter)
    if found and found[1] is not None:
        turn.make(*found)
        return turn.said.pop()
    return found[2] if found else ""


# Answering.


def _answer(turn: LineDraft, heard: Sequence[SpeechAct]) -> bool:
    """Responds to the last line: to its last question, or else to the last thing it said."""
    asked = [act for act in heard if (act.move and act.move.asks) or (act.move is None and "?" in act.read.text)]
    spoken = [act for act in heard if act.move is None or act.move.role not in ("greet", "back", "bridge")]
    if len(asked) > 1 and " " not in asked[-1].read.text:
        asked.pop()  # 'Do you live here? Where?' asks one thing.
    pending = asked[-1] if asked else spoken[-1] if spoken else None
    if pending is None:
        return False
    if pending.move is None:
        return _answer_free(turn, pending)
    if pending.matter is not None:
        turn.matter = pending.matter
    elif pending.move.on == "talk" and pending.move.asks:
        turn.matter = None
    about = turn.matter
    if turn.talk.bond == "rival" and (about is None or about.kind not in BETWEEN_RIVALS or is_on(turn.talk, about)):
        said = _around(turn, "curt") if pending.move.asks else ""
        turn.said += [said] if said else []
        return bool(said)
    late = _is_late(turn.talk) or _has_to_invite(turn.talk)
    rows = [move for move in moves().answers.get(pending.move.id, []) if not (late and move.asks)]
    found = _best(turn, rows, turn.matter, pending)
    if found is None and pending.read.free:
        return _answer_free(turn, pending)
    if found is None and pending.move.asks:
        found = _best(turn, moves().of_role("dodge"), turn.matter)
    if found is None:
        return False
    turn.make(*found)
    return True


_LEAD = re.compile(
    r"(?i)^(?:(?:good (?:day|morning|afternoon|evening)|hello|hi|excuse me|pardon me|sorry|please|oh|well|and|so"
    r"|tell me)[,.!]? )+"
)


def _answer_free(turn: LineDraft, act: SpeechAct) -> bool:
    """Answers words that are none of the table's: a question as in an interview, anything else with a nod."""
    talk = turn.talk
    if "?" in act.read.text:
        said = answer(Asked(talk.fields, talk.seed), _LEAD.sub("", act.read.text))
        turn.said.append(said or _around(turn, "dodge"))
        return True
    said = _around(turn, "heed")
    turn.said += [said] if said else []
    return bool(said)


def _follow(turn: LineDraft) -> None:
    """Adds a move that may follow one's own, on the same matter."""
    if turn.last is None:
        return
    late = _is_late(turn.talk) or _has_to_invite(turn.talk)
    rows = [move for move in moves().followers.get(turn.last.id, []) if not (late and move.asks)]
    if found := _best(turn, rows, turn.matter):
        turn.make(*found)


# Opening.


def _go_on(turn: LineDraft, heard: Sequence[SpeechAct], greeted: bool) -> None:
    """Opens a matter, passes the turn, or takes leave."""
    talk = turn.talk
    # Between rivals one matter is enough.
    late = len(talk.lines) >= (1 if talk.bond == "rival" else min(_length(talk), PARTING_LINE - 1))
    opened = _pressing(turn) if late else opening(turn)
    if opened:
        _open(turn, opened)
        return
    if turn.said and len(talk.lines) < 2:
        return
    _take_leave(turn)


def _take_leave(turn: LineDraft) -> None:
    turn.said.append(_around(turn, "part"))
    turn.leave = True


def _open(turn: LineDraft, opened: tuple[TalkMove, Matter | None, str]) -> None:
    talk, before = turn.talk, turn.last
    matter = opened[1]
    elsewhere = matter is not None and matter not in (turn.matter, event_here(talk))
    if before and matter and elsewhere and draw(talk.seed, talk.me, talk.now, "bridge") < BRIDGED:
        # "There's something else" needs something before it; "could I ask you something" does not.
        kinds = (matter.kind, "talk") if _spoken_of(talk) else ("need",) if matter.kind == "need" else ()
        bridge = _best(turn, [move for move in moves().of_role("bridge") if move.on in kinds], matter)
        turn.said += [bridge[2]] if bridge else []
    turn.make(*opened)


def _spoken_of(talk: TalkContext) -> frozenset[str]:
    """The kinds of matters that this talk has been about; who one is and what one saw in passing are none."""
    return frozenset(m.kind for m in talk.matters if any(deed.now for deed in m.deeds)) - {"face", "seen"}


def _pressing(turn: LineDraft) -> tuple[TalkMove, Matter | None, str] | None:
    """Return what has to be said before the talk is over, while there is time for an answer.

    What presses about as much is not interrupted, nor are strangers who tell their names.
    """
    talk = turn.talk
    soonest = 3 if talk.bond == "stranger" else 1
    if not soonest <= len(talk.lines) < PARTING_LINE - LINES_FOR_ANSWER:
        return None
    at_it = (act.move for act in talk.acts if act.line.now and act.matter is turn.matter and turn.matter is not None)
    weight = max((move.opens for move in at_it if move is not None), default=0.0)
    interrupts = weight >= PRESSING and _waits(turn)
    return opening(turn, weight + MORE_PRESSING if interrupts else PRESSING)


def opening(turn: LineDraft, least: float = 0) -> tuple[TalkMove, Matter | None, str] | None:
    """Return the matter that presses most, with the move that opens it; nothing that presses less than `least`.

    After another matter less is worth opening, and never a second one of the same kind.
    """
    talk = turn.talk
    spoken = _spoken_of(talk)
    if spoken & GRAVE:
        return None
    least = max(least, AFTER_ANOTHER) if spoken else least
    intention = text(talk.fields, "intention") if not talk.lines else ""
    options: list[tuple[float, TalkMove, Matter | None]] = []
    # Nobody looks for a sledge at a funeral.
    solemn = holds(talk, "solemn", NOTHING)
    for move in (each for each in moves().openers if each.opens >= least):
        about_none = move.on == "talk"
        if solemn and not about_none and move.on != "event":
            continue
        if (move.on in spoken and move.on != "event") or (spoken and move.on in GRAVE):
            continue
        if any(act.move is move and act.line.now for act in talk.acts):
            continue
        matters: Iterable[Matter | None] = [None] if about_none else [m for m in talk.matters if m.kind == move.on]
        for matter in matters:
            if matter is not None and any(deed.now for deed in matter.deeds):
                continue
            chance = draw(talk.seed, talk.me, talk.you, talk.now, move.id, matter.key if matter else "")
            meant = matter is not None and bool(intention) and plain(matter.fact.text) == intention
            listed = matter is not None and move.does == "invited" and matter.is_listed(talk.you)
            options.append((move.opens + 3 * chance + MEANT * meant + LISTED * listed, move, matter))
    for _, move, matter in sorted(options, key=lambda option: -option[0]):
        if _fits(talk, move, matter) and (said := _worded(turn, move, matter)):
            return move, matter, said
    return None


# Choosing and wording.


def _fits(talk: TalkContext, move: TalkMove, matter: Matter | None) -> bool:
    spoils = matter is not None and talk.would_spoil(matter)
    return not spoils and all(holds(talk, condition, matter) for condition in move.when)


def _best(
    turn: LineDraft, rows: Iterable[TalkMove], matter: Matter | None, pending: SpeechAct | None = None
) -> tuple[TalkMove, Matter | None, str] | None:
    """Return the row that fits best and can be said, with its matter and its words.

    A row on another kind of matter is about any matter of that kind, and no row is said twice in a talk; but an answer
    to free words stays with their matter, and may be said again.
    """
    free = pending is not None and pending.read.free
    stays = free and pending is not None and pending.move is not None and pending.move.on != "talk"
    talk = turn.talk
    options: list[tuple[float, TalkMove, Matter | None]] = []
    for move in rows:
        own = move.on == "talk" or (matter is not None and move.on in ("any", matter.kind))
        if not own and stays:
            continue
        fresh = [m for m in talk.matters if m.kind == move.on and (move.role or not any(d.now for d in m.deeds))]
        matters = [matter if move.on != "talk" else None] if own else fresh
        if (
            not move.role
            and not free
            and any(act.move is move and act.line.now and act.line.speaker == talk.me for act in talk.acts)
        ):
            continue
        for each in matters:
            score = move.prefer + 0.1 * len(move.when) + 0.9 * draw(talk.seed, talk.me, talk.you, talk.now, move.id)
            options.append((score, move, each))
    for _, move, each in sorted(options, key=lambda option: -option[0]):
        if _fits(talk, move, each) and (said := _worded(turn, move, each)):
            return move, each, said
    return None


_CAPITALS = re.compile(r"(^|[.?!] )([^\W\d_])")


def _worded(turn: LineDraft, move: TalkMove, matter: Matter | None) -> str:
    """Return the freshest frame that can be filled, filled; '' if none can. A line says the hearer's name once."""
    talk = turn.talk
    options: list[tuple[float, str]] = []
    called = str(SLOTS["you"](talk, NOTHING))
    named = any(re.search(rf"\b{re.escape(called)}\b", said) for said in turn.said)
    lately = [*talk.own_recent, *(line.text for line in talk.past_lines)]
    for place, frame in enumerate(move.say):
        filled = _filled(talk, frame, matter)
        if filled:
            stale = sum(_says(frame, line) for line in lately) + 3 * sum(_says(frame, line.text) for line in talk.lines)
            stale += 3 * (named and "you" in frame.slots)
            own = int(len(move.say) * draw(talk.seed, talk.me, move.id, "day"))
            day = (place + own + talk.now.toordinal()) % len(move.say)
            chance = draw(talk.seed, talk.me, talk.now, move.id, place)
            options.append(
                (stale - 0.5 * bool(frame.conditions) + 0.4 * (day >= (len(move.say) + 1) // 2) + 0.3 * chance, filled)
            )
    return min(options)[1] if options else ""


def _says(frame: Phrasing, line: str) -> bool:
    low = line.lower()
    lead = frame.lead.strip()
    return (len(lead) > 8 and lead in low) or (not frame.slots and frame.body.lower() in low)


def _filled(talk: TalkContext, frame: Phrasing, matter: Matter | None) -> str:
    if not all(holds(talk, condition, matter) for condition in frame.conditions):
        return ""
    values = {}
    for name in frame.slots:
        said = talk.memo(f"{{{name}}}", matter, partial(SLOTS[name], talk, matter or NOTHING))
        if not said:
            return ""
        values[name] = str(said)
    said = re.sub(r"\{(\w+)\}", lambda found: values[found[1]], frame.body)
    return _CAPITALS.sub(lambda found: found[1] + found[2].upper(), said)

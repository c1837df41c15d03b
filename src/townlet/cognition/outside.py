"""Minds from outside: a person of a town whose moves come from anybody's program, which answers message by message.

The person perceives, remembers, plans, sleeps and reflects with their own faculties. At each of their turns the program
is told what they perceive and what is open to them, and its answer takes the place of reacting and of answering.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from townlet.cognition.perceive import Percept
from townlet.cognition.sanitisation import sanitised
from townlet.cognition.state import TalkNote
from townlet.cognition.thought import MemoryDraft, Thought
from townlet.cognition.wording import doing_sentence
from townlet.world.actions import Action, Do, Leave, Say
from townlet.world.address import Address
from townlet.world.state import Talk
from townlet.world.tree import label

MEMORIES_TOLD = 8
"""The number of memories that come with a message; our choice."""

LONGEST_MINUTES = 240


class OutsideMove(BaseModel):
    """An answer of a mind from outside."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)

    do: Literal["go on", "go", "use", "say", "leave"]
    at: Annotated[str, Field(max_length=300)] = ""
    """For 'go' and 'use': one of the places or things that are open."""
    doing: Annotated[str, Field(max_length=200)] = ""
    """For 'go' and 'use': what onlookers see, as a phrase after 'is', such as 'making tea'."""
    minutes: Annotated[int, Field(ge=1, le=LONGEST_MINUTES)] = 15
    why: Annotated[str, Field(max_length=400)] = ""
    to: Annotated[str, Field(max_length=100)] = ""
    """For 'say': one of the people who can be spoken to."""
    text: Annotated[str, Field(max_length=600)] = ""
    """For 'say': the line."""
    leave: bool = False
    """For 'say': whether the person leaves the talk with it."""


class _Open(NamedTuple):
    """What is open to a person at a turn."""

    talk: Talk | None
    places: Mapping[str, Address]
    things: Mapping[str, Address]
    people: tuple[str, ...]

    def fault(self, text: str) -> str:
        """Return why an answer is refused, in one line; empty if it is open."""
        try:
            if not isinstance(_data(text), dict):
                return "the answer is no JSON object"
            move = OutsideMove.model_validate(_data(text))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            return sanitised(f"{where}: {first['msg']}" if where else first["msg"])[:300]
        except (ValueError, RecursionError):
            return "the answer is no JSON object"
        return self._closed(move)

    def _closed(self, move: OutsideMove) -> str:
        open_moves = ("say", "leave") if self.talk else ("go on", "go", "use", "say")
        if move.do not in open_moves:
            return f"{move.do!r} is not open; {', '.join(open_moves)} are"
        match move.do:
            case "go" | "use":
                known = self.places if move.do == "go" else self.things
                return "" if move.at in known else f"at: {sanitised(move.at)!r} is not open to {move.do!r}"
            case "say":
                if move.to not in self.people:
                    return f"to: {sanitised(move.to)!r} cannot be spoken to now"
                return "" if sanitised(move.text) else "text: the line is empty"
            case "go on" | "leave":
                return ""


async def move_by_outside(thought: Thought, percepts: Sequence[Percept]) -> Action | None:
    """Return the move of the mind outside; None to go on with the activity or the plan. Takes the place of `react`."""
    people = tuple(each.name for each in thought.view.people if each.in_earshot and not each.asleep and not each.talk)
    move = await _consult(thought, _open_to(thought, None, people), [percept.text for percept in percepts])
    match move:
        case OutsideMove(do="say"):
            thought.change(note=TalkNote())
            await thought.store_noticed()
            return Say(move.to, sanitised(move.text), move.leave)
        case OutsideMove(do="go" | "use"):
            opened = _open_to(thought, None, people)
            at = {**opened.places, **opened.things}[move.at]
            doing = sanitised(move.doing) or (f"using {label(at)}" if move.do == "use" else f"being at {label(at)}")
            until = thought.view.step + thought.view.clock.steps(move.minutes)
            thought.change(waiting=until)
            await thought.notice([MemoryDraft(doing_sentence(thought.agent.name, doing), "done")])
            return Do(doing, until, at, sanitised(move.why))
        case _:
            return None


async def answer_by_outside(thought: Thought, talk: Talk) -> Say | Leave:
    """Return the line of the mind outside; without one, the person leaves the talk. Takes the place of `answer`."""
    other = talk.lines[-1].speaker
    move = await _consult(thought, _open_to(thought, talk, (other,)), ())
    if move is None or move.do == "leave":
        return Leave()
    return Say(other, sanitised(move.text), move.leave or talk.closing)


async def _consult(thought: Thought, opened: _Open, perceived: Sequence[str]) -> OutsideMove | None:
    """Ask the mind outside for a move, and once again with the reason if the answer is refused; None if it has none."""
    about = " ".join(perceived) or thought.view.me.activity.doing
    memories = [memory.text for memory in await thought.recall(about, top=MEMORIES_TOLD)]
    text, refused = await thought.mind.consult(_message(thought, opened, perceived, memories, ""), opened.fault)
    if text and refused:
        again = _message(thought, opened, perceived, memories, refused)
        text, refused = await thought.mind.consult(again, opened.fault)
    return None if refused else OutsideMove.model_validate(_data(text))


def _open_to(thought: Thought, talk: Talk | None, people: tuple[str, ...]) -> _Open:
    setting, known = thought.view.setting, thought.agent.known
    places = () if talk else known.arenas(setting)
    things = () if talk else known.objects(setting.root, setting)
    return _Open(talk, {label(each): each for each in places}, {label(each): each for each in things}, people)


def _message(
    thought: Thought, opened: _Open, perceived: Sequence[str], memories: Sequence[str], refused: str
) -> dict[str, object]:
    view, agent = thought.view, thought.agent
    talk = opened.talk
    actions: list[object] = [{"do": "say", "to": [*opened.people]}] if opened.people else []
    if talk:
        actions.append({"do": "leave"})
    else:
        actions = [
            {"do": "go on"},
            {"do": "go", "at": [*opened.places]},
            {"do": "use", "at": [*opened.things]},
            *actions,
        ]
    return {
        "person": agent.name,
        "time": view.now.isoformat(),
        "place": label(view.here) if view.here else "out of doors",
        "doing": view.me.activity.doing,
        "perceives": [*perceived],
        "people": [{"name": each.name, "doing": each.doing} for each in view.people],
        "things": [{"name": label(each.address), "state": each.state} for each in view.things],
        "talk": [{"speaker": line.speaker, "text": line.text} for line in talk.lines] if talk else [],
        "plan": [
            {"from": view.clock.at(item.start).isoformat(), "doing": item.activity}
            for item in agent.plan.hours_ahead(view.step)
        ],
        "memories": [*memories],
        "actions": actions,
        "refused": refused,
    }


def _data(text: str) -> object:
    return json.loads(text)

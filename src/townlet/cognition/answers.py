"""The answers that prompts ask for, each a closed pydantic schema.

What does not fit is read as `Forgiving` says where only the form can be wrong, and is asked again otherwise.
"""

from __future__ import annotations

import html
import re
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import PydanticCustomError

from townlet.cognition.clock_times import clock_time, on_one_clock
from townlet.cognition.quantities import minutes_in, read_rating, read_ratings
from townlet.language.answer_reader import EXACT, Forgiving
from townlet.world.state import MAX_LINES


class _Answer(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, str_strip_whitespace=True)


Words = Annotated[str, Field(min_length=1, max_length=400)]


def _whole(least: int, most: int, of: str = "") -> Any:
    """Return a check that an answer is a whole number from `least` to `most`, and says so in words where it is none."""

    def check(value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
        try:
            if not isinstance(value, bool):
                return handler(value)
        except ValidationError:
            pass
        raise PydanticCustomError("whole_number", f"it has to be a whole number{of} from {least} to {most}")

    return WrapValidator(check)


def _minutes(most: int) -> Any:
    """Return a reader of minutes that reads '15 minutes', 12.5 and '1 hour', and takes what is too long as `most`."""

    def read(value: Any) -> Any:
        if isinstance(value, str):
            value = minutes_in(value)
        is_length = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1441
        return min(round(value), most) if is_length else value

    return Forgiving(read, "number read", 15)


Rating = Annotated[
    int,
    Field(ge=1, le=10),
    _whole(1, 10),
    Forgiving(lambda value: 1 if read_rating(value) == 0 else read_rating(value), "number read", 7),
]
"""How much something matters in a person's life."""

MaybeRating = Annotated[
    int,
    Field(ge=0, le=10),
    _whole(0, 10),
    Forgiving(lambda value: read_rating(read_ratings([value])[0]), "number read", 7),
]
"""A rating that an answer brings along if it is asked to: 1 to 10, or 0 for none."""

_IN_ORDER = Forgiving(read_ratings, "number read")


_SIGN = (
    r"(?:[\u2300-\u23ff\u2600-\u27bf\u2b1b\u2b1c\u2b50\u2b55\U0001f000-\U0001faff]"
    r"|[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u24c2\u25a0-\u25ff\u2900-\u2bff\u3030\u303d\u3297\u3299]\ufe0f)"
)
_LOOK = r"[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]*"
_EMOJI = re.compile(rf"[\U0001f1e6-\U0001f1ff]{{2}}|[\d#*]\ufe0f?\u20e3|{_SIGN}{_LOOK}(?:\u200d{_SIGN}{_LOOK})*")
"""One emoji of whatever parts: a flag, a key, a family. Signs of plain text such as arrows need a sign for colour."""
_MOST_OF_EMOJI = 16


def emoji_in(value: Any) -> str:
    """Return the emoji that a text is, or else the first two in it, or the first if two are too long; empty if none."""
    text = html.unescape("".join(map(str, value)) if isinstance(value, list) else str(value)).strip()
    found = _EMOJI.findall(text)
    if not _EMOJI.sub("", text).strip() and len(text) <= _MOST_OF_EMOJI:
        return text
    return next((kept for kept in ("".join(found[:2]), *found[:1]) if len(kept) <= _MOST_OF_EMOJI), "")


def _only_emoji(text: str) -> str:
    if emoji_in(text) != text:
        raise PydanticCustomError("emoji", "it has to be one or two emoji")
    return text


Emoji = Annotated[
    str,
    Field(max_length=_MOST_OF_EMOJI),
    AfterValidator(_only_emoji),
    Forgiving(lambda value: emoji_in(value) or value, "emoji read", "🙂"),
    Forgiving(emoji_in, "emoji dropped"),
]
"""An ornament: the emoji beside words are taken out of them, and what holds none is left out, such as ':smile:'."""


class Ratings(_Answer):
    """`importance`: one rating for each memory shown, in their order."""

    ratings: Annotated[list[Rating], _IN_ORDER]


class Chunk(_Answer):
    """A stretch of the day. `start` is a clock time such as '7:30 am'; it lasts until the next one starts."""

    # Servers that make a grammar of the schema know no shorthand for digits.
    start: Annotated[
        str,
        Field(pattern=r"^(0?[0-9]|1[0-2]):[0-5][0-9] [ap]m$"),
        Forgiving(clock_time, "clock time read", "10:00 pm"),
        EXACT,
    ]
    activity: Words
    """What one is doing: a gerund phrase, such as 'preparing the lecture on ethics'."""
    place: str = ""
    """One of the places shown, or empty where none is meant."""
    why: Annotated[str, Field(max_length=400)] = ""
    """A particular reason, such as a promise: a clause that can follow 'because'; empty for what is usual."""


class DayPlan(_Answer):
    """`day_plan`, `hour_plan` and `replan`: the day (or what is left of it) in order; the last is going to bed."""

    chunks: Annotated[list[Chunk], Field(min_length=1, max_length=40), Forgiving(on_one_clock, "clock time read")]


class AtHand(_Answer):
    """`at_hand`: what one does now, where nothing is planned."""

    activity: Words
    """A gerund phrase."""
    minutes: Annotated[int, Field(ge=5, le=120), _whole(5, 120, " of minutes"), _minutes(120)] = 30
    place: str = ""
    """One of the places shown, or empty where none is meant."""


class Step(_Answer):
    """Five to fifteen minutes of an activity, with what it is done at and what that does to the thing."""

    minutes: Annotated[int, Field(ge=1, le=120), _whole(1, 120, " of minutes"), _minutes(120)]
    activity: Words
    object: str = ""
    """One of the objects shown, or empty for none."""
    object_state: Annotated[str, Field(max_length=80)] = ""
    """What the object is meanwhile: what follows 'is', such as 'simmering with soup'."""
    emoji: Emoji = ""
    importance: MaybeRating = 0
    """How much it matters, if that is asked."""


class Steps(_Answer):
    """`minute_plan`: the steps that fill the stretch shown."""

    steps: Annotated[list[Step], Field(min_length=1, max_length=24)]


class Reaction(_Answer):
    """`react`: whether to go on, do something about it, wait, or talk."""

    choice: Literal["go on", "act", "wait", "talk"]
    activity: Annotated[str, Field(max_length=400)] = ""
    """If 'act': a gerund phrase for what one does at once."""
    reason: Annotated[str, Field(max_length=400)] = ""
    """A clause that can follow 'because'."""
    minutes: Annotated[int, Field(ge=0, le=240), _whole(0, 240, " of minutes"), _minutes(240)] = 0
    emoji: Emoji = ""
    object_state: Annotated[str, Field(max_length=80)] = ""
    """If 'act' on an object: what it is afterwards, such as 'put out and wet'; empty if unchanged."""
    elsewhere: bool = False
    """If 'act' on an object: whether it has to be done somewhere else first, such as shopping for what is missing."""
    rest_of_day: bool = False
    """If 'act' or 'go on': whether what was noticed changes the plan for the rest of the day."""
    topic: Annotated[str, Field(max_length=400)] = ""
    """If 'talk': what one means to bring up; may be empty."""
    ratings: Annotated[list[Rating], _IN_ORDER] = []
    """How much each thing noticed of late matters, in their order, if any are shown."""


class Line(_Answer):
    """`converse`: what one says next; with `leave` one says it and leaves the talk."""

    say: Annotated[str, Field(max_length=600)]
    leave: bool = False


class JointLine(_Answer):
    """One line of a talk that is thought up as a whole."""

    speaker: Annotated[str, Field(max_length=100), EXACT]
    """The full name of one of the two."""
    say: Annotated[str, Field(min_length=1, max_length=600)]
    rests_on: Annotated[list[int], Field(max_length=20)] = []
    """Numbers of the speaker's own memories that were shown."""


class JointDialogue(_Answer):
    """`joint_dialogue`: all lines of a talk, by turns."""

    lines: Annotated[list[JointLine], Field(min_length=2, max_length=MAX_LINES)]


class Takeaway(_Answer):
    """`after_talk`: what a conversation leaves behind."""

    memo: Words
    """One sentence on what it was about, in the third person with full names."""
    commitments: Annotated[list[Words], Field(max_length=5)] = []
    """What anyone promised or arranged, each one dated sentence in the first person."""
    outcomes: Annotated[list[Words], Field(max_length=6)] = []
    """What was told, asked, promised, lent, refused or settled, each as one plain sentence in the third person with
    full names."""
    importance: MaybeRating = 0
    """How much the talk as a whole matters, if that is asked."""
    line_ratings: Annotated[list[Rating], Field(max_length=60), _IN_ORDER] = []
    """How much each line matters, in their order, if that is asked."""
    commitment_importance: MaybeRating = 0
    """How much what was settled, promised or arranged matters, if that is asked."""
    change_plan: bool = False
    """Whether what was agreed touches the rest of today."""
    reason: Annotated[str, Field(max_length=400)] = ""


class Farewell(Takeaway):
    """`farewell`: one's last line to somebody who takes leave, and what the conversation leaves behind."""

    say: Annotated[str, Field(max_length=600)]


class Intention(_Answer):
    """`heed`: what an inner voice becomes."""

    intention: Words
    """One sentence in the third person with the full name, such as 'Ann Bo is going to run for office.'"""
    change_plan: bool = False
    reason: Annotated[str, Field(max_length=400)] = ""


class Questions(_Answer):
    """`questions`: the most salient high-level questions."""

    questions: Annotated[list[Words], Field(min_length=1, max_length=3)]


class Insight(_Answer):
    text: Words
    because: Annotated[list[int], Field(min_length=1)]
    """Numbers of the statements shown that it rests on."""
    importance: MaybeRating = 0
    """How much it matters, if that is asked."""


class Insights(_Answer):
    """`insights`: up to five a question, each citing its evidence."""

    insights: Annotated[list[Insight], Field(max_length=15)]


class Text(_Answer):
    """`summary`, `relationship`, `object_state`, `emoji`: plain text."""

    text: Annotated[str, Field(min_length=1, max_length=2000)]


class Speech(_Answer):
    """`interview`: the answer to a question."""

    say: Words


class Choice(_Answer):
    """`place`: one of the options shown."""

    choice: Annotated[Words, EXACT]

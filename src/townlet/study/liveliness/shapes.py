"""Shapes of talks: how long they are, how they begin and how they end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from townlet.study.figures import Bar, Figure, Listing, Part, mean, share
from townlet.study.liveliness.acts import Act
from townlet.study.liveliness.talking import Talk, talks_of
from townlet.study.record import RunRecord

SHORTEST, LONGEST = 2, 10
_OPENING, _CLOSING = 2, 2
"""A talk is greeted in its first lines and taken leave of in its last."""


def shapes(record: RunRecord) -> Part:
    """Lengths, and talks with a greeting, a farewell, and neither of them twice by one speaker."""
    talks = talks_of(record)
    lengths = Counter(len(talk.speeches) for talk in talks)
    fitting = sum(times for length, times in lengths.items() if SHORTEST <= length <= LONGEST)
    return Part(
        "Talks",
        (
            Figure("talks", "talks", len(talks)),
            Figure("talk_lines", "lines a talk", mean(len(talk.speeches) for talk in talks), "number"),
            Figure("talks_2_to_10", "talks of 2 to 10 lines", share(fitting, len(talks)), "share", Bar(1)),
            Figure("talks_greeted", "begun with a greeting", _share(talks, _greeted), "share", Bar(0.9)),
            Figure("talks_closed", "ended with a farewell", _share(talks, _closed), "share", Bar(0.9)),
            Figure("talks_once_each", "nobody greets or leaves twice", _share(talks, _courteous), "share", Bar(0.95)),
        ),
        (
            Listing("talk_lengths", "talks by length", ("lines", "talks"), tuple(sorted(lengths.items()))),
            _twice(record, talks),
        ),
    )


def _times(talk: Talk, act: Act) -> Counter[str]:
    return Counter(speech.line.speaker for speech in talk.speeches if act in speech.acts)


def _once(talk: Talk, act: Act) -> bool:
    return max(_times(talk, act).values(), default=0) <= 1


def _greeted(talk: Talk) -> bool:
    return any(act in speech.acts for speech in talk.speeches[:_OPENING] for act in ("greeting", "introduction"))


def _closed(talk: Talk) -> bool:
    return any("farewell" in speech.acts for speech in talk.speeches[-_CLOSING:])


def _courteous(talk: Talk) -> bool:
    return _once(talk, "greeting") and _once(talk, "farewell")


def _share(talks: tuple[Talk, ...], holds: Callable[[Talk], bool]) -> float | None:
    return share(sum(holds(talk) for talk in talks), len(talks))


def _twice(record: RunRecord, talks: tuple[Talk, ...]) -> Listing:
    acts: tuple[Act, ...] = ("greeting", "farewell")
    rows = tuple(
        (speaker, record.when(talk.start), act, times)
        for talk in talks
        for act in acts
        for speaker, times in sorted(_times(talk, act).items())
        if times > 1
    )
    return Listing("greeted_or_left_twice", "greeted or left more than once", ("speaker", "at", "act", "times"), rows)

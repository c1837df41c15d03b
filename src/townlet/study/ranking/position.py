"""Whether it matters where an answer stood when it was shown: the first often pleases a language model most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from townlet.study.ranking.agreement import taus
from townlet.study.ranking.session import Ranked, Session


@dataclass(frozen=True)
class Position:
    """Of one kind of raters. Where it does not matter, `first` is near `chance` and `again` near 1."""

    rankings: int
    """Those of which is kept how their answers were shown."""
    first: float
    """In which share of them the answer shown first was put first."""
    chance: float
    """What that share would be if it did not matter where an answer stands."""
    again: float | None
    """Mean Kendall's tau between the orders that one model gave the same answers, shown anew; None if none did."""
    pairs: int
    """How many such pairs of orders there are."""


def position(sessions: Sequence[Session]) -> Position | None:
    """None where it was not kept how answers were shown."""
    kept = [(session, ranked) for session in sessions for ranked in session.rankings if ranked.shown]
    if not kept:
        return None
    first = [ranked.order[0] == ranked.shown[0] for _, ranked in kept]
    found = _again(kept)
    return Position(
        len(kept),
        sum(first) / len(first),
        1 / len(kept[0][1].order),
        sum(found) / len(found) if found else None,
        len(found),
    )


def _again(kept: Sequence[tuple[Session, Ranked]]) -> list[float]:
    """Agreements of a model with itself; no person ranks the same answers twice."""
    orders: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for session, ranked in kept:
        if session.model:
            item = session.model, session.run, session.person, ranked.question, ranked.asked
            orders.setdefault(item, []).append(ranked.order)
    return [_tau(one, other) for same in orders.values() for one, other in combinations(same, 2)]


def _tau(one: Sequence[str], other: Sequence[str]) -> float:
    places = np.arange(float(len(one)))
    return float(taus(places, np.array([float(other.index(name)) for name in one])))

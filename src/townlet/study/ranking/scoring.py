"""From a rankings file to its scores: people and models apart, over all questions and for each category."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from townlet.study.data.extra import loaded
from townlet.study.ranking.agreement import Agreement, agreement
from townlet.study.ranking.position import Position, position
from townlet.study.ranking.rankings import Ranking, TooFew, Unit, ranks_of
from townlet.study.ranking.scores import Scores, scores_of
from townlet.study.ranking.session import Interview, Session

SEED = 1
"""Of the orders that are averaged and of the resamples, unless another is given."""

_UNIT: dict[bool, Unit] = {False: "rater", True: "person"}
"""What a ranking counts for, of people and of models."""


@dataclass(frozen=True)
class Group:
    """What raters of one kind said."""

    model: str
    """Which model judged; empty for people."""
    sessions: int
    overall: Scores
    categories: Mapping[str, Scores]
    """By category of question, in alphabetical order; empty if all questions are of one."""
    position: Position | None
    """None where it was not kept how answers were shown."""
    prompts: tuple[str, ...] = ()
    """Of a model: the hashes of the templates by which it judged, as far as they are known."""


@dataclass(frozen=True)
class Scored:
    """All that can be said of a rankings file."""

    sessions: int
    """All of them; those left out, too."""
    left_out: tuple[Session, ...]
    """Those that failed an attention check."""
    runs: tuple[str, ...]
    """The ids of the runs that they are of, as far as they are known."""
    interviews: tuple[Interview, ...]
    """In which the answers were given, as far as they are known."""
    people: Group | None
    """None if nobody ranked."""
    models: tuple[Group, ...]
    """A group for each, in the order of their names."""
    agreements: tuple[Agreement, ...]
    """Of each model with people; none without people."""
    seed: int

    @property
    def groups(self) -> tuple[Group, ...]:
        """People first."""
        return (self.people, *self.models) if self.people else self.models


def score(sessions: Iterable[Session], seed: int = SEED) -> Scored:
    """The scores of sessions, whatever their order. They rank the same conditions.

    Raises TooFew if none is left, MissingExtra.
    """
    loaded("scipy", "Scoring rankings")
    every = sorted(sessions, key=lambda session: (session.run, session.rater))
    kept = [session for session in every if session.attentive]
    if not kept:
        failed = f" ({len(every)} failed an attention check)" if every else ""
        raise TooFew(f"no sessions{failed}, and 1 at least is needed")
    by_model = {model: [session for session in kept if session.model == model] for model in _models(kept)}
    rankings = {model: rankings_of(group) for model, group in by_model.items()}
    groups = {model: _group(model, group, rankings[model], seed) for model, group in by_model.items()}
    conditions = sorted(kept[0].rankings[0].order)
    return Scored(
        len(every),
        tuple(session for session in every if not session.attentive),
        tuple(sorted({session.run for session in every} - {""})),
        tuple(dict.fromkeys(session.interview for session in every if session.interview)),
        groups.pop("", None),
        tuple(groups.values()),
        tuple(agreement(model, rankings[""], rankings[model], conditions, seed) for model in groups)
        if "" in rankings
        else (),
        seed,
    )


def rankings_of(sessions: Iterable[Session]) -> list[Ranking]:
    """What they ranked, in one order whatever theirs was and whatever the conditions are called.

    All that a model said of one person's answers counts as one rater's: it hangs together as what one human rater
    says does.
    """
    return [
        Ranking(_unit(session), ranked.order, ranked.category, ranked.question)
        for session in sorted(sessions, key=lambda session: (session.run, session.rater))
        for ranked in sorted(session.rankings, key=lambda ranked: ranked.question)
    ]


def _models(sessions: Sequence[Session]) -> list[str]:
    return sorted({session.model for session in sessions})


def _unit(session: Session) -> str:
    return f"{session.run}/{session.person if session.model else session.rater}"


def _group(model: str, sessions: Sequence[Session], rankings: Sequence[Ranking], seed: int) -> Group:
    conditions, unit = sorted(rankings[0].order), _UNIT[bool(model)]
    categories = sorted({ranking.category for ranking in rankings})
    alone = {category: [each for each in rankings if each.category == category] for category in categories}
    return Group(
        model,
        len(sessions),
        scores_of(ranks_of(rankings, conditions, unit), seed),
        {category: scores_of(ranks_of(each, conditions, unit), seed) for category, each in alone.items()}
        if len(categories) > 1
        else {},
        position(sessions),
        tuple(sorted({session.prompt for session in sessions} - {""})),
    )

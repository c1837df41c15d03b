"""`townlet rate judge` behind its options: what is judged, by whom, and what was judged before."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from townlet.cli.choosing import Choice
from townlet.cli.interviewing import Room, interviewing
from townlet.cli.keeping import telling_what_is_kept
from townlet.cli.money import spent_told
from townlet.cli.people import find_person
from townlet.cli.printing import counted
from townlet.cli.progress import counting
from townlet.engine.runfile import Json
from townlet.engine.simulation import opened
from townlet.study.defects import StudyFault
from townlet.study.interviews.asking import Moment
from townlet.study.interviews.battery import battery_named
from townlet.study.interviews.resting import manifest_of_answers
from townlet.study.interviews.table import rows_beside
from townlet.study.judging.items import Blind, all_of, blind, seen_by
from townlet.study.judging.judge import Judge, Shared, judge_all
from townlet.study.judging.wording import fingerprint
from townlet.study.ranking.file import append_session, rankings_path, sessions_before
from townlet.study.ranking.position import Position, position
from townlet.study.ranking.session import Session
from townlet.study.rating.answers import Answers
from townlet.study.rating.plan import Plan, read_plan
from townlet.study.rating.setup import Wanted, set_up

RATERS = 25
"""How many raters' questions are judged where nobody has a link."""


@dataclass(frozen=True)
class Asked:
    """What was asked for on the command line; None for what is usual."""

    raters: int | None
    everything: bool
    people: tuple[str, ...]
    turns: int
    battery: str
    answers: str
    seed: int | None


@dataclass(frozen=True)
class Judged:
    """What came of it."""

    run: Path
    file: Path
    model: str
    sessions: tuple[Session, ...]
    unfit: int
    """How many are missing, since the model gave no fit answer."""
    kept: int
    """How many of them are from before."""
    alike: int
    """In how many of them two answers are the same, word for word."""
    position: Position | None
    own: bool
    """Whether the model judged answers that it gave itself."""
    offline: bool
    cost: str
    """What it took, in words; empty if nothing."""
    manifest: dict[str, Json]
    """What the answers and the judgements rest on."""

    @property
    def questions(self) -> int:
        """Different ones that were judged, whoever they were put to."""
        return len({session.rankings[0].question for session in self.sessions})

    @property
    def people(self) -> int:
        return len({session.person for session in self.sessions})

    def as_json(self) -> dict[str, Any]:
        counts = {"judgements": len(self.sessions), "from_before": self.kept, "unfit": self.unfit}
        where = vars(self.position) if self.position else None
        note = "Rules judged, no language model." if self.offline else ""
        return {
            "file": str(self.file),
            "model": self.model,
            **counts,
            "position": where,
            "cost": self.cost,
            "note": note,
            "manifest": self.manifest,
        }


def judged(run: Path, asked: Asked, choice: Choice, budget: str | None, concurrency: int) -> Judged:
    """Have judged what has not been yet. Raises BadInput, RunFileError, ModelError."""
    plan, answers = _study(run, asked)
    before = _before(run, plan)
    blinds = _blinds(plan, answers, asked)

    async def judging() -> Judged:
        with counting("judgements") as heard:
            async with interviewing(run, choice, budget, concurrency, heard) as room:
                return await _judged(run, room, plan, blinds, before)

    return asyncio.run(judging())


async def _judged(run: Path, room: Room, plan: Plan, blinds: list[Blind], before: dict[str, Session]) -> Judged:
    file, model = rankings_path(run), room.settings.model
    missing = [each for each in blinds if each.rater(model) not in before]
    judge = Judge(Moment.in_run(room.minds, plan.step), room.desk, room.heard)
    found = dict(before)

    def keep(session: Session) -> None:
        append_session(session, file)
        found[session.rater] = session

    with telling_what_is_kept(lambda: sum(each.rater(model) in found for each in blinds), len(blinds), file):
        await judge_all(judge, Shared(model, plan.run, plan.interview), missing, keep)
    sessions = tuple(found[each.rater(model)] for each in blinds if each.rater(model) in found)
    return Judged(
        run,
        file,
        model,
        sessions,
        len(blinds) - len(sessions),
        len(blinds) - len(missing),
        sum(each.alike for each in blinds),
        position(sessions),
        own=plan.model == model,
        offline=room.settings.offline,
        cost="" if room.settings.offline else spent_told(room.tally),
        manifest=_manifest(run, plan, model),
    )


def _manifest(run: Path, plan: Plan, judge: str) -> dict[str, Json]:
    """What the judgements rest on."""
    with opened(run) as reader:
        answers = manifest_of_answers(reader, plan.step, plan.model)
    prompt: dict[str, Json] = {"sha256": fingerprint(), "of": f"townlet {version('townlet')}"}
    return {**answers, "judged_by": judge, "judged_with": {"judge": prompt}}


def _study(run: Path, asked: Asked) -> tuple[Plan, Answers]:
    """What raters rate, whether links were made or not; nothing is written. Raises StudyFault."""
    with opened(run) as reader:
        header = reader.header
    rows, before = rows_beside(run), read_plan(run)
    raters = asked.raters or (before.raters if before and before.raters else RATERS)
    answered = asked.answers or (before.model if before else "")
    wanted = Wanted(raters=raters, people=before.people if before else (), model=answered)
    plan, answers = set_up(run, header.id, header.seed, battery_named(asked.battery), rows, wanted)
    seed = plan.seed if asked.seed is None else asked.seed
    return plan.model_copy(update={"raters": raters, "seed": seed}), answers


def _before(run: Path, plan: Plan) -> dict[str, Session]:
    """What models have judged already, by rater. Raises StudyFault if it was of other answers."""
    sessions = sessions_before(rankings_path(run), plan.conditions, plan.interview)
    return {session.rater: session for session in sessions if session.kind == "model"}


def _blinds(plan: Plan, answers: Answers, asked: Asked) -> list[Blind]:
    questions = all_of(answers) if asked.everything else seen_by(plan.raters, answers, plan.seed, plan.per)
    people = _people(asked.people, answers.people)
    found = [(person, item) for person, item in questions if person in people]
    if not found:
        raise StudyFault(
            f"None of what {counted(plan.raters, 'rater')} see is of {', '.join(sorted(people))}; "
            "give more --raters, or --all."
        )
    return blind(found, answers.conditions, plan.seed, asked.turns)


def _people(wanted: Iterable[str], there: Iterable[str]) -> set[str]:
    """Whose answers are judged. Raises BadInput for a name that nobody has."""
    names = list(there)
    return {find_person(name, names) for name in wanted} or set(names)

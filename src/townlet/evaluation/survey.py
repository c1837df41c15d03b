"""The paper's survey (section 7.1): ask all agents about the tracked facts, each other and their interests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import islice

from townlet.engine.blocking import wait_for
from townlet.engine.calls.usage import UsageTotals
from townlet.engine.model_options import ModelOptions, replace_model
from townlet.errors import BadInput
from townlet.evaluation.interviews.battery import BatteryQuestion, PersonalQuestion
from townlet.evaluation.interviews.interviewer import Interviewer
from townlet.evaluation.interviews.session import InterviewSession, open_interview_session
from townlet.measures.diffusion.facts import TrackedFact
from townlet.measures.emergence.coordination import Coordination
from townlet.measures.emergence.relationships import draw_pairs
from townlet.measures.emergence.result import Emergence, Survey, SurveyPair, SurveyReply
from townlet.measures.run_comparison import RunComparison
from townlet.measures.run_measures import RunMeasures, compute_measures, read_emergence
from townlet.measures.text.assertions import affirms_knowledge
from townlet.runfile import Json
from townlet.runfile.view import RunSource, RunView, open_view

INTEREST_QUESTION = "What is your interest?"
"""The question about interests in the paper's interviews (appendix B)."""

PEOPLE_AT_ONCE = 25
"""How many people's minds are held in memory at once."""


async def survey_people(
    interviewer: Interviewer,
    people: Sequence[str],
    facts: Sequence[TrackedFact],
    pairs: Sequence[tuple[str, str]],
    *,
    only_mutual: bool = False,
) -> Survey:
    """Ask everyone about the facts and their interests, and both of each pair about each other.

    With `only_mutual`, the second of a pair is asked only if the first knows of them. That is enough for the density,
    which counts the pairs who know of each other, and saves nearly half of the questions where few do. The first of
    each pair has to come before the second in `people`. People are asked in groups, and the minds of one group are
    released before the next. Raises ModelError.
    """
    about: dict[str, list[str]] = {}
    for one, other in pairs:
        about.setdefault(one, []).append(other)
        if not only_mutual:
            about.setdefault(other, []).append(one)
    found = Survey()
    for first in range(0, len(people), PEOPLE_AT_ONCE):
        group = people[first : first + PEOPLE_AT_ONCE]
        named = [(one, other) for one in group for other in about.get(one, ())]
        found += await _survey_group(interviewer, group, facts, named)
        if only_mutual:
            back = [(reply.about, reply.person) for reply in found.affirmed if reply.about in group]
            found += await _survey_group(interviewer, (), (), back)
        interviewer.release(group)
    return found


async def _survey_group(
    interviewer: Interviewer, group: Sequence[str], facts: Sequence[TrackedFact], named: Sequence[tuple[str, str]]
) -> Survey:
    known = [(person, fact.name, fact.question, fact) for person in group for fact in facts if fact.question]
    about = [(one, other, f"Do you know of {other}?", None) for one, other in named]
    liked = [(person, person, INTEREST_QUESTION, None) for person in group]
    replies = iter(await asyncio.gather(*(_ask(interviewer, *each) for each in (*known, *about, *liked))))
    return Survey(*(tuple(islice(replies, len(part))) for part in (known, about, liked)))


async def ask_the_absent(interviewer: Interviewer, found: Coordination, fact: TrackedFact) -> tuple[SurveyReply, ...]:
    """Ask invited people who did not come why they did not (section 7.1.3). Ask nobody if the fact has no question."""
    question = f"{fact.question} You were not there. What kept you?"
    absent = found.absent if fact.question else ()
    return tuple(await asyncio.gather(*(_ask(interviewer, name, fact.name, question, None) for name in absent)))


async def _ask(
    interviewer: Interviewer, person: str, about: str, question: str, fact: TrackedFact | None
) -> SurveyReply:
    answer = await interviewer.ask(person, PersonalQuestion(BatteryQuestion(id="survey", ask="?"), question))
    yes = affirms_knowledge(answer.text, partial(fact.answered_by, speaker=person) if fact else None)
    return SurveyReply(person, about, question, answer.text, yes, answer.shown if fact else ())


InterviewerAt = Callable[[int], Interviewer]
"""Returns the interviewer for the start of a step."""


async def add_survey(found: Emergence, at: InterviewerAt) -> Emergence:
    """Return the emergence measures together with a survey at the start and at the end. Raises ModelError."""
    facts = [each.fact for each in found.spreads]
    pairs = draw_pairs(found.people, found.record.header.seed)
    start = await survey_people(at(found.start.step), found.people, facts, pairs, only_mutual=True)
    end = await survey_people(at(found.end.step), found.people, facts, pairs)
    kept: list[SurveyReply] = []
    for event in found.events:
        if event.over:
            fact = next(fact for fact in facts if fact.name == event.fact)
            then = at(event.ends)
            kept.extend(await ask_the_absent(then, event, fact))
            then.release(event.absent)
    return replace(found, survey=SurveyPair(start, end, tuple(kept)))


def collect_emergence(
    view: RunView, interviews: bool | None = None, options: ModelOptions | None = None
) -> tuple[Emergence, InterviewSession | None]:
    """Return what emerged in a run, and the session in which its people were asked; None if nobody was.

    `interviews` is None to ask only if it is free, because the offline model answers. Raises BadInput, RunFileError,
    ModelError.
    """
    options = options or ModelOptions()
    if interviews is False and (options.model or options.budget):
        raise BadInput("--model and --budget are for interviews. Leave them out, or leave out --no-interviews.")
    if interviews is None:
        interviews = replace_model(view.config, options.model).offline
    return wait_for(_surveyed(view, options)) if interviews else (read_emergence(view), None)


async def _surveyed(view: RunView, options: ModelOptions) -> tuple[Emergence, InterviewSession]:
    async with open_interview_session(view, options) as session:
        return await add_survey(read_emergence(view), session.interviewer_at), session


@dataclass(frozen=True)
class MeasuredRuns:
    """The measures of one run, or of several together."""

    runs: tuple[RunMeasures, ...]
    used: tuple[UsageTotals, ...] = ()
    """What the interviews of each run used, where a language model answered."""

    def as_json(self) -> dict[str, Json]:
        """Return all figures; for several runs each with mean, range and 95 % interval. Raises StudyError."""
        return self._whole.as_json()

    def as_text(self) -> str:
        """Return a page with all figures. Raises StudyError if the runs are not of one town."""
        return self._whole.as_text()

    @cached_property
    def _whole(self) -> RunMeasures | RunComparison:
        return self.runs[0] if len(self.runs) == 1 else RunComparison(self.runs)


def measure(*runs: RunSource, interviews: bool | None = None, options: ModelOptions | None = None) -> MeasuredRuns:
    """Measure how coherent and how lively runs of one town are, how news spread, and what else emerged.

    With `interviews` everybody is also asked at the start and at the end, as in the paper; by default only if the
    offline model answers, because that is free. Raises BadInput, RunFileError, ModelError.
    """
    measured, used = [], []
    for run in runs:
        emerged, session = collect_emergence(open_view(run), interviews, options)
        measured.append(compute_measures(emerged))
        used += [session.usage] if session and not session.settings.offline else []
    return MeasuredRuns(tuple(measured), tuple(used))

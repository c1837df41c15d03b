"""Interview sessions: a run whose people can be questioned, by its own model or another, within a budget.

A session writes nothing to the run. Answers are stored beside it as they arrive, and stored answers are not asked for
again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from townlet.cognition.interview import VISITOR
from townlet.engine.build import open_unrecorded_gateway
from townlet.engine.calls.gateway import ModelGateway
from townlet.engine.calls.usage import UsageTotals
from townlet.engine.model_options import ModelOptions, replace_model
from townlet.errors import BadInput
from townlet.evaluation.batch_file import BatchFile
from townlet.evaluation.interviews.answers import (
    AnswerRow,
    InterviewContext,
    PlannedQuestion,
    append_answers,
    hold_interviews,
    interviews_path,
    read_answers_beside,
)
from townlet.evaluation.interviews.interviewer import Interviewer, InterviewMoment
from townlet.language.model import LanguageModel, ModelError, UnfitAnswer
from townlet.language.pricing import DiscountedTariff
from townlet.language.providers.spec import spec_of
from townlet.runfile import study_path
from townlet.runfile.config import RunConfig
from townlet.runfile.history import RecordedMinds
from townlet.runfile.lookup import find_person
from townlet.runfile.study_files import StudyError
from townlet.runfile.view import RunView

if TYPE_CHECKING:
    from townlet.language.providers.batches import BatchingModel
    from townlet.language.providers.chat import NetworkModel

QUESTIONS_A_ROUND = 100_000
"""How many questions may wait for one round of batches."""

BATCH_DISCOUNT = {"openai": 0.5}
"""What part of the usual price a provider asks for batches. Other servers count with their full price."""


@dataclass(frozen=True)
class InterviewSession:
    """A run whose people can be interviewed at any moment of it."""

    minds: RecordedMinds
    gateway: ModelGateway
    settings: RunConfig
    on_answer: Callable[[], None]
    """Called after each answer, to show progress."""

    def interviewer_at(self, step: int) -> Interviewer:
        """Return an interviewer of everybody as they were when a step began."""
        return Interviewer(InterviewMoment.in_run(self.minds, step), self.gateway, self.settings.how, self.on_answer)

    def present_people(self, step: int) -> list[str]:
        """Return the residents and visitors who are in the town when a step begins."""
        bodies = self.minds.past.at(step).world.bodies
        return [name for name in self.minds.past.joined if name in bodies]

    @property
    def usage(self) -> UsageTotals:
        """The calls, tokens and money that the interviews have used so far."""
        return self.gateway.policy.usage.total


@asynccontextmanager
async def open_interview_session(view: RunView, options: ModelOptions) -> AsyncIterator[InterviewSession]:
    """Open a session for interviews with the people of a run. Raises BadInput, RunFileError, ModelError."""
    settings = replace_model(view.config, options.model)
    opened = _open_batched_gateway(view, settings, options) if options.batch else _open_gateway(view, settings, options)
    async with opened as gateway:
        yield InterviewSession(view.minds, gateway, settings, options.on_answer)


@asynccontextmanager
async def _open_gateway(view: RunView, settings: RunConfig, options: ModelOptions) -> AsyncIterator[ModelGateway]:
    with view.reader() as reader:
        async with open_unrecorded_gateway(reader, settings, options) as gateway:
            yield gateway


@asynccontextmanager
async def _open_batched_gateway(
    view: RunView, settings: RunConfig, options: ModelOptions
) -> AsyncIterator[ModelGateway]:
    """Open a gateway whose questions are sent in batches, at the provider's price for these."""
    if settings.offline:
        raise BadInput("--batch is for language models: rules answer at once and for nothing. Leave it out.")
    names = (settings.model, *settings.by_job.values())
    share = max(BATCH_DISCOUNT.get(spec_of(name).provider, 1.0) for name in names)
    models: list[BatchingModel] = []

    def batched(model: NetworkModel) -> LanguageModel:
        from townlet.language.providers.batches import BatchingModel

        models.append(BatchingModel(model, record, options.tell))
        return models[-1]

    options = replace(options, concurrency=QUESTIONS_A_ROUND)
    with closing(BatchFile(study_path(view.path) / "batches.db")) as record, view.reader() as reader:
        async with open_unrecorded_gateway(reader, settings, options, batched) as gateway:
            gateway.at_once = QUESTIONS_A_ROUND
            gateway.policy = replace(gateway.policy, tariff=DiscountedTariff(gateway.policy.tariff, share))
            try:
                yield gateway
            except UnfitAnswer:
                _forget(models)
                raise
            _forget(models)


def _forget(models: Iterable[BatchingModel]) -> None:
    """Forget the answers of batches, which are stored in a file of their own by now."""
    for model in models:
        model.forget()


@contextmanager
def tell_partial_progress(
    tell: Callable[[str], None], stored: Callable[[], int], total: int, file: Path
) -> Iterator[None]:
    """If the model fails or the work is cancelled within this block, tell how many answers are already stored."""
    try:
        yield
    except (ModelError, asyncio.CancelledError) as error:
        advice = "Another --model may do better" if isinstance(error, UnfitAnswer) else "The same command continues"
        tell(f"{stored():,} of {total:,} answers are in {file}. {advice}.")
        raise


async def ask_and_store(
    run: Path,
    interviewer: Interviewer,
    study: InterviewContext,
    asks: Sequence[PlannedQuestion],
    tell: Callable[[str], None],
    asker: str = VISITOR,
) -> tuple[int, list[AnswerRow | None]]:
    """Ask the questions that have no stored answer, and store the new answers as they arrive.

    Return how many answers were stored before, and all answers in order; None stands for an answer that was not in the
    required form. Raises ModelError, after telling how many answers are stored.
    """
    file, before = interviews_path(run), {row.key: row for row in read_answers_beside(run)}
    places = {study.key_of(*ask): place for place, ask in enumerate(asks)}
    reused = stored = sum(study.key_of(*ask) in before for ask in asks)

    def keep(new: Sequence[AnswerRow]) -> None:
        nonlocal stored
        append_answers(new, file, places)
        stored += len(new)

    with tell_partial_progress(tell, lambda: stored, len(asks), file):
        return reused, await hold_interviews(interviewer, study, asks, before, keep, asker)


def select_residents(session: InterviewSession, step: int, names: Iterable[str]) -> list[str]:
    """Return the people to ask: those named, or all residents who are present. Raises BadInput, StudyError."""
    residents = [name for name in session.present_people(step) if not session.minds.past.joined[name].visitor]
    if not residents:
        raise StudyError("No resident is in the town at that moment. Choose another --at.")
    return list(dict.fromkeys(find_person(name, residents) for name in names)) or residents

"""Batch APIs for commands whose answers nobody waits for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from townlet.cli.errors import BadInput
from townlet.evaluation.batch_file import BatchesInUse, BatchFile
from townlet.language.model import LanguageModel
from townlet.language.pricing import DiscountedTariff, Tariff
from townlet.language.providers.spec import spec_of
from townlet.runfile import study_path
from townlet.runfile.config import RunConfig

if TYPE_CHECKING:
    from townlet.language.providers.batches import BatchingModel
    from townlet.language.providers.chat import NetworkModel

QUESTIONS_A_ROUND = 100_000
"""How many questions may wait for one round of batches."""

BATCH_DISCOUNT = {"openai": 0.5}
"""What part of the usual price a provider asks for batches. Other servers count with their full price."""


@dataclass
class SentInBatches:
    """The batches of one command."""

    record: BatchFile
    share: float
    """The part of the usual price that is paid."""
    models: list[BatchingModel] = field(default_factory=list)

    def before(self, model: NetworkModel) -> LanguageModel:
        """Return a model that asks this one in batches. Raises NotConfigured."""
        from townlet.language.providers.batches import BatchingModel

        batching = BatchingModel(model, self.record, lambda line: typer.echo(line, err=True))
        self.models.append(batching)
        return batching

    def tariff(self, usual: Tariff) -> Tariff:
        """Return the tariff of batches."""
        return DiscountedTariff(usual, self.share)

    def forget(self) -> None:
        """Forget the answers, which are stored in the command's own file by now."""
        for model in self.models:
            model.forget()


@contextmanager
def send_in_batches(run: Path, settings: RunConfig) -> Iterator[SentInBatches]:
    """Open the record of the batches of a run's questions. Raises BadInput."""
    if settings.offline:
        raise BadInput("--batch is for language models: rules answer at once and for nothing. Leave it out.")
    try:
        record = BatchFile(study_path(run) / "batches.db")
    except BatchesInUse as error:
        raise BadInput(str(error)) from None
    try:
        asked = (settings.model, *settings.by_job.values())
        yield SentInBatches(record, max(BATCH_DISCOUNT.get(spec_of(name).provider, 1.0) for name in asked))
    finally:
        record.close()

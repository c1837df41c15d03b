"""Questions asked through a batch API, as those see it who ask them."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from billing.batches import BatchServer
from townlet.evaluation.batch_file import BatchFile
from townlet.language.model import ModelUnavailable
from townlet.language.providers.batches import BatchingModel

from .asking import model_at, request


async def test_whoever_waits_for_a_batch_is_told_that_its_server_broke_off(tmp_path: Path) -> None:
    def breaks_off(moment: str) -> None:
        if moment == "create":
            raise ConnectionAbortedError

    with BatchServer(breaks_off) as server, closing(BatchFile(tmp_path / "batches.db")) as record:
        model = BatchingModel(model_at(server.url), record)
        try:
            async with asyncio.timeout(60):
                with pytest.raises(ModelUnavailable, match="broke off"):
                    await model(request())
        finally:
            await model.aclose()

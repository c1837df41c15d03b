"""Nothing that comes from a model or embedder carries a secret further."""

from __future__ import annotations

import traceback
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from townlet.engine.calls.gateway import RedactedEmbedder, RedactedModel
from townlet.language import secrets
from townlet.language.model import ModelError, ModelUnavailable, Reply, Request
from townlet.language.secrets import REDACTED, learn_secrets

CANARY = "kn4ry-0815-swordfish"
REQUEST = Request("emoji", "Which one?", {}, {})


class Echo:
    """Says the key, or fails with it."""

    name, dimensions = "echo", 2

    def __init__(self, error: ModelError | None = None) -> None:
        self.error = error

    async def __call__(self, request: Request) -> Reply:
        if self.error:
            try:
                raise ValueError(f"headers: {CANARY}")
            except ValueError as cause:
                raise self.error from cause
        return Reply(f'{{"text": "{CANARY}"}}', f"model of {CANARY}", 7, 3, finish="length")


class EchoEmbedder(Echo):
    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:  # type: ignore[override]
        raise ModelUnavailable(f"no {CANARY}")


@pytest.fixture(autouse=True)
def _canary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets._KnownSecrets, "forms", ())
    learn_secrets({"ECHO_API_KEY": CANARY})


async def test_an_answer_that_says_the_key_is_kept_without_it() -> None:
    reply = await RedactedModel(Echo())(REQUEST)
    assert reply == Reply(f'{{"text": "{REDACTED}"}}', f"model of {REDACTED}", 7, 3, finish="length")


async def test_an_error_that_says_the_key_is_raised_without_it_and_without_its_causes() -> None:
    model = RedactedModel(Echo(ModelUnavailable(f"401 for {CANARY}", retry_after=3.0, billed=True)))
    with pytest.raises(ModelUnavailable) as caught:
        await model(REQUEST)
    assert (str(caught.value), caught.value.retry_after, caught.value.billed) == (f"401 for {REDACTED}", 3.0, True)
    assert CANARY not in "".join(traceback.format_exception(caught.value))


async def test_an_embedder_that_fails_is_as_discreet() -> None:
    with pytest.raises(ModelUnavailable, match=r"no \[redacted\]"):
        await RedactedEmbedder(EchoEmbedder())(["rain"])

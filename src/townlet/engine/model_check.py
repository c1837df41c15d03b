"""A check of models and embedders: each gets one small question, and what is wrong is told with how to fix it."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from townlet.engine.blocking import wait_for
from townlet.engine.build import model_builder
from townlet.engine.model_options import ModelOptions, resolve_run_config
from townlet.errors import TownletError
from townlet.language.answer_reader import read_answer
from townlet.language.build import ModelBuilder
from townlet.language.embedder import MeteredEmbedder
from townlet.language.model import Request, close_all, prepare_all
from townlet.language.pricing import Price, PriceList, TokenUsage
from townlet.language.providers.spec import OFFLINE
from townlet.language.secrets import learn_secrets_of_environment, redact
from townlet.language.settings import read_config
from townlet.runfile import Json
from townlet.runfile.config import RunConfig

if TYPE_CHECKING:
    from townlet.language.providers.chat import NetworkModel

_QUESTION = """\
Tilda's bakery opens at seven in the morning and closes at noon.

For how many hours is it open, and what is sold there?
"""
_TEXT = "Tilda's bakery opens at seven in the morning."
_MAX_TOKENS = 1000


class _HoursAnswer(BaseModel):
    """The answer that the question asks for."""

    hours: int = Field(ge=0, le=24)
    sold: str = Field(max_length=200)


@dataclass(frozen=True)
class CheckFinding:
    """The result of testing one model or embedder."""

    part: str
    """Its job: default, dialogue, planning, importance or embedding."""
    name: str
    works: bool = False
    problem: str = ""
    """What is wrong and how to fix it; empty if it works."""
    seconds: float = 0.0
    version: str = ""
    """The model's version, as its provider reports it."""
    schema_mode: str = ""
    """How the form of the answer is requested: 'schema' through the provider's API, 'words' in the prompt."""
    tokens: int = 0
    usd: float | None = None
    """The cost of the test in US dollars; None if no price is known or nothing was sent."""
    dimensions: int = 0
    """The number of dimensions of an embedder's vectors."""

    def as_json(self) -> dict[str, Json]:
        return dict(asdict(self))


def check_models(options: ModelOptions | None = None, seconds: float = 60.0) -> list[CheckFinding]:
    """Ask each model of `options` one small question, and give the embedder one text; return what each showed.

    `seconds` is the time limit of a request. Raises BadInput for an invalid name.
    """
    learn_secrets_of_environment()
    options = options or ModelOptions()
    settings = resolve_run_config(options)
    config = read_config(options.config).in_time(seconds)
    return wait_for(_check_all(settings, model_builder(settings, 0, config), config.price_list))


async def _check_all(settings: RunConfig, builder: ModelBuilder, prices: PriceList) -> list[CheckFinding]:
    named = {"default": settings.model, **settings.by_job}
    findings = [await check_model(CheckFinding(part, name), builder, prices) for part, name in named.items()]
    return [*findings, await _check_embedder(CheckFinding("embedding", settings.embedder), builder, prices)]


async def check_model(finding: CheckFinding, builder: ModelBuilder, prices: PriceList) -> CheckFinding:
    """Return the finding with what one small question to its model showed."""
    if finding.name == OFFLINE:
        return replace(finding, works=True, version="rules, no language model")
    model = None
    try:
        model = builder.network_model(finding.name, finding.part)
        return await _ask_model(finding, model, prices.price_of(finding.name))
    except TownletError as error:
        return replace(finding, problem=redact(str(error)))
    finally:
        await close_all(model)


async def _ask_model(finding: CheckFinding, model: NetworkModel, price: Price | None) -> CheckFinding:
    await prepare_all(model)
    request = Request("doctor", _QUESTION, {}, _HoursAnswer.model_json_schema(), max_tokens=_MAX_TOKENS)
    began = time.perf_counter()
    reply = await model(request)
    finding = replace(
        finding,
        seconds=round(time.perf_counter() - began, 3),
        version=reply.model,
        tokens=reply.prompt_tokens + reply.answer_tokens,
        usd=None if price is None else price.usd(TokenUsage.of(reply)),
        schema_mode=model.mode or "",
    )
    if read_answer(reply.text, _HoursAnswer, cut_off=reply.finish == "length").answer is None:
        reason = {
            "length": f"used {_MAX_TOKENS} tokens without finishing its answer. Use a model that thinks less",
            "refusal": "declined a harmless question. Use another model",
        }.get(reply.finish, "did not keep to the required form. Use a model that can follow a JSON schema")
        return replace(finding, problem=f"{finding.name} {reason}; see docs/models/index.md.")
    return replace(finding, works=True)


async def _check_embedder(finding: CheckFinding, builder: ModelBuilder, prices: PriceList) -> CheckFinding:
    embedder, tokens, usd = None, 0, None
    try:
        embedder = builder.embedder(finding.name)
        await prepare_all(embedder)
        began = time.perf_counter()
        if isinstance(embedder, MeteredEmbedder):
            embedded = await embedder.embed_batch([_TEXT])
            vectors, tokens, price = embedded.vectors, embedded.tokens, prices.price_of(finding.name)
            # Preparing the embedder has embedded two short texts, to learn the number of dimensions.
            usd = None if price is None else 2 * price.usd(TokenUsage(tokens, 0))
        else:
            vectors = await embedder([_TEXT])
    except TownletError as error:
        return replace(finding, problem=redact(str(error)))
    finally:
        await close_all(embedder)
    seconds = round(time.perf_counter() - began, 3)
    return replace(finding, works=True, seconds=seconds, tokens=2 * tokens, usd=usd, dimensions=vectors.shape[1])

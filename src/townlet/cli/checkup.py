"""Whether models and embedders work as they are set, found out by using each of them once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field, ValidationError

from townlet.cli.choosing import Choice, settings_chosen
from townlet.cli.config import read_config
from townlet.cli.failures import BadInput
from townlet.cli.maker import Maker
from townlet.cli.money import dollars, prices_of
from townlet.cognition.profile import ECONOMICAL
from townlet.engine.runfile import Json
from townlet.engine.settings import Settings
from townlet.language.embed import Metered
from townlet.language.model import ModelError, Request
from townlet.language.outside import aclose, prepare
from townlet.language.prices import Prices
from townlet.language.providers.spec import OFFLINE, NotConfigured
from townlet.language.rates import Price, Use
from townlet.language.secrets import learn_surroundings, redact

if TYPE_CHECKING:
    from townlet.language.providers.chat import NetworkModel

_QUESTION = """\
Tilda's bakery opens at seven in the morning and closes at noon.

For how many hours is it open, and what is sold there?
"""
_TEXT = "Tilda's bakery opens at seven in the morning."
_MOST_TOKENS = 1000


class _Answer(BaseModel):
    """What the question asks for."""

    hours: int = Field(ge=0, le=24)
    sold: str = Field(max_length=200)


@dataclass(frozen=True)
class Finding:
    """How one model or embedder does."""

    part: str
    """Which job it has: default, dialogue, planning, importance or embedding."""
    name: str
    works: bool = False
    problem: str = ""
    """What is wrong and what to set; empty if it works."""
    seconds: float = 0.0
    version: str = ""
    """Of a model, as its provider reports it."""
    schema_mode: str = ""
    """How a model is held to the form of its answer: 'schema' by its provider, 'words' by its prompt."""
    tokens: int = 0
    usd: float | None = None
    """What the check took in US dollars; None where no price is known, or nothing was asked."""
    dimensions: int = 0
    """Of an embedder's vectors."""

    def as_json(self) -> dict[str, Json]:
        return dict(asdict(self))


def check_up(choice: Choice, seconds: float) -> list[Finding]:
    """Use each model and embedder once. Raises BadInput for what is named wrongly."""
    learn_surroundings()
    settings = settings_chosen(choice, ECONOMICAL.name)
    config = read_config(choice.config)
    models = config.models.model_copy(update={"timeout": min(seconds, config.models.timeout or seconds)})
    maker = Maker(0, settings.temperature, config.model_copy(update={"models": models}))
    return asyncio.run(_all(settings, maker, prices_of(config)))


async def _all(settings: Settings, maker: Maker, prices: Prices) -> list[Finding]:
    named = {"default": settings.model, **settings.by_job}
    findings = [await _model(Finding(part, name), maker, prices) for part, name in named.items()]
    return [*findings, await _embedder(Finding("embedding", settings.embedder), maker, prices)]


async def _model(finding: Finding, maker: Maker, prices: Prices) -> Finding:
    if finding.name == OFFLINE:
        return replace(finding, works=True, version="rules, no language model")
    model = None
    try:
        model = maker.network_model(finding.name)
        return await _asked(finding, model, prices.of(finding.name))
    except (BadInput, NotConfigured, ModelError) as error:
        return replace(finding, problem=redact(str(error)))
    finally:
        await aclose(model)


async def _asked(finding: Finding, model: NetworkModel, price: Price | None) -> Finding:
    await prepare(model)
    request = Request("doctor", _QUESTION, {}, _Answer.model_json_schema(), most_tokens=_MOST_TOKENS)
    began = time.perf_counter()
    reply = await model(request)
    finding = replace(
        finding,
        seconds=round(time.perf_counter() - began, 3),
        version=reply.model,
        tokens=reply.prompt_tokens + reply.answer_tokens,
        usd=None if price is None else price.usd(Use.of(reply)),
        schema_mode=model.mode or "",
    )
    try:
        _Answer.model_validate_json(reply.text)
    except ValidationError:
        told = {
            "length": f"it thought for {_MOST_TOKENS} tokens and gave no whole answer: use one that thinks less",
            "refusal": "it declined a harmless question: use another model",
        }.get(reply.finish, "it does not keep to the form asked for: use one that can follow a JSON schema")
        return replace(finding, problem=f"{finding.name} answers, but {told}; see docs/models/index.md.")
    return replace(finding, works=True)


async def _embedder(finding: Finding, maker: Maker, prices: Prices) -> Finding:
    embedder, tokens, usd = None, 0, None
    try:
        embedder = maker.embedder(finding.name)
        await prepare(embedder)
        began = time.perf_counter()
        if isinstance(embedder, Metered):
            embedded = await embedder.embedded([_TEXT])
            vectors, tokens, price = embedded.vectors, embedded.tokens, prices.of(finding.name)
            # How long vectors are was found out by embedding another text of about that length.
            usd = None if price is None else 2 * price.usd(Use(tokens, 0))
        else:
            vectors = await embedder([_TEXT])
    except (BadInput, NotConfigured, ModelError) as error:
        return replace(finding, problem=redact(str(error)))
    finally:
        await aclose(embedder)
    seconds = round(time.perf_counter() - began, 3)
    return replace(finding, works=True, seconds=seconds, tokens=2 * tokens, usd=usd, dimensions=vectors.shape[1])


def lines_of(finding: Finding) -> Iterator[str]:
    """What a person reads of a finding."""
    yield f"{finding.part}: {finding.name} {'works' if finding.works else 'does not work'}"
    if finding.problem:
        yield f"  {finding.problem}"
    if finding.version:
        yield f"  answered by {finding.version}" if finding.tokens else f"  {finding.version}"
    took = [f"{finding.seconds:.2f} s"]
    if finding.tokens:
        took.append(f"{finding.tokens} tokens" + (f" ({dollars(finding.usd)})" if finding.usd else ""))
    if mode := _MODES.get(finding.schema_mode):
        took.append(mode)
    if finding.dimensions:
        took.append(f"vectors of {finding.dimensions} numbers")
    if finding.tokens or finding.dimensions:
        yield f"  {', '.join(took)}"


_MODES = {"schema": "held to its form by the provider", "words": "asked for its form in words"}

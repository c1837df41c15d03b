"""`townlet doctor`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer
from pydantic import BaseModel, Field

from townlet.cli.config_file import read_config
from townlet.cli.errors import MODEL_FAILED, BadInput
from townlet.cli.options import ConfigFileOption, EmbeddingOption, JsonOption, ModelOption
from townlet.cli.output import print_result
from townlet.cli.pricing import format_dollars, normalise_names, resolve_prices
from townlet.cli.resources import ModelFactory
from townlet.cli.run_config import ModelOptions, resolve_run_config
from townlet.cognition.profile import ECONOMICAL
from townlet.language.answer_reader import read_answer
from townlet.language.embedder import MeteredEmbedder
from townlet.language.model import ModelError, Request, close_all, prepare_all
from townlet.language.pricing import Price, PriceList, TokenUsage
from townlet.language.providers.spec import OFFLINE, NotConfigured
from townlet.language.secrets import learn_secrets_of_environment, redact
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


def check_models(choice: ModelOptions, seconds: float) -> list[CheckFinding]:
    """Test each model and the embedder once. Raises BadInput for an invalid name."""
    learn_secrets_of_environment()
    settings = resolve_run_config(choice, ECONOMICAL.name)
    config = normalise_names(read_config(choice.config))
    models = config.models.model_copy(update={"timeout": min(seconds, config.models.timeout or seconds)})
    maker = ModelFactory(0, settings.temperature, config.model_copy(update={"models": models}))
    return asyncio.run(_check_all(settings, maker, resolve_prices(config)))


async def _check_all(settings: RunConfig, maker: ModelFactory, prices: PriceList) -> list[CheckFinding]:
    named = {"default": settings.model, **settings.by_job}
    findings = [await check_model(CheckFinding(part, name), maker, prices) for part, name in named.items()]
    return [*findings, await _check_embedder(CheckFinding("embedding", settings.embedder), maker, prices)]


async def check_model(finding: CheckFinding, maker: ModelFactory, prices: PriceList) -> CheckFinding:
    """Return the finding with what one small question to its model showed."""
    if finding.name == OFFLINE:
        return replace(finding, works=True, version="rules, no language model")
    model = None
    try:
        model = maker.network_model(finding.name, finding.part)
        return await _ask_model(finding, model, prices.price_of(finding.name))
    except (BadInput, NotConfigured, ModelError) as error:
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


async def _check_embedder(finding: CheckFinding, maker: ModelFactory, prices: PriceList) -> CheckFinding:
    embedder, tokens, usd = None, 0, None
    try:
        embedder = maker.embedder(finding.name)
        await prepare_all(embedder)
        began = time.perf_counter()
        if isinstance(embedder, MeteredEmbedder):
            embedded = await embedder.embed_batch([_TEXT])
            vectors, tokens, price = embedded.vectors, embedded.tokens, prices.price_of(finding.name)
            # Preparing the embedder has embedded two short texts, to learn the number of dimensions.
            usd = None if price is None else 2 * price.usd(TokenUsage(tokens, 0))
        else:
            vectors = await embedder([_TEXT])
    except (BadInput, NotConfigured, ModelError) as error:
        return replace(finding, problem=redact(str(error)))
    finally:
        await close_all(embedder)
    seconds = round(time.perf_counter() - began, 3)
    return replace(finding, works=True, seconds=seconds, tokens=2 * tokens, usd=usd, dimensions=vectors.shape[1])


def format_finding(finding: CheckFinding) -> Iterator[str]:
    """Yield the lines that describe a finding."""
    yield f"{finding.part}: {finding.name} {'works' if finding.works else 'does not work'}"
    if finding.problem:
        yield f"  {finding.problem}"
    if finding.version:
        yield f"  answered by {finding.version}" if finding.tokens else f"  {finding.version}"
    details = [f"{finding.seconds:.2f} s"]
    if finding.tokens:
        details.append(f"{finding.tokens} tokens" + (f" ({format_dollars(finding.usd)})" if finding.usd else ""))
    if mode := _MODES.get(finding.schema_mode):
        details.append(mode)
    if finding.dimensions:
        details.append(f"vectors of {finding.dimensions} numbers")
    if finding.tokens or finding.dimensions:
        yield f"  {', '.join(details)}"


_MODES = {"schema": "answer form enforced by the provider", "words": "answer form requested in the prompt"}


def doctor_command(
    model: ModelOption = None,
    embedding: EmbeddingOption = None,
    config: ConfigFileOption = None,
    seconds: Annotated[float, typer.Option(min=1, metavar="S", help="Time limit for each request, in seconds.")] = 60.0,
    as_json: JsonOption = False,
) -> None:
    """Test each model and the embedder, and say what to fix.

    Each model gets one small question, and the embedder one text. Without options, the command tests what townlet.toml
    names. The exit status is 3 if something does not work.

    Examples:

      townlet doctor --model ollama:NAME

      townlet doctor --model http://localhost:8080/v1 --embedding minilm --json
    """
    from townlet.cli.run_config import ModelOptions

    findings = check_models(ModelOptions(model, embedding, config), seconds)
    works = all(finding.works for finding in findings)
    print_result(
        {"works": works, "parts": [finding.as_json() for finding in findings]},
        as_json,
        "\n".join(line for finding in findings for line in format_finding(finding)),
    )
    if not works:
        raise typer.Exit(MODEL_FAILED)

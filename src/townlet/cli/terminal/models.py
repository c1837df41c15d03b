"""What `townlet models` prints: models within reach, with a line to copy, the price, and how they answer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from townlet.cli.pricing import resolve_prices
from townlet.evaluation.estimate import CostEstimate, reference_sample
from townlet.language.pricing import PriceList, source_of_prices
from townlet.language.providers.reach import FoundModel, FoundServer, KnownProvider, ServerPlace, known_models
from townlet.runfile import Json
from townlet.runfile.config import RunConfig

if TYPE_CHECKING:
    from townlet.cli.commands.doctor import CheckFinding
    from townlet.cli.config_file import ConfigTables

MOST_NAMED = 5
"""How many models of a server get a line of their own."""


@dataclass(frozen=True)
class WithinReach:
    """What was found, and what it costs."""

    places: Sequence[ServerPlace]
    """Where servers were looked for."""
    servers: Sequence[FoundServer]
    providers: Sequence[KnownProvider]
    findings: Mapping[str, CheckFinding]
    """What a question to a provider's model showed; empty without --check."""
    prices: PriceList

    def usd(self, model: str, *, only_talk: bool = False) -> float | None:
        """Return the likely price of the reference days by a model, for everything or for talk alone."""
        settings = RunConfig(dialogue=model) if only_talk else RunConfig(model=model)
        sample = reference_sample()
        return CostEstimate(sample.town, settings, sample.counted, sample.counted.days, self.prices, 0).total.usd

    def as_json(self) -> dict[str, Json]:
        sample = reference_sample()
        return {
            "servers": [
                {
                    "kind": server.kind,
                    "address": server.address,
                    "models": [self._server_model_json(server, each) for each in server.models],
                }
                for server in self.servers
            ],
            "providers": [
                {
                    "name": each.name,
                    "variable": each.variable,
                    "has_key": each.has_key,
                    "models": [self._provider_model_json(model) for model in each.models],
                }
                for each in self.providers
            ],
            "priced": {"town": sample.town, "days": sample.counted.days, "people": sample.counted.people},
            "prices": source_of_prices(),
        }

    def _server_model_json(self, server: FoundServer, model: FoundModel) -> dict[str, Json]:
        answer: Json = None
        if model.answer:
            answer = {**asdict(model.answer), "in_form": model.answer.in_form}
        spec = server.spec(model.name)
        return {"name": model.name, "model": spec, "loaded": model.loaded, "answer": answer, "usd": self.usd(spec)}

    def _provider_model_json(self, model: str) -> dict[str, Json]:
        finding = self.findings.get(model)
        usd, talk = self.usd(model), self.usd(model, only_talk=True)
        return {"model": model, "usd": usd, "usd_only_talk": talk, "check": finding.as_json() if finding else None}


def price_models(tables: ConfigTables, providers: Sequence[KnownProvider]) -> PriceList:
    """Return the price list, with the prices of all models of providers looked up. Raises BadInput."""
    prices = resolve_prices(tables)
    for model in (model for each in providers for model in each.models):
        prices.price_of(model)
    return prices


async def ask_providers(models: Sequence[str], tables: ConfigTables, seconds: float) -> dict[str, CheckFinding]:
    """Ask each model of a provider one small question, all at once."""
    from townlet.cli.commands.doctor import CheckFinding, check_model
    from townlet.cli.resources import ModelFactory

    prices, in_time = resolve_prices(tables), tables.models.model_copy(update={"timeout": seconds})
    tables = tables.model_copy(update={"models": in_time})
    # Each has connections of its own, because a check closes them when it ends.
    checks = (check_model(CheckFinding("default", each), ModelFactory(0, "", tables), prices) for each in models)
    return {each.name: each for each in await asyncio.gather(*checks)}


def describe_models(within: WithinReach, town: str, check: bool) -> Iterator[str]:
    """Yield the lines that the command prints."""
    yield "ON THIS MACHINE"
    for server in within.servers:
        yield f"  {server.kind} at {server.address}"
        for model in server.models[:MOST_NAMED]:
            yield f"    townlet run {town} --model {server.spec(model.name)}"
            yield f"      free; {_describe_answer(model)}"
        if (more := len(server.models) - MOST_NAMED) > 0:
            yield f"    and {more} more: {', '.join(each.name for each in server.models[MOST_NAMED:])}"
    if not within.servers:
        looked = ", ".join(f"{place.kind} at {place.address.removesuffix('/v1')}" for place in within.places)
        yield f"  no server. Looked for {looked}."
    yield ""
    yield "PROVIDERS"
    for each in within.providers:
        yield from _describe_provider(within, each, town)
    yield ""
    yield "ALWAYS"
    yield "  offline: rules, not a language model"
    yield f"    townlet run {town}"
    yield ""
    yield from _describe_prices(within)
    yield "`--model dialogue=M` lets rules plan and a model talk."
    yield f"`townlet estimate {town} --model M` counts the calls of your town."
    if not check:
        yield "`townlet models --check` asks every model above a small question."


def _describe_answer(model: FoundModel) -> str:
    answer = model.answer
    if answer is None:
        return "in memory, not asked" if model.loaded else "not in memory, so not asked; --check asks it"
    return {
        "schema": f"answers in the form that is needed, {answer.seconds:.1f} s",
        "words": f"answers in the form that is needed if told in words, {answer.seconds:.1f} s",
        "unfit": "does not keep to the form that is needed",
        "silent": f"no answer within {answer.seconds:.1f} s; --check and `townlet doctor` wait longer",
        "failed": f"could not be asked: {answer.problem}",
    }[answer.verdict]


def _describe_provider(within: WithinReach, provider: KnownProvider, town: str) -> Iterator[str]:
    sample = reference_sample()
    if not provider.has_key:
        known = [usd for model in provider.models if (usd := within.usd(model)) is not None]
        price = f"; {sample.counted.days:g} days of {sample.town} from about {_round(min(known))}" if known else ""
        yield f"  {provider.name}: no {provider.variable}{price}"
        return
    yield f"  {provider.name}: {provider.variable} is set"
    for model in provider.models:
        yield f"    townlet run {town} --model {model}"
        yield f"      {_describe_price(within, model)}"
        if finding := within.findings.get(model):
            said = finding.problem or f"answers in the form that is needed, {finding.seconds:.1f} s"
            yield f"      {said}"


def _describe_price(within: WithinReach, model: str) -> str:
    whole, talk = within.usd(model), within.usd(model, only_talk=True)
    if whole is None or talk is None:
        return "its price is not known"
    return f"about {_round(whole)}; {_round(talk)} if it only talks"


def _round(usd: float) -> str:
    """Return an amount such as '$0.75'; estimates are not exact enough for more digits."""
    return f"${max(usd, 0.01):,.2f}"


def _describe_prices(within: WithinReach) -> Iterator[str]:
    sample, calls = reference_sample(), sum(each.calls for each in reference_sample().counted.by_prompt.values())
    yield (
        f"Prices are for {sample.counted.days:g} days of {sample.town}: {calls:,} calls of {sample.counted.people} "
        f"people, counted with rules. {source_of_prices()}; models chosen on {known_models()['date']}."
    )

"""The language models within reach: which they are, how they answer, and what they would cost."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from townlet.language.providers import reach
from townlet.language.providers.endpoint import read_credentials
from townlet.language.providers.reach import FoundModel, FoundServer, KnownProvider, ServerPlace

if TYPE_CHECKING:
    from townlet.evaluation.model_check import CheckFinding
    from townlet.language.pricing import PriceList
    from townlet.runfile import Json

CHECK_SECONDS = 60.0
"""How long each model may take with `check`. A server may have to read it from disk first."""


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
        from townlet.evaluation.estimate import CostEstimate, reference_sample
        from townlet.runfile.config import RunConfig

        settings = RunConfig(dialogue=model) if only_talk else RunConfig(model=model)
        sample = reference_sample()
        return CostEstimate(sample.town, settings, sample.counted, sample.counted.days, self.prices, 0).total.usd

    def as_json(self) -> dict[str, Json]:
        from townlet.evaluation.estimate import reference_sample
        from townlet.language.pricing import source_of_prices

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


def find_models(check: bool = False, config: Path | None = None) -> WithinReach:
    """Look for servers on this machine's usual ports, and for the keys of providers. It takes at most 1.3 s.

    One model of each server, which is in its memory already, is asked a small question. With `check`, every model is
    asked, for up to a minute each; providers charge for some hundred tokens. Raises BadInput.
    """
    credentials = read_credentials()
    places, providers = reach.usual_places(credentials), reach.list_providers(credentials)
    seconds = CHECK_SECONDS if check else reach.ANSWER_SECONDS
    with ThreadPoolExecutor(1) as threads:
        # A server that hangs is waited for while Python reads the rest of the program and the list of prices.
        looking = threads.submit(asyncio.run, reach.find_and_ask(places, reach.SECONDS, seconds, check))
        from townlet.engine.blocking import wait_for
        from townlet.language.settings import read_config

        tables = read_config(config)
        prices = tables.price_list
        for model in (model for each in providers for model in each.models):
            prices.price_of(model)
        asked = [model for each in providers if each.has_key and check for model in each.models]
        findings = wait_for(_ask_providers(asked, config)) if asked else {}
        return WithinReach(places, looking.result(), providers, findings, prices)


async def _ask_providers(models: Sequence[str], config: Path | None) -> dict[str, CheckFinding]:
    """Ask each model of a provider one small question, all at once."""
    from dataclasses import replace

    from townlet.engine.build import build_resources
    from townlet.engine.model_options import ModelOptions
    from townlet.evaluation.estimate import CallSample
    from townlet.evaluation.model_check import BOUNDS, rehearse
    from townlet.language.retry import RetryPolicy
    from townlet.runfile.config import RunConfig
    from townlet.town import load_town

    async def no_more(config: RunConfig) -> CallSample:
        return CallSample(0, 1.0)

    async def check(model: str) -> CheckFinding:
        run = RunConfig(model=model)
        resources = replace(build_resources(run, options=ModelOptions(config=config)), retry=RetryPolicy(BOUNDS))
        try:
            return (await rehearse(load_town("applegarth"), run, resources, no_more, CHECK_SECONDS)).findings[0]
        finally:
            await resources.aclose()

    return dict(zip(models, await asyncio.gather(*map(check, models)), strict=True))

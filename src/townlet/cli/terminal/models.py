"""What `townlet models` prints: models within reach, with a line to copy, the price, and how they answer."""

from __future__ import annotations

from collections.abc import Iterator

from townlet.evaluation.estimate import reference_sample
from townlet.evaluation.within_reach import WithinReach
from townlet.language.pricing import source_of_prices
from townlet.language.providers.reach import FoundModel, KnownProvider, known_models

MOST_NAMED = 5
"""How many models of a server get a line of their own."""


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

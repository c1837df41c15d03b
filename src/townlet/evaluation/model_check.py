"""A rehearsal of a run: its models and its embedder get the largest calls that its town makes, by the run's own path.

The calls of a day are counted with rules. The gateway, retries and fallbacks are those of a run in memory, so that a
rehearsal works where a run does, and fails with the same words.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import cycle
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, cast

import numpy as np

from townlet.cognition.answers import Ratings
from townlet.cognition.fallbacks import FALLBACKS
from townlet.cognition.templates import Templates
from townlet.engine.blocking import wait_for
from townlet.engine.build import build_resources
from townlet.engine.calls.call import ModelCall
from townlet.engine.calls.fallback_share import FallbackShare
from townlet.engine.calls.gateway import CallPolicy, ModelGateway
from townlet.engine.calls.log import KeptCallLog
from townlet.engine.calls.usage import UsageTotals
from townlet.engine.calls.validation import OVERTHOUGHT
from townlet.engine.model_options import ModelOptions, resolve_run_config
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.errors import TownletError
from townlet.evaluation.estimate import CallSample
from townlet.evaluation.sampling import sample_town
from townlet.files import read_text
from townlet.language.hashed import HashedEmbedder
from townlet.language.limits import LimitedModel
from townlet.language.model import LanguageModel, ModelError, Reply, Request, prepare_all, tokens_of
from townlet.language.pricing import EMBEDDING, Tariff
from townlet.language.prompt import Prompt
from townlet.language.providers.knobs import LEAST_CONTEXT, LEAST_MAX_TOKENS
from townlet.language.providers.spec import OFFLINE, NotConfigured
from townlet.language.retry import RetryBounds, RetryingModel, RetryPolicy
from townlet.language.routing import ModelRouter
from townlet.language.secrets import learn_secrets_of_environment, redact
from townlet.language.settings import DEFAULT_CONFIG_NAME, Settings, with_settings
from townlet.measures.mended import MendedAnswers, count_mended
from townlet.runfile import CallRow, Json
from townlet.runfile.config import RunConfig, config_of
from townlet.runfile.study_files import write_atomically
from townlet.town import Town, load_town

if TYPE_CHECKING:
    from townlet.language.providers.chat import NetworkModel

TIMES = 3
"""How often each form of answer is asked for, each time with another prompt."""
DAYS = 1.0
"""How much of the town's life is counted with rules."""
BOUNDS = RetryBounds(max_attempts=4)
"""An endpoint that is away is told after some seconds; a run would wait for ten minutes."""
LEAST_GAIN = 1.2
"""How much sooner two calls at once have to be done for a server to count as one that works on several."""

SAMPLES = (
    "Tova Lind bakes bread every morning before the sun is up.",
    "Each day, Tova Lind makes loaves before dawn.",
    "The telescope on the roof of the school needs a new lens.",
)
"""A text, a paraphrase of it, and one that is about something else."""
MANY_TEXTS = 64
"""How many of the town's longest texts are embedded together."""
MEASURABLE_SECONDS = 2.0
"""Calls that are answered sooner say nothing about how many a server works on."""


@dataclass(frozen=True)
class CheckFinding:
    """What a rehearsal showed of one model or embedder."""

    part: str
    """Its job: default, dialogue, planning, importance or embedding."""
    name: str
    works: bool = False
    problem: str = ""
    """Why a run would pause, and how to fix it; empty if it works."""
    notes: tuple[str, ...] = ()
    """What is good to know of one that works."""
    seconds: float = 0.0
    """The mean time of an answer."""
    version: str = ""
    """The model's version, as its provider reports it."""
    schema_mode: str = ""
    """How the form of the answer is requested: 'schema' through the provider's API, 'words' in the prompt."""
    context: int = 0
    """The tokens that a prompt and its answer may take together; 0 if nobody says."""
    answers: int = 0
    fit: int = 0
    """How many calls were answered in the end, of all that were made; the others would have cost a turn each."""
    calls: int = 0
    mended: MendedAnswers = field(default_factory=MendedAnswers)
    tokens: int = 0
    usd: float | None = None
    """The cost of the rehearsal in US dollars; None if nothing was paid."""
    tokens_a_second: float = 0.0
    """How fast answers come, one at a time."""
    at_once: float = 0.0
    """How many times faster they come if two are asked for at once."""
    dimensions: int = 0
    """The number of dimensions of an embedder's vectors."""

    def as_json(self) -> dict[str, Json]:
        return dict(asdict(self))


@dataclass(frozen=True)
class ExpectedDay:
    """What a day of the town takes, by the calls that rules made and the answers of the rehearsal."""

    calls: int
    tokens: int
    usd: float
    seconds: float
    """With one call after the other."""
    seconds_at_once: float
    """With two calls at once."""


@dataclass(frozen=True)
class ModelCheck:
    """What a rehearsal of a run showed."""

    town: str
    findings: tuple[CheckFinding, ...]
    day: ExpectedDay | None = None
    """None if no language model was asked, or one does not work."""
    settings: Settings = field(default_factory=dict)
    """The lines for townlet.toml: the values of each table."""

    @property
    def works(self) -> bool:
        """Whether a run would live on with these models."""
        return all(finding.works for finding in self.findings)

    def as_json(self) -> dict[str, Json]:
        return {
            "works": self.works,
            "town": self.town,
            "parts": [finding.as_json() for finding in self.findings],
            "day": asdict(self.day) if self.day else None,
            "settings": {".".join(table): dict(values) for table, values in self.settings.items()},
        }

    def write_settings(self, config: Path | None = None) -> Path:
        """Write the settings into the configuration file, and return it. Raises BadInput."""
        path = config or Path(DEFAULT_CONFIG_NAME)
        write_atomically(path, [with_settings(read_text(path) if path.is_file() else "", self.settings)])
        return path


Sampling = Callable[[RunConfig], Awaitable[CallSample]]
"""Count the calls of a town that is run with a configuration."""


def check_models(
    options: ModelOptions | None = None,
    seconds: float | None = None,
    town: str | Path = "smallville",
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> ModelCheck:
    """Rehearse a run of a town with the models of `options`: send what it would send, and tell what came of it.

    `seconds` is the time limit of a question, by default that of a run. `on_progress` is called with the number of
    steps of the town that have been counted and the total. Raises BadInput and TownError.
    """
    learn_secrets_of_environment()
    options, loaded = options or ModelOptions(), load_town(town)
    config = resolve_run_config(options)
    problems = _not_configured(config, options)
    usable = replace(config, **{_SETTING.get(part, part): _STAND_IN[part == EMBEDDING] for part in problems})

    async def rehearsed() -> ModelCheck:
        resources = replace(build_resources(usable, options=options), retry=RetryPolicy(BOUNDS))
        try:
            return await rehearse(
                loaded, usable, resources, lambda run: sample_town(loaded, run, 1, DAYS, on_progress), seconds
            )
        finally:
            await resources.aclose()

    found = wait_for(rehearsed())
    names = {"default": config.model, **config.by_job, EMBEDDING: config.embedder}
    findings = [
        CheckFinding(each.part, names[each.part], problem=problems[each.part]) if each.part in problems else each
        for each in found.findings
    ]
    return replace(found, findings=tuple(findings), settings=_lines_for(config, found.settings))


_SETTING = {"default": "model", EMBEDDING: "embedder"}
_STAND_IN = {False: RunConfig.model, True: RunConfig.embedder}


def _not_configured(config: RunConfig, options: ModelOptions) -> dict[str, str]:
    """Return why a model or embedder cannot even be built, such as a missing key, by its part."""
    problems: dict[str, str] = {}
    for part, name in {"default": config.model, **config.by_job, EMBEDDING: config.embedder}.items():
        try:
            build_resources(RunConfig(**{"embedder" if part == EMBEDDING else "model": name}), options=options)
        except NotConfigured as error:
            problems[part] = redact(str(error))
    return problems


def _lines_for(config: RunConfig, learnt: Settings) -> Settings:
    """Return the settings for townlet.toml: the models that were rehearsed, and what was learnt of them."""
    models = {"default": config.model, **config.by_job, "embedding": config.embedder}
    usual = {"default": RunConfig.model, "embedding": RunConfig.embedder}
    named = {key: name for key, name in models.items() if name != usual.get(key)}
    return {**({("models",): named} if named else {}), **learnt}


async def rehearse(
    town: Town, config: RunConfig, resources: RunResources, sampling: Sampling, seconds: float | None = None
) -> ModelCheck:
    """Rehearse a run of a town with these resources, which stay open. `sampling` counts the calls of a day."""
    stage = _Stage(resources, seconds)
    await stage.prepare()
    # From here on everything is as in a run: the context, the retries, and when it pauses.
    with Simulation.start(town, config=config, resources=stage.usable) as simulation:
        policy = simulation.engine.gateway.policy
        await stage.greet(simulation.engine.gateway)
        sample = await sampling(config_of(simulation.header)) if stage.is_needed else CallSample(0, DAYS)
        await stage.play(simulation.engine.gateway, sample)
    works = not stage.problems
    day = stage.expected_day(sample, policy.tariff) if works and stage.log.rows else None
    return ModelCheck(town.name, tuple(stage.findings(policy)), day, stage.learnt() if works else {})


class _Stage:
    """A rehearsal under way: what has been asked so far, and what came of it."""

    def __init__(self, resources: RunResources, seconds: float | None) -> None:
        self.usable = resources
        self._seconds = seconds
        self._router = resources.model
        self._models = _models_of(resources.model)
        self._told: dict[str, int] = {}
        """The context of each model as its server told it beforehand."""
        self.problems: dict[str, str] = {}
        """Why a run would pause, by part."""
        self.log = KeptCallLog()
        self._first: set[str] = set()
        """The paths of calls that were made one at a time."""
        self._together: dict[str, float] = {}
        """For each part, how long calls took of which two were under way."""
        self._asked = 0
        self._lengths: dict[str, int] = {}
        """The length of the prompt of each path."""
        self._embedded = CheckFinding(EMBEDDING, resources.embedder.name if resources.embedder else RunConfig.embedder)

    @property
    def is_needed(self) -> bool:
        """Whether anything is left to ask that is no part of this program."""
        left = [model for part, model in self._models.items() if part not in self.problems and model.name != OFFLINE]
        return bool(left) or not isinstance(self.usable.embedder, HashedEmbedder | None)

    async def prepare(self) -> None:
        """Connect as a run does, but to each part by itself."""
        for part, model in {**self._models, EMBEDDING: self.usable.embedder}.items():
            try:
                await prepare_all(model)
            except TownletError as error:
                self.problems[part] = redact(str(error))
        if EMBEDDING in self.problems:
            self.usable = replace(self.usable, embedder=None)
        self._told = {part: _network(model).context for part, model in self._models.items()}

    async def greet(self, gateway: ModelGateway) -> None:
        """Ask each model one small question, so that one that is away is told at once, and one at rest is ready."""
        gateway.call_log = self.log
        prompt = Templates().prompt("importance", Ratings, name="Tova Lind", memories=[SAMPLES[0]], pronouns=[])
        request = Request(prompt.name, prompt.text, prompt.fields, {})
        for part, model in self._models.items():
            limited = LimitedModel(RetryingModel(model, gateway.policy.retry), 1)
            own = ModelGateway(limited, gateway.embedder, self.log, gateway.seed, gateway.policy)
            await self._ask(own, request, part)

    async def play(self, gateway: ModelGateway, sample: CallSample) -> None:
        """Send the largest prompts of each kind: first one by one in the order of a run, then two at once.

        Where one of them gets no answer, ordinary ones are sent, too: most calls of a run are like those.
        """
        kinds = {name: each.largest for name, each in sample.by_prompt.items()}
        for name, requests in kinds.items():
            self._first.add(await self._ask(gateway, requests[0], self._part_of(name)))
        for part in self._models:
            rest = [each for name, asked in kinds.items() if self._part_of(name) == part for each in asked[1:TIMES]]
            began = time.perf_counter()
            for pair in zip(rest[::2], rest[1::2], strict=False):
                await asyncio.gather(*(self._ask(gateway, request, part) for request in pair))
            self._together[part] = time.perf_counter() - began
        lost = {row.name for row in self.log.rows if row.fallback}
        for name in (name for name in kinds if name in lost):
            for request in sample.by_prompt[name].ordinary:
                await self._ask(gateway, request, self._part_of(name))
        if not self.problems:
            self._foresee(sample)
        if EMBEDDING not in self.problems:
            await self._embed(gateway, sorted(sample.texts, key=len, reverse=True)[:MANY_TEXTS])

    async def _ask(self, gateway: ModelGateway, request: Request, part: str) -> str:
        """Make one call as a run does. Return its path."""
        self._asked += 1
        path = f"rehearsal {self._asked}"
        self._lengths[path] = len(request.text)
        if part in self.problems or self._models[part].name == OFFLINE:
            return path
        if any(row.status == "answered" and not row.error and not row.fallback for row in self.log.rows):
            # The largest prompts say little of how many answers a run would miss: `_foresee` counts that.
            gateway.policy = replace(gateway.policy, share=FallbackShare())
        fallback = FALLBACKS[request.name]
        prompt = Prompt(
            request.name,
            request.text,
            request.fields,
            type(fallback),
            fallback,
            shorter=request.shorter,
            words=request.words,
        )
        try:
            async with asyncio.timeout(self._seconds):
                await ModelCall(gateway, prompt, part, 0, path).answer()
        except TimeoutError:
            name = self._models[part].name
            self.problems[part] = f"{name} gave no fit answer to {request.name!r} within {self._seconds:g} s."
        except ModelError as error:
            self.problems[part] = str(error)
        return path

    def _foresee(self, sample: CallSample) -> None:
        """Find out whether so many answers would be missing that a run pauses: each kind as it was answered here.

        What is shorter than all prompts that got no answer is answered as the ordinary ones were.
        """
        missing = {row.path: row.error for row in self.log.rows if row.fallback}
        asked = {row.path: row.name for row in self.log.rows}
        shortest: dict[str, int] = {}
        for path in missing:
            shortest[asked[path]] = min(
                self._lengths.get(path, 0), shortest.get(asked[path], self._lengths.get(path, 0))
            )
        outcomes: dict[tuple[str, bool], dict[str, str]] = {}
        for path, name in asked.items():
            is_long = self._lengths.get(path, 0) >= shortest.get(name, 0)
            outcomes.setdefault((name, is_long), {})[path] = missing.get(path, "")
        coming = {key: cycle(each.values()) for key, each in outcomes.items()}
        share = FallbackShare()
        for name, length in sample.order:
            likes = coming.get((name, length >= shortest.get(name, 0))) or coming.get((name, True))
            if why := next(likes, "") if likes else "":
                if too_many := share.record_fallback(name, why):
                    self.problems[self._part_of(name)] = too_many
                    return
            else:
                share.record_answer()

    async def _embed(self, gateway: ModelGateway, texts: Sequence[str]) -> None:
        """Embed a full batch of the town's texts, and three that show whether vectors tell what is alike."""
        began = time.perf_counter()
        try:
            if texts:
                await gateway.embed(texts)
            vectors = await gateway.embed(SAMPLES)
        except ModelError as error:
            self.problems[EMBEDDING] = str(error)
            return
        rows = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
        blind = float(rows[0] @ rows[1]) <= float(rows[0] @ rows[2])
        self._embedded = replace(
            self._embedded,
            seconds=round(time.perf_counter() - began, 3),
            dimensions=vectors.shape[1],
            notes=("it takes a paraphrase for no closer than a text about something else",) if blind else (),
        )

    def _part_of(self, prompt: str) -> str:
        model = self._router.model_for(prompt) if isinstance(self._router, ModelRouter) else self._router
        return next((part for part, each in self._models.items() if each is model), "default")

    def _rows(self, part: str) -> list[CallRow]:
        return [row for row in self.log.rows if row.agent == part and not row.fallback]

    def findings(self, policy: CallPolicy) -> Iterator[CheckFinding]:
        """Yield what was found of each model, and of the embedder."""
        for part, model in self._models.items():
            problem = self.problems.get(part, "")
            found = CheckFinding(part, model.name, not problem, problem)
            yield (
                replace(found, version="rules, no language model") if model.name == OFFLINE else self._of(found, model)
            )
        problem, usage = self.problems.get(EMBEDDING, ""), policy.usage.by_prompt.get(EMBEDDING, UsageTotals())
        usd = usage.usd if usage.calls else None
        yield replace(self._embedded, works=not problem, problem=problem, tokens=usage.tokens, usd=usd)

    def _of(self, found: CheckFinding, model: LanguageModel) -> CheckFinding:
        rows, network = self._rows(found.part), _network(model)
        calls = {row.path for row in self.log.rows if row.agent == found.part}
        answers = [row for row in rows if row.status == "answered"]
        fit = [row for row in answers if not row.error]
        single, at_once = self._speeds(found.part)
        return replace(
            found,
            seconds=round(sum(row.seconds for row in answers) / max(1, len(answers)), 3),
            version=answers[-1].model if answers else "",
            schema_mode=network.mode or "",
            context=network.context,
            answers=len(answers),
            fit=len(fit),
            calls=len(calls),
            mended=count_mended(fit),
            tokens=sum(row.prompt_tokens + row.answer_tokens for row in answers),
            usd=sum(row.cost for row in answers) if answers else None,
            tokens_a_second=round(single, 1),
            at_once=round(at_once, 2),
        )

    def _speeds(self, part: str) -> tuple[float, float]:
        """Return the tokens of answers a second, one call at a time, and how many times faster two at once come.

        Each is 0 if nothing was measured.
        """
        rows = [row for row in self._rows(part) if row.status == "answered" and not row.estimated]
        first = [row for row in rows if row.path in self._first]
        seconds, wall = sum(row.seconds for row in first), self._together.get(part, 0.0)
        single = sum(row.answer_tokens for row in first) / seconds if seconds else 0.0
        if not single or min(seconds, wall) < MEASURABLE_SECONDS:
            return single, 0.0
        return single, sum(row.answer_tokens for row in rows if row.path not in self._first) / wall / single

    def expected_day(self, sample: CallSample, tariff: Tariff) -> ExpectedDay:
        """Return what a day takes: the calls that were counted, at the length and in the time of these answers."""
        expected = ExpectedDay(0, 0, 0.0, 0.0, 0.0)
        for name, counted in sample.by_prompt.items():
            rows = [row for row in self._rows(self._part_of(name)) if row.name == name and row.status == "answered"]
            if not rows or not counted.calls:
                continue
            estimated = [tokens_of(each.text) + tokens_of(json.dumps(each.schema)) for each in counted.largest[:TIMES]]
            longer = fmean(row.prompt_tokens for row in rows) / fmean(estimated)
            prompt = round(counted.prompt_tokens / counted.calls * longer)
            answer, thought = (
                round(fmean(getattr(row, of) for row in rows)) for of in ("answer_tokens", "reasoning_tokens")
            )
            reply = Reply("", rows[-1].model, prompt, answer, reasoning_tokens=thought)
            usd = tariff.cost(replace(counted.largest[0], room=None), reply).usd
            calls = counted.calls / sample.days
            seconds = calls * fmean([row.seconds for row in rows if row.path in self._first] or [0.0])
            faster = max(1.0, self._speeds(self._part_of(name))[1])
            expected = ExpectedDay(
                expected.calls + round(calls),
                expected.tokens + round(calls * (prompt + answer)),
                expected.usd + calls * usd,
                expected.seconds + seconds,
                expected.seconds_at_once + seconds / faster,
            )
        return expected

    def learnt(self) -> Settings:
        """Return the options that spare a run what this rehearsal had to find out."""
        tables: dict[tuple[str, ...], dict[str, str | int | float]] = {}
        for part, model in self._models.items():
            network, rows = _network(model), self._rows(part)
            options: dict[str, str | int | float] = {}
            if LEAST_CONTEXT <= network.context != self._told.get(part, 0):
                options["context"] = network.context
            if network.longest_answer >= LEAST_MAX_TOKENS:
                options["max_tokens"] = network.longest_answer
            if 0 < self._speeds(part)[1] < LEAST_GAIN:
                options["concurrency"] = 1
            if any(row.error == OVERTHOUGHT for row in rows):
                options["thinking"] = "off"
            if options:
                tables.setdefault(("options", model.name), {}).update(options)
        return tables


def _models_of(model: LanguageModel | None) -> dict[str, LanguageModel]:
    """Return the models of a run by their part."""
    if isinstance(model, ModelRouter):
        return {"default": model.default, **model.by_job}
    return {"default": model} if model else {}


def _network(model: LanguageModel) -> NetworkModel | _Unknown:
    """Return the model behind a provider's API that others wrap."""
    inner: object = model
    while (wrapped := getattr(inner, "model", None)) is not None:
        inner = wrapped
    return cast("NetworkModel", inner) if hasattr(inner, "longest_answer") else _Unknown()


@dataclass(frozen=True)
class _Unknown:
    """What is known of a model that has no server."""

    mode: str = ""
    context: int = 0
    longest_answer: int = 0

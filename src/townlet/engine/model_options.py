"""Which models answer, by name, and how they are asked; and the configuration of a run that follows from it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from townlet.cognition.profile import ABLATABLE, ECONOMICAL, profile_named
from townlet.engine.calls.outside import OutsideMind
from townlet.errors import BadInput
from townlet.language.build import HASHED, normalise_embedder_name, normalise_model_name
from townlet.language.hashed import hashed_embedder
from townlet.language.providers.spec import OFFLINE
from townlet.language.routing import JOBS
from townlet.language.settings import DEFAULT_CONFIG_NAME, DEFAULT_JOB, MODEL_KEYS, read_config
from townlet.runfile.config import RunConfig


def _nobody() -> None:
    """Is told of an answer, and does nothing."""


def tell_on_stderr(line: str) -> None:
    """Print a line on stderr."""
    print(line, file=sys.stderr)


@dataclass(frozen=True)
class ModelOptions:
    """Which models answer, and how they are asked. None means the default, as with the commands' options.

    With the same replies, only `model` and `embedding` change what happens in a run.
    """

    model: str | None = None
    """Such as 'offline', 'openai:NAME', 'ollama:NAME', 'http://host:port/v1#NAME', or 'JOB=MODEL' for one job. By
    default the one set in townlet.toml, or else 'offline'; for questions about a run, the run's own."""
    embedding: str | None = None
    """'hashed', 'minilm', or named as a model. By default the one set in townlet.toml, or else 'hashed'."""
    config: Path | None = None
    """The configuration file; by default townlet.toml in the current folder, if there is one."""
    concurrency: int | None = None
    """How many calls to models may run at the same time, 1 or more; by default 8, and in a study what its file says."""
    cache: str | None = None
    """The folder of the reply cache, or 'default' for that of the user; None for no cache."""
    replicate: int | None = None
    """Which set of cached replies to use; by default that of the run's seed."""
    budget: str | None = None
    """The most that may be spent, such as '2usd' or '500ktok'. By default the run's own, or what is left of it."""
    on_failure: str | None = None
    """'pause', 'limited' or 'fallback', for calls that fail for good; by default as before, or else 'limited'."""
    ahead: bool | None = None
    """Whether people think ahead of the run; by default with a model that one has to wait for, as long as it pays."""
    guess: bool = False
    """Whether those who think ahead use free calls for guesses."""
    minds: Mapping[str, OutsideMind | str] = field(default_factory=dict)
    """Who decides for people of the town, by full name: an async function, the address of a program, or 'own'."""
    batch: bool = False
    """Whether questions about a run are sent through the provider's batch API: cheaper, and within a day."""
    on_answer: Callable[[], None] = _nobody
    """Called after each answer to a question about a run."""
    tell: Callable[[str], None] = tell_on_stderr
    """Called with each line about what is under way: the state of a batch, or how many answers are kept."""


def resolve_run_config(options: ModelOptions, profile: str = ECONOMICAL.name) -> RunConfig:
    """Return the configuration of a new run. Raises BadInput."""
    profile_named(profile)
    models = read_config(options.config).models
    embedder = normalise_embedder_name(options.embedding or models.embedding or HASHED)
    temperature = "" if models.temperature is None else f"{models.temperature:g}"
    given = _models_given(options.model or "")
    # A model for all jobs replaces those of the file; a model for one job only that job's.
    of_file = {} if DEFAULT_JOB in given else {key: model for key in MODEL_KEYS if (model := getattr(models, key))}
    named = {key: normalise_model_name(model) for key, model in {**of_file, **given}.items()}
    default = named.pop(DEFAULT_JOB, OFFLINE)
    return RunConfig(model=default, temperature=temperature, embedder=embedder, profile=profile, **named)


def _models_given(option: str) -> dict[str, str]:
    """Return the models of --model by job: 'MODEL', 'JOB=MODEL', or several of these with commas between them.

    Raises BadInput.
    """
    given: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in option.split(","))):
        job, equals, model = part.partition("=")
        if not equals or "/" in job or ":" in job:
            job, model = DEFAULT_JOB, part
        if job not in MODEL_KEYS:
            raise BadInput(f"--model {part!r} names no job; write {', '.join(f'{each}=MODEL' for each in MODEL_KEYS)}.")
        if job in given:
            raise BadInput(f"--model {option!r} names two models for {_described(job)}; give one.")
        if not model.strip():
            raise BadInput(f"--model {part!r} names no model; write {job}=MODEL.")
        given[job] = model.strip()
    return given


def _described(job: str) -> str:
    return "all jobs" if job == DEFAULT_JOB else job


OWN_MIND = "own"
"""In place of a mind from outside: the person decides for themselves again."""


def parse_minds(given: Sequence[str]) -> dict[str, OutsideMind | str]:
    """Return the minds of --mind, each written as 'NAME=ADDRESS' or 'NAME=own'. Raises BadInput."""
    minds: dict[str, OutsideMind | str] = {}
    for each in given:
        name, equals, address = each.partition("=")
        if not equals or not name.strip() or not address.strip():
            raise BadInput(f'--mind {each!r} is incomplete; write it as "Ann Bo=http://127.0.0.1:9000".')
        if name.strip() in minds:
            raise BadInput(f"--mind names {name.strip()} twice; give one mind.")
        minds[name.strip()] = address.strip()
    return minds


def remove_faculties(settings: RunConfig, faculties: Collection[str]) -> RunConfig:
    """Return the configuration without some of people's faculties, for an ablation. Raises BadInput."""
    for faculty in faculties:
        if faculty not in ABLATABLE:
            raise BadInput(f"--without {faculty!r} is not possible; choose {' or '.join(ABLATABLE)}.")
    return replace(settings, without=",".join(sorted(set(faculties))))


def replace_model(settings: RunConfig, model: str | None) -> RunConfig:
    """Return the configuration with another model for all jobs, or unchanged for None. Raises BadInput."""
    given = _models_given(model or "")
    if given.keys() - {DEFAULT_JOB}:
        raise BadInput(f"--model {model!r}: a run that has begun can only get one model for all jobs; write --model M.")
    return settings.answered_by(normalise_model_name(given[DEFAULT_JOB]) if given else None)


def require_embedder(settings: RunConfig, given: str | None) -> None:
    """Check that an embedder, if given, is the one that the run was started with. Raises BadInput."""
    if given is not None and not _is_same_embedder(given, settings):
        raise BadInput(
            f"The embedder of this run is {settings.embedder}. It cannot be changed, because the vectors of the "
            "memories were computed with it. Leave --embedding out, or start a new run."
        )


def _is_same_embedder(given: str, settings: RunConfig) -> bool:
    if given.strip() == HASHED and hashed_embedder(settings.embedder):
        return True
    return normalise_embedder_name(given) == settings.embedder


def describe_ignored_settings(settings: RunConfig, options: ModelOptions) -> str:
    """Return one line that names each setting of the configuration file that a run does not take over.

    It is empty if the file agrees with the run, or names nothing that a run keeps. Raises BadInput.
    """
    models = read_config(options.config).models
    pairs: list[tuple[str, str, str]] = []
    if options.model is None:
        kept = {"default": settings.model} | {job: settings.by_job.get(job, settings.model) for job in JOBS}
        pairs += [(key, now, normalise_model_name(name)) for key, now in kept.items() if (name := getattr(models, key))]
    if models.embedding and not _is_same_embedder(models.embedding, settings):
        pairs.append(("embedding", settings.embedder, normalise_embedder_name(models.embedding)))
    if models.temperature is not None:
        pairs.append(("temperature", settings.temperature or "the provider's own", f"{models.temperature:g}"))
    stays = ", ".join(f"{key} stays {now} (not {named})" for key, now, named in pairs if now != named)
    return stays and (
        f"{options.config or DEFAULT_CONFIG_NAME}: some [models] are ignored, because a run keeps its models, embedder "
        f"and temperature: {stays}. Only --model changes the model of a run."
    )

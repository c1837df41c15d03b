"""The configuration of a run: resolved from options, `townlet.toml` and defaults, with names in normal form."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from townlet.cli.config_file import DEFAULT_CONFIG_NAME, DEFAULT_JOB, MODEL_KEYS, read_config
from townlet.cli.errors import BadInput
from townlet.cli.resources import HASHED, MINILM, report_as_bad_input
from townlet.cognition.profile import ABLATABLE, profile_named
from townlet.language.hashed import HashedEmbedder, hashed_embedder
from townlet.language.providers.spec import OFFLINE, embedder_spec_of, spec_of
from townlet.language.routing import JOBS
from townlet.runfile.config import RunConfig


@dataclass(frozen=True)
class ModelOptions:
    """The options --model, --embedding and --config; None where an option was not given."""

    model: str | None = None
    embedding: str | None = None
    config: Path | None = None


def resolve_run_config(options: ModelOptions, profile: str) -> RunConfig:
    """Return the configuration of a new run. Raises BadInput."""
    try:
        profile_named(profile)
    except ValueError as error:
        raise BadInput(str(error)) from None
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


def normalise_model_name(text: str) -> str:
    """Return a model's name in its normal form, as stored in runs. Raises BadInput."""
    if text.strip() == OFFLINE:
        return OFFLINE
    with report_as_bad_input():
        return str(spec_of(text))


def normalise_embedder_name(text: str) -> str:
    """Return an embedder's name in its normal form, as stored in runs. Raises BadInput."""
    if text.strip() == HASHED:
        return HashedEmbedder().name
    if hashed_embedder(text.strip()):
        return text.strip()
    if text.strip() == OFFLINE:
        raise BadInput("The offline model cannot embed texts; use --embedding hashed.")
    if text.strip() == MINILM:
        return MINILM
    with report_as_bad_input():
        return str(embedder_spec_of(text))

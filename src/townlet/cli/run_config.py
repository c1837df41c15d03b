"""The configuration of a run: resolved from options, `townlet.toml` and defaults, with names in normal form."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from townlet.cli.config_file import DEFAULT_CONFIG_NAME, read_config
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
    if options.model is not None:
        return RunConfig(
            model=normalise_model_name(options.model), temperature=temperature, embedder=embedder, profile=profile
        )
    own = {job: normalise_model_name(model) for job in JOBS if (model := getattr(models, job))}
    default = normalise_model_name(models.default or OFFLINE)
    return RunConfig(model=default, temperature=temperature, embedder=embedder, profile=profile, **own)


def remove_faculties(settings: RunConfig, faculties: Collection[str]) -> RunConfig:
    """Return the configuration without some of people's faculties, for an ablation. Raises BadInput."""
    for faculty in faculties:
        if faculty not in ABLATABLE:
            raise BadInput(f"--without {faculty!r} is not possible; choose {' or '.join(ABLATABLE)}.")
    return replace(settings, without=",".join(sorted(set(faculties))))


def replace_model(settings: RunConfig, model: str | None) -> RunConfig:
    """Return the configuration with another model for all jobs, or unchanged for None. Raises BadInput."""
    return settings.answered_by(None if model is None else normalise_model_name(model))


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

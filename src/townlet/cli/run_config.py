"""Who answers: chosen by option, by `townlet.toml` or not at all, and kept in the one form that runs have."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from townlet.cli.config_file import read_config
from townlet.cli.errors import BadInput
from townlet.cli.resources import HASHED, MINILM, report_as_bad_input
from townlet.cognition.profile import ABLATABLE, profile_named
from townlet.language.hashed import HashedEmbedder
from townlet.language.providers.spec import OFFLINE, embedder_spec_of, spec_of
from townlet.language.routing import JOBS
from townlet.runfile.config import RunConfig


@dataclass(frozen=True)
class ModelOptions:
    """What was chosen on the command line about who answers; None where it was left to the configuration."""

    model: str | None = None
    embedding: str | None = None
    config: Path | None = None


def resolve_run_config(choice: ModelOptions, profile: str) -> RunConfig:
    """The settings of a new run. Raises BadInput."""
    try:
        profile_named(profile)
    except ValueError as error:
        raise BadInput(str(error)) from None
    models = read_config(choice.config).models
    embedder = normalise_embedder_name(choice.embedding or models.embedding or HASHED)
    heat = "" if models.temperature is None else f"{models.temperature:g}"
    if choice.model is not None:
        return RunConfig(model=normalise_model_name(choice.model), temperature=heat, embedder=embedder, profile=profile)
    own = {job: normalise_model_name(model) for job in JOBS if (model := getattr(models, job))}
    default = normalise_model_name(models.default or OFFLINE)
    return RunConfig(model=default, temperature=heat, embedder=embedder, profile=profile, **own)


def remove_faculties(settings: RunConfig, faculties: Collection[str]) -> RunConfig:
    """The settings of a run whose people live without some faculties. Raises BadInput."""
    for faculty in faculties:
        if faculty not in ABLATABLE:
            raise BadInput(f"People cannot live without {faculty!r}; --without takes {' or '.join(ABLATABLE)}.")
    return replace(settings, without=",".join(sorted(set(faculties))))


def replace_model(settings: RunConfig, model: str | None) -> RunConfig:
    """The same settings with another model in all jobs, if there is another. Raises BadInput."""
    return settings.answered_by(None if model is None else normalise_model_name(model))


def require_embedder(settings: RunConfig, given: str | None) -> None:
    """Check that a run is to go on with the embedder that it was begun with, if one is given. Raises BadInput."""
    if given is not None and normalise_embedder_name(given) != settings.embedder:
        raise BadInput(
            f"This run compares texts by {settings.embedder}, which cannot be changed: its memories have that one's "
            "vectors, and no others can be compared with them. Leave --embedding out, or begin a new run."
        )


def normalise_model_name(text: str) -> str:
    """A model's name in the one form that runs are kept under. Raises BadInput."""
    if text.strip() == OFFLINE:
        return OFFLINE
    with report_as_bad_input():
        return str(spec_of(text))


def normalise_embedder_name(text: str) -> str:
    """An embedder's name in the one form that runs are kept under. Raises BadInput."""
    if text.strip() in {HASHED, HashedEmbedder().name}:
        return HashedEmbedder().name
    if text.strip() == OFFLINE:
        raise BadInput("The offline model does not embed; use --embedding hashed.")
    if text.strip() == MINILM:
        return MINILM
    with report_as_bad_input():
        return str(embedder_spec_of(text))

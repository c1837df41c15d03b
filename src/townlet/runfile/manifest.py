"""The manifest that goes with every result: which run, how far it had come, which models answered, which versions."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

from townlet.cognition.templates import Templates, built_in_prompts
from townlet.runfile import FORMAT, Json, RunReader
from townlet.runfile.config import RunConfig, config_of, current_config
from townlet.runfile.event_log import COMMANDS
from townlet.runfile.study_files import write_atomically
from townlet.state.encoding import as_data, load_json
from townlet.town.defects import Defects
from townlet.town.prompts import read_prompts

OTHER_JOBS = "otherwise"
"""The name for all jobs that have no model of their own."""

OFFLINE_NOTE = "Spoken and thought up by the offline model: rules and patterns, not a language model."

_SECONDS_A_DAY = 86_400


@dataclass(frozen=True)
class PromptTemplateHash:
    """The hash of a prompt's template, and where the template comes from."""

    sha256: str
    """SHA-256 of its text in UTF-8."""
    of: str
    """'town' for a template that the town brings along, which the run file holds. Otherwise the installed version, such
    as 'townlet 0.1.0'; its templates are those of the run as long as the same version computed the run."""


@dataclass(frozen=True)
class Intervention:
    """Something that a person at the keyboard did to a run, as one event of its log."""

    step: int
    time: datetime
    kind: str
    """The class of the event, such as 'Whispered', 'StateChanged' or 'Said'."""
    person: str
    """The person of the town whom it concerns; empty if it concerns an object."""
    text: str
    """The words that were said or whispered, or the new state of an object; empty for other kinds."""
    event: Mapping[str, Json]
    """All fields of the event, from which it can be repeated."""


@dataclass(frozen=True)
class Manifest:
    """Which run a result is about.

    All of it is read from the run file, except `read_with`, `python` and built-in templates.
    """

    run: str
    """The run's id: a hash of its header."""
    town: str
    town_digest: str
    """SHA-256 of everything in the town that can change what happens."""
    seed: int
    start: datetime
    """Game time of step 0."""
    step_seconds: int
    steps: int
    """The number of complete steps that the result covers."""
    game_days: float
    state_hash: str | None
    """The state hash written when the run was closed. None for a run that goes on or was interrupted, and for a result
    that covers only part of a run."""
    forked_from: str | None
    """The id of the run that this one was forked from, '@', and the first step after the fork."""
    head: str | None
    """The hash over everything in the run file, calls and costs included. None for a file without a seal, and for a
    result that covers only part of a run. Runs that are equal may differ in it, because calls take different times."""
    settings: Mapping[str, Json]
    """The configuration that the run began with, as it is stored."""
    interventions: tuple[Intervention, ...]
    """What people at the keyboard did, in order. Town, seed, settings and these make the run."""
    models: Mapping[str, str]
    """The model of each job, as named in the configuration."""
    began_with: Mapping[str, str]
    """The model of each job at the start of the run; another than in `models` if a model has taken over since."""
    models_reported: tuple[str, ...]
    """The names that the answering models report for themselves, in alphabetical order."""
    fallbacks: int
    """The number of answers that no model gave: a declared fallback took their place."""
    embedder: str
    profile: str
    without: tuple[str, ...]
    """The faculties that an ablation left out."""
    temperature: str | None
    """None for the provider's default."""
    prompts: Mapping[str, PromptTemplateHash]
    """Prompt templates by the prompt's name."""
    townlet: str
    """The version of Townlet that started the run."""
    read_with: str
    """The version of Townlet that made the result."""
    python: str
    """The version of Python that made the result."""
    run_format: int
    offline: bool
    """Whether the offline model answered everything."""
    note: str
    """A sentence or two on who answered, for readers of the result."""

    def __getitem__(self, name: str) -> Json:
        """Return an entry of `as_json`: `manifest["steps"]` is `manifest.steps`. Raises KeyError."""
        return self.as_json()[name]

    def as_json(self) -> dict[str, Json]:
        """Return the manifest as JSON, in the order above."""
        data: dict[str, Json] = as_data(self)
        return data


def build_manifest(reader: RunReader, last_step: int | None = None) -> Manifest:
    """Return the manifest of a run up to and including a step; None for the last complete one.

    Raises RunFileError.
    """
    header, last = reader.header, reader.last_step() if last_step is None else last_step
    began, now = config_of(header), current_config(reader)
    answered = reader.call_totals("model")
    steps = 0 if last is None else last + 1
    fallbacks = sum(each.fallbacks for each in answered)
    whole = last == reader.last_step()
    return Manifest(
        run=header.id,
        town=header.town,
        town_digest=header.town_digest,
        seed=header.seed,
        start=header.start,
        step_seconds=header.step_seconds,
        steps=steps,
        game_days=round(steps * header.step_seconds / _SECONDS_A_DAY, 4),
        state_hash=reader.stored_hash() if whole else None,
        forked_from=f"{header.forked_from.run}@{header.forked_from.step}" if header.forked_from else None,
        head=reader.head() if whole else None,
        settings=dict(header.settings),
        interventions=tuple(_interventions(reader, -1 if last is None else last)),
        models=_by_job(now),
        began_with=_by_job(began),
        models_reported=tuple(each.group for each in answered if each.group),
        fallbacks=fallbacks,
        embedder=now.embedder,
        profile=now.profile,
        without=began.left_out,
        temperature=now.temperature or None,
        prompts=_templates(reader),
        townlet=header.townlet,
        read_with=version("townlet"),
        python=platform.python_version(),
        run_format=FORMAT,
        offline=began.offline and now.offline,
        note=describe_answerers((*_by_job(began).values(), *_by_job(now).values()), fallbacks, began.left_out),
    )


def _interventions(reader: RunReader, last_step: int) -> Iterator[Intervention]:
    header = reader.header
    for row in reader.events(0, last_step, phase=COMMANDS):
        event = load_json(row.data)
        if row.kind in _MOVING_IN and row.step == 0 and not event.get("visitor"):
            continue
        person = event.get("agent") or event.get("speaker") or event.get("persona", {}).get("name", "")
        text = event.get("text") or event.get("state") or ""
        yield Intervention(row.step, header.time_of(row.step), row.kind, person, text, event)


_MOVING_IN = ("Joined", "Appeared")
"""The events by which the residents come to life at step 0, which are nobody's doing."""


def write_manifest_beside(table: Path, manifest: Mapping[str, Json]) -> Path:
    """Write a manifest to TABLE.manifest.json and return that path."""
    path = table.with_suffix(".manifest.json")
    text = json.dumps(dict(manifest), indent=2, ensure_ascii=False)
    write_atomically(path, [text, "\n"])
    return path


def describe_answerers(models: Collection[str], fallbacks: int = 0, without: Collection[str] = ()) -> str:
    """Say in plain words who answered: models, fallbacks, and faculties left out."""
    networked = list(dict.fromkeys(model for model in models if model != RunConfig.model))
    if not networked:
        told = OFFLINE_NOTE
    elif RunConfig.model in models:
        told = f"Spoken and thought up in part by rules (the offline model), in part by {' and '.join(networked)}."
    else:
        told = f"Spoken and thought up by {' and '.join(networked)}."
    if without:
        told += f" People lived without {' and '.join(without)}: an ablation."
    return f"{told} {fallbacks:,} answers are fallbacks: no model gave them." if fallbacks else told


def _by_job(settings: RunConfig) -> dict[str, str]:
    return {OTHER_JOBS: settings.model, **settings.by_job}


def _templates(reader: RunReader) -> dict[str, PromptTemplateHash]:
    """Return the hash of each prompt template. The run file holds the town's own templates; the others are built in."""
    own = read_prompts(reader.town_files(), Defects())
    templates, installed = Templates(own), f"townlet {version('townlet')}"
    return {
        name: PromptTemplateHash(
            hashlib.sha256(templates.source(name).encode()).hexdigest(), "town" if name in own else installed
        )
        for name in built_in_prompts()
    }

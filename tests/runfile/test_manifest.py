from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

import pytest

from townlet.cognition.templates import template_source
from townlet.runfile import EventRow, Json, RunHeader, create_run
from townlet.runfile.config import MODEL_INTENT
from townlet.runfile.files import open_reader
from townlet.runfile.manifest import OTHER_JOBS, Manifest, build_manifest, describe_answerers, write_manifest_beside

OWN = b"Say hello to {{ name }}."


def made(path: Path, settings: Mapping[str, Json], model: str = "", closed: bool = True) -> Manifest:
    header = RunHeader("0.0.7", "Otterby", "d1ge57", 9, datetime(2031, 5, 6), 10, settings)
    intents = {MODEL_INTENT: model} if model else {}
    with create_run(path, header, {"prompts/summary.md": OWN, "town.toml": b""}, intents=intents) as run:
        for step in range(3):
            run.commit_step(step, [EventRow(step, 1, "", 0, "TalkEnded", "{}")])
        if closed:
            run.finish()
    with open_reader(path) as reader:
        return build_manifest(reader)


def test_it_tells_the_run_its_length_and_the_versions(tmp_path: Path) -> None:
    manifest = made(tmp_path / "a.townlet", {"model": "offline", "embedder": "hashed-512", "profile": "paper"})
    assert (manifest.town, manifest.town_digest, manifest.seed) == ("Otterby", "d1ge57", 9)
    assert (manifest.steps, manifest.game_days) == (3, round(30 / 86_400, 4))
    assert manifest["steps"] == manifest.steps
    assert (manifest.townlet, manifest.profile, manifest.embedder) == ("0.0.7", "paper", "hashed-512")
    assert manifest.state_hash is not None
    assert manifest.offline


def test_a_run_that_goes_on_has_no_state_hash_and_a_part_of_one_has_not_either(tmp_path: Path) -> None:
    assert made(tmp_path / "open.townlet", {}, closed=False).state_hash is None
    path = tmp_path / "closed.townlet"
    made(path, {})
    with open_reader(path) as reader:
        part = build_manifest(reader, last_step=1)
    assert (part.steps, part.state_hash) == (2, None)


def test_templates_are_told_by_hash_the_towns_own_apart(tmp_path: Path) -> None:
    prompts = made(tmp_path / "a.townlet", {}).prompts
    assert (prompts["summary"].sha256, prompts["summary"].of) == (hashlib.sha256(OWN).hexdigest(), "town")
    assert prompts["converse"].sha256 == hashlib.sha256(template_source("converse").encode()).hexdigest()
    assert prompts["converse"].of.startswith("townlet ")


def test_a_model_that_took_over_is_told_beside_the_one_it_began_with(tmp_path: Path) -> None:
    manifest = made(tmp_path / "a.townlet", {"model": "offline", "dialogue": "ollama:wren"}, model="ollama:lark")
    assert manifest.models == {OTHER_JOBS: "ollama:lark"}
    assert manifest.began_with == {OTHER_JOBS: "offline", "dialogue": "ollama:wren"}
    assert not manifest.offline
    assert "in part by rules" in manifest.note


@pytest.mark.parametrize(
    ("models", "fallbacks", "told"),
    [
        (("offline",), 0, "rules and patterns, not a language model"),
        (("ollama:lark",), 0, "Spoken and thought up by ollama:lark."),
        (("ollama:lark", "offline"), 0, "in part by rules (the offline model), in part by ollama:lark"),
        (("ollama:lark",), 1200, "1,200 answers are fallbacks"),
    ],
)
def test_the_note_says_who_answered(models: tuple[str, ...], fallbacks: int, told: str) -> None:
    assert told in describe_answerers(models, fallbacks)


def test_it_lies_beside_a_table_as_json(tmp_path: Path) -> None:
    manifest = {**made(tmp_path / "a.townlet", {}).as_json(), "answered_by": "ollama:lark"}
    path = write_manifest_beside(tmp_path / "answers.csv", manifest)
    assert path == tmp_path / "answers.manifest.json"
    assert json.loads(path.read_text(encoding="utf-8")) == manifest

"""How to cite Townlet is told for the version that this is."""

from __future__ import annotations

import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[1]
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_version_to_cite_is_the_projects() -> None:
    assert str(CITATION["version"]) == PROJECT["version"]


def test_its_licence_is_the_projects() -> None:
    assert CITATION["license"] == PROJECT["license"]


def test_the_paper_is_cited_with_its_doi() -> None:
    assert [reference["doi"] for reference in CITATION["references"]] == ["10.1145/3586183.3606763"]

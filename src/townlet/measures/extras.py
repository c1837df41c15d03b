"""Imports libraries of extras, such as `study`, when they are needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from townlet.runfile.study_files import StudyError


class MissingExtra(StudyError):
    """A library of an extra is needed and not installed."""


def import_extra(module: str, feature: str, extra: str = "study") -> Any:
    """Return the module. Raises MissingExtra, which names the feature that needs it and how to install it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtra(
            f"{feature} needs {error.name or module}, which is not installed; run `pip install 'townlet[{extra}]'`, "
            f"or `uv sync --extra {extra}` in a checkout of Townlet."
        ) from None

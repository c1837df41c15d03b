"""Libraries of the extra `study`, loaded when they are needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from townlet.runfile.study_files import StudyError


class MissingExtra(StudyError):
    """Something was asked for that needs the extra `study`."""


def import_extra(module: str, wanted: str) -> Any:
    """The module. Raises MissingExtra, which says what wants it and how to install it."""
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtra(
            f"{wanted} needs {error.name or module}, which is not installed; run `pip install 'townlet[study]'`, "
            "or `uv sync --extra study` in townlet's own folder."
        ) from None

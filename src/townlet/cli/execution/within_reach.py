"""One line at the end of a run by rules: a language model that was within reach all along."""

from __future__ import annotations

import asyncio
import sys

from townlet.engine.model_options import ModelOptions
from townlet.language.settings import MODEL_KEYS, read_config

SECONDS = 0.3
"""How long the look may take."""


def chooses_no_model(options: ModelOptions) -> bool:
    """Whether neither an option nor the configuration file names a model, not even the offline one. Raises BadInput."""
    models = read_config(options.config).models
    return options.model is None and not any(getattr(models, key) for key in MODEL_KEYS)


def describe_model_within_reach(town: str) -> str:
    """Return a line about a model that this machine can reach, with a command to copy; empty if there is none.

    Only who sits at a terminal is told: nothing is looked for if the output goes to a file or another program.
    """
    if not sys.stdout.isatty():
        return ""
    from townlet.language.providers.endpoint import read_credentials
    from townlet.language.providers.reach import glance
    from townlet.language.providers.spec import NotConfigured

    try:
        found = asyncio.run(glance(read_credentials(), SECONDS))
    except NotConfigured:
        return ""
    if found is None:
        return ""
    model, where = found
    command = f"townlet run {town} --model dialogue={model}"
    return f"Rules spoke in this run. A language model is within reach ({where}): {command}"

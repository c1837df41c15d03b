"""The settings of its models that a run file keeps, and which of its models have a price."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from townlet.language.pricing import PriceList
from townlet.language.settings import ConfigTables, read_config
from townlet.runfile import RunReader
from townlet.runfile.config import SETTINGS_INTENT, RunConfig
from townlet.runfile.errors import damaged
from townlet.runfile.view import RunSource, open_view


def read_kept_settings(reader: RunReader) -> ConfigTables:
    """Return the settings that a run file keeps: its prices, options and timeout. Raises RunDamaged."""
    try:
        return ConfigTables.model_validate_json(reader.intent(SETTINGS_INTENT) or "{}")
    except ValidationError as error:
        first = error.errors()[0]
        raise damaged(reader.path, f"its setting {'.'.join(map(str, first['loc']))} is not valid") from None


def list_models(config: RunConfig) -> tuple[str, ...]:
    """Return the names of a run's models and of its embedder, without repetition."""
    return tuple(dict.fromkeys((config.model, *config.by_job.values(), config.embedder)))


def find_unpriced_models(config: RunConfig, prices: PriceList) -> tuple[str, ...]:
    """Return the names of a run's models, and of its embedder, that have no known price."""
    return tuple(model for model in list_models(config) if prices.price_of(model) is None)


def list_unpriced(run: RunSource, config: Path | None = None) -> tuple[str, ...]:
    """Return the models of a run that have no price in its own settings, the configuration file or the published list.

    Raises BadInput, RunFileError.
    """
    view = open_view(run)
    with view.reader() as reader:
        tables = read_config(config).over(read_kept_settings(reader))
    return find_unpriced_models(view.config, tables.price_list)

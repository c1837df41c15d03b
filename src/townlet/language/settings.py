"""The configuration file `townlet.toml`: settings for all runs in a folder. Command line options override it."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from townlet.errors import BadInput
from townlet.files import parse_toml_text, read_text
from townlet.language.pricing import PriceList, TokenRates
from townlet.language.providers.knobs import Knobs
from townlet.language.providers.spec import OFFLINE, BadSpec, spec_of
from townlet.language.routing import JOBS

DEFAULT_CONFIG_NAME = "townlet.toml"

DEFAULT_JOB = "default"
"""What stands for every job that has no model of its own."""
MODEL_KEYS = (DEFAULT_JOB, *JOBS)
"""The names of jobs in the file."""

Dollars = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class ModelsTable(BaseModel):
    """The table [models]: which model does which job. None means the default model."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    default: str | None = None
    dialogue: str | None = None
    planning: str | None = None
    importance: str | None = None
    judge: str | None = None
    """The model that ranks answers in `townlet rate judge`. A running town does not use it."""
    embedding: str | None = None
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    """Sampling temperature; None for the provider's default."""
    timeout: Annotated[float, Field(gt=0, le=3600)] | None = None
    """Time limit for a whole answer, in seconds."""


class PriceTable(BaseModel):
    """A table [prices."MODEL"]: US dollars per million tokens.

    A kind of token that is left out costs as much as `input`, or as `output` for `reasoning`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    input: Dollars
    output: Dollars
    cached_input: Dollars | None = None
    cache_write: Dollars | None = None
    reasoning: Dollars | None = None


class ConfigTables(BaseModel):
    """The contents of the file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    models: ModelsTable = ModelsTable()
    prices: dict[str, PriceTable] = {}
    """Price tables by model, named as for --model."""
    options: dict[str, Knobs] = {}
    """What models are told beside their prompts: by model, named as for --model, or by job."""

    @property
    def price_list(self) -> PriceList:
        """The published prices, overridden by those of the file."""
        return PriceList({model: TokenRates(**price.model_dump()) for model, price in self.prices.items()})

    def normalised(self) -> ConfigTables:
        """Return the settings with prices and options under the normal form of models' names. Raises BadInput."""
        prices = {_model_key(model, "prices"): price for model, price in self.prices.items()}
        options = {_option_key(name): knobs for name, knobs in self.options.items()}
        return self.model_copy(update={"prices": prices, "options": options})

    def over(self, kept: ConfigTables) -> ConfigTables:
        """Return these settings, with the prices and the timeout of `kept` where these have none."""
        timeout = kept.models.timeout if self.models.timeout is None else self.models.timeout
        models = self.models.model_copy(update={"timeout": timeout})
        return ConfigTables(
            models=models, prices={**kept.prices, **self.prices}, options={**kept.options, **self.options}
        )

    def in_time(self, seconds: float) -> ConfigTables:
        """Return these settings, with a time limit that is no longer than so many seconds."""
        limited = self.models.model_copy(update={"timeout": min(seconds, self.models.timeout or seconds)})
        return self.model_copy(update={"models": limited})

    def for_run(self, models: Collection[str]) -> ConfigTables:
        """Return what a run with these models keeps: their prices and options, and the timeout."""
        prices = {name: price for name, price in self.prices.items() if name in models}
        options = {name: knobs for name, knobs in self.options.items() if name in models or name in MODEL_KEYS}
        return ConfigTables(models=ModelsTable(timeout=self.models.timeout), prices=prices, options=options)

    def knobs(self, model: str, job: str) -> Knobs:
        """Return the options of a model in a job: those of the job count before those of the model."""
        of_model, of_job = self.options.get(model, Knobs()), self.options.get(job, Knobs())
        return of_job.over(of_model)


def _option_key(name: str) -> str:
    return name if name in MODEL_KEYS else _model_key(name, "options", f"; or name a job: {', '.join(MODEL_KEYS)}")


def _model_key(model: str, table: str, otherwise: str = "") -> str:
    """Return a model's name in a table of the file in its normal form. Raises BadInput."""
    try:
        return model if model == OFFLINE else str(spec_of(model))
    except BadSpec as error:
        raise BadInput(f"[{table}] in townlet.toml: {str(error).rstrip('.')}{otherwise}.") from None


def _documentation_page(error: ValidationError) -> str:
    return "docs/cost.md" if error.errors()[0]["loc"][:1] == ("prices",) else "docs/models/index.md"


def read_config(path: Path | None = None) -> ConfigTables:
    """Read the given file, or `townlet.toml` in the current folder if there is one.

    Raises BadInput for a file that cannot be read or holds an unknown or unusable setting.
    """
    chosen = path or Path(DEFAULT_CONFIG_NAME)
    if path is None and not chosen.is_file():
        return ConfigTables()
    try:
        return ConfigTables.model_validate(parse_toml_text(read_text(chosen))).normalised()
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise BadInput(
            f"{chosen}: the setting {where} is not valid: {first['msg']}. See {_documentation_page(error)}."
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{chosen} is not valid TOML: {error}. Correct that line.") from None
    except OSError as error:
        raise BadInput(f"{chosen} cannot be read: {error.strerror}. Check --config.") from None

"""The configuration file `townlet.toml`: settings for all runs in a folder. Command line options override it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, TypeAlias

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


Settings: TypeAlias = "Mapping[tuple[str, ...], Mapping[str, str | int | float]]"
"""Values for the configuration file, by table and key: {("models",): {"default": "ollama:m"}}."""


def settings_lines(settings: Settings) -> list[str]:
    """Return settings as lines of the file."""
    lines: list[str] = []
    for table, values in settings.items():
        lines += [_header(table), *(f"{key} = {json.dumps(value)}" for key, value in values.items())]
    return lines


def with_settings(text: str, settings: Settings) -> str:
    """Return the text of a configuration file with settings. All else stays; replaced values become comments.

    Raises BadInput if that is not possible without loss.
    """
    lines, expected = text.splitlines(), parse_toml_text(text)
    for wanted, values in settings.items():
        # A table may name the same model in another way.
        known = expected.get(wanted[0], {}) if len(wanted) > 1 else {}
        table = (wanted[0], *(next((name for name in known if _option_key(name) == key), key) for key in wanted[1:]))
        inner = expected
        for key in table:
            inner = inner.setdefault(key, {})
        for key, value in values.items():
            if inner.get(key) != value:
                inner[key] = value
                lines = _with_value(lines, table, key, json.dumps(value))
    changed = "".join(f"{line}\n" for line in lines)
    try:
        if parse_toml_text(changed) == expected:
            return changed
    except tomllib.TOMLDecodeError:
        pass
    own = " / ".join(settings_lines(settings))
    raise BadInput(f"{DEFAULT_CONFIG_NAME} is written in a way that only you can change; put these lines in: {own}")


def _header(table: tuple[str, ...]) -> str:
    return f"[{'.'.join(key if re.fullmatch(r'[A-Za-z0-9_-]+', key) else json.dumps(key) for key in table)}]"


def _with_value(lines: list[str], table: tuple[str, ...], key: str, value: str) -> list[str]:
    """Return the lines of a file with a value in a table; the line that it replaces becomes a comment."""
    start = next((number for number, line in enumerate(lines) if _table_in(line) == table), None)
    if start is None:
        return [*lines, *([""] if lines else []), _header(table), f"{key} = {value}"]
    within = range(start + 1, next((at for at in range(start + 1, len(lines)) if _table_in(lines[at])), len(lines)))
    old = next((at for at in within if re.match(rf"\s*{key}\s*=", lines[at])), None)
    if old is None:
        return [*lines[: start + 1], f"{key} = {value}", *lines[start + 1 :]]
    return [*lines[:old], f"# {lines[old].strip()}", f"{key} = {value}", *lines[old + 1 :]]


def _table_in(line: str) -> tuple[str, ...]:
    """Return the keys of a table whose header a line is: ("options", "ollama:m"); none for other lines."""
    try:
        inner = tomllib.loads(line) if line.lstrip().startswith("[") else {}
    except tomllib.TOMLDecodeError:
        return ()
    keys = []
    while isinstance(inner, dict) and inner:
        [(key, inner)] = inner.items()
        keys.append(key)
    return tuple(keys)

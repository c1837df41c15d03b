"""The configuration file `townlet.toml`: settings for all runs in a folder. Command line options override it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from townlet.cli.errors import BadInput

DEFAULT_CONFIG_NAME = "townlet.toml"

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
        return ConfigTables.model_validate(tomllib.loads(chosen.read_text(encoding="utf-8-sig")))
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

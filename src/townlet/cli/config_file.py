"""`townlet.toml`: what a person sets once for all runs in a folder. Options on the command line win over it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from townlet.cli.errors import BadInput

DEFAULT_CONFIG_NAME = "townlet.toml"

Dollars = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class ModelsTable(BaseModel):
    """The table [models]: which model does which job; None for the default one."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    default: str | None = None
    dialogue: str | None = None
    planning: str | None = None
    importance: str | None = None
    judge: str | None = None
    """Who orders answers in `townlet rate judge`; no job of a town's."""
    embedding: str | None = None
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    """None for the provider's own."""
    timeout: Annotated[float, Field(gt=0, le=3600)] | None = None
    """Seconds that an answer may take as a whole."""


class PriceTable(BaseModel):
    """A table [prices."MODEL"]: US dollars for a million tokens; kinds left out cost what their like does."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    input: Dollars
    output: Dollars
    cached_input: Dollars | None = None
    cache_write: Dollars | None = None
    reasoning: Dollars | None = None


class ConfigTables(BaseModel):
    """All tables of the file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    models: ModelsTable = ModelsTable()
    prices: dict[str, PriceTable] = {}
    """By a model, named as for --model."""


def _page(error: ValidationError) -> str:
    return "docs/cost.md" if error.errors()[0]["loc"][:1] == ("prices",) else "docs/models/index.md"


def read_config(path: Path | None = None) -> ConfigTables:
    """The file named, or `townlet.toml` in the current folder if there is one. Raises BadInput."""
    chosen = path or Path(DEFAULT_CONFIG_NAME)
    if path is None and not chosen.is_file():
        return ConfigTables()
    try:
        return ConfigTables.model_validate(tomllib.loads(chosen.read_text(encoding="utf-8-sig")))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise BadInput(f"{chosen}: {where} cannot be used: {first['msg']}; see {_page(error)}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{chosen} is not a TOML file: {error}; mend that line.") from None
    except OSError as error:
        raise BadInput(f"{chosen} cannot be read: {error.strerror}; check --config.") from None

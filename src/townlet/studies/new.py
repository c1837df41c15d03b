"""New studies: a small one to start from."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

from townlet.errors import BadInput
from townlet.runfile.study_files import write_atomically
from townlet.town import load_town


def new_study(study: Path | str, town: str = "applegarth") -> None:
    """Write a study file of a town to start from, which ends with .toml. It runs in a minute.

    `town` is a built-in town or a folder. Raises BadInput, TownError, OSError.
    """
    study = Path(study)
    if study.exists():
        raise BadInput(f"{study} exists already. Give another name, or delete it first.")
    if study.suffix != ".toml":
        raise BadInput(f"{study} is no name of a study; end it with .toml.")
    if not study.parent.is_dir():
        raise BadInput(f"There is no folder {study.parent} to write {study.name} to. Create it first.")
    load_town(town)
    folder = Path(town)
    written = os.path.relpath(folder, study.parent) if folder.is_dir() else town
    text = files(__package__).joinpath("template.toml").read_text(encoding="utf-8")
    write_atomically(study, [text.replace('town = "applegarth"', f'town = "{written}"', 1)])

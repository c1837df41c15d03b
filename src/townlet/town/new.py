"""New towns: copies of another town to start from."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from townlet.files import refuse_full_folder
from townlet.town.defects import TownError
from townlet.town.folder import find_town, town_files
from townlet.town.names import renamed_files
from townlet.town.town import town_from_files

STARTER_TOWN = "applegarth"
"""The built-in town that serves as the starting point for new towns."""

PLAN = "plan/"
"""The folder of a town's map as text."""


def new_town(folder: Path | str, source: str = STARTER_TOWN, names: Mapping[str, str] | None = None) -> list[str]:
    """Copy a town into a new or empty folder, and return the files written, as paths within it.

    `source` is a built-in town or a folder. `names` gives people other names, by their names there; their keys stay, so
    that names are all that differs. Raises BadInput, TownError, OSError.
    """
    folder = Path(folder)
    refuse_full_folder(folder)
    content = _read_town(source)
    if names:
        content = renamed_files(content, names)
        town_from_files(content, str(folder), check_names=True)
    write_folder(content, folder)
    return list(content)


def _read_town(source: str) -> dict[str, bytes]:
    """Return the files of a town and of its plan, by path within its folder, in alphabetical order. Raises TownError.

    Other files of the folder, such as run files, are not part of the town.
    """
    content, plan = town_files(source), find_town(source).joinpath(PLAN)
    if "town.toml" not in content:
        raise TownError(source, ["has no town.toml, so it is not the folder of a town"])
    if plan.is_dir():
        content |= {f"{PLAN}{each.name}": each.read_bytes() for each in plan.iterdir() if each.is_file()}
    return dict(sorted(content.items()))


def write_folder(content: Mapping[str, bytes], folder: Path) -> None:
    """Write the files into a new or empty folder, and remove them again if that fails. Raises OSError."""
    is_new = not folder.exists()
    try:
        for name, part in content.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(part)
    except BaseException:
        for path in (folder,) if is_new else tuple(folder.iterdir()):
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        raise

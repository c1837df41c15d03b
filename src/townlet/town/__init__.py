"""Towns as folders of files: loading and checking them."""

from townlet.moved import moved_name
from townlet.town.defects import TownError
from townlet.town.folder import builtin_towns, load_town, town_files
from townlet.town.town import Town, town_from_files

__all__ = ["Town", "TownError", "builtin_towns", "load_town", "town_files", "town_from_files"]


def __getattr__(name: str) -> object:
    if name == "load":
        raise moved_name("townlet.town", "load", "from townlet import load_town")
    raise AttributeError(f"module 'townlet.town' has no attribute {name!r}")

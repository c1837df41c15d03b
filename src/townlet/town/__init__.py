"""Towns as folders of files: loading and checking them."""

from townlet.town.defects import TownError
from townlet.town.folder import builtin_towns, load_town, town_files
from townlet.town.town import Town, town_from_files

__all__ = ["Town", "TownError", "builtin_towns", "load_town", "town_files", "town_from_files"]

"""The plan of the made-up town that the tests of `town` break."""

from town.conftest import plan, town, town_folder

__all__ = ["plan", "town", "town_folder"]

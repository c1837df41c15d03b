"""`python -m townlet.mapmaker DIR...`: draw the maps of towns, as `townlet draw` does."""

from __future__ import annotations

import sys
from pathlib import Path

from townlet.mapmaker.compile import draw_town
from townlet.town.defects import TownError


def draw_towns(arguments: list[str]) -> int:
    """Draw the map of each town folder; return the exit status, which is 2 at the first plan with defects."""
    if not arguments:
        print("Name the folder of a town: python -m townlet.mapmaker DIR...", file=sys.stderr)
        return 2
    for folder in arguments:
        try:
            print(f"wrote {draw_town(Path(folder))}")
        except TownError as error:
            print(error, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(draw_towns(sys.argv[1:]))

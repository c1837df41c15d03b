"""`python -m townlet.mapmaker TOWN_DIR`: write the map of a town from its plan."""

from __future__ import annotations

import sys
from pathlib import Path

from townlet.mapmaker.compile import draw_town
from townlet.town.defects import TownError


def draw_towns(arguments: list[str]) -> int:
    """Draw each town folder given; 2 if one has a defect."""
    if not arguments:
        print("Name the folder of a town: python -m townlet.mapmaker TOWN_DIR", file=sys.stderr)
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

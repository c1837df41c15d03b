"""`python -m townlet.town.draw TOWN_DIR`: write the map of a town from its plan."""

from __future__ import annotations

import sys
from pathlib import Path

from townlet.town.defects import TownError
from townlet.town.draw.compile import draw


def main(arguments: list[str]) -> int:
    """Draw each town folder given; 2 if one has a defect."""
    if not arguments:
        print("Name the folder of a town: python -m townlet.town.draw TOWN_DIR", file=sys.stderr)
        return 2
    for folder in arguments:
        try:
            print(f"wrote {draw(Path(folder))}")
        except TownError as error:
            print(error, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

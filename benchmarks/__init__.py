"""Programs that print figures. Those that drive a browser do it as its tests do, with what these share."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "tests"))

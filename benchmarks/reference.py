"""Count the calls and tokens of two days of the built-in town, and print them as Townlet keeps them.

    uv run python benchmarks/reference.py > src/townlet/evaluation/reference.toml

`townlet models` and the page "Which model" price these figures. They are the same as those of
`townlet estimate smallville --days 2 --sample 2`, which counts again.
"""

from __future__ import annotations

import asyncio

from townlet.evaluation.estimate import sample_text
from townlet.evaluation.sampling import sample_town
from townlet.runfile.config import RunConfig
from townlet.town import load_town

TOWN, DAYS, SEED = "smallville", 2.0, 1


if __name__ == "__main__":
    sample = asyncio.run(sample_town(load_town(TOWN), RunConfig(), SEED, DAYS))
    print("# Calls, prompt tokens and answer tokens of the built-in town, by kind of prompt; UTF-8 bytes / 4.")
    print("# Written by benchmarks/reference.py.")
    print(sample_text(TOWN, sample), end="")

"""Count the calls and tokens of two days of the built-in town, and print them as Townlet keeps them.

    uv run python benchmarks/reference.py > src/townlet/evaluation/reference.toml

`townlet models` and the page "Which model" price these figures. They are the same as those of
`townlet estimate smallville --days 2 --sample 2`, which counts again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from townlet.evaluation.estimate import CallSample
from townlet.evaluation.sampling import sample_town
from townlet.runfile.config import RunConfig
from townlet.town import load_town

TOWN, DAYS, SEED = "smallville", 2.0, 1


def sample_lines(town: str, sample: CallSample) -> Iterator[str]:
    """Yield a sample as TOML, as `reference_sample` reads it."""
    yield f'town = "{town}"'
    yield f"people = {sample.people}"
    yield f"days = {sample.days}"
    yield f"embedded_tokens = {sample.embedded_tokens}"
    yield ""
    yield "[prompts]"
    for name, used in sorted(sample.by_prompt.items()):
        tokens = f"prompt_tokens = {used.prompt_tokens}, answer_tokens = {used.answer_tokens}"
        yield f"{name} = {{ calls = {used.calls}, {tokens} }}"


if __name__ == "__main__":
    sample = asyncio.run(sample_town(load_town(TOWN), RunConfig(), SEED, DAYS))
    print("# Calls, prompt tokens and answer tokens of the built-in town, by kind of prompt; UTF-8 bytes / 4.")
    print("# Written by benchmarks/reference.py.")
    print(*sample_lines(TOWN, sample), sep="\n")

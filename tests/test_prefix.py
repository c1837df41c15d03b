"""benchmarks/prefix.py: the radix cache and the price models."""

import runpy
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.engine.simulation import Simulation
from townlet.measures.bill import read_bill
from townlet.runfile.view import RunView
from townlet.town import load_town

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "prefix.py"
prefix: dict[str, Any] = runpy.run_path(str(SCRIPT))
ORSOLET = Path(__file__).parent / "towns" / "orsolet"
BLOCK: int = prefix["BLOCK"]

PROMPTS = st.lists(st.lists(st.sampled_from([b"a" * 16, b"b" * 16, b"c" * 64]), max_size=12).map(b"".join), max_size=8)


def same_start(one: bytes, other: bytes) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


@given(PROMPTS)
def test_a_prompt_shares_whole_blocks_with_the_earlier_prompt_that_begins_most_alike(prompts: list[bytes]) -> None:
    cache = prefix["RadixCache"]()
    for number, prompt in enumerate(prompts):
        alike = [same_start(prompt, earlier) for earlier in prompts[:number]]
        assert cache.send(prompt) == max(alike, default=0) // BLOCK * BLOCK


@pytest.mark.parametrize(
    ("model", "sent", "shared", "paid"),
    [
        ("A", 1000, 400, 400 * 0.1 + 600),
        ("B", 2000, 1008, 2000),
        ("B", 2000, 1200, 1152 * 0.1 + 848),
        ("C", 1000, 400, 1000),
        ("C", 2000, 1200, 1200 * 0.1 + 800 * 1.25),
        ("C", 2000, 400, 2000 * 1.25),
    ],
)
def test_a_price_model_charges_what_it_says(model: str, sent: int, shared: int, paid: float) -> None:
    assert prefix["PRICE_MODELS"][model].paid(sent, shared) == pytest.approx(paid)


async def test_the_figures_of_kinds_add_up_to_those_of_the_run(tmp_path: Path) -> None:
    path = tmp_path / "run.townlet"
    with Simulation.start(load_town(ORSOLET), path, seed=1) as simulation:
        async for _ in simulation.run(0.3):
            pass
    view = RunView(path)
    table = prefix["table_of"](view)
    whole = table.pop("all")
    for head in ("calls", "sent", "uncached", "paid A", "paid D"):
        assert sum(row[head] for row in table.values()) == pytest.approx(whole[head])
    bill = read_bill(view)
    assert whole["calls"] == pytest.approx(bill.per_person_day(bill.total.calls))
    assert 0 < whole["uncached"] < whole["sent"]

"""Flip single bits of run files and cut them off, repair each, and print what share of the steps is kept.

    uv run python benchmarks/repair.py [--flips 200] [--cuts 50] [--towns applegarth ternholm smallville] [--seed 1]
    uv run python benchmarks/repair.py --runs A.townlet B.townlet [--pages 50]

Runs of the towns are lived with the offline model, or run files are given. Flips fall anywhere in the file. A cut takes
between one byte and a tenth of the file from its end; its share is drawn evenly on a logarithmic scale. A lost page is
one of zeros: what it held of events ends the kept part, what it held of anything else does not. Damage that
changes nothing that anybody reads is not counted. Each repaired file is verified.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from townlet import Simulation, load_town, verify_run
from townlet.runfile.errors import RunFileError
from townlet.runfile.repair import repair_run

DAYS = {"applegarth": 2.0, "ternholm": 0.5, "smallville": 0.4}
MOST_CUT = 0.1
PAGE_BYTES = 4096


class Outcome(NamedTuple):
    """What came of one damage. `share` is None if nothing was damaged."""

    what: str
    share: float | None
    why: str
    seconds: float


def repaired(damage: tuple[str, bytes], steps: int, folder: Path) -> Outcome:
    """Repair a damaged file, and return the share of its steps that is kept."""
    what, data = damage
    path, copy = folder / "damaged.townlet", folder / "repaired.townlet"
    copy.unlink(missing_ok=True)
    path.write_bytes(data)
    began = time.process_time()
    try:
        done = repair_run(path, copy)
    except RunFileError as error:
        return Outcome(what, 0.0, str(error).replace(str(folder), ""), time.process_time() - began)
    seconds = time.process_time() - began
    if done is None:
        return Outcome(what, None, "", seconds)
    assert verify_run(copy).sound
    why = done.cut_by or ", ".join(f"{count} of {table}" for table, count in done.lost.items() if count)
    return Outcome(what, done.kept_steps / steps, why, seconds)


def flipped(data: bytes, chance: random.Random) -> tuple[str, bytes]:
    damaged, at, bit = bytearray(data), chance.randrange(len(data)), chance.randrange(8)
    damaged[at] ^= 1 << bit
    return f"bit {bit} of byte {at:,}", bytes(damaged)


def cut_off(data: bytes, chance: random.Random) -> tuple[str, bytes]:
    less = max(1, round(len(data) * MOST_CUT ** (1 + 4 * chance.random())))
    return f"{less:,} bytes less", data[:-less]


def page_lost(data: bytes, chance: random.Random) -> tuple[str, bytes]:
    page = chance.randrange(1, len(data) // PAGE_BYTES)
    return f"page {page:,} lost", data[: page * PAGE_BYTES] + bytes(PAGE_BYTES) + data[(page + 1) * PAGE_BYTES :]


def tell(name: str, outcomes: list[Outcome]) -> None:
    """Print the distribution of the shares that were kept, and the worst cases."""
    shares = sorted((each.share, each) for each in outcomes if each.share is not None)
    if not shares:
        print(f"{name}: no damage")
        return
    kept = [share for share, _ in shares]
    whole = sum(share == 1 for share in kept)
    print(
        f"{name}: {len(kept)} damages, median {statistics.median(kept):.1%}, worst tenth "
        f"{kept[len(kept) // 10]:.1%}, worst {kept[0]:.1%}, all steps {whole / len(kept):.0%}, "
        f"at most {max(each.seconds for each in outcomes):.1f} s"
    )
    for share, each in shares[:3]:
        print(f"    {share:.1%}: {each.what}: {each.why}")


async def live(town: str, path: Path, seed: int) -> None:
    with Simulation.start(load_town(town), path, seed=seed) as simulation:
        async for _ in simulation.run(DAYS.get(town, 0.5)):
            pass
        simulation.finish()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--flips", type=int, default=200, help="flips in all")
    parser.add_argument("--cuts", type=int, default=50, help="cuts in all")
    parser.add_argument("--pages", type=int, default=0, help="lost pages in all")
    parser.add_argument("--towns", nargs="*", default=list(DAYS), help="built-in towns or folders")
    parser.add_argument("--runs", nargs="*", type=Path, default=[], help="run files, in place of towns")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance, found = random.Random(options.seed), {name: list[Outcome]() for name in ("flips", "cuts", "pages")}
    with tempfile.TemporaryDirectory() as folder:
        runs: list[Path] = options.runs
        for town in () if runs else options.towns:
            runs = [*runs, Path(folder, f"{Path(town).name}.townlet")]
            asyncio.run(live(town, runs[-1], options.seed))
        for run in runs:
            data, last = run.read_bytes(), verify_run(run).last_step
            assert last is not None
            print(f"{run.name}: {len(data) / 1e6:.1f} MB, {last + 1:,} steps", flush=True)
            kinds = (
                ("flips", flipped, options.flips),
                ("cuts", cut_off, options.cuts),
                ("pages", page_lost, options.pages),
            )
            for name, damage, count in kinds:
                outcomes = [
                    repaired(damage(data, chance), last + 1, Path(folder)) for _ in range(-(-count // len(runs)))
                ]
                tell(f"  {name}", outcomes)
                found[name] += outcomes
    tell("all flips", found["flips"])
    tell("all cuts", found["cuts"])
    if options.pages:
        tell("all lost pages", found["pages"])
    tell("all flips and cuts", [*found["flips"], *found["cuts"]])


if __name__ == "__main__":
    main()

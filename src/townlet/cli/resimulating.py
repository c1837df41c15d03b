"""`townlet ablate TOWN --resimulate`: a town lives with and without a faculty, seed by seed; what is there is kept."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import typer

from townlet.cli.ablating import Wanted, asked_in
from townlet.cli.beginning import Fresh, further, new_run
from townlet.cli.choosing import left_out, settings_chosen
from townlet.cli.drive import Journey, arrive
from townlet.cli.failures import INTERRUPTED, BadInput
from townlet.cli.machinery import Means
from townlet.cli.times import Timeline
from townlet.engine.simulation import opened
from townlet.study.interviews.conditions import FULL
from townlet.study.manifest import manifest_of
from townlet.study.measure import measure
from townlet.study.truth.resimulation import ARCHITECTURES, Lived, data, lived, page
from townlet.study.whole import write_whole
from townlet.town import load

MOST_SEEDS = 1000


@dataclass(frozen=True)
class Resimulation:
    """What lives: a town under each architecture, with seeds 1 to `seeds`, for so many game days."""

    town: str
    architectures: tuple[str, ...]
    seeds: int
    days: float
    folder: Path
    wanted: Wanted

    def runs(self) -> list[tuple[str, int, Path]]:
        """Each architecture with each seed, and the file of that run."""
        return [
            (name, seed, self.folder / f"{name}-{seed}.townlet")
            for seed in range(1, self.seeds + 1)
            for name in self.architectures
        ]


def architectures(named: Sequence[str]) -> tuple[str, ...]:
    """Those asked for, and the whole one to compare them with. Raises BadInput."""
    for name in named:
        if name not in (*ARCHITECTURES, "all"):
            raise BadInput(f"Nobody can live under {name!r}; --resimulate takes {', '.join(ARCHITECTURES)}.")
    chosen = ARCHITECTURES if not named or "all" in named else {"full", *named}
    return tuple(name for name in ARCHITECTURES if name in chosen)


def resimulated(wanted: Resimulation) -> list[Lived]:
    """The runs, lived as far as they are not there yet, and what they came to. Raises BadInput, RunPaused."""
    if not 1 <= wanted.seeds <= MOST_SEEDS:
        raise BadInput(f"--seeds {wanted.seeds} cannot be; give a number from 1 to {MOST_SEEDS}.")
    load(wanted.town)
    wanted.folder.mkdir(parents=True, exist_ok=True)
    return list(_lived(wanted))


def _lived(wanted: Resimulation) -> Iterator[Lived]:
    runs = wanted.runs()
    for number, (name, seed, path) in enumerate(runs, start=1):
        journey = _journey(wanted, name, seed, path)
        state = "lives" if journey else "is there"
        typer.echo(f"{number} of {len(runs)}: {name}, seed {seed} {state} ({path}).", err=True)
        if journey and not arrive(journey):
            typer.echo("Stopped. The same command goes on from here.", err=True)
            raise typer.Exit(INTERRUPTED)
        yield _figured(wanted, name, path)


def _journey(wanted: Resimulation, name: str, seed: int, path: Path) -> Journey | None:
    """How the run begins or goes on; None if it is there as a whole. Raises BadInput."""
    means = Means(wanted.wanted.concurrency, config=wanted.wanted.choice.config, budget=wanted.wanted.budget)
    if not path.exists():
        fresh = Fresh(seed, out=path, without=ARCHITECTURES[name])
        return new_run(wanted.town, fresh, wanted.days, wanted.wanted.choice, means)
    with opened(path) as reader:
        header, timeline = reader.header, Timeline.of(reader)
    settings = left_out(settings_chosen(wanted.wanted.choice, "economical"), ARCHITECTURES[name])
    same = (load(wanted.town).digest, seed, settings.as_json())
    if (header.town_digest, header.seed, dict(header.settings)) != same:
        raise BadInput(f"{path} is a run of another town, model or architecture; give another folder by --out.")
    steps = round(wanted.days * 86_400 / header.step_seconds)
    if timeline.steps > steps:
        raise BadInput(f"{path} has lived more than {wanted.days:g} days; give as many, or another folder by --out.")
    return (
        further(path, wanted.days, replace(wanted.wanted.choice, model=None), means) if timeline.steps < steps else None
    )


def _figured(wanted: Resimulation, name: str, path: Path) -> Lived:
    asked, _ = asyncio.run(asked_in(path, (FULL,), wanted.wanted, lambda: None))
    with opened(path) as reader:
        manifest = manifest_of(reader)
    return lived(name, measure(path), manifest, asked.judged)


def result_of(wanted: Resimulation, runs: Sequence[Lived]) -> tuple[str, str]:
    """The page and the data, which are written into the folder, too."""
    note = runs[0].manifest.note
    told, found = page(load(wanted.town).name, runs, note), json.dumps(data(runs, note), ensure_ascii=False)
    for file, text in (("resimulation.txt", told), ("resimulation.json", found)):
        write_whole(wanted.folder / file, [text, "\n"])
    return told, found

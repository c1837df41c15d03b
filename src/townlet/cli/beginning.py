"""Beginning a run, and going on with one, as options of the command line say."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from townlet.cli.choosing import Choice, answered_by, left_out, require_embedder, settings_chosen
from townlet.cli.drive import Journey, end_of
from townlet.cli.failures import BadInput
from townlet.cli.machinery import Means, equipped
from townlet.cli.times import Timeline
from townlet.engine.simulation import BUDGET, Simulation, days_meant, opened, settings_now
from townlet.town import load, town_from_files


@dataclass(frozen=True)
class Fresh:
    """What only a new run can be told."""

    seed: int = 1
    profile: str = "economical"
    out: Path | None = None
    without: tuple[str, ...] = ()
    """The faculties that people are to live without."""


def new_run(town: str, fresh: Fresh, days: float | None, choice: Choice, means: Means) -> Journey:
    """A run of a town, in a file of its own. Raises BadInput, TownError."""
    inhabited = load(town)
    path = fresh.out or _free_name(town, fresh.seed)
    settings = left_out(settings_chosen(choice, fresh.profile), fresh.without)
    equipment = equipped(settings, fresh.seed, means)

    async def begin() -> Simulation:
        await equipment.prepare()
        return Simulation.start(inhabited, path, seed=fresh.seed, settings=settings, machinery=equipment.machinery)

    return Journey(path, _checked(days, inhabited.days), equipment, begin)


def further(run: Path, days: float | None, choice: Choice, means: Means) -> Journey:
    """A run from where its file ends. Raises BadInput, also for one that has lived so many days; RunFileError."""
    with opened(run) as reader:
        header, timeline = reader.header, Timeline.of(reader)
        means = replace(means, budget=means.budget or reader.intent(BUDGET))
        settings = answered_by(settings_now(reader), choice.model)
        usual = days_meant(reader, town_from_files(reader.town_files(), str(run)).days)
    require_embedder(settings, choice.embedding)
    goal = _checked(days, usual)
    end_of(run, goal, timeline.steps, 86_400 // header.step_seconds)
    equipment = equipped(settings, header.seed, means)

    async def begin() -> Simulation:
        await equipment.prepare()
        simulation = await Simulation.resume(run, machinery=equipment.machinery)
        if choice.model is not None:
            simulation.hand_over(settings.model)
        return simulation

    return Journey(run, goal, equipment, begin)


def _checked(days: float | None, usual: float) -> float:
    chosen = usual if days is None else days
    if not 0.0005 <= chosen <= 10_000:
        raise BadInput(f"--days {chosen:g} is not a length for a run; give a number such as 0.5 or 2.")
    return chosen


def _free_name(town: str, seed: int) -> Path:
    """TOWN-seedN.townlet in the current folder, with a number behind it if there is one already."""
    stem = f"{Path(town).resolve().name or 'town'}-seed{seed}"
    names = (Path(f"{stem}{f'-{number}' if number > 1 else ''}.townlet") for number in count(1))
    return next(name for name in names if not name.exists())

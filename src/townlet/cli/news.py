"""How far the news that a town's author follows has got, in a sentence."""

from __future__ import annotations

from pathlib import Path

from townlet.engine.runfile import RunFileError
from townlet.study.diffusion.knowing import Spread, followed
from townlet.study.source import Source


def news_told(run: Path) -> str:
    """'News: picnic, known to 1 at the start and to 3 of 4 now.'; empty where nothing is followed or has happened.

    What keeps it from being read is told instead: by then the run is safe in its file.
    """
    try:
        source = Source.of(run)
        people, found = len(source.residents), followed(source)
    except RunFileError as error:
        return str(error)
    told = "; ".join(_reach(each, people) for each in found)
    return f"News: {told}." if told else ""


def _reach(found: Spread, people: int) -> str:
    return f"{found.fact.name}, known to {found.by(1)} at the start and to {len(found.known)} of {people} now"

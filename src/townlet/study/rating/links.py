"""The table of links: who is sent which, and the code by which it is known that they have finished."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from townlet.engine.runfile import study_path
from townlet.study.whole import write_whole

NAME = "links.csv"


@dataclass(frozen=True)
class Link:
    """Somebody's link. Whoever has it is taken for them."""

    id: str
    role: str
    """rater, author, or preview: for the researcher, and never counted."""
    person: str
    """Whom they watch; empty for a rater who has not begun."""
    link: str
    code: str
    """What they are told at the end."""


def links_path(run: Path) -> Path:
    return study_path(run) / NAME


def write_links(links: Iterable[Link], to: Path) -> None:
    """As a whole or not at all."""
    to.parent.mkdir(parents=True, exist_ok=True)
    table = io.StringIO(newline="")
    writer = csv.DictWriter(table, tuple(Link.__dataclass_fields__), lineterminator="\n")
    writer.writeheader()
    writer.writerows(asdict(link) for link in links)
    write_whole(to, [table.getvalue()])

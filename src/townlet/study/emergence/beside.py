"""The figures that the paper printed (Park et al. 2023, section 7.1), each beside the run's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from townlet.engine.runfile import Json
from townlet.study.emergence.coordination import Coordination
from townlet.study.emergence.finding import START, Emergence
from townlet.study.emergence.survey import Survey

PAPER_PEOPLE = 25
PAPER_DENSITY = (0.167, 0.74)
PAPER_ASKED, PAPER_HALLUCINATED = 453, 6
PAPER_INVITED, PAPER_CAME = 12, 5


@dataclass(frozen=True)
class Count:
    """A number, and of how many where it is a part of them."""

    value: float
    of: int | None = None

    @property
    def share(self) -> float | None:
        return self.value / self.of if self.of else None

    def as_json(self) -> dict[str, Json]:
        return {"value": round(self.value, 4), "of": self.of}

    def __str__(self) -> str:
        if self.of is None:
            return f"{self.value:.3f}" if isinstance(self.value, float) else f"{self.value}"
        return f"{self.value} of {self.of}" + ("" if self.share is None else f" ({100 * self.share:.1f} %)")


@dataclass(frozen=True)
class Beside:
    """One figure: by provenance, by interview as the paper has it, and in the paper; None where there is none."""

    key: str
    label: str
    held: Count | None
    said: Count | None
    paper: Count | None

    def as_json(self) -> Json:
        columns = {"by_provenance": self.held, "by_interview": self.said, "paper": self.paper}
        return {"label": self.label, **{key: count.as_json() if count else None for key, count in columns.items()}}


def beside_paper(found: Emergence) -> tuple[Beside, ...]:
    """Diffusion, relationships and coordination. Facts that are not the paper's own have nothing of it beside them."""
    return (*_knew(found), *_relationships(found), *(row for event in found.events for row in _came(found, event)))


def _moments(found: Emergence) -> tuple[tuple[str, int, Survey | None], ...]:
    """The start and the end, with what people said."""
    start, end = (found.asked.start, found.asked.end) if found.asked else (None, None)
    return ("start", START, start), ("end", found.last, end)


def _knew(found: Emergence) -> Iterator[Beside]:
    people = len(found.people)
    for spread in found.spreads:
        fact = spread.fact
        for (when, step, survey), paper in zip(_moments(found), (fact.paper_start, fact.paper_end), strict=True):
            said = survey.on_fact(fact.name) if survey else []
            yield Beside(
                f"{fact.name}_{when}",
                f"knew of the {fact.name}, {when}",
                Count(spread.by(step), people),
                Count(sum(reply.yes for reply in said), len(said)) if said else None,
                None if paper is None else Count(paper, PAPER_PEOPLE),
            )


def _relationships(found: Emergence) -> Iterator[Beside]:
    for (when, step, survey), paper in zip(_moments(found), PAPER_DENSITY, strict=True):
        by_interview = Count(found.said_density(survey)) if survey else None
        label = f"density of mutual knowledge, {when}"
        yield Beside(f"density_{when}", label, Count(found.density(step)), by_interview, Count(paper))
    if asked := found.asked:
        affirmed = sum(reply.yes for reply in asked.end.people)
        made_up = Count(len(found.hallucinated(asked.end, found.last)), affirmed)
        label = "knowing of somebody affirmed without ground"
        yield Beside("hallucinated", label, None, made_up, Count(PAPER_HALLUCINATED, PAPER_ASKED))


def _came(found: Emergence, event: Coordination) -> Iterator[Beside]:
    invited, people = len(event.invited), len(found.people)
    came = invited - len(event.absent)
    fact = next(each.fact for each in found.spreads if each.fact.name == event.fact)
    papers = fact.paper_end is not None
    yield Beside(
        f"{event.fact}_invited",
        f"invited to the {event.fact}",
        Count(invited, people),
        None,
        Count(PAPER_INVITED, PAPER_PEOPLE) if papers else None,
    )
    so_far = "" if event.over else " so far"
    yield Beside(
        f"{event.fact}_came",
        f"of them came to the {event.fact}{so_far}",
        Count(came, invited),
        None,
        Count(PAPER_CAME, PAPER_INVITED) if papers else None,
    )

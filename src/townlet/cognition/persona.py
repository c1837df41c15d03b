"""Personas: who the people are, as the town's author describes them. They never change in a run."""

from __future__ import annotations

from dataclasses import dataclass

from townlet.world.address import Address


@dataclass(frozen=True)
class Persona:
    """A person as the town's author wrote them (Park et al. 2023, section 3.1)."""

    name: str
    age: int
    traits: tuple[str, ...]
    """Innate traits, such as 'kind'."""
    seeds: tuple[str, ...]
    """The initial memories: the sentences of the description in order, each with a full stop."""
    wakes: int
    """Usual waking time, in minutes after midnight."""
    sleeps: int
    """Usual bedtime, in minutes after midnight; 24:00 and later are the following day (1440 is midnight)."""
    bed: Address
    """The bed, as an object of the map."""
    home: Address
    """The sector or arena in which the person lives."""
    dines: int | None = None
    """Usual dinner time, in minutes after midnight."""
    workplace: Address | None = None
    """The place where the person works or studies."""
    works: tuple[int, int] | None = None
    """The start and end of the hours of work in minutes after midnight, an end past midnight above 1440; None if they
    are left to the person."""
    haunts: tuple[Address, ...] = ()
    """Other places that the person knows from the start."""
    pronouns: str = "they"
    """'she', 'he' or 'they'."""
    household: tuple[str, ...] = ()
    """The other people who live in the same home, by full name."""
    colleagues: tuple[str, ...] = ()
    """The other people who work or study in the same place, by full name."""
    neighbours: tuple[str, ...] = ()
    """The other people of a town in which everybody knows everybody, by full name."""
    found_at: tuple[Address, ...] = ()
    """Where each neighbour is likely to be by day, in their order: where they work, else where they live."""

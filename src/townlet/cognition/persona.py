"""Who a person is: what their file says, and what never changes while a town runs."""

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
    """The initial memories: the description's sentences, in its order, each with its full stop."""
    wakes: int
    """Usual waking time, in minutes after midnight."""
    sleeps: int
    """Usual bedtime, in minutes after midnight; 24:00 and later are the following day (1440 is midnight)."""
    bed: Address
    """The object slept in."""
    home: Address
    """The sector or arena that is theirs."""
    dines: int | None = None
    """Usual dinner time, in minutes after midnight."""
    workplace: Address | None = None
    """Where they work or study."""
    haunts: tuple[Address, ...] = ()
    """Other places that they know from the start."""
    pronouns: str = "they"
    """'she', 'he' or 'they'."""

    @property
    def first_name(self) -> str:
        return self.name.split()[0]

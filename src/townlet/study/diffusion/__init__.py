"""How facts spread: who knows what, from whom, by which spoken line."""

from townlet.study.diffusion.knowing import Knowing, followed, spreads
from townlet.study.diffusion.section import diffusion
from townlet.study.diffusion.tracked import TrackedFact, tracked_facts

__all__ = ["Knowing", "TrackedFact", "diffusion", "followed", "spreads", "tracked_facts"]

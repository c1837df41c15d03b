"""Information diffusion: who knows which fact, from whom, and through which spoken line."""

from townlet.measures.diffusion.facts import TrackedFact, read_tracked_facts
from townlet.measures.diffusion.spread import KnowledgeGain, measure_diffusion, trace_facts, trace_town_facts

__all__ = ["KnowledgeGain", "TrackedFact", "measure_diffusion", "read_tracked_facts", "trace_facts", "trace_town_facts"]

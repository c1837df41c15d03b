"""Measures what a run file shows: coherence, liveliness, diffusion and what emerges. Nothing here asks a model."""

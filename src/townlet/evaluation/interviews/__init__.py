"""Interviews (Park et al. 2023, section 6): question batteries, memory conditions and stored answers."""

"""Measures what emerges among people: relationships, coordination and errors (Park et al. 2023, sections 7.1, 7.2)."""

"""Blind rankings of conditions (Park et al. 2023, section 6): rater sessions and their statistics."""

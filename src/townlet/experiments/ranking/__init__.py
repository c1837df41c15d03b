"""Blind rankings of conditions (Park et al. 2023, section 6): what raters said, and the statistics of it."""

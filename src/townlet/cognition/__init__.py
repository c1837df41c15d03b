"""How a person thinks (Park et al. 2023, section 4), one module a faculty. Pure: reads views, returns turns."""

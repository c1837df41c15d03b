"""How an agent thinks (Park et al. 2023, section 4), with one module per faculty. It reads views and returns turns."""

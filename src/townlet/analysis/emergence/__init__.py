"""What emerges among people (Park et al. 2023, section 7.1): diffusion, relationships, coordination; and its limits."""

"""Townlet: generative agents in a small town (after Park et al., UIST 2023)."""

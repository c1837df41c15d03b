"""Experiments, which ask a model or people about a run: interviews, ablations, attacks, ratings and rankings."""

"""Evaluation, which asks a model or people about a run: interviews, ablations, attacks, ratings and rankings."""

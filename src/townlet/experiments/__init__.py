"""Whatever asks a model or people about a run: interviews, ablations, attacks, ratings, rankings."""

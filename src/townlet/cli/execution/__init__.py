"""Executing a run from the terminal: planning it, interrupting it, summing it up."""

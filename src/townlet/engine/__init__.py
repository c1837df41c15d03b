"""The simulation engine, the only part that changes a run: steps, commands, model calls and replay."""

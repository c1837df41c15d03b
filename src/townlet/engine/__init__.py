"""The simulation engine, the only part that changes a run: steps, scheduler, commands, model calls and replay."""

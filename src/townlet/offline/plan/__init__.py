"""Plans: the day in chunks, chunks in hours, hours in actions."""

"""What made the difference: lines and sights taken from one person in forks of a run, and what came of it."""

"""What the terminal shows: the live display, scripts, portraits and score tables."""

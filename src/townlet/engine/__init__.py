"""The only writer: steps, scheduling, commands from people, and the run file."""

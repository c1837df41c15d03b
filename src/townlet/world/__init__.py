"""The ground people stand on: places, objects, bodies, sight and walking. Knows nothing of minds."""

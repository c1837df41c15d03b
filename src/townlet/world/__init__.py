"""The deterministic world: places, objects, bodies, sight, walking and talks. It knows nothing of minds."""

"""What people remember, think and plan at any moment, as the API tells it."""

"""What one person knows at a moment, and the matters that people can talk about."""

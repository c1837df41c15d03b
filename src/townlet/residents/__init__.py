"""Residents: people of ours who live in a world of somebody else's, whose host says what happens there."""

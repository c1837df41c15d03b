"""Residents: people of ours who live in a world of somebody else's, and the actions that its host offers them."""

from townlet.residents.actions import Decision, Go, Line, Say, Use, Wait
from townlet.residents.resident import Resident

__all__ = ["Decision", "Go", "Line", "Resident", "Say", "Use", "Wait"]

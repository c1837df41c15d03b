"""Paid model calls: gateway, budget reservations, call log, retries, and validation of replies."""

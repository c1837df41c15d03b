"""Builders of the API's views: people's minds, talks, things and the town, as of any step."""

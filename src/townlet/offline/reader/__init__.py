"""The one reader of the offline model: remembered sentences and spoken lines become facts."""

from townlet.offline.reader.facts import Fact, Reader, similar
from townlet.offline.reader.people import People, persons, plain

__all__ = ["Fact", "People", "Reader", "persons", "plain", "similar"]

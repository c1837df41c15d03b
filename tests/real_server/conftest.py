"""The real server, for the tests of it."""

from .fixture import real_server

__all__ = ["real_server"]

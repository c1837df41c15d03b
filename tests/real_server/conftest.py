"""The real server, for the tests of it."""

from .fixture import real_program, real_server

__all__ = ["real_program", "real_server"]

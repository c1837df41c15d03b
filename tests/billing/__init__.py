"""A server that answers like a language model's and counts what it would bill, for tests of what is paid for."""

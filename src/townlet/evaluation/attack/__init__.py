"""`townlet attack`: visitors try prompt injection, false claims and pressure on agents; rules score the outcome."""

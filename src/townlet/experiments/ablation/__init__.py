"""Questions whose true answer a run file holds, put to people under each condition and scored without a judge."""

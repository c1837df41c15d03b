"""Made-up towns, for tests: their names come from a dozen cultures, and their trades and events from nowhere.

No rule was written for them. The folders hold no pictures; `townlet draw FOLDER` draws them from the plan. The files of
`helpers/` say, for these towns and the built-in ones, who can meet which need.
"""

from pathlib import Path

MADE_UP_TOWNS = (Path(__file__).parent / "kestrel", Path(__file__).parent / "orsolet")
"""The folders of the towns: a railway junction of ten people, and a mountain village of nine below a monastery."""

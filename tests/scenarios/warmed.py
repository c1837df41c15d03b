"""Imported before processes are forked, so that what is loaded at first use is loaded for all of them."""

from townlet.cognition.answers import Text
from townlet.engine.calls.validation import in_another_language

_ENOUGH = " ".join(["this is written in one language"] * 5)

in_another_language(Text(text=_ENOUGH), "English")

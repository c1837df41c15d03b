from pathlib import Path

from measures.made import HOUR, MadeRun
from measures.reports import figures, rows
from townlet.measures.liveliness.speech_acts import measure_speech_acts


def test_lines_are_counted_by_kind(tmp_path: Path) -> None:
    made = MadeRun()
    made.talks(HOUR, "Hello, Bram.", "Hello, Ada.", "How deep is the harbour?", "Goodbye, Ada.")
    part = measure_speech_acts(made.record(tmp_path))
    assert rows(part, "acts") == (("greeting", 2, 0.5), ("farewell", 1, 0.25), ("question", 1, 0.25))
    assert figures(part)["speech_acts"] == 3
    assert figures(part)["commonest_act"] == 0.5

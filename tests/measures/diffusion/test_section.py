from pathlib import Path

from measures.made import ADA, BRAM, DAY, HOUR, MadeRun
from measures.reports import figures
from townlet.measures.diffusion import measure_diffusion, trace_town_facts
from townlet.measures.figures import MeasureSection
from townlet.measures.record import RunRecord
from townlet.runfile import Json

SEED = "Ada Finch is holding a regatta on Saturday."


def _run() -> MadeRun:
    made = MadeRun()
    seed = made.remembers(0, ADA, SEED, "seed")
    line = made.says(DAY + HOUR, ADA, BRAM, "I'm holding a regatta.", shown=[seed])
    made.remembers(DAY + HOUR + 6, BRAM, "Ada Finch said to me: 'I'm holding a regatta.'", "heard", utterance=line)
    return made


def measured(record: RunRecord) -> tuple[MeasureSection, list[dict[str, Json]]]:
    return measure_diffusion(record, trace_town_facts(record.view))


def test_counts_are_given_at_the_end_of_each_day(tmp_path: Path) -> None:
    section, _ = measured(_run().record(tmp_path, until=2 * DAY - 1))
    (part,) = section.parts
    assert figures(part) == {
        "regatta_start": 1,
        "regatta_day_1": 1,
        "regatta_end": 2,
        "regatta_by_talk": 2,
        "regatta_by_sight": 0,
        "regatta_inventions": 0,
    }


def test_every_edge_is_given_with_its_time_and_utterance(tmp_path: Path) -> None:
    _, (fact,) = measured(_run().record(tmp_path, until=2 * DAY - 1))
    assert isinstance(fact, dict)
    assert fact["knew_at_start"] == [ADA]
    assert fact["knew_at_end"] == [ADA, BRAM]
    assert fact["knew_from_talk"] == [ADA, BRAM]
    assert fact["by_day"] == [1, 2]
    assert fact["edges"] == [
        {"from": ADA, "to": BRAM, "time": "2025-05-06T01:00:00", "utterance": f"{DAY + HOUR}-{ADA}#0"}
    ]


def test_a_town_without_facts_has_an_empty_section(tmp_path: Path) -> None:
    section, facts = measured(MadeRun().record(tmp_path, facts=""))
    assert section.parts == ()
    assert facts == []

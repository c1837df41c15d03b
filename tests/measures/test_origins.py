"""A belief is traced back from memory to memory and from person to person."""

from __future__ import annotations

from pathlib import Path

from measures.made import ADA, BRAM, CLEO, HOUR, MadeRun
from townlet.measures.origins import LONGEST_CHAIN, BeliefOrigins
from townlet.memory.record import MemoryId


def traced(made: MadeRun, path: Path, belief: MemoryId) -> list[tuple[MemoryId, str]]:
    """The memories on the way back from a belief, each with the speaker of the line it remembers."""
    minds = made.record(path).view.minds
    stations = BeliefOrigins(minds).trace(minds.memory(belief))
    return [(station.memory.id, station.line.speaker if station.line else "") for station in stations]


def test_a_rumour_leads_back_to_the_memory_of_who_said_it_first(tmp_path: Path) -> None:
    made = MadeRun()
    seed = made.remembers(0, ADA, "Ada Finch is holding a regatta on Saturday.", "seed")
    weather = made.remembers(0, ADA, "Saturday is often wet.", "seed")
    first = made.says(HOUR, ADA, BRAM, "I'm holding a regatta on Saturday.", shown=[weather, seed])
    heard = made.remembers(HOUR + 1, BRAM, "Ada Finch told me of her regatta on Saturday.", "heard", utterance=first)
    second = made.says(2 * HOUR, BRAM, CLEO, "There is a regatta on Saturday.", shown=[heard])
    belief = made.remembers(2 * HOUR + 1, CLEO, "A regatta is on Saturday.", "heard", utterance=second)
    assert traced(made, tmp_path, belief) == [(belief, BRAM), (heard, ADA), (seed, "")]


def test_a_thought_leads_to_the_evidence_that_it_has_most_words_from(tmp_path: Path) -> None:
    made = MadeRun()
    boats = made.remembers(HOUR, ADA, "Bram Oake mends the boats of strangers.")
    bread = made.remembers(HOUR, ADA, "The bread at the bakery is warm.")
    thought = made.remembers(2 * HOUR, ADA, "Somebody mends boats.", "thought", "reflection", [bread, boats])
    assert traced(made, tmp_path, thought) == [(thought, ""), (boats, "")]


def test_one_word_in_common_is_not_enough_for_an_origin(tmp_path: Path) -> None:
    made = MadeRun()
    boats = made.remembers(HOUR, ADA, "The boats are wet.")
    thought = made.remembers(2 * HOUR, ADA, "Somebody mends boats.", "thought", "reflection", [boats])
    assert traced(made, tmp_path, thought) == [(thought, "")]


def test_a_memory_that_comes_up_again_ends_the_trace(tmp_path: Path) -> None:
    made = MadeRun()
    adas, brams = MemoryId(ADA, HOUR, 0), MemoryId(BRAM, HOUR, 0)
    question = made.says(HOUR, ADA, BRAM, "Boats drift with the tide.", shown=[adas])
    echo = made.says(HOUR, BRAM, ADA, "Boats drift with the tide.", shown=[brams])
    made.remembers(HOUR, ADA, "Bram Oake said that boats drift with the tide.", "heard", utterance=echo)
    made.remembers(HOUR, BRAM, "Ada Finch said that boats drift with the tide.", "heard", utterance=question)
    assert traced(made, tmp_path, adas) == [(adas, BRAM), (brams, ADA)]


def test_a_trace_ends_after_the_longest_chain(tmp_path: Path) -> None:
    made = MadeRun()
    chain = [made.remembers(HOUR, ADA, "Boats drift with the tide.")]
    for step in range(LONGEST_CHAIN):
        thought = made.remembers(
            2 * HOUR + step, ADA, "Boats drift with the tide.", "thought", "reflection", chain[-1:]
        )
        chain.append(thought)
    found = [memory for memory, _ in traced(made, tmp_path, chain[-1])]
    assert len(found) == LONGEST_CHAIN
    assert found == chain[:0:-1]
